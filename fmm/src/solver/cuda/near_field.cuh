#pragma once

#include "exec/cuda/exec.cuh"
#include "fmm/settings.h"
#include "solver/cuda/view.cuh"
#include "solver/pair_sums.h"

namespace fmm {

/// P2P of all leaves: adds 1/(4 pi) sum f (alpha x r) over the elements of a leaf's near list, the velocity gradient
/// and the vorticity where their rows are set, to view.elementResults and view.tracerResults; vorticity alone where
/// neither has a velocity. Nothing is decided on the host; results repeat bit for bit. `tickets`: one counter in device
/// memory, which the launch clears.
template <class Real>
void launchNearField(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets);

/// The same for results with vorticity: what launchNearField() calls.
template <class Real>
void launchNearFieldAndVorticity(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets);
template <class Real>
void launchNearVorticity(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets);

/// Every pair: results = 1/(4 pi) sum f (alpha x r), gradient and vorticity too where their rows are set; what was
/// there is overwritten. Targets may stand in any order, hence PairAccuracy::exact.
template <class Real>
void launchDirectSum(CudaExec& exec, SourceArrays<Real> sources, Index sourceCount, TargetArrays<Real> targets,
                     Index targetCount, Regularisation regularisation);

}  // namespace fmm
