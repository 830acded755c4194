#include "scene/given_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

#include "files/row_file.h"
#include "files/user_error.h"
#include "fmm/error.h"
#include "scene/range.h"
#include "scene/scene.h"
#include "scene/scene_lines.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::size_t kMostRings = 1000;
constexpr double kCounted = 1e-3;  // of the strongest element: weaker ones do not count for the extent

/// Replaces ring numbers by indices without gaps; returns the number of rings.
std::size_t numberAnew(std::vector<std::int32_t>& ring, const std::string& file) {
  std::map<std::int32_t, std::int32_t> index;
  for (const std::int32_t number : ring) {
    index.try_emplace(number, 0);
    if (index.size() > kMostRings)
      throw UserError(fmt::format("{}: has more than {} rings; allowed: 1 to {}", file, kMostRings, kMostRings));
  }
  std::int32_t next = 0;
  for (auto& [number, at] : index) at = next++;
  for (std::int32_t& number : ring) number = index[number];
  return index.size();
}

/// What each element counts with: |alpha|, or |B| where all of its ring are still at rest.
std::vector<double> weightsOf(const fmm::Elements& elements, std::size_t rings) {
  std::vector<double> weights(elements.size()), sums(rings);
  for (std::size_t i = 0; i < elements.size(); ++i)
    sums[static_cast<std::size_t>(elements.ring[i])] += weights[i] = fmm::norm(elements.strength[i]);
  for (std::size_t i = 0; i < elements.heat.size(); ++i)
    if (sums[static_cast<std::size_t>(elements.ring[i])] == 0) weights[i] = std::abs(elements.heat[i]);
  return weights;
}

/// Sums over the elements of a ring.
struct RingSums {
  double strength = 0;                ///< sum |alpha|
  double weight = 0, square = 0;      ///< sum w; sum w d^2, w of weightsOf(), d the distance from the circle, with blob
  double heaviest = 0, farthest = 0;  ///< `farthest`: distance of elements above kCounted
  fmm::Vec3 centre, impulse;
};

/// Squared distance of x from the circle.
double squareFrom(const fmm::Ring& ring, fmm::Vec3 x) {
  const fmm::Vec3 d = x - ring.centre;
  const double along = fmm::dot(d, ring.axis), across = fmm::norm(d - along * ring.axis) - ring.radius;
  return along * along + across * across;
}

void setCircle(const RingSums& sums, fmm::Ring& ring) {
  const double impulse = fmm::norm(sums.impulse);
  ring.centre = sums.centre;
  ring.radius = sums.strength > 0 ? 2 * impulse / sums.strength : 0;
  constexpr double kFlat = 0.05;  // of the extent: a smaller radius is not a ring's
  if (!(ring.radius > kFlat * sums.farthest)) ring.radius = sums.farthest > 0 ? sums.farthest : 1;
  if (impulse > 0) ring.axis = (1 / impulse) * sums.impulse;
  ring.circulation = sums.strength / (2 * kPi * ring.radius);
  if (sums.strength > 0) return;
  const double volume = 4.0 / 3 * kPi * std::pow(ring.radius, 3), wide = 2 * ring.radius;
  ring.circulation = std::sqrt(sums.weight / volume * wide) * wide;  // of fluid that falls through it
}

void setCore(double meanSquare, fmm::Ring& ring) {
  constexpr double kThinnest = 1e-3, kWidest = 0.3;  // of the radius
  ring.coreRadius = std::clamp(std::sqrt(meanSquare), kThinnest * ring.radius, kWidest * ring.radius);
  ring.profile = ring.coreRadius > kThinnest * ring.radius ? fmm::CoreProfile::gaussian : fmm::CoreProfile::filament;
}

std::vector<fmm::Ring> circlesOf(const fmm::Elements& elements, std::size_t count) {
  std::vector<RingSums> sums(count);
  const std::vector<double> weights = weightsOf(elements, count);
  const auto forAll = [&](const auto& visit) {
    for (std::size_t i = 0; i < elements.size(); ++i)
      visit(sums[static_cast<std::size_t>(elements.ring[i])], elements.position[i], elements.strength[i], weights[i]);
  };
  forAll([](RingSums& s, fmm::Vec3 x, fmm::Vec3 a, double weight) {
    s.strength += fmm::norm(a);
    s.weight += weight;
    s.heaviest = std::max(s.heaviest, weight);
    s.centre = s.centre + weight * x;
  });
  for (RingSums& s : sums)
    if (s.weight > 0) s.centre = (1 / s.weight) * s.centre;
  forAll([](RingSums& s, fmm::Vec3 x, fmm::Vec3 a, double weight) {
    s.impulse = s.impulse + 0.5 * fmm::cross(x - s.centre, a);
    if (weight >= kCounted * s.heaviest) s.farthest = std::max(s.farthest, fmm::norm(x - s.centre));
  });
  std::vector<fmm::Ring> rings(count);
  for (std::size_t i = 0; i < count; ++i) setCircle(sums[i], rings[i]);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto ring = static_cast<std::size_t>(elements.ring[i]);
    const double sigma = elements.coreRadius[i];  // variance of a blob across a line: 2 sigma^2
    sums[ring].square += weights[i] * (squareFrom(rings[ring], elements.position[i]) + 2 * sigma * sigma);
  }
  for (std::size_t i = 0; i < count; ++i) setCore(sums[i].weight > 0 ? sums[i].square / sums[i].weight : 0, rings[i]);
  return rings;
}

/// Uniform in 0 to 1, a function of both arguments.
double uniform(std::uint64_t seed, std::uint64_t number) {
  return static_cast<double>(seedFor(seed, number) >> 11) * 0x1p-53;
}

/// Uniform in the unit ball.
fmm::Vec3 inBall(std::uint64_t seed, std::uint64_t number) {
  const double z = 2 * uniform(seed, number) - 1, phi = 2 * kPi * uniform(seed, number + 1);
  const double r = std::cbrt(uniform(seed, number + 2)), across = std::sqrt(1 - z * z);
  return r * fmm::Vec3{across * std::cos(phi), across * std::sin(phi), z};
}

}  // namespace

SceneFiles filesOnDisk() {
  const auto points = [](const std::string& path, bool inPlane) {
    using Columns = std::vector<std::string>;
    const auto file = openRows(path, {inPlane ? Columns{"x", "y"} : Columns{"x", "y", "z"}});
    std::vector<fmm::Vec3> all;
    double row[3] = {};
    while (file->next(row)) {
      for (int k = 0; k < 3; ++k)
        if (!kCoordinate.contains(row[k]))
          throw UserError(fmt::format("{}: {} = {} is out of range; allowed: {}", file->where(), "xyz"[k], row[k],
                                      kCoordinate.text()));
      all.push_back({row[0], row[1], row[2]});
    }
    return all;
  };
  const auto elements = [](const GivenElements& given, fmm::Space space, std::size_t) {
    const std::string name = std::filesystem::path(given.file).filename().string();
    return readElements(given.file, space, given.coreRadius,
                        "core_radius = S in the table of a scene: [[elements]], file = \"" + name + "\"");
  };
  return {elements, points, fmm::readStl, {}};
}

std::string SceneFiles::pathOf(const std::string& name) const {
  return std::filesystem::absolute(std::filesystem::path(folder) / name).lexically_normal().string();
}

std::shared_ptr<const ElementContent> contentOf(fmm::Elements elements, const std::string& file) {
  if (elements.size() == 0) throw UserError(file + ": has no elements; allowed: one or more");
  elements.ring.resize(elements.size(), 0);
  const std::size_t rings = numberAnew(elements.ring, file);
  auto content = std::make_shared<ElementContent>();
  content->rings = circlesOf(elements, rings);
  content->elements = std::move(elements);
  return content;
}

fmm::Elements givenElements(const Scene& scene, std::size_t first) {
  fmm::Elements all;
  for (const GivenElements& given : scene.given) {
    if (!given.content) continue;
    fmm::Elements elements = given.content->elements;
    for (std::int32_t& ring : elements.ring) ring += static_cast<std::int32_t>(first);
    if (!scene.settings.heat) elements.heat.clear();
    first += given.rings();
    fmm::append(all, elements);
  }
  if (!scene.settings.redistribution.isOn() || !all.length.empty()) return all;
  for (const double sigma : all.coreRadius) {
    const double h = sigma / scene.overlap;
    all.length.push_back(h);
    all.volume.push_back(h * h * h);
  }
  return all;
}

std::size_t givenCount(const Scene& scene) {
  std::size_t count = 0;
  for (const GivenElements& given : scene.given) count += given.size();
  return count;
}

std::size_t givenRingCount(const Scene& scene) {
  std::size_t count = 0;
  for (const GivenElements& given : scene.given) count += given.rings();
  return count;
}

std::vector<fmm::Ring> givenRings(const Scene& scene) {
  std::vector<fmm::Ring> rings;
  for (const GivenElements& given : scene.given)
    if (given.content) rings.insert(rings.end(), given.content->rings.begin(), given.content->rings.end());
  return rings;
}

double givenSpacing(const Scene& scene) {
  double least = std::numeric_limits<double>::infinity();
  for (const GivenElements& given : scene.given)
    if (given.content)
      for (const double sigma : given.content->elements.coreRadius) least = std::min(least, sigma);
  if (least == 0)
    throw fmm::InvalidInput(
        "spacing = 0: elements of core radius 0 leave no choice of a lattice; allowed: a spacing of more than 0");
  return std::isfinite(least) ? least / scene.overlap : 0;
}

void addTracersAbout(const fmm::Elements& elements, std::int32_t index, double tube, std::size_t count,
                     std::uint64_t seed, fmm::Tracers& tracers) {
  constexpr double kReach = 1.5, kSingular = 0.1;
  constexpr std::uint64_t kNumbers = 4;  // drawn for each tracer
  std::vector<std::size_t> own;
  double strength = 0, total = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements.ring[i] != index) continue;
    own.push_back(i);
    strength += fmm::norm(elements.strength[i]);
  }
  if (own.empty()) return;
  const bool rests = strength == 0 && !elements.heat.empty();
  std::vector<double> upTo;
  for (const std::size_t i : own)
    upTo.push_back(total += rests ? std::abs(elements.heat[i]) : fmm::norm(elements.strength[i]));
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t number = kNumbers * k;
    const double at = (static_cast<double>(k) + uniform(seed, number)) / static_cast<double>(count) * total;
    const auto found = std::min(upTo.end() - 1, std::upper_bound(upTo.begin(), upTo.end(), at));
    const std::size_t i = own[static_cast<std::size_t>(found - upTo.begin())];
    const double sigma = elements.coreRadius[i], reach = sigma > 0 ? kReach * sigma : kSingular * tube;
    tracers.position.push_back(elements.position[i] + reach * inBall(seed, number + 1));
    tracers.ring.push_back(index);
  }
}

}  // namespace app
