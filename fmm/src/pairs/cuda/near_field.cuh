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

/// P2P of all leaves: writes to the caller's rows of view.elementResults and view.tracerResults the results of the
/// expansions plus 1/(4 pi) sum f (alpha x r) over a leaf's near list and the corrections of its correction list, with
/// gradient and vorticity where their rows are set; vorticity only where neither has a velocity. The host decides
/// nothing; results repeat bit for bit. `tickets`: one counter in device memory, which the launch clears.
template <class Real>
void launchNearField(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets) {
  withCore(view.regularisation, [&](auto core) {
    using Core = decltype(core);
    view.space == Space::plane ? launchNearFieldOf<PlaneOf<Core>>(exec, view, tickets)
                               : launchNearFieldOf<Core>(exec, view, tickets);
  });
}

/// Direct sums: overwrites the results with 1/(4 pi) sum f (alpha x r), and gradient and vorticity where their rows are
/// set. Targets may be in any order, hence PairAccuracy::exact.
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
