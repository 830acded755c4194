#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/l2p_kernel.cuh"

namespace fmm {

template <class Real>
void launchL2p(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = 4;
    const std::size_t bytes = sizeof(Real) * static_cast<std::size_t>(LeafExpansions<Real, P>::size(view.order));
    const auto kernel = l2pKernel<Real, P, kWarps>;
    allowShared(kernel, bytes);
    exec.launch("fmm::l2p", [&] { kernel<<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view); });
  });
}

template void launchL2p(CudaExec&, const CudaFmmView<float>&);
template void launchL2p(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
