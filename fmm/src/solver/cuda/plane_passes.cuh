#pragma once

#include "exec/cuda/exec.cuh"
#include "pairs/cuda/view.cuh"

namespace fmm {

// The passes of expansion_passes.cuh for plane flows.

template <class Real>
void launchPlaneP2m(CudaExec& exec, const CudaFmmView<Real>& view);
template <class Real>
void launchPlaneM2m(CudaExec& exec, const CudaFmmView<Real>& view);
template <class Real>
void launchPlaneM2l(CudaExec& exec, const CudaFmmView<Real>& view);
template <class Real>
void launchPlaneL2l(CudaExec& exec, const CudaFmmView<Real>& view);
template <class Real>
void launchPlaneL2p(CudaExec& exec, const CudaFmmView<Real>& view);

}  // namespace fmm
