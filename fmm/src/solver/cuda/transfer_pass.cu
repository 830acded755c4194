#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/transfer_kernel.cuh"

namespace fmm {

template <class Real>
void launchTransfer(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    const int slotBytes = ExpansionBatch<Real, P>::slotSize(view.order) * static_cast<int>(sizeof(Real));
    const int slots = P == 0 ? transferSlots(slotBytes) : kTransferSlots;
    const auto bytes = static_cast<std::size_t>(kWarps * slots * slotBytes);
    const auto kernel = transferKernel<Real, P, kWarps, kTransferResident<P>>;
    allowShared(kernel, bytes);
    kernel<<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view);
    exec.checkLaunch("fmm::transfer");
  });
}

template void launchTransfer(CudaExec&, const CudaFmmView<float>&);
template void launchTransfer(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
