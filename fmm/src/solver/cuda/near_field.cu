#include "solver/cuda/near_field_launch.cuh"

namespace fmm {

template <class Real>
void launchNearField(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets) {
  const TargetArrays<Real>&elements = view.elementResults, &tracers = view.tracerResults;
  if (!elements.vorticity[0] && !tracers.vorticity[0]) return launchNearWork<NearWork::field>(exec, view, tickets);
  if (!elements.ux && !tracers.ux) return launchNearVorticity(exec, view, tickets);
  launchNearFieldAndVorticity(exec, view, tickets);
}

template void launchNearField(CudaExec&, const CudaFmmView<float>&, unsigned*);
template void launchNearField(CudaExec&, const CudaFmmView<double>&, unsigned*);

}  // namespace fmm
