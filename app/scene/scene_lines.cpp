#include "scene/scene_lines.h"

#include "fmm/initial_conditions.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::uint64_t kPhases = std::uint64_t{1} << 33;  // behind the streams of rings and regions

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
  return count;
}

std::size_t lineCount(const Scene& scene) {
  return madeLineCount(scene) + givenRingCount(scene);
}

bool hasRingsAlone(const Scene& scene) {
  return scene.rings().size() == scene.lines.size() && scene.given.empty();
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

std::vector<fmm::Ring> beginningRings(const Scene& scene) {
  std::vector<fmm::Ring> rings;
  for (const fmm::LineComponent& line : linesOf(scene)) rings.push_back(asRing(line));
  const std::vector<fmm::Ring> given = givenRings(scene);
  rings.insert(rings.end(), given.begin(), given.end());
  return rings;
}

}  // namespace app
