#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/p2m_kernel.cuh"

namespace fmm {

template <class Real>
void launchP2m(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    const std::size_t bytes = static_cast<std::size_t>(kWarps * p2mShare(view.order)) * sizeof(Real);
    const auto kernel = p2mKernel<Real, p2mRounds(P == 0 ? kMaximumOrder : P), kWarps>;
    allowShared(kernel, bytes);
    exec.launch("fmm::p2m", [&] { kernel<<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view); });
  });
}

template void launchP2m(CudaExec&, const CudaFmmView<float>&);
template void launchP2m(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
