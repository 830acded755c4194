#pragma once

#include "exec/cuda/exec.cuh"
#include "expansion/cores/with_core.h"
#include "fmm/settings.h"
#include "pairs/cuda/view.cuh"
#include "pairs/pair_sums.h"

namespace fmm {

/// launchNearField() and launchDirectSum() for one core, compiled in units of their own: pair_units_of_core.cu.in.
template <class Core, class Real>
void launchNearFieldOf(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets);
template <class Core, class Real>
void launchDirectSumOf(CudaExec& exec, SourceArrays<Real> sources, Index sourceCount, TargetArrays<Real> targets,
                       Index targetCount);

/// P2P of all leaves: adds 1/(4 pi) sum f (alpha x r) over the elements of a leaf's near list, the velocity gradient
/// and the vorticity where their rows are set, to view.elementResults and view.tracerResults; vorticity alone where
/// neither has a velocity. Nothing is decided on the host; results repeat bit for bit. `tickets`: one counter in device
/// memory, which the launch clears.
template <class Real>
void launchNearField(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets) {
  withCore(view.regularisation, [&](auto core) {
    using Core = decltype(core);
    view.space == Space::plane ? launchNearFieldOf<PlaneOf<Core>>(exec, view, tickets)
                               : launchNearFieldOf<Core>(exec, view, tickets);
  });
}

/// Every pair: results = 1/(4 pi) sum f (alpha x r), gradient and vorticity too where their rows are set; what was
/// there is overwritten. Targets may stand in any order, hence PairAccuracy::exact.
template <class Real>
void launchDirectSum(CudaExec& exec, SourceArrays<Real> sources, Index sourceCount, TargetArrays<Real> targets,
                     Index targetCount, const FieldSettings& settings) {
  withCore(settings.regularisation, [&](auto core) {
    using Core = decltype(core);
    settings.space == Space::plane ? launchDirectSumOf<PlaneOf<Core>>(exec, sources, sourceCount, targets, targetCount)
                                   : launchDirectSumOf<Core>(exec, sources, sourceCount, targets, targetCount);
  });
}

}  // namespace fmm
