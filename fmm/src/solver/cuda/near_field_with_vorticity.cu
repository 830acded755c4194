#include "solver/cuda/near_field_launch.cuh"

namespace fmm {

template <class Real>
void launchNearFieldAndVorticity(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets) {
  launchNearWork<NearWork::fieldAndVorticity>(exec, view, tickets);
}

template void launchNearFieldAndVorticity(CudaExec&, const CudaFmmView<float>&, unsigned*);
template void launchNearFieldAndVorticity(CudaExec&, const CudaFmmView<double>&, unsigned*);

}  // namespace fmm
