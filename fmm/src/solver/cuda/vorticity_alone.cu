#include "solver/cuda/near_field_launch.cuh"

namespace fmm {

template <class Real>
void launchNearVorticity(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets) {
  launchNearWork<NearWork::vorticity>(exec, view, tickets);
}

template void launchNearVorticity(CudaExec&, const CudaFmmView<float>&, unsigned*);
template void launchNearVorticity(CudaExec&, const CudaFmmView<double>&, unsigned*);

}  // namespace fmm
