#include "exec/cuda/sort.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

namespace fmm {

void RunningSums<CudaExec>::before(CudaExec& exec, Index* counts, Index n) {
  if (n <= 0) return;
  std::size_t bytes = 0;
  FMM_CUDA(cub::DeviceScan::ExclusiveSum(nullptr, bytes, counts, counts, n, exec.stream()));
  temporary_.resize(bytes);
  exec.launch("fmm::runningSums", [&] {
    FMM_CUDA(cub::DeviceScan::ExclusiveSum(temporary_.data(), bytes, counts, counts, n, exec.stream()));
  });
}

template <class Key>
void sortPairs(CudaExec& exec, const Key* keysIn, Key* keysOut, const Index* orderIn, Index* orderOut, Index n,
               KeyBits bits, CudaSortScratch& scratch) {
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

template void sortPairs(CudaExec&, const std::uint32_t*, std::uint32_t*, const Index*, Index*, Index, KeyBits,
                        CudaSortScratch&);
template void sortPairs(CudaExec&, const std::uint64_t*, std::uint64_t*, const Index*, Index*, Index, KeyBits,
                        CudaSortScratch&);

}  // namespace fmm
