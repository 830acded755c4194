#include <cub/device/device_radix_sort.cuh>

#include "exec/cuda/sort.cuh"

namespace fmm {

void sortPairs(CudaExec& exec, const std::uint64_t* keysIn, std::uint64_t* keysOut, const Index* orderIn,
               Index* orderOut, Index n, KeyBits bits, CudaSortScratch& scratch) {
  if (n <= 0) return;
  std::size_t bytes = 0;
  FMM_CUDA(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keysIn, keysOut, orderIn, orderOut, n, bits.first, bits.end,
                                           exec.stream()));
  scratch.temporary.resize(bytes);
  exec.launch("fmm::sort", [&] {
    FMM_CUDA(cub::DeviceRadixSort::SortPairs(scratch.temporary.data(), bytes, keysIn, keysOut, orderIn, orderOut, n,
                                             bits.first, bits.end, exec.stream()));
  });
}

}  // namespace fmm
