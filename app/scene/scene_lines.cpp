#include "scene/scene_lines.h"

#include <algorithm>

#include "fmm/initial_conditions.h"
#include "scene/start/scene_heat.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::uint64_t kPhases = std::uint64_t{1} << 33;  // after the streams of rings and regions

}  // namespace

std::uint64_t seedFor(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15u * (stream + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::vector<fmm::LineComponent> linesOf(const Scene& scene) {
  std::vector<fmm::LineComponent> lines;
  scene.lines.forEach([&](const auto& line) {
    const auto drawn = fmm::withPhase(line, seedFor(scene.seed, kPhases + lines.size()));
    for (int k = 0; k < drawn.components(); ++k) lines.emplace_back(drawn, k);
  });
  return lines;
}

std::size_t madeLineCount(const Scene& scene) {
  std::size_t count = 0;
  scene.lines.forEach([&](const auto& line) { count += static_cast<std::size_t>(line.components()); });
  return count + scene.patches.size() + scene.settings.heatSources.size();
}

std::size_t sharingLineCount(const Scene& scene) {
  std::size_t count = 0;
  scene.lines.forEachWithExtras([&](const auto& line, const LineExtras& extras) {
    if (!extras.elements) count += static_cast<std::size_t>(line.components());
  });
  for (const RingLaunch& launch : scene.launches) count += launch.elements ? 0 : 1;
  return count;
}

std::size_t lineCount(const Scene& scene) {
  return madeLineCount(scene) + givenRingCount(scene);
}

bool hasRingsAlone(const Scene& scene) {
  return scene.rings().size() == scene.lines.size() && scene.patches.empty() && scene.settings.heatSources.empty() &&
         scene.given.empty();
}

fmm::Ring launchedRing(const Scene& scene, const fmm::Ring& ring, std::int32_t index) {
  return fmm::withPhase(ring, seedFor(scene.seed, kPhases + static_cast<std::uint64_t>(index)));
}

fmm::Ring asRing(const fmm::LineComponent& line) {
  if (const auto* ring = std::get_if<fmm::Ring>(&line.line)) return *ring;
  fmm::Ring ring{fmm::baseOf(line.line)};
  ring.radius = fmm::lineLength(line.line) / (2 * kPi);
  ring.waveAmplitude = ring.axialAmplitude = ring.wavePhase = 0;
  ring.waveMode = 0;
  ring.randomPhase = false;
  return ring;
}

RingColours ringColours(const Scene& scene) {
  RingColours colours;
  scene.lines.forEachWithExtras([&](const auto& line, const LineExtras& extras) {
    colours.insert(colours.end(), static_cast<std::size_t>(line.components()), extras.colour);
  });
  for (const ScenePatch& patch : scene.patches) colours.push_back(patch.label.colour);
  colours.resize(lineCount(scene));
  std::vector<RingLaunch> launches = scene.launches;
  std::stable_sort(launches.begin(), launches.end(),
                   [](const RingLaunch& a, const RingLaunch& b) { return a.time < b.time; });
  for (const RingLaunch& launch : launches) colours.push_back(launch.label.colour);
  colours.resize(colours.size() + scene.regions.size());
  for (const Emitter& emitter : scene.emitters) colours.push_back(emitter.label.colour);
  const bool any = std::any_of(colours.begin(), colours.end(), [](const auto& colour) { return colour.has_value(); });
  return any ? colours : RingColours();
}

std::vector<fmm::Ring> beginningRings(const Scene& scene) {
  std::vector<fmm::Ring> rings;
  for (const fmm::LineComponent& line : linesOf(scene)) rings.push_back(asRing(line));
  const std::vector<fmm::Ring> patches = patchRings(scene), warm = heatRings(scene), given = givenRings(scene);
  rings.insert(rings.end(), patches.begin(), patches.end());
  rings.insert(rings.end(), warm.begin(), warm.end());
  rings.insert(rings.end(), given.begin(), given.end());
  return rings;
}

}  // namespace app
