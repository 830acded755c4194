#pragma once

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "exec/cuda/buffer.h"
#include "exec/cuda/check.h"
#include "fmm/error.h"
#include "fmm/ranks.h"

namespace fmm {

/// The functions used of NCCL 2, NVIDIA's library for communication between GPUs, as its nccl.h declares them. Loaded
/// on first use.
struct NcclLibrary {
  struct UniqueId {
    char bytes[128];
  };
  using Comm = struct NcclComm*;
  static constexpr int kBytes = 0, kUnsigned = 3;  ///< ncclChar, ncclUint32
  static constexpr int kSum = 0;                   ///< ncclSum

  int (*getUniqueId)(UniqueId*) = nullptr;
  int (*commInitRank)(Comm*, int, UniqueId, int) = nullptr;
  int (*commAbort)(Comm) = nullptr;
  int (*broadcast)(const void*, void*, std::size_t, int, int, Comm, cudaStream_t) = nullptr;
  int (*allReduce)(const void*, void*, std::size_t, int, int, Comm, cudaStream_t) = nullptr;
  int (*reduce)(const void*, void*, std::size_t, int, int, int, Comm, cudaStream_t) = nullptr;
  int (*send)(const void*, std::size_t, int, int, Comm, cudaStream_t) = nullptr;
  int (*receive)(void*, std::size_t, int, int, Comm, cudaStream_t) = nullptr;
  int (*groupStart)() = nullptr;
  int (*groupEnd)() = nullptr;
  const char* (*errorString)(int) = nullptr;
  bool loaded = false;

  static const NcclLibrary& get() {
    static const NcclLibrary library = load();
    return library;
  }

 private:
  static NcclLibrary load() {
    NcclLibrary n;
    void* const module = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) return n;
    const auto find = [module](const char* name, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(module, name));
      return function != nullptr;
    };
    const bool first = find("ncclGetUniqueId", n.getUniqueId), second = find("ncclCommInitRank", n.commInitRank);
    const bool third = find("ncclCommAbort", n.commAbort), fourth = find("ncclBroadcast", n.broadcast);
    const bool fifth = find("ncclGroupStart", n.groupStart), sixth = find("ncclGroupEnd", n.groupEnd);
    const bool seventh = find("ncclSend", n.send), eighth = find("ncclRecv", n.receive);  // since NCCL 2.7
    const bool ninth = find("ncclAllReduce", n.allReduce), tenth = find("ncclReduce", n.reduce);
    n.loaded = first && second && third && fourth && fifth && sixth && seventh && eighth && ninth && tenth &&
               find("ncclGetErrorString", n.errorString);
    return n;
  }
};

/// An NCCL communicator of all ranks, each with its own GPU.
class NcclRanks {
 public:
  /// Null if a rank has no NCCL, or shares its current device with another rank. All ranks call it. Throws
  /// EnvironmentError with NCCL's reason.
  static std::unique_ptr<NcclRanks> open(Ranks& ranks) {
    const NcclLibrary& nccl = NcclLibrary::get();
    for (const bool there : ranks.gathered(static_cast<char>(nccl.loaded)))
      if (!there) return nullptr;
    std::vector<Gpu> gpus = ranks.gathered(ownGpu());
    std::sort(gpus.begin(), gpus.end());
    if (std::adjacent_find(gpus.begin(), gpus.end()) != gpus.end()) return nullptr;
    NcclLibrary::UniqueId id = {};
    if (ranks.isFirst()) check(nccl.getUniqueId(&id), "ncclGetUniqueId");
    ranks.broadcast(&id, sizeof id);
    auto opened = std::unique_ptr<NcclRanks>(new NcclRanks);
    check(nccl.commInitRank(&opened->comm_, ranks.size(), id, ranks.rank()), "ncclCommInitRank");
    opened->warmUp(ranks.size());
    return opened;
  }
  ~NcclRanks() {
    if (comm_ != nullptr) NcclLibrary::get().commAbort(comm_);  // all its operations have finished
  }
  NcclRanks(const NcclRanks&) = delete;
  NcclRanks& operator=(const NcclRanks&) = delete;

  /// Gathers device memory on all ranks: `all` gets bytes[r] bytes of each rank r, by rank, in the order of the stream.
  void gather(const void* own, void* all, const std::vector<std::size_t>& bytes, cudaStream_t stream) {
    const NcclLibrary& nccl = NcclLibrary::get();
    auto* part = static_cast<char*>(all);
    check(nccl.groupStart(), "ncclGroupStart");
    for (std::size_t r = 0; r < bytes.size(); ++r) {
      if (bytes[r] > 0)
        check(nccl.broadcast(own, part, bytes[r], NcclLibrary::kBytes, static_cast<int>(r), comm_, stream),
              "ncclBroadcast");
      part += bytes[r];
    }
    check(nccl.groupEnd(), "ncclGroupEnd");
  }
  /// Sums device memory over all ranks, in the order of the stream; with `first` only rank 0 gets the sums.
  void sum(std::uint32_t* values, std::size_t count, bool first, cudaStream_t stream) {
    const NcclLibrary& nccl = NcclLibrary::get();
    constexpr int kType = NcclLibrary::kUnsigned, kSum = NcclLibrary::kSum;
    if (first) {
      check(nccl.reduce(values, values, count, kType, kSum, 0, comm_, stream), "ncclReduce");
    } else {
      check(nccl.allReduce(values, values, count, kType, kSum, comm_, stream), "ncclAllReduce");
    }
  }
  /// Exchanges device memory, in the order of the stream: sends to[r] bytes to rank r and receives from[r] bytes from
  /// it. Parts lie by rank, without gaps.
  void exchange(const char* sent, const std::vector<std::size_t>& to, char* received,
                const std::vector<std::size_t>& from, cudaStream_t stream) {
    const NcclLibrary& nccl = NcclLibrary::get();
    check(nccl.groupStart(), "ncclGroupStart");
    for (std::size_t r = 0; r < to.size(); ++r) {
      const int other = static_cast<int>(r);
      if (to[r] > 0) check(nccl.send(sent, to[r], NcclLibrary::kBytes, other, comm_, stream), "ncclSend");
      if (from[r] > 0) check(nccl.receive(received, from[r], NcclLibrary::kBytes, other, comm_, stream), "ncclRecv");
      sent += to[r];
      received += from[r];
    }
    check(nccl.groupEnd(), "ncclGroupEnd");
  }

 private:
  NcclRanks() = default;

  /// NCCL connects GPUs at the first sum and broadcast, small and large, which are done here instead of in a step.
  void warmUp(int ranks) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    const auto parts = static_cast<std::size_t>(ranks);
    CudaBuffer<std::uint32_t> values(kMost), all(kMost + parts);
    FMM_CUDA(cudaMemset(values.data(), 0, kMost * sizeof(std::uint32_t)));
    for (const std::size_t count : {std::size_t{1}, kMost}) {
      sum(values.data(), count, false, nullptr);
      sum(values.data(), count, true, nullptr);
      const std::size_t part = (count / parts + 1) * sizeof(std::uint32_t);
      gather(values.data(), all.data(), std::vector<std::size_t>(parts, part), nullptr);
    }
    waitFor(nullptr);
  }

  /// Identifies a GPU: its PCI bus id, then the host name.
  using Gpu = std::array<char, 96>;
  static Gpu ownGpu() {
    Gpu gpu = {};
    int device = 0;
    FMM_CUDA(cudaGetDevice(&device));
    FMM_CUDA(cudaDeviceGetPCIBusId(gpu.data(), 32, device));
    gethostname(gpu.data() + 32, gpu.size() - 33);
    return gpu;
  }
  static void check(int status, const char* call) {
    if (status != 0) throw EnvironmentError(std::string(call) + ": " + NcclLibrary::get().errorString(status));
  }

  NcclLibrary::Comm comm_ = nullptr;
};

}  // namespace fmm
