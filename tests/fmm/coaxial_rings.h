#pragma once

// Perfect coaxial vortex rings whose interactions, the own included, are the kernel integral around the ring: a system
// of two ordinary differential equations a ring, the exact limit of particle rings with many elements each.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "support.h"

namespace fmm_test {

/// Speed of a ring of `count` elements on one circle: every element moves with the centre line,
///   U_N = Gamma/(8 N R) sum_{k=1}^{N-1} g(2 R sin(pi k/N)/sigma) / sin(pi k/N).
inline double polygonSpeed(Regularisation kind, double sigma, std::size_t count, double radius = 1,
                           double circulation = 1) {
  double sum = 0;
  for (std::size_t k = 1; k < count; ++k) {
    const double s = std::sin(kPi * static_cast<double>(k) / static_cast<double>(count));
    sum += coreProfile(kind, 2 * radius * s / sigma) / s;
  }
  return circulation * sum / (8 * static_cast<double>(count) * radius);
}

struct CoaxialRing {
  double radius = 1;
  double height = 0;
  double circulation = 1;
};

/// Rings about the z axis with one kernel length sigma, which stays as they stretch.
class CoaxialRings {
 public:
  CoaxialRings(Regularisation kind, double sigma, std::vector<CoaxialRing> rings)
      : kind_(kind), sigma_(sigma), rings_(std::move(rings)) {
    for (std::size_t k = 0; k < kNodes; ++k) cosine_.push_back(std::cos(kPi * (static_cast<double>(k) + 0.5) / kNodes));
  }

  const std::vector<CoaxialRing>& rings() const { return rings_; }

  /// One step of the classical Runge-Kutta scheme.
  void step(double dt) {
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

  /// Advances by `duration` in equal steps of at most `longest`.
  void advance(double duration, double longest = 0.01) {
    const int steps = static_cast<int>(std::ceil(duration / longest));
    for (int i = 0; i < steps; ++i) step(duration / steps);
  }

 private:
  struct Rate {
    double radial, axial;
  };

  /// Midpoints of the half circle: spectrally accurate for an even, smooth, periodic integrand.
  static constexpr std::size_t kNodes = 192;

  /// u_r = Gamma R'/(4 pi) (z - z') int cos(phi) f dphi,  u_z = Gamma R'/(4 pi) int (R' - r cos(phi)) f dphi,
  /// f = g(|r|/sigma)/|r|^3, primes for the source ring.
  Rate induced(const CoaxialRing& source, double r, double z) const {
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

  std::vector<Rate> rates(const std::vector<CoaxialRing>& at) const {
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

  static std::vector<CoaxialRing> moved(std::vector<CoaxialRing> rings, const std::vector<Rate>& rate, double dt) {
    for (std::size_t i = 0; i < rings.size(); ++i) {
      rings[i].radius += dt * rate[i].radial;
      rings[i].height += dt * rate[i].axial;
    }
    return rings;
  }

  Regularisation kind_;
  double sigma_;
  std::vector<CoaxialRing> rings_;
  std::vector<double> cosine_;
};

/// What is seen of two equal leapfrogging rings until one has passed through the other: a quarter of the period.
struct Leapfrog {
  double firstPass = 0;  ///< time at which both lie in one plane
  double drift = 0;      ///< mean axial speed of the pair until then
  double smallest = 0;   ///< radius of the inner ring then: the least of the period
  double largest = 0;    ///< of the outer one
  double period() const { return 4 * firstPass; }
};

/// Gamma = 1, R = 1, axial gap `gap`. Steps of `dt`; the pass itself by the secant method on the last step's length.
inline Leapfrog leapfrogOfRings(Regularisation kind, double sigma, double gap, double dt = 0.01) {
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

}  // namespace fmm_test
