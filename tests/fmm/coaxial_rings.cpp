#include "coaxial_rings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fmm/vortex_system.h"

namespace fmm_test {
namespace {

/// Midpoints of the half circle: spectrally accurate for an even, smooth, periodic integrand.
constexpr std::size_t kNodes = 192;

}  // namespace

double polygonSpeed(Regularisation kind, double sigma, std::size_t count, double radius, double circulation) {
  double sum = 0;
  for (std::size_t k = 1; k < count; ++k) {
    const double s = std::sin(kPi * static_cast<double>(k) / static_cast<double>(count));
    sum += coreProfile(kind, 2 * radius * s / sigma) / s;
  }
  return circulation * sum / (8 * static_cast<double>(count) * radius);
}

CoaxialRings::CoaxialRings(Regularisation kind, double sigma, std::vector<CoaxialRing> rings)
    : kind_(kind), sigma_(sigma), rings_(std::move(rings)) {
  for (std::size_t k = 0; k < kNodes; ++k) cosine_.push_back(std::cos(kPi * (static_cast<double>(k) + 0.5) / kNodes));
}

void CoaxialRings::step(double dt) {
  const std::vector<CoaxialRing> start = rings_;
  const std::vector<Rate> k1 = rates(start);
  const std::vector<Rate> k2 = rates(moved(start, k1, dt / 2));
  const std::vector<Rate> k3 = rates(moved(start, k2, dt / 2));
  const std::vector<Rate> k4 = rates(moved(start, k3, dt));
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    rings_[i].radius += dt / 6 * (k1[i].radial + 2 * k2[i].radial + 2 * k3[i].radial + k4[i].radial);
    rings_[i].height += dt / 6 * (k1[i].axial + 2 * k2[i].axial + 2 * k3[i].axial + k4[i].axial);
  }
}

void CoaxialRings::advance(double duration, double longest) {
  const int steps = static_cast<int>(std::ceil(duration / longest));
  for (int i = 0; i < steps; ++i) step(duration / steps);
}

/// u_r = Gamma R'/(4 pi) (z - z') int cos(phi) f dphi,  u_z = Gamma R'/(4 pi) int (R' - r cos(phi)) f dphi,
/// f = g(|r|/sigma)/|r|^3, primes for the source ring.
CoaxialRings::Rate CoaxialRings::induced(const CoaxialRing& source, double r, double z) const {
  const double dz = z - source.height;
  Rate sum{0, 0};
  for (const double c : cosine_) {
    const double r2 = r * r + source.radius * source.radius - 2 * r * source.radius * c + dz * dz;
    const double f = coreFunction(kind_, r2 / (sigma_ * sigma_)).q;
    sum.radial += dz * c * f;
    sum.axial += (source.radius - r * c) * f;
  }
  const double scale = source.circulation * source.radius / (4 * kPi) * (2 * kPi / kNodes) / std::pow(sigma_, 3);
  return {scale * sum.radial, scale * sum.axial};
}

std::vector<CoaxialRings::Rate> CoaxialRings::rates(const std::vector<CoaxialRing>& at) const {
  std::vector<Rate> all;
  for (const CoaxialRing& target : at) {
    Rate total{0, 0};
    for (const CoaxialRing& source : at) {
      const Rate part = induced(source, target.radius, target.height);
      total = {total.radial + part.radial, total.axial + part.axial};
    }
    all.push_back(total);
  }
  return all;
}

std::vector<CoaxialRing> CoaxialRings::moved(std::vector<CoaxialRing> rings, const std::vector<Rate>& rate, double dt) {
  for (std::size_t i = 0; i < rings.size(); ++i) {
    rings[i].radius += dt * rate[i].radial;
    rings[i].height += dt * rate[i].axial;
  }
  return rings;
}

Leapfrog leapfrogOfRings(Regularisation kind, double sigma, double gap, double dt) {
  CoaxialRings pair(kind, sigma, {{1, 0, 1}, {1, gap, 1}});
  const auto distance = [](const CoaxialRings& p) { return p.rings()[1].height - p.rings()[0].height; };
  double time = 0;
  CoaxialRings before = pair;
  while (distance(pair) > 0) {
    before = pair;
    pair.step(dt);
    time += dt;
  }
  time -= dt;
  double low = 0, high = dt;
  double atLow = distance(before), atHigh = distance(pair);
  for (int i = 0; i < 8 && atHigh != atLow && std::abs(atHigh) > 1e-15; ++i) {
    const double next = high - atHigh * (high - low) / (atHigh - atLow);
    low = high;
    atLow = atHigh;
    high = next;
    pair = before;
    pair.step(high);
    atHigh = distance(pair);
  }
  Leapfrog result;
  result.firstPass = time + high;
  result.drift = (0.5 * (pair.rings()[0].height + pair.rings()[1].height) - 0.5 * gap) / result.firstPass;
  result.smallest = std::min(pair.rings()[0].radius, pair.rings()[1].radius);
  result.largest = std::max(pair.rings()[0].radius, pair.rings()[1].radius);
  return result;
}

PairShape shapeOf(const Elements& elements) {
  PairShape shape;
  double count[2] = {0, 0};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::int32_t ring = elements.ring[i];
    shape.radius[ring] += std::hypot(elements.position[i].x, elements.position[i].y);
    shape.height[ring] += elements.position[i].z;
    ++count[ring];
  }
  for (int ring : {0, 1}) {
    shape.radius[ring] /= count[ring];
    shape.height[ring] /= count[ring];
  }
  return shape;
}

SeenLeapfrog watchLeapfrog(const fmm::Settings& settings, const Elements& pair) {
  fmm::VortexSystem system(settings, pair, {});
  SeenLeapfrog seen;
  PairShape before = shapeOf(pair);
  seen.smallest = seen.largest = before.radius[0];
  const auto middle = [](const PairShape& shape) { return 0.5 * (shape.height[0] + shape.height[1]); };
  const double start = middle(before);
  while (seen.secondPass == 0 && system.time() < 20) {
    system.step();
    const PairShape now = shapeOf(system.elements());
    seen.smallest = std::min({seen.smallest, now.radius[0], now.radius[1]});
    seen.largest = std::max({seen.largest, now.radius[0], now.radius[1]});
    if ((now.gap() > 0) != (before.gap() > 0)) {
      const double part = before.gap() / (before.gap() - now.gap());  // straight enough: the gap is odd about its zero
      const double time = system.time() - settings.timeStep * (1 - part);
      if (seen.firstPass == 0) {
        seen.firstPass = time;
        seen.drift = ((1 - part) * middle(before) + part * middle(now) - start) / time;
      } else {
        seen.secondPass = time;
      }
    }
    before = now;
  }
  return seen;
}

}  // namespace fmm_test
