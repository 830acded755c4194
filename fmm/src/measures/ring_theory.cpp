#include <algorithm>
#include <cmath>

#include "fmm/ring_theory.h"
#include "measures/core_functions.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kSectionNodes = 96;  // of a mean over pairs of a section: 1e-7 and better

/// Means of L(d) and e(d) over pairs of elements of a section, d apart.
struct PairMeans {
  double logarithm = 0, share = 0, weight = 0;

  void add(Regularisation kind, double sigma, double distance, double w) {
    const bool bare = sigma <= 0;
    logarithm += w * (bare ? std::log(distance) : std::log(sigma) + filamentLogarithm(kind, distance / sigma));
    share += w * (bare ? 1 : filamentShare(kind, distance / sigma));
    weight += w;
  }
  double constant(double length) const { return (logarithm - share / 2) / weight - std::log(length) + 1; }
};

/// Distances in units of a section's radius, and their weights.
struct SectionNodes {
  double distance[kSectionNodes], weight[kSectionNodes];
};

/// Distances d = 2 a u in a disc of radius a have the density 16/pi u (acos(u) - u sqrt(1 - u^2)). Nodes u = sin(t)^2,
/// close together where the logarithm is steep.
SectionNodes uniformNodes() {
  SectionNodes nodes = {};
  for (int k = 0; k < kSectionNodes; ++k) {
    const double t = kPi / 2 * (k + 0.5) / kSectionNodes;
    const double u = std::sin(t) * std::sin(t);
    const double density = u * (std::acos(u) - u * std::sqrt(1 - u * u));
    nodes.distance[k] = 2 * u;
    nodes.weight[k] = density * std::sin(2 * t);
  }
  return nodes;
}

/// Distances in a Gaussian section exp(-s^2/a^2): their density is d/a^2 exp(-d^2/(2 a^2)). Nodes d = a exp(x).
SectionNodes gaussianNodes() {
  constexpr double kLow = -8, kHigh = 2;  // of x: the density beyond is 1e-7 and 1e-12
  SectionNodes nodes = {};
  for (int k = 0; k < kSectionNodes; ++k) {
    const double d = std::exp(kLow + (kHigh - kLow) * (k + 0.5) / kSectionNodes);
    nodes.distance[k] = d;
    nodes.weight[k] = d * d * std::exp(-d * d / 2);
  }
  return nodes;
}

PairMeans meansOver(const SectionNodes& nodes, Regularisation kind, const RingCore& core) {
  PairMeans means;
  for (int k = 0; k < kSectionNodes; ++k) means.add(kind, core.sigma, core.radius * nodes.distance[k], nodes.weight[k]);
  return means;
}

}  // namespace

double ringSpeed(Regularisation kind, double sigma, std::size_t count, double radius, double circulation) {
  const auto term = [&](std::size_t k) {
    const double s = std::sin(kPi * static_cast<double>(k) / static_cast<double>(count));
    return (sigma > 0 ? coreShare(kind, 2 * radius * s / sigma) : 1) / s;
  };
  double sum = count % 2 == 0 && count > 0 ? term(count / 2) : 0;  // the element across; all others come in pairs
  for (std::size_t k = 1; 2 * k < count; ++k) sum += 2 * term(k);
  return circulation * sum / (8 * static_cast<double>(count) * radius);
}

double thinRingConstant(Regularisation kind, const RingCore& core) {
  switch (core.profile) {
    case CoreProfile::filament:
      return filamentLogarithm(kind, 0) + 1;
    case CoreProfile::uniform: {
      static const SectionNodes nodes = uniformNodes();
      return meansOver(nodes, kind, core).constant(core.radius);
    }
    case CoreProfile::gaussian: {
      static const SectionNodes nodes = gaussianNodes();
      return meansOver(nodes, kind, core).constant(core.radius);
    }
  }
  return std::nan("");
}

double selfInducedSpeed(Regularisation kind, const RingCore& core, double radius, double circulation) {
  if (core.profile != CoreProfile::filament) {
    const double constant = thinRingConstant(kind, core);
    return circulation / (4 * kPi * radius) * (std::log(8 * radius / core.radius) - constant);
  }
  if (core.elements > 0) return ringSpeed(kind, core.sigma, core.elements, radius, circulation);
  return circleVelocity(kind, core.sigma, {radius, 0, circulation, core}, radius, 0).axial;
}

bool areCoaxial(const std::vector<RingMeasures>& rings) {
  constexpr double kParallel = 0.98481;  // cos(10 degrees)
  constexpr double kOffset = 0.1;
  if (rings.size() < 2) return true;
  const RingMeasures& first = rings.front();
  double smallest = first.radius;
  for (const RingMeasures& ring : rings) smallest = std::min(smallest, ring.radius);
  return std::all_of(rings.begin(), rings.end(), [&](const RingMeasures& ring) {
    const Vec3 apart = ring.centre - first.centre;
    return std::abs(dot(ring.axis, first.axis)) > kParallel && norm(cross(apart, first.axis)) < kOffset * smallest;
  });
}

std::vector<CoaxialRing> asCoaxial(const std::vector<RingMeasures>& rings, const std::vector<RingCore>& cores) {
  std::vector<CoaxialRing> coaxial;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const Vec3 axis = rings.front().axis;
    const double sense = dot(rings[i].axis, axis) < 0 ? -1 : 1;
    coaxial.push_back(
        {rings[i].radius, dot(rings[i].centre - rings.front().centre, axis), sense * rings[i].circulation, cores[i]});
  }
  return coaxial;
}

void RingPasses::add(double time, double distance, double radius) {
  if (time < time_) {
    while (!times_.empty() && times_.back() > time) times_.pop_back();
    side_ = 0;
  } else if (distance * distance_ < 0 || (distance == 0 && distance_ != 0)) {
    crossed_ = time_ + (time - time_) * distance_ / (distance_ - distance);
  }
  time_ = time;
  distance_ = distance;
  if (!(std::abs(distance) > kApart * radius)) return;
  if (distance * side_ < 0) times_.push_back(crossed_);
  side_ = std::copysign(1.0, distance);
}

}  // namespace fmm
