#include <algorithm>
#include <cmath>
#include <utility>

#include "fmm/ring_theory.h"
#include "measures/core_functions.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Midpoints of the half circle for the kernel integral. The integrand is even, periodic and smooth over the larger of
/// sigma and the distance to the filament, so the error falls like exp(-2 n smooth/R): 1e-16 here.
int nodesFor(double smooth, double radius) {
  const double wanted = 18 * radius / smooth;
  return wanted > 24 ? static_cast<int>(std::min(wanted, 4096.)) : 24;  // 24 too where rings are lost (not a number)
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

/// Two thick sections meet like Gaussian blobs: their spreads add to the square of the elements' smoothing.
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

}  // namespace fmm
