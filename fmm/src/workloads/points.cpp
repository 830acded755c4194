// Sets of random points: rings, a cube, a sphere, and strongly graded sets.

#include "fmm/workloads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fmm::workloads {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDeviation = 0.1;  // of Goude and Engblom's normal distributions

/// Normally distributed about the middle of [0, 1], rejected outside; by the method of Box and Muller.
double normal(Random& random) {
  for (;;) {
    const double r = std::sqrt(-2 * std::log(1 - random.uniform()));
    const double x = 0.5 + kDeviation * r * std::cos(2 * kPi * random.uniform());
    if (x >= 0 && x <= 1) return x;
  }
}

/// `count` points with the density of normal() along the axes where `isNormal`, with the local spacing; in the plane
/// along two axes.
Workload graded(const char* name, Space space, std::array<bool, 3> isNormal, std::size_t elementCount,
                std::size_t targetCount, std::uint64_t seed) {
  const bool plane = space == Space::plane;
  Workload work;
  work.name = name;
  work.space = space;
  Random random(seed);
  double density = 0;  // of one element
  const auto coordinate = [&](bool graded) {
    if (!graded) return random.uniform();
    const double x = normal(random), t = (x - 0.5) / kDeviation;
    density *= std::exp(-t * t / 2) / (std::sqrt(2 * kPi) * kDeviation);
    return x;
  };
  const auto point = [&] {
    density = 1;
    const double x = coordinate(isNormal[0]), y = coordinate(isNormal[1]);
    return Vec3{x, y, plane ? 0 : coordinate(isNormal[2])};
  };
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = point();
    const double number = density * static_cast<double>(elementCount);
    if (plane) {
      work.add(x, {0, 0, random.uniform(-1, 1)}, 1 / std::sqrt(number));
    } else {
      work.add(x, random.inCube(-1, 1), 1 / std::cbrt(number));
    }
  }
  for (std::size_t i = 0; i < targetCount; ++i) work.targets.push_back(point());
  return work;
}

}  // namespace

Vec3 Random::inBall() {
  for (;;) {
    const Vec3 x = inCube(-1, 1);
    if (dot(x, x) <= 1) return x;
  }
}

Vec3 Random::onSphere() {
  for (;;) {
    const Vec3 x = inBall();
    if (norm(x) > 0.1) return (1 / norm(x)) * x;
  }
}

void Workload::add(Vec3 position, Vec3 strength, double distance) {
  elements.position.push_back(position);
  elements.strength.push_back(strength);
  elements.coreRadius.push_back(0);
  elements.ring.push_back(0);
  spacing.push_back(distance);
}

Tracers Workload::tracers() const {
  return {targets, std::vector<std::int32_t>(targets.size(), 0)};
}

Workload withCores(Workload work, double spacings) {
  for (std::size_t i = 0; i < work.spacing.size(); ++i) work.elements.coreRadius[i] = spacings * work.spacing[i];
  return work;
}

Workload thin(Workload work) {
  work.name += "/thin";
  return withCores(std::move(work), kThinCores);
}

Workload overlapped(Workload work) {
  work.name += "/overlapped";
  return withCores(std::move(work), kOverlappedCores);
}

Workload rounded(Workload work) {
  // g++ 12 -O3 forgets to round in the remainder of the vectorised loop, unless it has to store the float.
  const auto nearest = [](double value) -> double {
    volatile float stored = static_cast<float>(value);
    return stored;
  };
  const auto round = [&](std::vector<Vec3>& points) {
    for (Vec3& p : points) p = {nearest(p.x), nearest(p.y), nearest(p.z)};
  };
  round(work.elements.position);
  round(work.elements.strength);
  round(work.targets);
  for (double& sigma : work.elements.coreRadius) sigma = nearest(sigma);
  return work;
}

double meanSpacing(double volume, std::size_t count) {
  return std::cbrt(volume / static_cast<double>(std::max<std::size_t>(count, 1)));
}

Vec3 inTorus(Random& random, double radius, double tube, double height) {
  const double inner = radius - tube;
  const double outer = radius + tube;
  for (;;) {
    const double r = std::sqrt(random.uniform(inner * inner, outer * outer));
    const double z = random.uniform(-tube, tube);
    const double phi = random.uniform(0, 2 * kPi);
    if (std::hypot(r - radius, z) <= tube) return {r * std::cos(phi), r * std::sin(phi), height + z};
  }
}

Workload rings(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  constexpr double kRadius = 0.3, kCore = 0.05, kTube = 0.1, kGap = 0.2;
  const double volume = 2 * (2 * kPi * kRadius) * (kPi * kCore * kCore);
  Workload work;
  work.name = "rings";
  Random random(seed);
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = inTorus(random, kRadius, kCore, i % 2 == 0 ? 0 : kGap);
    const double scale = volume / static_cast<double>(elementCount) / std::hypot(x.x, x.y);
    work.add(x, {-scale * x.y, scale * x.x, 0}, meanSpacing(volume, elementCount));
    work.elements.ring.back() = static_cast<std::int32_t>(i % 2);
  }
  for (std::size_t i = 0; i < targetCount; ++i) {
    work.targets.push_back(inTorus(random, kRadius, kTube, i % 2 == 0 ? 0 : kGap));
  }
  return work;
}

Workload cube(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed, double edge) {
  Workload work;
  work.name = "cube";
  Random random(seed);
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = random.inCube(0, edge);
    work.add(x, random.inCube(-1, 1), meanSpacing(edge * edge * edge, elementCount));
  }
  for (std::size_t i = 0; i < targetCount; ++i) work.targets.push_back(random.inCube(0, edge));
  return work;
}

Workload sphereSurface(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  Workload work;
  work.name = "sphere";
  Random random(seed);
  const double distance = std::sqrt(4 * kPi / static_cast<double>(std::max<std::size_t>(elementCount, 1)));
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = random.onSphere();
    work.add(x, random.inCube(-1, 1), distance);
  }
  for (std::size_t i = 0; i < targetCount; ++i) work.targets.push_back(random.onSphere());
  return work;
}

Workload plummer(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  Workload work;
  work.name = "plummer";
  Random random(seed);
  const auto point = [&] {
    for (;;) {
      const double mass = random.uniform();  // enclosed within r: r^3 (1 + r^2)^(-3/2)
      const double r = 1 / std::sqrt(std::pow(mass, -2.0 / 3.0) - 1);
      if (r < 100) return r * random.onSphere();
    }
  };
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = point();
    const double density = static_cast<double>(elementCount) * 3 / (4 * kPi) * std::pow(1 + dot(x, x), -2.5);
    work.add(x, random.inCube(-1, 1), 1 / std::cbrt(density));
  }
  for (std::size_t i = 0; i < targetCount; ++i) work.targets.push_back(point());
  return work;
}

Workload clustered(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  constexpr double kEdge = 1e-6;
  Workload work = cube(elementCount, targetCount, seed);
  work.name = "clustered";
  Random random(seed + 1);
  const auto shrink = [&](Vec3& x) { x = Vec3{0.5, 0.5, 0.5} + random.inCube(-kEdge / 2, kEdge / 2); };
  for (std::size_t i = 0; i < elementCount; i += 10) {
    shrink(work.elements.position[i]);
    work.spacing[i] = meanSpacing(kEdge * kEdge * kEdge, elementCount / 10);
  }
  for (std::size_t i = 0; i < targetCount; i += 10) shrink(work.targets[i]);
  return work;
}

Workload normalCloud(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  return graded("normal", Space::space, {true, true, true}, elementCount, targetCount, seed);
}

Workload layer(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  return graded("layer", Space::space, {false, false, true}, elementCount, targetCount, seed);
}

Workload planeUniform(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  return graded("plane-uniform", Space::plane, {}, elementCount, targetCount, seed);
}

Workload planeNormal(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  return graded("plane-normal", Space::plane, {true, true, false}, elementCount, targetCount, seed);
}

Workload planeLayer(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  return graded("plane-layer", Space::plane, {false, true, false}, elementCount, targetCount, seed);
}

}  // namespace fmm::workloads
