#pragma once

#include <cstdint>

#include "core/particles.h"
#include "fmm/settings.h"

namespace fmm {

/// Accuracy of a pair.
enum class PairAccuracy {
  fast,   ///< factored sums (2.5) about `origin` where they keep their digits, short core fit: for tolerances from
          ///< 2e-5 on
  exact,  ///< cross products, the precision's best core fit
};

/// A factored sum of a source loses digits in proportion to R/max(r, sigma), where R is the largest distance of its
/// targets from the frame's origin. It is formed where that is at most this for all of them, and cross products
/// elsewhere. An element without a neighbour within R has at its own place a velocity of about alpha/R^2, against an
/// error of epsilon alpha R/sigma^3: the cube of this number times epsilon, 3e-5 in float.
template <class Real>
constexpr Real kMostLoss = sizeof(Real) == sizeof(float) ? Real(8) : Real(1000);

/// The pairs of a block of targets with several ranges of elements, by a core function of docs/math.md, section 3.
template <class Real>
struct PairTask {
  SourceArrays<Real> sources;
  const IndexRange* ranges;
  Index rangeCount;
  TargetArrays<Real> targets;
  Index targetCount;
  Vector3<Real> origin;  ///< a point near the targets, in whose frame factored sums are formed
  Regularisation regularisation;
  PairAccuracy accuracy;
  bool correction = false;  ///< sum (g - 1) K (docs/math.md, (8.3)) instead of g K, where expansions have given K; in
                            ///< space over the sources that reach the targets' box
  Real reach = 0;           ///< reach of a source's core, in its sigma: for corrections
  Space space = Space::space;
  Real radius = 0;  ///< largest distance of a target from the origin: tells which factored sums keep their digits
};

/// u += 1/(4 pi) sum f (alpha x r), J += its gradient and omega += sum alpha zeta_sigma over all sources of the ranges,
/// for those results whose pointers are set. Runs on the calling thread with the widest SIMD instruction set of the
/// machine. Partial sums of 256 sources keep float round-off near 1e-6.
void sumPairs(const PairTask<float>& task);
void sumPairs(const PairTask<double>& task);

/// The same in the plane, by one loop for all cores: u += 1/(2 pi) sum Gamma f (-y, x), (x, y) from source to target.
void sumPlanePairs(const PairTask<float>& task);
void sumPlanePairs(const PairTask<double>& task);

/// sumPairs() for one core, compiled in a unit of its own (pair_sums_of_core.cpp.in).
template <class Core, class Real>
void sumPairsOf(const PairTask<Real>& task);

/// Name of the instruction set in use: "AVX-512", "AVX2", ...
const char* simdName();

}  // namespace fmm
