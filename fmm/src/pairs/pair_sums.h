#pragma once

#include <cstdint>

#include "core/particles.h"
#include "fmm/settings.h"

namespace fmm {

/// How exactly one pair is computed.
enum class PairAccuracy {
  fast,   ///< factored sums about `origin`, short core fit: for tolerances from 2e-5
  exact,  ///< cross products, the precision's best core fit
};

/// One block of targets against several ranges of elements, with a core function of docs/math.md, section 3.
template <class Real>
struct PairTask {
  SourceArrays<Real> sources;
  const IndexRange* ranges;
  Index rangeCount;
  TargetArrays<Real> targets;
  Index targetCount;
  Vector3<Real> origin;  ///< a point near the targets, in whose frame the sums are formed
  Regularisation regularisation;
  PairAccuracy accuracy;
  bool correction = false;  ///< (g - 1) K where expansions of g = 1 gave the rest, not the core's kernel K: of the
                            ///< sources that reach the targets' box
  Real reach = 0;           ///< of a source's core, in its sigma: for corrections
  Space space = Space::space;
};

/// u += 1/(4 pi) sum f (alpha x r) and, if asked for, J += its gradient, omega += sum alpha zeta_sigma, over all
/// sources of the ranges; omega alone too. Runs on the calling thread with the widest SIMD instruction set of the
/// machine. Partial sums of 256 sources keep float round-off near 1e-6.
void sumPairs(const PairTask<float>& task);
void sumPairs(const PairTask<double>& task);

/// The same in the plane: u += 1/(2 pi) sum Gamma f (-y, x), by one loop for all cores.
void sumPlanePairs(const PairTask<float>& task);
void sumPlanePairs(const PairTask<double>& task);

/// The same for a task of that core, compiled in a unit of its own: pair_sums_of_core.cpp.in.
template <class Core, class Real>
void sumPairsOf(const PairTask<Real>& task);

/// Name of the instruction set that the dispatch has chosen: "AVX-512", "AVX2", ...
const char* simdName();

}  // namespace fmm
