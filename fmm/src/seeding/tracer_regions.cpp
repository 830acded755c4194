#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/input_checks.h"
#include "core/seeded_random.h"
#include "fmm/initial_conditions.h"
#include "fmm/tracer_regions.h"
#include "fmm/types.h"
#include "seeding/centre_line.h"
#include "seeding/tube.h"

namespace fmm {

/// Smooth noise from 0 to 1, a function of position and seed only: values hashed from the nodes of a lattice,
/// interpolated with two continuous derivatives (Perlin 2002), in octaves of half the size and half the weight; then
/// stretched so that both ends are reached.
class PuffNoise {
 public:
  /// `size` [L] is the lattice's side, about that of the largest puffs.
  PuffNoise(std::uint64_t seed, double size) : key_(mixBits(seed + kStep)), inverse_(1 / size) {}

  double at(Vec3 x) const {
    double sum = 0, weight = 1, whole = 0, scale = inverse_;
    for (int octave = 0; octave < kOctaves; ++octave, weight *= 0.5, scale *= 2) {
      sum += weight * octaveAt(scale * x, static_cast<std::uint64_t>(octave));
      whole += weight;
    }
    const double spread = (sum / whole - kLow) / (kHigh - kLow);
    const double part = spread < 0 ? 0 : spread > 1 ? 1 : spread;
    return part * part * (3 - 2 * part);
  }

 private:
  static constexpr int kOctaves = 3;
  static constexpr double kLow = 0.35, kHigh = 0.65;  // range of most sums
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;
  static constexpr double kFarthest = 1e15;  // largest index of a node: doubles beyond are too coarse

  static std::int64_t nodeBelow(double v) {
    return static_cast<std::int64_t>(v < -kFarthest ? -kFarthest : v > kFarthest ? kFarthest : std::floor(v));
  }
  static double eased(double t) { return t * t * t * (t * (6 * t - 15) + 10); }
  double valueAt(std::uint64_t octave, std::int64_t x, std::int64_t y, std::int64_t z) const {
    std::uint64_t hash = mixBits(key_ + octave);
    for (const std::int64_t node : {x, y, z}) hash = mixBits(hash + (static_cast<std::uint64_t>(node) + 1) * kStep);
    return static_cast<double>(hash >> 11) * 0x1p-53;
  }
  double octaveAt(Vec3 x, std::uint64_t octave) const {
    const std::array<std::int64_t, 3> node = {nodeBelow(x.x), nodeBelow(x.y), nodeBelow(x.z)};
    const double u = eased(x.x - static_cast<double>(node[0])), v = eased(x.y - static_cast<double>(node[1])),
                 w = eased(x.z - static_cast<double>(node[2]));
    const auto row = [&](int j, int k) {
      const double low = valueAt(octave, node[0], node[1] + j, node[2] + k);
      return low + u * (valueAt(octave, node[0] + 1, node[1] + j, node[2] + k) - low);
    };
    const double front = row(0, 0) + v * (row(1, 0) - row(0, 0)), back = row(0, 1) + v * (row(1, 1) - row(0, 1));
    return front + w * (back - front);
  }

  std::uint64_t key_;
  double inverse_;  ///< [1/L]
};

namespace {

constexpr double kPi = 3.14159265358979323846;

constexpr int kMostLayers = 1000;
constexpr int kMostTries = 64;  // for a position; after so many the noise is close to 0 there
constexpr std::uint64_t kTryStreams = std::uint64_t{1} << 41;

void requirePuffs(const Puffs& puffs) {
  requireWithin("puffs.depth", puffs.depth, 0, 1);
  requirePositive("puffs.size", puffs.size);
}

/// Appends tracers: tracer k at the position that `place` computes from its random numbers. If the noise rejects the
/// position, the next numbers of that tracer are tried.
template <class Place>
void append(std::size_t count, std::int32_t index, std::uint64_t seed, const Puffs& puffs, Tracers& tracers,
            const Place& place) {
  requirePuffs(puffs);
  const std::size_t first = tracers.size();
  tracers.position.resize(first + count);
  tracers.ring.resize(first + count, index);
  const PuffNoise noise(seed, puffs.size);
  parallelFor(count, [&](std::size_t k) {
    for (int i = 0; i < kMostTries; ++i) {
      const SeededRandom random(seed, tracerStream(index) + static_cast<std::uint64_t>(i) * kTryStreams);
      const Vec3 at = place(random.uniform(k, 0), random.uniform(k, 1), random.uniform(k, 2));
      tracers.position[first + k] = at;
      if (puffs.depth == 0 || random.uniform(k, 3) <= 1 - puffs.depth + puffs.depth * noise.at(at)) break;
    }
  });
}

void fillTube(const CentreLine& line, double tube, std::size_t count, std::int32_t index, std::uint64_t seed,
              const Puffs& puffs, Tracers& tracers) {
  requireTube("tubeRadius", tube, 1, line);
  append(count, index, seed, puffs, tracers,
         [&](double u, double v, double w) { return tubePoint(line, tube, u, v, w).position; });
}

void coverShell(const CentreLine& line, double radius, std::size_t count, std::int32_t index, std::uint64_t seed,
                Tracers& tracers) {
  requireTube("radius", radius, 1, line);
  append(count, index, seed, {}, tracers, [&](double u, double v, double) { return shellPoint(line, radius, u, v); });
}

/// Index of a layer, from 1, out of `layers` whose areas are proportional to their indices, at the share `part` of the
/// total. Sets `part` to the position within that layer's share.
int layerAt(int layers, double& part) {
  const double whole = 0.5 * layers * (layers + 1.0), at = part * whole;
  int layer = static_cast<int>(std::ceil(std::sqrt(0.25 + 2 * at) - 0.5));
  layer = std::clamp(layer, 1, layers);
  part = std::clamp((at - 0.5 * layer * (layer - 1.0)) / layer, 0.0, 1.0);
  return layer;
}

void coverShells(const CentreLine& line, const Shells& shells, std::size_t count, std::int32_t index,
                 std::uint64_t seed, const Puffs& puffs, Tracers& tracers) {
  requirePositive("shells.radius", shells.radius);
  requireWithin("shells.layers", shells.layers, 1, kMostLayers);
  requireWithin("shells.thickness", shells.thickness, 0, shells.radius / shells.layers);
  requireTube("shells.radius", shells.radius, 1 + 0.5 * shells.thickness / shells.radius, line);
  append(count, index, seed, puffs, tracers, [&](double u, double v, double w) {
    const int layer = layerAt(shells.layers, w);
    return shellPoint(line, shells.radius * layer / shells.layers + (w - 0.5) * shells.thickness, u, v);
  });
}

void coverSheet(const CentreLine& line, const Sheet& sheet, std::size_t count, std::int32_t index, std::uint64_t seed,
                const Puffs& puffs, Tracers& tracers) {
  requirePositive("sheet.halfWidth", sheet.halfWidth);
  requireFinite("sheet.angle", sheet.angle);
  requireWithin("sheet.thickness", sheet.thickness, 0, sheet.halfWidth);
  requireTube("sheet.halfWidth", sheet.halfWidth, 1, line);
  const Strip strip = {sheet.halfWidth, sheet.angle, sheet.thickness};
  append(count, index, seed, puffs, tracers,
         [&](double u, double v, double w) { return sheetPoint(line, strip, u, v, w); });
}

/// Two directions that span the plane, the first along `along` as far as that lies in it.
Basis planeBasis(Vec3 normal, Vec3 along) {
  requireDirection("normal", normal);
  requireFinite("along", along);
  Basis basis = basisAbout(normal);
  if (norm(along) == 0) return basis;
  const Vec3 part = along - dot(along, basis.axis) * basis.axis;
  if (!(norm(part) > 1e-9 * norm(along))) rejectInput("along", "the direction of normal", "any other direction");
  basis.first = (1 / norm(part)) * part;
  basis.second = cross(basis.axis, basis.first);
  return basis;
}

}  // namespace

void addTracersAround(const LineComponent& of, double tubeRadius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers, const Puffs& puffs) {
  fillTube(*lineOf({withPhase(of.line, seed), of.number}), tubeRadius, count, index, seed, puffs, tracers);
}

void addTracersOnShell(const LineComponent& of, double radius, std::size_t count, std::int32_t index,
                       std::uint64_t seed, Tracers& tracers) {
  coverShell(*lineOf({withPhase(of.line, seed), of.number}), radius, count, index, seed, tracers);
}

void addTracersOnShells(const LineComponent& of, const Shells& shells, std::size_t count, std::int32_t index,
                        std::uint64_t seed, Tracers& tracers, const Puffs& puffs) {
  coverShells(*lineOf({withPhase(of.line, seed), of.number}), shells, count, index, seed, puffs, tracers);
}

void addTracersOnSheet(const LineComponent& of, const Sheet& sheet, std::size_t count, std::int32_t index,
                       std::uint64_t seed, Tracers& tracers, const Puffs& puffs) {
  coverSheet(*lineOf({withPhase(of.line, seed), of.number}), sheet, count, index, seed, puffs, tracers);
}

void addTracersOnRectangle(const Rectangle& rectangle, std::size_t count, std::int32_t index, std::uint64_t seed,
                           Tracers& tracers, const Puffs& puffs) {
  requireFinite("centre", rectangle.centre);
  requirePositive("width", rectangle.width);
  requirePositive("height", rectangle.height);
  const Basis basis = planeBasis(rectangle.normal, rectangle.along);
  append(count, index, seed, puffs, tracers, [&](double u, double v, double) {
    return rectangle.centre + (u - 0.5) * rectangle.width * basis.first + (v - 0.5) * rectangle.height * basis.second;
  });
}

void addTracersOnDisc(Vec3 centre, Vec3 normal, double radius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers, const Puffs& puffs) {
  requireFinite("centre", centre);
  requirePositive("radius", radius);
  const Basis basis = planeBasis(normal, {});
  append(count, index, seed, puffs, tracers, [&](double u, double v, double) {
    const double r = radius * std::sqrt(u), phi = 2 * kPi * v;
    return centre + r * std::cos(phi) * basis.first + r * std::sin(phi) * basis.second;
  });
}

void addTracersInBox(Vec3 low, Vec3 high, std::size_t count, std::int32_t index, std::uint64_t seed, Tracers& tracers,
                     const Puffs& puffs) {
  requireFinite("low", low);
  requireFinite("high", high);
  const Vec3 extent = high - low;
  if (!(extent.x >= 0 && extent.y >= 0 && extent.z >= 0))
    rejectInput("high - low",
                "(" + numberText(extent.x) + ", " + numberText(extent.y) + ", " + numberText(extent.z) + ")",
                "0 or more in every direction");
  append(count, index, seed, puffs, tracers, [&](double u, double v, double w) {
    return low + Vec3{u * extent.x, v * extent.y, w * extent.z};
  });
}

}  // namespace fmm
