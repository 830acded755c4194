#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace fmm {

/// The GPU that the CUDA backend runs on: the first one that CUDA reports (chooseCudaDevice() and CUDA_VISIBLE_DEVICES
/// select among several).
struct CudaDevice {
  bool usable = false;
  std::string reason;  ///< why it is not usable, in one line; empty if it is
  int ordinal = 0;     ///< CUDA's device number
  std::string name;    ///< "NVIDIA H200"
  int major = 0;       ///< compute capability
  int minor = 0;
  int multiprocessors = 0;
  double clock = 0;             ///< the highest [1/s]; 0: unknown
  std::size_t memoryTotal = 0;  ///< [bytes]
};

/// True if this program was built with CUDA.
bool builtWithCuda();

/// The GPU, or the reason why there is none that this program can use: no CUDA in this build, no driver, a driver that
/// is too old, a GPU that the kernels were not compiled for. Detected at the first call; later calls cost nothing.
/// Never throws. A GPU that a system has lost (VortexSystem::lost()) is not usable any more.
const CudaDevice& cudaDevice();
inline bool cudaBackendAvailable() {
  return cudaDevice().usable;
}

/// Restricts this program to one GPU: `wanted` is CUDA's device number or a part of the name. Sets
/// CUDA_VISIBLE_DEVICES: call it before all other functions here and before the program starts threads. Throws
/// InvalidInput, which lists the GPUs, if none matches, and EnvironmentError if there is no GPU at all.
void chooseCudaDevice(const std::string& wanted);

/// "NVIDIA H200, compute capability 9.0, 139.8 GiB", or the reason if there is no usable GPU.
std::string describe(const CudaDevice& device);

/// Memory of the GPU at this moment, shared by all programs that use it [bytes]. Both 0 without a usable GPU.
struct CudaMemory {
  std::size_t free = 0;
  std::size_t total = 0;
};
CudaMemory cudaMemory();

/// Number of GPU allocations by the library so far; constant while a scene runs.
std::size_t cudaAllocations();

/// Bytes copied from GPUs to the host, and number of times that a thread waited for a GPU, since the program began. A
/// frame that stays on the GPU copies a few numbers and waits once or twice.
struct CudaTransfers {
  std::uint64_t bytes = 0;
  std::uint64_t waits = 0;
};
CudaTransfers cudaTransfers();
/// Adds copies and waits of the program outside the library.
void countCudaTransfers(const CudaTransfers& more);

}  // namespace fmm
