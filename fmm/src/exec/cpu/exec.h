#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/equal_runs.h"
#include "core/rows.h"
#include "exec/later.h"
#include "exec/stage_timer.h"
#include "exec/value_range.h"
#include "exec/vector_transfers.h"
#include "fmm/error.h"
#include "fmm/faults.h"
#include "fmm/particle_views.h"
#include "fmm/types.h"

#if defined(__SANITIZE_ADDRESS__)
#define RINGLET_MARKS_BOUNDS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RINGLET_MARKS_BOUNDS 1
#endif
#endif
#if defined(RINGLET_MARKS_BOUNDS)
#include <sanitizer/asan_interface.h>
#endif
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace fmm {

/// Allows access to the first `used` bytes only of an allocation of `room` bytes. In a build with the address sanitizer
/// this catches accesses beyond a row although memory lies behind it. Otherwise does nothing.
inline void markBounds([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t used,
                       [[maybe_unused]] std::size_t room) {
#if defined(RINGLET_MARKS_BOUNDS)
  const char* const begin = static_cast<const char*>(data);
  ASAN_UNPOISON_MEMORY_REGION(begin, used);
  ASAN_POISON_MEMORY_REGION(begin + used, room - used);
#endif
}

/// During its lifetime denormal results become 0 on this thread. High-order coefficients of tiny cells are often
/// denormal and insignificant, but each would cost 100 cycles.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : saved_(_mm_getcsr()) {
    _mm_setcsr(saved_ | 0x8040U);
  }  // flush to zero, denormals are zero
  ~FlushDenormals() {
    _mm_setcsr(saved_);
  }

 private:
  unsigned saved_;
#endif
 public:
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

/// Array owned by an execution space. Growing discards the content: solvers refill their buffers every evaluation, and
/// nothing is allocated in steady state.
template <class T>
class CpuBuffer {
 public:
  CpuBuffer() = default;
  explicit CpuBuffer(std::size_t size) { resize(size); }

  /// Content is undefined after a growth, which allocates a quarter more than requested. Never shrinks.
  void resize(std::size_t size) {
    if (size > capacity_) {
      data_.reset();
      capacity_ = size_ = 0;  // valid even if the allocation fails
      if (faultStrikes(Fault::allocation)) throw std::bad_alloc();
      const std::size_t wanted = size + size / 4;
      data_.reset(new T[wanted]);
      capacity_ = wanted;
    }
    size_ = size;
    if (data_) markBounds(data_.get(), size * sizeof(T), bytes());
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return capacity_ * sizeof(T); }

 private:
  std::unique_ptr<T[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

/// Threads that process one item of forEachTeam(): on the CPU a single one.
struct CpuTeam {
  int lane = 0;
  int size = 1;
};

/// The threads of a CpuExec. Launches pass their body as a function pointer: TBB is then compiled once, not for every
/// launch in every precision.
class CpuThreads {
 public:
  /// 0: all cores. At most one thread per core, since more would only wait for each other.
  explicit CpuThreads(int threads);
  ~CpuThreads();
  CpuThreads(const CpuThreads&) = delete;
  CpuThreads& operator=(const CpuThreads&) = delete;

  int count() const;
  /// Throws EnvironmentError if this launch is set to fail on purpose.
  static void requireLaunch(const char* name);

  /// Items [begin, end) of a launch; `f` is its functor.
  using Items = void (*)(const void* f, Index begin, Index end);
  /// Calls items(f, ...) for pieces of [0, n) of about `grain` items or more, on all threads; returns when done.
  void run(Index n, Index grain, const void* f, Items items);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

/// Runs named launches on CPU threads. It shares with CudaExec the interface that a vortex system, a template over
/// both, uses; forEachTeam() and reduce() are for schedules on the CPU only. Results never depend on the number of
/// threads: every item is computed by one thread, in its own order.
class CpuExec : public VectorTransfers<CpuExec> {
 public:
  template <class T>
  using Buffer = CpuBuffer<T>;
  static constexpr const char* kName = "cpu";
  static constexpr bool kHostMemory = true;  ///< the host may read the buffers

  /// 0: all cores.
  explicit CpuExec(int threads) : threads_(threads) {}

  int threads() const { return threads_.count(); }
  /// Launches are synchronous: nothing to wait for.
  void synchronize() {}
  /// True if further launches are possible.
  bool alive() const { return !machineIsLost(); }

  /// Calls f(i) for i in [0, n), at least about `grain` items per task.
  template <class F>
  void forEach(const char* name, Index n, const F& f, Index grain = 256) {
    CpuThreads::requireLaunch(name);
    threads_.run(n, grain, &f, [](const void* body, Index begin, Index end) {
      const F& item = *static_cast<const F*>(body);
      const FlushDenormals flush;
      for (Index i = begin; i < end; ++i) item(i);
    });
  }

  /// Calls f(team, i) for i in [0, n): items of uneven cost, stolen one by one.
  template <class F>
  void forEachTeam(const char* name, Index n, const F& f) {
    forEach(
        name, n, [&f](Index i) { f(CpuTeam{}, i); }, 1);
  }

  /// Reduction in fixed chunks, joined in order: the same bits with any number of threads.
  /// map(i) -> T, join(T, T) -> T.
  template <class T, class Map, class Join>
  T reduce(const char* name, Index n, T identity, const Map& map, const Join& join) {
    constexpr Index kChunk = 4096;
    const Index chunks = (n + kChunk - 1) / kChunk;
    const std::unique_ptr<T[]> partial(new T[static_cast<std::size_t>(chunks)]);
    forEach(
        name, chunks,
        [&](Index c) {
          T sum = identity;
          for (Index i = c * kChunk; i < std::min(n, (c + 1) * kChunk); ++i) sum = join(sum, map(i));
          partial[c] = sum;
        },
        1);
    return std::accumulate(partial.get(), partial.get() + chunks, identity, join);
  }

  // ---- between the caller's arrays and this space -----------------------------------------------------------------

  /// The arrays for reading in launches until the next call; here without a copy.
  template <std::size_t N>
  std::array<NumberReader, N> reach(const std::array<InputArray, N>& arrays) {
    std::array<NumberReader, N> readers;
    std::transform(arrays.begin(), arrays.end(), readers.begin(), readerOf);
    return readers;
  }
  /// Copies N arrays of one length, less `origin`, to rows.
  template <class Real, std::size_t N>
  void load(const std::array<InputArray, N>& from, const std::array<double, N>& origin,
            const std::array<Real*, N>& to) {
    forEach("fmm::load", static_cast<Index>(from[0].count), LoadRows<Real, N>{reach(from), origin, to});
  }
  /// Copies the first n items of N rows to arrays that have room for them.
  template <class Real, std::size_t N>
  void store(const std::array<const Real*, N>& from, Index n, const std::array<OutputArray, N>& to) {
    StoreRows<Real, N> rows = {from, {}};
    std::transform(to.begin(), to.end(), rows.to.begin(), writerOf);
    forEach("fmm::store", n, rows);
  }
  /// For an array that is not empty.
  NumberRange range(const InputArray& array) { return rangeOnHost(array); }
  /// Copies the vectors with these indices.
  template <class Real>
  std::vector<Vec3> pick(const std::array<const Real*, 3>& from, const std::vector<std::size_t>& indices) {
    std::vector<Vec3> out;
    for (const std::size_t i : indices) out.push_back({from[0][i], from[1][i], from[2][i]});
    return out;
  }
  /// The runs of equal integers in a row, in order.
  template <class Real>
  std::optional<std::vector<EqualRun>> equalRuns(const Real* row, Index n) {
    return fmm::equalRuns(std::vector<std::int32_t>(row, row + n), n);
  }
  template <class Real>
  void fill(Real* row, Index n, Real value) {
    forEach(
        "fmm::fill", n, [=](Index i) { row[i] = value; }, 65536);
  }
  template <class Real>
  void copy(const Real* from, Index n, Real* to) {
    std::copy_n(from, n, to);
  }
  // ---- results: available at once ----------------------------------------------------------------------------------

  /// Vectors 0, stride, 2 stride, ... of n.
  template <class Real>
  Later<std::vector<Vec3>> everyNth(const std::array<const Real*, 3>& from, Index n, Index stride) {
    std::vector<Vec3> out;
    for (Index i = 0; i < n; i += stride) out.push_back({from[0][i], from[1][i], from[2][i]});
    return Later<std::vector<Vec3>>(std::move(out));
  }
  /// Copies `count` items.
  template <class T>
  Later<std::vector<T>> read(const T* from, std::size_t count) {
    return Later<std::vector<T>>(std::vector<T>(from, from + count));
  }
  /// Tests n items with a and m items with b.
  template <class TestA, class TestB>
  Later<Inspection> inspect(Index n, const TestA& a, Index m, const TestB& b) {
    constexpr Index kNone = std::numeric_limits<Index>::max();
    const auto lower = [](Index x, Index y) { return std::min(x, y); };
    const Index first = reduce(
        "fmm::inspect", n, kNone, [&](Index i) { return a(i) ? kNone : i; }, lower);
    const Index second = reduce(
        "fmm::inspect", m, kNone, [&](Index i) { return b(i) ? kNone : i; }, lower);
    return Later<Inspection>({first == kNone ? -1 : first, second == kNone ? -1 : second});
  }
  /// The largest f(i) >= 0 of n items, as float; 0 if there is none. NaN counts as infinity.
  template <class F>
  float largest(const char* name, Index n, const F& f) {
    return reduce(
        name, n, 0.0F, [&](Index i) { return f(i); },
        [](float a, float b) { return std::isnan(b) ? INFINITY : std::max(a, b); });
  }
  template <class F>
  Later<float> largestLater(const char* name, Index n, const F& f) {
    return Later<float>(largest(name, n, f));
  }
  /// The ranges of N values of n items: at(i, values) writes those of item i.
  template <std::size_t N, class F>
  Later<std::array<ValueRange, N>> rangesLater(const char* name, Index n, const F& at) {
    using Ranges = std::array<ValueRange, N>;
    const auto of = [&](Index i) {
      float values[N];
      at(i, values);
      Ranges ranges;
      for (std::size_t k = 0; k < N; ++k)
        ranges[k] = std::isnan(values[k]) ? ValueRange{-INFINITY, INFINITY} : ValueRange{values[k], values[k]};
      return ranges;
    };
    const auto join = [](Ranges a, const Ranges& b) {
      for (std::size_t k = 0; k < N; ++k) a[k] = {std::min(a[k].low, b[k].low), std::max(a[k].high, b[k].high)};
      return a;
    };
    return Later<Ranges>(reduce(name, n, Ranges{}, of, join));
  }
  /// N sums over n items: add(i, sums) adds those of item i. Chunks of items are joined in order, as by reduce().
  template <std::size_t N, class F>
  std::array<double, N> sums(const char* name, Index n, const F& add) {
    constexpr Index kChunk = 4096;
    const Index chunks = (n + kChunk - 1) / kChunk;
    std::vector<std::array<double, N>> partial(static_cast<std::size_t>(chunks), std::array<double, N>{});
    forEach(
        name, chunks,
        [&](Index c) {
          std::array<double, N> sum = {};
          for (Index i = c * kChunk; i < std::min(n, (c + 1) * kChunk); ++i) add(i, sum.data());
          partial[static_cast<std::size_t>(c)] = sum;
        },
        1);
    std::array<double, N> total = {};
    for (const auto& sum : partial)
      for (std::size_t k = 0; k < N; ++k) total[k] += sum[k];
    return total;
  }
  template <std::size_t N, class F>
  Later<std::array<double, N>> sumsLater(const char* name, Index n, const F& add) {
    return Later<std::array<double, N>>(sums<N>(name, n, add));
  }
  /// The same for each of several parts, into total [parts][N]: add(part, i, sums) adds the values of item i,
  /// 0 <= i < add.count(part).
  template <std::size_t N, class F>
  void sumParts(const char* name, Index parts, Index /*most*/, const F& add, double* total) {
    for (Index part = 0; part < parts; ++part) {
      const auto sum = sums<N>(name, add.count(part), [&](Index i, double* to) { add(part, i, to); });
      std::copy(sum.begin(), sum.end(), total + static_cast<std::size_t>(part) * N);
    }
  }
  template <class Writer>
  void writeParticles(const Writer& writer, Index n, const ParticleTarget& target) {
    if (target.device) throw InvalidInput("particle buffer: device memory was given to the CPU backend");
    forEach("fmm::write", n, writer);
  }

 private:
  CpuThreads threads_;
};

/// Launches are synchronous, so the wall clock serves.
template <>
class StageClock<CpuExec> {
 public:
  void start(CpuExec& /*exec*/) { timer_.emplace(times_); }
  void finish(CpuExec& /*exec*/, const char* stage) { timer_->finish(stage); }
  void read(EvaluationReport& report) {
    for (const StageTime& stage : times_.stages) {
      report.seconds += stage.seconds;
      StageTimer::addTo(report, stage.name, stage.seconds);
    }
    forget();
  }
  void forget() { times_ = {}; }

 private:
  EvaluationReport times_;
  std::optional<StageTimer> timer_;
};

}  // namespace fmm
