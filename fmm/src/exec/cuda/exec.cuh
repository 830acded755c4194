#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/equal_runs.h"
#include "core/rows.h"
#include "exec/cuda/array_staging.cuh"
#include "exec/cuda/buffer.h"
#include "exec/cuda/device_loss.h"
#include "exec/cuda/kernels.cuh"
#include "exec/cuda/named_range.h"
#include "exec/later.h"
#include "exec/value_range.h"
#include "exec/vector_transfers.h"
#include "fmm/error.h"
#include "fmm/particle_views.h"
#include "fmm/types.h"

namespace fmm {

/// Runs named launches on one non-blocking stream of one GPU, with the part of CpuExec's interface that systems use.
class CudaExec : public VectorTransfers<CudaExec> {
 public:
  template <class T>
  using Buffer = CudaBuffer<T>;
  static constexpr const char* kName = "cuda";
  static constexpr bool kHostMemory = false;

  /// `threads` is for the CPU and ignored here. Uses the current device.
  explicit CudaExec(int /*threads*/) {
    FMM_CUDA(cudaGetDevice(&device_));
    FMM_CUDA(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device_));
    FMM_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    const char* sync = std::getenv("RINGLET_SYNC_LAUNCHES");
    syncLaunches_ = sync && *sync == '1';
  }
  ~CudaExec() {
    if (stream_) cudaStreamDestroy(stream_);
  }
  CudaExec(const CudaExec&) = delete;
  CudaExec& operator=(const CudaExec&) = delete;

  cudaStream_t stream() const { return stream_; }
  int multiprocessors() const { return multiprocessors_; }
  /// True with RINGLET_SYNC_LAUNCHES=1: the host waits after each launch.
  bool waitsForLaunches() const { return syncLaunches_; }

  /// enqueue() starts kernels; profilers and error messages show the name.
  template <class Enqueue>
  void launch(const char* name, const Enqueue& enqueue) {
    const NamedRange range(name);
    enqueue();
    checkLaunch(name);
  }
  /// Waits for all launches. All pending Later results are then available, in one copy.
  void synchronize() {
    figures_.enqueue(stream_);
    waitFor(stream_);
    figures_.deliver();
  }
  /// True if further launches are possible. A kernel's fault or the loss of the GPU ends all work with it in this
  /// process: cudaDevice() is then not usable.
  bool alive() const {
    if (machineIsLost()) return false;
    const cudaError_t status = cudaStreamQuery(stream_);
    if (status == cudaSuccess || status == cudaErrorNotReady) return true;
    loseCudaDevice(cudaGetErrorString(status));
    return false;
  }

  template <class F>
  void forEach(const char* name, Index n, const F& f, Index /*grain*/ = 0) {
    if (n <= 0) return;
    constexpr int kBlock = 256;
    const Index blocks = std::min<Index>((n + kBlock - 1) / kBlock, 64 * multiprocessors_);
    launch(name, [&] { forEachKernel<<<static_cast<unsigned>(blocks), kBlock, 0, stream_>>>(n, f); });
  }

  // ---- between the caller's arrays and this space -----------------------------------------------------------------

  /// The arrays for reading in launches until the next call.
  template <std::size_t N>
  std::array<NumberReader, N> reach(const std::array<InputArray, N>& arrays) {
    return arrays_.reach(arrays, stream_);
  }
  /// Copies N arrays of one length, less `origin`, to rows.
  template <class Real, std::size_t N>
  void load(const std::array<InputArray, N>& from, const std::array<double, N>& origin,
            const std::array<Real*, N>& to) {
    if (from[0].count == 0) return;
    forEach("fmm::load", static_cast<Index>(from[0].count), LoadRows<Real, N>{reach(from), origin, to});
    synchronize();
  }
  /// Copies the first n items of N rows to arrays that have room for them.
  template <class Real, std::size_t N>
  void store(const std::array<const Real*, N>& from, Index n, const std::array<OutputArray, N>& to) {
    if (n <= 0) return;
    forEach("fmm::store", n, StoreRows<Real, N>{from, arrays_.begin(to, static_cast<std::size_t>(n))});
    arrays_.finish(to, static_cast<std::size_t>(n), stream_);
  }
  /// For an array that is not empty.
  NumberRange range(const InputArray& array) {
    if (array.space == MemorySpace::host) return rangeOnHost(array);
    found_.resize(2);
    FMM_CUDA(cudaMemsetAsync(found_.data(), 0, 2 * sizeof(unsigned long long), stream_));
    const std::array<NumberReader, 1> numbers = reach<1>({array});
    forEach("fmm::range", static_cast<Index>(array.count), RaiseRange{numbers[0], found_.data()});
    unsigned long long found[2] = {};
    enqueueRead(found, found_.data(), sizeof found, stream_);
    synchronize();
    return {RaiseRange::numberOf(~found[0]), RaiseRange::numberOf(found[1])};
  }
  /// The runs of equal integers in a row, in order; empty if there are too many to copy.
  template <class Real>
  std::optional<std::vector<EqualRun>> equalRuns(const Real* row, Index n) {
    constexpr int kMost = 1024;
    using Runs = std::optional<std::vector<EqualRun>>;
    const auto [found, later] = figure<int>(1 + 2 * kMost, [n](const int* noted) {
      return noted[0] <= kMost ? Runs(runsFrom(noted + 1, noted[0], n)) : std::nullopt;
    });
    FMM_CUDA(cudaMemsetAsync(found, 0, sizeof(int), stream_));
    forEach("fmm::runs", n, NoteRun<Real>{row, kMost, found});
    synchronize();
    return later.value();
  }
  /// The lowest index of n items whose test fails; -1: none.
  template <class Test>
  Index firstFailure(Index n, const Test& test) {
    flag_.resize(1);
    FMM_CUDA(cudaMemsetAsync(flag_.data(), 0x7f, sizeof(int), stream_));
    forEach("fmm::firstFailure", n, FindFailure<Test>{test, flag_.data()});
    int found = 0;
    enqueueRead(&found, flag_.data(), sizeof found, stream_);
    synchronize();
    return found == kNone ? -1 : found;
  }
  template <class Real>
  std::vector<Vec3> pick(const std::array<const Real*, 3>& from, const std::vector<std::size_t>& indices) {
    std::vector<Vec3> out(indices.size());
    if (out.empty()) return out;
    const std::vector<Index> at(indices.begin(), indices.end());
    picked_.resize(at.size());
    staging_.resize(3 * out.size());
    FMM_CUDA(cudaMemcpyAsync(picked_.data(), at.data(), at.size() * sizeof(Index), cudaMemcpyHostToDevice, stream_));
    forEach("fmm::pick", static_cast<Index>(at.size()), PickVectors<Real>{from, picked_.data(), staging_.data()});
    enqueueRead(out.data(), staging_.data(), out.size() * sizeof(Vec3), stream_);
    synchronize();
    return out;
  }
  template <class Real>
  void fill(Real* row, Index n, Real value) {
    forEach("fmm::fill", n, FillRow<Real>{row, value});
  }
  template <class Real>
  void copy(const Real* from, Index n, Real* to) {
    if (n <= 0) return;
    FMM_CUDA(cudaMemcpyAsync(to, from, static_cast<std::size_t>(n) * sizeof(Real), cudaMemcpyDeviceToDevice, stream_));
  }
  // ---- results ----------------------------------------------------------------------------------------------------

  /// Copies `count` items of device memory at this point of the stream.
  template <class T>
  Later<std::vector<T>> read(const T* from, std::size_t count) {
    const auto [room, later] =
        figure<T>(count, [count](const T* found) { return std::vector<T>(found, found + count); });
    if (count > 0) FMM_CUDA(cudaMemcpyAsync(room, from, count * sizeof(T), cudaMemcpyDeviceToDevice, stream_));
    return later;
  }
  /// Vectors 0, stride, 2 stride, ... of n, rounded to float.
  template <class Real>
  Later<std::vector<Vec3>> everyNth(const std::array<const Real*, 3>& from, Index n, Index stride) {
    const Index count = (n + stride - 1) / stride;
    const auto [room, later] = figure<float>(3 * static_cast<std::size_t>(count), [count](const float* found) {
      std::vector<Vec3> out;
      for (Index i = 0; i < count; ++i) out.push_back({found[3 * i], found[3 * i + 1], found[3 * i + 2]});
      return out;
    });
    forEach("fmm::everyNth", count, PickEvery<Real>{from, stride, room});
    return later;
  }
  /// Tests n items with a and m items with b.
  template <class TestA, class TestB>
  Later<Inspection> inspect(Index n, const TestA& a, Index m, const TestB& b) {
    const auto [flag, later] = figure<int>(2, [](const int* found) {
      return Inspection{found[0] == kNone ? -1 : found[0], found[1] == kNone ? -1 : found[1]};
    });
    FMM_CUDA(cudaMemsetAsync(flag, 0x7f, 2 * sizeof(int), stream_));
    forEach("fmm::inspect", n, FindFailure<TestA>{a, flag});
    forEach("fmm::inspect", m, FindFailure<TestB>{b, flag + 1});
    return later;
  }
  /// The largest f(i) >= 0 of n items, as float; 0 if there is none. NaN counts as infinity.
  template <class F>
  Later<float> largestLater(const char* name, Index n, const F& f) {
    const auto [bits, later] = figure<int>(1, [](const int* found) {
      float value = 0;
      std::memcpy(&value, found, sizeof value);
      return value;
    });
    FMM_CUDA(cudaMemsetAsync(bits, 0, sizeof(int), stream_));
    forEach(name, n, RaiseMaximum<F>{f, bits});
    return later;
  }
  /// The ranges of N values of n items: at(i, values) writes those of item i.
  template <std::size_t N, class F>
  Later<std::array<ValueRange, N>> rangesLater(const char* name, Index n, const F& at) {
    const auto [ranges, later] = figure<std::uint32_t>(2 * N, [](const std::uint32_t* found) {
      std::array<ValueRange, N> all;
      for (std::size_t k = 0; k < N; ++k)
        if (found[2 * k] > 0) all[k] = {-ofOrder(found[2 * k + 1]), ofOrder(found[2 * k])};
      return all;
    });
    FMM_CUDA(cudaMemsetAsync(ranges, 0, 2 * N * sizeof(std::uint32_t), stream_));
    if (n <= 0) return later;
    const Index blocks = std::min<Index>((n + kRangeThreads - 1) / kRangeThreads, 4 * multiprocessors_);
    launch(name, [&, room = ranges] {
      rangesKernel<N><<<static_cast<unsigned>(blocks), kRangeThreads, 0, stream_>>>(n, at, room);
    });
    return later;
  }
  /// N sums over n items: add(i, sums) adds those of item i. The distribution over threads and the order of all sums
  /// depend on n only.
  template <std::size_t N, class F>
  Later<std::array<double, N>> sumsLater(const char* name, Index n, const F& add) {
    if (n <= 0) return Later<std::array<double, N>>(std::array<double, N>{});
    const auto [total, later] = figure<double>(N, [](const double* found) {
      std::array<double, N> sums;
      std::copy_n(found, N, sums.begin());
      return sums;
    });
    sumParts<N>(name, 1, n, OnePart<F>{add, n}, total);
    return later;
  }
  /// The same for several parts at once, into device memory [parts][N]: add(part, i, sums) adds the values of item i,
  /// 0 <= i < add.count(part) <= most.
  template <std::size_t N, class F>
  void sumParts(const char* name, Index parts, Index most, const F& add, double* total) {
    if (parts <= 0) return;
    const Index blocks = std::clamp<Index>((most + kSumThreads - 1) / kSumThreads, 1, 1024);
    partialSums_.resize(N * static_cast<std::size_t>(parts) * static_cast<std::size_t>(blocks));
    double* const partial = partialSums_.data();
    const dim3 grid(static_cast<unsigned>(blocks), static_cast<unsigned>(parts));
    launch(name, [&] {
      sumKernel<N><<<grid, kSumThreads, 0, stream_>>>(add, partial);
      const dim3 sums(static_cast<unsigned>(parts), static_cast<unsigned>(N));
      joinSumsKernel<N><<<sums, kSumThreads, 0, stream_>>>(blocks, partial, total);
    });
  }
  /// The same with a wait.
  template <class F>
  float largest(const char* name, Index n, const F& f) {
    const Later<float> value = largestLater(name, n, f);
    synchronize();
    return value.value();
  }
  template <std::size_t N, class F>
  std::array<double, N> sums(const char* name, Index n, const F& add) {
    const Later<std::array<double, N>> value = sumsLater<N>(name, n, add);
    if (n > 0) synchronize();
    return value.value();
  }
  /// Writes into host memory, or into GPU memory in the order given by the target's events.
  template <class Writer>
  void writeParticles(const Writer& writer, Index n, const ParticleTarget& target) {
    if (target.device) {
      if (target.after) FMM_CUDA(cudaStreamWaitEvent(stream_, static_cast<cudaEvent_t>(target.after), 0));
      forEach("fmm::write", n, writer);
      if (!target.written) return synchronize();
      FMM_CUDA(cudaEventRecord(static_cast<cudaEvent_t>(target.written), stream_));
      return;
    }
    if (n == 0) return;
    particles_.resize(4 * static_cast<std::size_t>(n));
    Writer staged = writer;
    staged.out = particles_.data();
    forEach("fmm::write", n, staged);
    enqueueRead(writer.out, particles_.data(), 4 * sizeof(float) * static_cast<std::size_t>(n), stream_);
    synchronize();
  }

 private:
  /// Device memory for T[count], and the result of decode(), which the next synchronize() calls with the content.
  template <class T, class Decode>
  auto figure(std::size_t count, const Decode& decode) {
    using Result = decltype(decode(static_cast<const T*>(nullptr)));
    const std::size_t bytes = count * sizeof(T);
    if (!figures_.hasRoom(bytes)) {
      synchronize();
      figures_.reserve(bytes, stream_);
    }
    Later<Result> later;
    void* const room = figures_.take(
        bytes, [later, decode](const void* found) mutable { later.deliver(decode(static_cast<const T*>(found))); });
    return std::pair<T*, Later<Result>>(static_cast<T*>(room), later);
  }
  /// Call it after a launch: reports a failure with the name. With RINGLET_SYNC_LAUNCHES=1 waits, so that the error
  /// belongs to this kernel.
  void checkLaunch(const char* name) {
    cudaError_t status = cudaGetLastError();
    if (faultStrikes(Fault::launch)) status = cudaErrorLaunchFailure;
    if (status == cudaSuccess && syncLaunches_) status = cudaStreamSynchronize(stream_);
    if (status != cudaSuccess)
      throw EnvironmentError(std::string("launch of ") + name + ": " + cudaGetErrorString(status));
  }
  /// `pairs` holds the first item and the number of each run, in any order.
  static std::vector<EqualRun> runsFrom(const int* pairs, int count, Index n) {
    std::vector<EqualRun> runs;
    for (int k = 0; k < count; ++k) runs.push_back({pairs[2 * k], 0, pairs[2 * k + 1]});
    std::sort(runs.begin(), runs.end(), [](const EqualRun& a, const EqualRun& b) { return a.first < b.first; });
    for (std::size_t k = 0; k < runs.size(); ++k)
      runs[k].count = (k + 1 < runs.size() ? runs[k + 1].first : n) - runs[k].first;
    return runs;
  }
  static constexpr int kNone = 0x7f7f7f7f;  // equal bytes, for memset; above every index

  int device_ = 0, multiprocessors_ = 1;
  bool syncLaunches_ = false;
  cudaStream_t stream_ = nullptr;
  ArrayStaging arrays_;
  PinnedBlock figures_;
  CudaBuffer<double> staging_;
  CudaBuffer<unsigned long long> found_;
  CudaBuffer<float> particles_;
  CudaBuffer<int> flag_;
  CudaBuffer<Index> picked_;
  CudaBuffer<double> partialSums_;
};

}  // namespace fmm
