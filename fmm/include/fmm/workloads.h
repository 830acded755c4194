#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm::workloads {

// Elements and targets for benchmarks and tests. Each seed gives the same bits everywhere.

/// Uniform numbers from the 64-bit Mersenne Twister, whose output the C++ standard fixes bit for bit.
class Random {
 public:
  explicit Random(std::uint64_t seed = 1) : engine_(seed) {}
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  Vec3 inCube(double low = 0, double high = 1) {
    const double x = uniform(low, high);
    const double y = uniform(low, high);
    return {x, y, uniform(low, high)};
  }
  /// Uniform in the unit ball, by rejection.
  Vec3 inBall();
  Vec3 onSphere();

 private:
  std::mt19937_64 engine_;
};

/// Elements, targets, and the mean distance (volume / count)^(1/3) between neighbours at each element.
/// The core radii are 0 until withCores(), thin() or overlapped() sets them.
struct Workload {
  std::string name;
  Elements elements;
  std::vector<Vec3> targets;
  std::vector<double> spacing;  ///< [elements]
  Space space = Space::space;

  void add(Vec3 position, Vec3 strength, double distance);
  Tracers tracers() const;
};

constexpr double kThinCores = 0.5, kOverlappedCores = 1.5;  ///< core radii over the mean spacing

/// Sets the core radii to a multiple of the mean spacing.
Workload withCores(Workload work, double spacings);

/// Cores of half the mean spacing, meant for `cutoff`.
Workload thin(Workload work);

/// Cores of 1.5 times the mean spacing, meant for `gaussian`.
Workload overlapped(Workload work);

/// Rounded to float, so that a solver in float gets exact input.
Workload rounded(Workload work);

/// (volume / count)^(1/3).
double meanSpacing(double volume, std::size_t count);

/// Uniform at random in the torus of radii `radius` and `tube` about the z axis at `height`, by rejection from a ring
/// of rectangular section, which gives the right volume element by construction.
Vec3 inTorus(Random& random, double radius, double tube, double height);

/// RINGS(elementCount, targetCount): two coaxial rings, R = 0.3, 0.2 apart, cores of radius 0.05 filled at random,
/// strength t V / elementCount; targets in tubes of radius 0.1 about the two centre lines.
Workload rings(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// CUBE(elementCount, targetCount): uniform at random in a cube of the given edge, random strengths.
Workload cube(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1, double edge = 1);

/// Elements and targets on the unit sphere; spacing from the area.
Workload sphereSurface(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// A Plummer sphere, density ~ (1 + r^2)^(-5/2), out to r = 100: strongly graded. Strengths random, spacing local.
Workload plummer(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// CUBE with a tenth of the elements, and of the targets, within a cube of edge 1e-6 at its middle. Each population has
/// its own spacing, so the core radii span six decades.
Workload clustered(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// Elements along one thin wavy ring, R = 0.3 with five waves of 0.03, each at random within 1e-3 of the curve and as
/// strong as its share of a circulation of 1; targets within 0.02 of it. Spacing along the curve.
Workload thinCurve(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// A trefoil, R = 0.3 and minor radius 0.12, with a core of radius 0.03 filled at random; targets within 0.06 of its
/// centre line.
Workload trefoil(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// About `elementCount` elements at the nodes of the lattice on which a ring R = 0.3 with a core of 0.05 starts, as
/// after a redistribution; targets within 0.1 of its centre line.
Workload latticeRing(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// Points in the unit cube like those that Goude and Engblom 2012, figure 5.8, draw in the square: `normalCloud` about
/// the middle with a variance of 1/100 along each axis, `layer` the same along z and uniform along x and y, both by
/// rejection within the cube. Random strengths; spacing local.
Workload normalCloud(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);
Workload layer(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// The same in the unit square, for plane flows: uniform at random, and as in the figure. Spacing from the area.
Workload planeUniform(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);
Workload planeNormal(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);
Workload planeLayer(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// A workload by the name that users give it.
struct NamedWorkload {
  std::string_view name, statement;
  Workload (*make)(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed);
};

/// rings, cube, sphere, plummer, filament, knot, lattice, normal, layer, plane-uniform, plane-normal, plane-layer.
const std::vector<NamedWorkload>& named();

}  // namespace fmm::workloads
