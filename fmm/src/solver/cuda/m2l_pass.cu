#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/m2l_kernel.cuh"

namespace fmm {

template <class Real>
void launchM2l(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    const int slotBytes = ExpansionBatch<Real, P>::slotSize(view.order) * static_cast<int>(sizeof(Real));
    const int slots = P == 0 ? m2lSlots(slotBytes) : kM2lSlots;
    const auto bytes = static_cast<std::size_t>(kWarps * slots * slotBytes);
    const auto kernel = m2lKernel<Real, P, kWarps, kM2lResident<P>>;
    allowShared(kernel, bytes);
    exec.launch("fmm::m2l", [&] { kernel<<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view); });
  });
}

template void launchM2l(CudaExec&, const CudaFmmView<float>&);
template void launchM2l(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
