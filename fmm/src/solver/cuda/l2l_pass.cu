#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/l2l_kernel.cuh"

namespace fmm {

template <class Real>
void launchL2l(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    launchLevels(exec, "fmm::l2l", l2lKernel<Real, P, kWarps>, kWarps, familyBytes<Real, P>(kWarps, view.order), view);
  });
}

template void launchL2l(CudaExec&, const CudaFmmView<float>&);
template void launchL2l(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
