#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace fmm {

/// The GPU that the CUDA backend runs on: the first that CUDA names (chooseCudaDevice() and CUDA_VISIBLE_DEVICES choose
/// among several).
struct CudaDevice {
  bool usable = false;
  std::string reason;  ///< why it is not; one line, empty if it is
  int ordinal = 0;     ///< as CUDA counts
  std::string name;    ///< "NVIDIA H200"
  int major = 0;       ///< compute capability
  int minor = 0;
  int multiprocessors = 0;
  double clock = 0;             ///< the highest [1/s]; 0: not said
  std::size_t memoryTotal = 0;  ///< [bytes]
};

/// Was this program built with CUDA?
bool builtWithCuda();

/// The GPU, or why there is none that this program can use: no CUDA in this build, no driver, a driver that is too old,
/// a GPU that the kernels were not compiled for. Asked once, at the first call; later ones cost nothing. Never throws.
/// A GPU that a system has lost (VortexSystem::lost()) is not usable any more.
const CudaDevice& cudaDevice();
inline bool cudaBackendAvailable() {
  return cudaDevice().usable;
}

/// Makes one GPU the one and only of this program: `wanted` is its number as CUDA counts, or a part of its name. It
/// sets CUDA_VISIBLE_DEVICES, so it comes before everything else here, and before the program has threads. Throws
/// InvalidInput, which lists the GPUs, where there is none such, and EnvironmentError where there is none at all.
void chooseCudaDevice(const std::string& wanted);

/// "NVIDIA H200, compute capability 9.0, 139.8 GiB"; the reason where there is no usable GPU.
std::string describe(const CudaDevice& device);

/// Memory of the GPU at this moment, over all programs that use it [bytes]. Both 0 where there is no usable GPU.
struct CudaMemory {
  std::size_t free = 0;
  std::size_t total = 0;
};
CudaMemory cudaMemory();

/// Allocations of GPU memory that the library has made so far: they stand still while a scene runs.
std::size_t cudaAllocations();

/// What came back from GPUs to the host, and how often a thread waited for one, since the program began: a frame that
/// stays on the GPU reads a few figures and waits once or twice.
struct CudaTransfers {
  std::uint64_t bytes = 0;
  std::uint64_t waits = 0;
};
CudaTransfers cudaTransfers();
/// Adds copies and waits of the program's own, beside the library's.
void countCudaTransfers(const CudaTransfers& more);

}  // namespace fmm
