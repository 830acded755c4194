#include "scene/start/tracer_tags.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fmm/initial_conditions.h"
#include "fmm/tracer_regions.h"
#include "scene/scene_lines.h"

namespace app {
namespace {

std::uint32_t ringOf(const fmm::Tracers& tracers, std::size_t i) {
  return static_cast<std::uint32_t>(std::max(tracers.ring[i], 0));
}

}  // namespace

std::vector<double> ringBirths(const Scene& scene) {
  std::vector<double> births;
  for (const RingLaunch& launch : scene.launches) births.push_back(launch.time);
  std::sort(births.begin(), births.end());  // joining rings are numbered in order of time
  births.insert(births.begin(), lineCount(scene), 0.0);
  return births;
}

SharedTags tagsOf(const fmm::Tracers& tracers, const std::vector<double>& births) {
  auto tags = std::make_shared<TracerTags>();
  tags->reserve(tracers.size());
  for (std::size_t i = 0; i < tracers.size(); ++i) {
    const std::uint32_t ring = ringOf(tracers, i);
    tags->push_back({ring, ring < births.size() ? static_cast<float>(births[ring]) : 0.0F});
  }
  return tags;
}

std::uint32_t ringsOf(const TracerTags& tags) {
  std::uint32_t last = 0;
  for (const TracerTag& tag : tags) last = std::max(last, tag.ring);
  return last + 1;
}

Births birthsOf(const TracerTags& tags) {
  if (tags.empty()) return {};
  const auto earlier = [](const TracerTag& a, const TracerTag& b) { return a.birth < b.birth; };
  const auto [first, last] = std::minmax_element(tags.begin(), tags.end(), earlier);
  return {first->birth, last->birth};
}

namespace {

constexpr std::uint64_t kRegions = std::uint64_t{1} << 32;  // streams of seeds after those of the rings
constexpr std::uint64_t kMostLines = 100000;

/// Radius of the tube that a core fills, reduced if it overlaps itself, which redistribution allows.
double coreTube(const Scene& scene, const fmm::LineComponent& line) {
  constexpr double kWithin = 0.999;
  const fmm::LineBase& base = fmm::baseOf(line.line);
  const double filled = fmm::filledRadius(base.profile, base.coreRadius);
  if (!scene.settings.redistribution.isOn()) return filled;
  return std::min(filled, kWithin * fmm::widestTube(line.line));
}

constexpr double kPi = 3.14159265358979323846;

fmm::Puffs puffsOf(const TracerRegion& region) {
  return {region.puffs, region.puffSize};
}

/// Adds tracers to the tube, shell, sheet or core of one line.
void addAbout(const Scene& scene, const fmm::LineComponent& line, const TracerRegion& region, std::size_t count,
              std::int32_t index, std::uint64_t seed, fmm::Tracers& tracers) {
  const double radius =
      region.shape == RegionShape::core ? coreTube(scene, line) : region.radius.value_or(scene.tracerTube);
  const fmm::Puffs puffs = puffsOf(region);
  if (region.shape == RegionShape::sheet)
    return fmm::addTracersOnSheet(line, {radius, region.angle * kPi / 180, region.thickness}, count, index, seed,
                                  tracers, puffs);
  const bool single = region.layers == 1 && region.thickness == 0 && region.puffs == 0;
  if (region.shape == RegionShape::shell && single)
    return fmm::addTracersOnShell(line, radius, count, index, seed, tracers);
  if (region.shape == RegionShape::shell)
    return fmm::addTracersOnShells(line, {radius, region.layers, region.thickness}, count, index, seed, tracers, puffs);
  fmm::addTracersAround(line, radius, count, index, seed, tracers, puffs);
}

void addInSpace(const TracerRegion& region, std::size_t count, std::int32_t index, std::uint64_t seed,
                fmm::Tracers& tracers) {
  if (region.shape == RegionShape::disc)
    return fmm::addTracersOnDisc(region.centre, region.normal, region.radius.value_or(1), count, index, seed, tracers,
                                 puffsOf(region));
  if (region.shape == RegionShape::rectangle)
    return fmm::addTracersOnRectangle({region.centre, region.normal, region.along, region.size.x, region.size.y}, count,
                                      index, seed, tracers, puffsOf(region));
  fmm::addTracersInBox(region.centre - 0.5 * region.size, region.centre + 0.5 * region.size, count, index, seed,
                       tracers, puffsOf(region));
}

}  // namespace

std::vector<std::size_t> shares(const std::vector<double>& weights, std::size_t total) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::size_t> counts;
  std::size_t given = 0;
  double upTo = 0;
  for (const double weight : weights) {
    upTo += weight;
    const bool last = counts.size() + 1 == weights.size();
    const std::size_t end =
        last
            ? total
            : std::clamp(static_cast<std::size_t>(std::llround(static_cast<double>(total) * upTo / sum)), given, total);
    counts.push_back(end - given);
    given = end;
  }
  return counts;
}

void addRegion(const Scene& scene, const std::vector<fmm::LineComponent>& lines, std::size_t number, std::size_t count,
               fmm::Tracers& tracers) {
  const TracerRegion& region = scene.regions.at(number);
  const std::size_t own = lines.size() + scene.launches.size() + number;  // after the numbers of all rings
  const auto seed = [&](std::size_t line) { return seedFor(scene.seed, kRegions + kMostLines * number + line); };
  const auto index = [&](std::size_t from) { return static_cast<std::int32_t>(region.dye.value_or(from)); };
  if (!region.aboutLine()) return addInSpace(region, count, index(own), seed(0), tracers);
  const std::size_t first = region.line.value_or(0), last = region.line ? *region.line + 1 : lines.size();
  std::vector<double> lengths;
  for (std::size_t i = first; i < last; ++i) lengths.push_back(asRing(lines.at(i)).radius);
  const std::vector<std::size_t> counts = shares(lengths, count);
  for (std::size_t i = first; i < last; ++i)
    if (counts[i - first] > 0) addAbout(scene, lines[i], region, counts[i - first], index(i), seed(i), tracers);
}

}  // namespace app
