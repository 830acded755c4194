#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/m2m_kernel.cuh"

namespace fmm {

template <class Real>
void launchM2m(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    launchLevels(exec, "fmm::m2m", m2mKernel<Real, P, kWarps>, kWarps, familyBytes<Real, P>(kWarps, view.order), view);
  });
}

template void launchM2m(CudaExec&, const CudaFmmView<float>&);
template void launchM2m(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
