#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

#include "exec/cpu/exec.h"
#include "expansion/cores/with_core.h"
#include "fmm/diagnostics.h"
#include "fmm/ring_theory.h"
#include "measures/core_functions.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Number of midpoints on the half circle for the kernel integral. The integrand is even, periodic and smooth over the
/// larger of sigma and the distance to the filament, so the error falls like exp(-2 n smooth/R): 1e-16 here.
int nodesFor(double smooth, double radius) {
  const double wanted = 18 * radius / smooth;
  return wanted > 24 ? static_cast<int>(std::min(wanted, 4096.)) : 24;  // also 24 where rings are lost (not a number)
}

/// Mean square of a section along one direction of it [L^2].
double spread(const RingCore& core) {
  const double square = core.radius * core.radius;
  switch (core.profile) {
    case CoreProfile::filament:
      return 0;
    case CoreProfile::uniform:
      return square / 4;
    case CoreProfile::gaussian:
      return square / 2;
  }
  return 0;
}

/// Two thick sections interact like Gaussian blobs: their spreads add to the square of the elements' smoothing.
double pairSigma(const RingCore& source, const RingCore& target) {
  return std::sqrt(source.sigma * source.sigma + spread(source) + spread(target));
}

void move(CoaxialRing& ring, MeridionalVelocity rate, double dt) {
  const double before = ring.radius;
  ring.radius += dt * rate.radial;
  ring.height += dt * rate.axial;
  ring.core.radius *= std::sqrt(before / ring.radius);  // the core keeps its volume
}

}  // namespace

MeridionalVelocity circleVelocity(Regularisation kind, double sigma, const CoaxialRing& source, double r, double z) {
  const double dz = z - source.height;
  const double distance = std::hypot(r - source.radius, dz);
  const int nodes = nodesFor(std::max(sigma, distance), std::sqrt(r * source.radius));
  MeridionalVelocity sum;
  for (int k = 0; k < nodes; ++k) {
    const double half = std::sin(kPi / 2 * (k + 0.5) / nodes);  // of the angle phi: 1 - cos(phi) = 2 half^2
    const double c = 1 - 2 * half * half;
    const double r2 = distance * distance + 4 * r * source.radius * half * half;
    const double range = std::sqrt(r2);
    const double f = (sigma > 0 ? coreShare(kind, range / sigma) : 1) / (r2 * range);
    sum.radial += dz * c * f;
    sum.axial += (source.radius - r * c) * f;
  }
  const double scale = source.circulation * source.radius / (2 * nodes);
  return {scale * sum.radial, scale * sum.axial};
}

CoaxialRings::CoaxialRings(Regularisation kind, std::vector<CoaxialRing> rings)
    : kind_(kind), rings_(std::move(rings)) {}

std::vector<MeridionalVelocity> CoaxialRings::rates(const std::vector<CoaxialRing>& at) const {
  std::vector<MeridionalVelocity> all;
  for (const CoaxialRing& target : at) {
    MeridionalVelocity total = {0, selfInducedSpeed(kind_, target.core, target.radius, target.circulation)};
    for (const CoaxialRing& source : at) {
      if (&source == &target) continue;
      const MeridionalVelocity part =
          circleVelocity(kind_, pairSigma(source.core, target.core), source, target.radius, target.height);
      total = {total.radial + part.radial, total.axial + part.axial};
    }
    all.push_back(total);
  }
  return all;
}

void CoaxialRings::step(double dt) {
  const std::vector<CoaxialRing> start = rings_;
  const auto moved = [&](const std::vector<MeridionalVelocity>& rate, double duration) {
    std::vector<CoaxialRing> rings = start;
    for (std::size_t i = 0; i < rings.size(); ++i) move(rings[i], rate[i], duration);
    return rings;
  };
  const auto k1 = rates(start), k2 = rates(moved(k1, dt / 2)), k3 = rates(moved(k2, dt / 2)), k4 = rates(moved(k3, dt));
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    const auto mean = [](double a, double b, double c, double d) { return (a + 2 * b + 2 * c + d) / 6; };
    move(rings_[i],
         {mean(k1[i].radial, k2[i].radial, k3[i].radial, k4[i].radial),
          mean(k1[i].axial, k2[i].axial, k3[i].axial, k4[i].axial)},
         dt);
  }
}

void CoaxialRings::advance(double duration, double longest) {
  const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(duration) / longest)));
  for (int i = 0; i < steps; ++i) step(duration / steps);
}

namespace {

/// G of a fitted core as a function of s = rho^2, which is entire: cubic between tabulated values and slopes, to 2e-11,
/// where erf would take most of the time. Beyond the table it is 1/rho to 1e-10. Its step is the core's.
template <class Core>
class TabulatedPotential {
 public:
  TabulatedPotential() {
    for (int k = 0; k <= kEntries; ++k) {
      const double s = k * kStep;
      table_[static_cast<std::size_t>(k)] = {Core::potential(std::sqrt(s)), Core::potentialSlope(s) * kStep};
    }
  }
  double operator()(double s) const {
    const double at = s * (1 / kStep);
    if (at >= kEntries) return 1 / std::sqrt(s);
    const auto k = static_cast<std::size_t>(at);
    const double t = at - static_cast<double>(k), u = 1 - t;
    const Node &a = table_[k], &b = table_[k + 1];
    return u * u * ((1 + 2 * t) * a.value + t * a.slope) + t * t * ((1 + 2 * u) * b.value - u * b.slope);
  }

 private:
  struct Node {
    double value, slope;  ///< slope times kStep
  };
  static constexpr double kStep = Core::kPotentialStep;
  static constexpr int kEntries = static_cast<int>(Core::kPotentialEnd / kStep);
  std::array<Node, kEntries + 1> table_;
};

/// G of any other core.
template <class Core>
struct ClosedPotential {
  double operator()(double s) const { return Core::potential(std::sqrt(s)); }
};

/// sum over pairs p < q of alpha_p . alpha_q G/sigma, and half of it for p = q.
template <class Potential>
double sumOverPairs(const Elements& elements, const Potential& potential, int threads) {
  const std::size_t n = elements.size();
  std::vector<double> inverse(n), rows(n);
  for (std::size_t i = 0; i < n; ++i) inverse[i] = 1 / elements.coreRadius[i];
  const auto inverseSigma = [&](std::size_t p, std::size_t q) {
    const double a = elements.coreRadius[p], b = elements.coreRadius[q];
    return a == b ? inverse[p] : 1 / std::sqrt((a * a + b * b) / 2);
  };
  CpuExec(threads).forEachTeam("fmm::hamiltonian", static_cast<Index>(n), [&](CpuTeam, Index row) {
    const auto p = static_cast<std::size_t>(row);
    const Vec3 x = elements.position[p], alpha = elements.strength[p];
    double sum = dot(alpha, alpha) * potential(0) * inverse[p] / 2;
    for (std::size_t q = p + 1; q < n; ++q) {
      const Vec3 r = x - elements.position[q];
      const double scale = inverseSigma(p, q);
      sum += dot(alpha, elements.strength[q]) * potential(dot(r, r) * scale * scale) * scale;
    }
    rows[p] = sum;
  });
  return std::accumulate(rows.begin(), rows.end(), 0.0) / (4 * kPi);
}

}  // namespace

double hamiltonian(const Elements& elements, Regularisation kind, int threads) {
  assert(elements.coreRadius.size() == elements.size() && elements.strength.size() == elements.size());
  return withCore(kind, [&](auto core) {
    using Core = decltype(core);
    using Potential = std::conditional_t<Core::kFitted, TabulatedPotential<Core>, ClosedPotential<Core>>;
    static const Potential potential;
    return sumOverPairs(elements, potential, threads);
  });
}

}  // namespace fmm
