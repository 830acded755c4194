#include "scene/scene_lines.h"

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

std::vector<VortexLine> linesOf(const Scene& scene) {
  std::vector<VortexLine> lines;
  const auto seed = [&] { return seedFor(scene.seed, kPhases + lines.size()); };
  for (const fmm::Ring& ring : scene.rings) lines.push_back(fmm::withPhase(ring, seed()));
  for (const fmm::TorusKnot& knot : scene.knots) {
    const fmm::TorusKnot drawn = fmm::withPhase(knot, seed());
    for (int k = 0; k < fmm::componentsOf(knot); ++k) lines.push_back(KnotLine{drawn, k});
  }
  return lines;
}

std::size_t lineCount(const Scene& scene) {
  std::size_t count = scene.rings.size();
  for (const fmm::TorusKnot& knot : scene.knots) count += static_cast<std::size_t>(fmm::componentsOf(knot));
  return count;
}

fmm::Ring launchedRing(const Scene& scene, const fmm::Ring& ring, std::int32_t index) {
  return fmm::withPhase(ring, seedFor(scene.seed, kPhases + static_cast<std::uint64_t>(index)));
}

fmm::Ring asRing(const VortexLine& line) {
  if (const auto* ring = std::get_if<fmm::Ring>(&line)) return *ring;
  const fmm::TorusKnot& knot = std::get<KnotLine>(line).knot;
  fmm::Ring ring;
  ring.centre = knot.centre;
  ring.axis = knot.axis;
  ring.radius = fmm::lineLength(knot) / (2 * kPi);
  ring.circulation = knot.circulation;
  ring.coreRadius = knot.coreRadius;
  ring.profile = knot.profile;
  ring.layout = knot.layout;
  ring.layers = knot.layers;
  return ring;
}

}  // namespace app
