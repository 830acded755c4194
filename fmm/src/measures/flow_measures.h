#pragma once

#include <array>
#include <cmath>

#include "core/math.h"
#include "core/particles.h"
#include "core/rows.h"
#include "exec/later.h"
#include "fmm/diagnostics.h"
#include "fmm/ring_theory.h"
#include "fmm/settings.h"
#include "measures/vector_at.h"

namespace fmm {

/// An element's share of FlowMeasures.
template <class Real>
struct FlowSums {
  enum Sum { kStrength, kImpulse = 3, kAngular = 6, kHelicity = 9, kEnstrophy, kTurned, kSize, kOverlap, kSingular };
  static constexpr std::size_t kCount = kSingular + 1;

  std::array<const double*, 3> position, strength;
  std::array<const Real*, 3> velocity, vorticity;  ///< vorticity null: not asked for
  const double *sigma, *length;
  Vector3<double> about;  ///< reference point of the impulses

  FMM_HD void operator()(Index i, double* sums) const {
    const auto add = [sums](int first, Vector3<double> v) {
      sums[first] += v.x;
      sums[first + 1] += v.y;
      sums[first + 2] += v.z;
    };
    const Vector3<double> x = vectorAt(position, i) - about, a = vectorAt(strength, i), moment = crossProduct(x, a);
    add(kStrength, a);
    add(kImpulse, moment);
    add(kAngular, crossProduct(x, moment));
    sums[kHelicity] += dotProduct(a, vectorAt(velocity, i));
    sums[kSize] += std::sqrt(dotProduct(a, a));
    sums[kOverlap] += sigma[i] / std::fabs(length[i]);
    sums[kSingular] += sigma[i] > 0 ? 0 : 1;
    if (!vorticity[0]) return;
    const Vector3<double> omega = vectorAt(vorticity, i), turn = crossProduct(a, omega);
    const double size = std::sqrt(dotProduct(omega, omega));
    sums[kEnstrophy] += dotProduct(a, omega);
    if (size > 0) sums[kTurned] += std::sqrt(dotProduct(turn, turn)) / size;
  }

  /// The measures from the sums over `count` elements; all others are not a number.
  FlowMeasures measures(const std::array<double, kCount>& s, Index count, Regularisation kind) const {
    constexpr double kNone = FlowMeasures::kNone;
    const auto vector = [&s](std::size_t first) { return Vec3{s[first], s[first + 1], s[first + 2]}; };
    const bool known = vorticity[0] != nullptr;
    FlowMeasures m;
    m.invariants = {vector(kStrength), 0.5 * vector(kImpulse), (1.0 / 3) * vector(kAngular)};
    m.helicity = s[kHelicity];
    m.enstrophy = !known || !countsOneFactor(kind) || s[kSingular] > 0 ? kNone : s[kEnstrophy] / 2;
    m.divergence = known && s[kSize] > 0 ? s[kTurned] / s[kSize] : kNone;
    m.meanOverlap = count > 0 ? s[kOverlap] / count : kNone;
    return m;
  }

 private:
  /// True if the enstrophy is 1/2 sum alpha . omega_sigma. Gaussian cores take the flow's own, from the energy sum.
  static bool countsOneFactor(Regularisation kind) {
    return coreFacts(kind).finiteCentre && coreFacts(kind).filterOrder == 0;
  }
};

/// l/sigma of an element: the inverse of its overlap.
struct InverseOverlap {
  const double *sigma, *length;

  FMM_HD float operator()(Index i) const { return static_cast<float>(std::fabs(length[i]) / sigma[i]); }
};

/// |v| of an element.
template <class Real>
struct VectorNorm {
  std::array<const Real*, 3> vector;

  FMM_HD float operator()(Index i) const {
    const Real x = vector[0][i], y = vector[1][i], z = vector[2][i];
    return static_cast<float>(std::sqrt(x * x + y * y + z * z));
  }
};

/// |grad u| at an element (Frobenius) [1/T].
template <class Real>
struct GradientNorm {
  std::array<const Real*, 9> gradient;

  FMM_HD float operator()(Index i) const {
    Real sum = 0;
    for (std::size_t k = 0; k < 9; ++k) sum += gradient[k][i] * gradient[k][i];
    return static_cast<float>(std::sqrt(sum));
  }
};

/// Elements and their fields, in an execution space.
template <class Real>
struct MeasuredRows {
  FlowSums<Real> flow;
  Index count;
  std::array<const Real*, 9> gradient;  ///< [0] null: there is none
};

/// Pending FlowMeasures, all but the energy and the enstrophy of Gaussian cores.
template <class Real>
struct FlowFigures {
  MeasuredRows<Real> rows;
  Regularisation kind;
  Later<std::array<double, FlowSums<Real>::kCount>> sums;
  Later<float> sparsest, vorticity, gradient;  ///< largest inverse overlap, |omega| and |grad u|

  /// Call it after a synchronisation of the execution space.
  FlowMeasures measures() const {
    FlowMeasures m = rows.flow.measures(sums.value(), rows.count, kind);
    if (rows.count > 0) m.leastOverlap = 1 / static_cast<double>(sparsest.value());
    if (vorticity.isThere()) m.largestVorticity = vorticity.value();
    m.largestGradient = gradient.isThere() ? double(gradient.value()) : FlowMeasures::kNone;
    return m;
  }
};

template <class Exec, class Real>
FlowFigures<Real> beginMeasures(Exec& exec, const MeasuredRows<Real>& rows, Regularisation kind) {
  FlowFigures<Real> figures = {rows, kind, {}, {}, {}, {}};
  figures.sums = exec.template sumsLater<FlowSums<Real>::kCount>("fmm::measure", rows.count, rows.flow);
  figures.sparsest = exec.largestLater("fmm::overlap", rows.count, InverseOverlap{rows.flow.sigma, rows.flow.length});
  if (rows.flow.vorticity[0] && coreFacts(kind).finiteCentre)
    figures.vorticity = exec.largestLater("fmm::vorticity", rows.count, VectorNorm<Real>{rows.flow.vorticity});
  if (rows.gradient[0])
    figures.gradient = exec.largestLater("fmm::gradient", rows.count, GradientNorm<Real>{rows.gradient});
  return figures;
}

}  // namespace fmm
