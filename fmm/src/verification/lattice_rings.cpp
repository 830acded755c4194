#include "verification/lattice_rings.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "fmm/error.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

constexpr double kReach = 3.4;  ///< of a, beyond which 1e-5 of the vorticity is left

/// What the elements carry, so that their blobs make the ring asked for.
Ring carriedBy(const Ring& ring, const LatticePlan& plan, Regularisation core) {
  if (core != Regularisation::gaussian) return ring;
  const double sigma = plan.overlap * plan.spacing, square = ring.coreRadius * ring.coreRadius - 2 * sigma * sigma;
  if (!(square > 0))
    throw NumericalError("elements of sigma = " + std::to_string(sigma) +
                         " are too wide for a core of a = " + std::to_string(ring.coreRadius));
  Ring carried = ring;
  carried.coreRadius = std::sqrt(square);
  carried.radius = std::hypot(ring.radius, sigma);
  return carried;
}

/// Midpoints of cells of edge `d` about the ring, each with the vorticity there times the cell's volume.
Elements quadrature(const Ring& ring, double d) {
  const Vec3 n = (1 / norm(ring.axis)) * ring.axis;
  const Vec3 aside = std::abs(n.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 e1 = (1 / norm(cross(aside, n))) * cross(aside, n), e2 = cross(n, e1);
  const double a = ring.coreRadius, peak = ring.circulation / (kPi * a * a);
  const int sections = static_cast<int>(std::ceil(2 * kPi * ring.radius / d));
  const int half = static_cast<int>(std::ceil(kReach * a / d));
  Elements elements;
  for (int i = 0; i < sections; ++i) {
    const double phi = 2 * kPi * i / sections;
    const Vec3 outward = std::cos(phi) * e1 + std::sin(phi) * e2, along = std::cos(phi) * e2 - std::sin(phi) * e1;
    const double line = ring.radius * (1 + ring.waveAmplitude * std::cos(ring.waveMode * phi));
    for (int j = -half; j <= half; ++j) {
      for (int k = -half; k <= half; ++k) {
        const double s = j * d, z = k * d, r = line + s, q = (s * s + z * z) / (a * a);
        if (q > kReach * kReach || r <= 0) continue;
        elements.position.push_back(ring.centre + r * outward + z * n);
        elements.strength.push_back((peak * std::exp(-q) * d * d * r * 2 * kPi / sections) * along);
        elements.coreRadius.push_back(d);
      }
    }
  }
  return elements;
}

}  // namespace

Elements latticeRings(const std::vector<Ring>& rings, const LatticePlan& plan, Regularisation core) {
  Elements all;
  for (std::size_t k = 0; k < rings.size(); ++k) {
    Elements one = quadrature(carriedBy(rings[k], plan, core), plan.spacing / 2);
    one.ring.assign(one.size(), static_cast<std::int32_t>(k));
    fmm::append(all, one);
  }
  return redistribute(all, plan);
}

double spacingFor(const std::vector<Ring>& rings, std::size_t count, LatticePlan plan, Regularisation core) {
  constexpr double kFilled = 2.8;  // of a: where nodes begin to be too weak
  constexpr int kRounds = 4;
  double volume = 0;
  for (const Ring& ring : rings) volume += 2 * kPi * ring.radius * kPi * std::pow(kFilled * ring.coreRadius, 2);
  plan.spacing = std::cbrt(volume / static_cast<double>(count));
  for (int round = 0; round < kRounds; ++round) {
    const double made = static_cast<double>(latticeRings(rings, plan, core).size());
    plan.spacing *= std::cbrt(made / static_cast<double>(count));
  }
  return plan.spacing;
}

}  // namespace fmm::verification
