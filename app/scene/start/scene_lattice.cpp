#include "scene/start/scene_lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fmm/error.h"
#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_heat.h"
#include "scene/start/scene_particles.h"

namespace app {
namespace {

/// Element budget of a flow with heat over the scene's elements: a thermal has six times its first volume in the end.
constexpr std::size_t kHeatGrowth = 3;

std::vector<fmm::SeededLine> seeded(const std::vector<fmm::LineComponent>& lines, std::int32_t index) {
  std::vector<fmm::SeededLine> all;
  for (const fmm::LineComponent& line : lines) all.push_back({line, index++});
  return all;
}

/// The lines that share the scene's elements.
std::vector<fmm::SeededLine> sharingLines(const Scene& scene) {
  std::vector<fmm::LineComponent> lines = linesOf(scene);
  for (const RingLaunch& launch : scene.launches)
    if (!launch.elements) lines.emplace_back(launchedRing(scene, launch.ring, static_cast<std::int32_t>(lines.size())));
  return seeded(lines, 0);
}

fmm::LatticePlan planOf(const Scene& scene) {
  fmm::LatticePlan plan;
  plan.spacing = scene.settings.spacing;
  plan.overlap = scene.overlap;
  plan.threshold = scene.settings.nodeThreshold;
  const std::vector<fmm::SeededLine> lines = sharingLines(scene);
  if (!lines.empty()) plan.node = fmm::latticeNode(lines);
  return plan;
}

/// Requires the cores above the plane; their thin outer parts may reach below.
void requireCoresAbove(const fmm::GroundPlane& ground, const fmm::Elements& elements, std::int32_t ring) {
  constexpr double kCore = 0.37;  // of the strongest element: within the radius of a Gaussian core
  double strongest = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (elements.ring[i] == ring) strongest = std::max(strongest, fmm::norm(elements.strength[i]));
  double lowest = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (elements.ring[i] == ring && fmm::norm(elements.strength[i]) > kCore * strongest)
      lowest = std::min(lowest, fmm::height(ground, elements.position[i]));
  if (lowest < 0)
    throw fmm::InvalidInput(
        fmt::format("the core of ring {} reaches {:.6g} below the ground plane; allowed: all of it "
                    "above",
                    ring + 1, -lowest));
}

std::string coarsenessOnLattice(const Scene& scene) {
  const double h = latticeSpacing(scene);
  if (h == 0) return {};
  double worst = 1;
  std::int32_t ring = 0;
  for (const fmm::SeededLine& line : sharingLines(scene)) {
    const double widest = fmm::widestSpacing(line.line.line, scene.overlap, scene.settings.regularisation);
    if (widest == 0)
      return fmt::format(
          "an overlap of {:.3g} is too little for these cores: the lattice shows in the vorticity of ring {}",
          scene.overlap, line.index + 1);
    if (h / widest > worst) worst = h / widest, ring = line.index;
  }
  if (worst <= 1) return {};
  return fmt::format(
      "the spacing of {:.3g} is {:.2g} times too wide for ring {} to start as it is asked for within 1 %: that takes "
      "about {:.0f} elements",
      h, worst, ring + 1, std::pow(worst, 3) * static_cast<double>(sceneCounts(scene).elements));
}

/// Complaint about a ring whose core the elements widen. The first of equal rings stands for all.
std::string widthComplaint(const Scene& scene, const fmm::Ring& ring, std::size_t count, std::size_t number) {
  constexpr double kMostTimes = 1e4, kStep = 1.05;
  const auto made = [&](double times) {
    const auto elements = static_cast<std::size_t>(times * static_cast<double>(count));
    return fmm::smoothedRadius(ring, coreRadiusOf(scene, ring, elements), scene.settings.regularisation);
  };
  const double now = made(1);
  if (now <= ring.coreRadius) return {};
  double times = kStep;
  while (!scene.sigma && times < kMostTimes && made(times) > ring.coreRadius) times *= kStep;
  const std::string cure =
      scene.sigma ? "a smaller sigma"
                  : fmt::format("about {:.2g} elements", times * static_cast<double>(sceneCounts(scene).elements));
  return fmt::format(
      "ring {} starts with a core of {:.3g} instead of {:.3g}, which its elements widen; {} or "
      "redistribution makes it as it is asked for",
      number, now, ring.coreRadius, cure);
}

std::string coarsenessWithout(const Scene& scene) {
  const std::vector<std::size_t> counts = elementShares(scene);
  const std::vector<fmm::LineComponent> lines = linesOf(scene);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const fmm::Ring ring = asRing(lines[i]);
    if (ring.profile == fmm::CoreProfile::filament || counts[i] == 0) continue;
    if (std::string complaint = widthComplaint(scene, ring, counts[i], i + 1); !complaint.empty()) return complaint;
  }
  return {};
}

}  // namespace

Scene onLattice(Scene scene) {
  if (!scene.settings.redistribution.isOn()) return scene;
  if (scene.sigma)
    throw fmm::InvalidInput(fmt::format(
        "sigma = {:.6g}: with redistribution it follows from spacing and overlap; give those instead", *scene.sigma));
  scene.settings.latticeOverlap = scene.overlap;
  const std::vector<fmm::SeededLine> lines = sharingLines(scene);
  requireNoPoints(scene);
  if (!scene.patches.empty()) scene.settings.spacing = patchSpacing(scene);
  if (scene.settings.spacing == 0 && !lines.empty())
    scene.settings.spacing = fmm::spacingFor(lines, sceneCounts(scene).elements, planOf(scene));
  if (scene.settings.spacing == 0) scene.settings.spacing = givenSpacing(scene);
  if (scene.settings.spacing == 0) scene.settings.spacing = heatSpacing(scene);
  const std::size_t before = madeLineCount(scene) - scene.settings.heatSources.size();
  for (std::size_t k = 0; k < scene.settings.heatSources.size(); ++k)
    scene.settings.heatSources[k].ring = static_cast<std::int32_t>(before + k);
  if (scene.settings.heat && scene.settings.elementBudget == 0)
    scene.settings.elementBudget = kHeatGrowth * sceneCounts(scene).elements;
  return scene;
}

double latticeSpacing(const Scene& scene) {
  if (!scene.patches.empty()) return patchSpacing(scene);
  if (!scene.settings.redistribution.isOn()) return 0;
  if (scene.settings.spacing > 0) return scene.settings.spacing;
  const std::vector<fmm::SeededLine> lines = sharingLines(scene);
  if (!lines.empty()) return fmm::roughSpacing(lines, sceneCounts(scene).elements, planOf(scene));
  const double given = givenSpacing(scene);
  return given > 0 ? given : heatSpacing(scene);
}

fmm::Elements latticeElementsOf(const Scene& scene, const std::vector<fmm::LineComponent>& lines, std::int32_t index,
                                std::size_t elements) {
  if (lines.empty()) return {};
  fmm::LatticePlan plan = planOf(scene);
  const std::vector<fmm::SeededLine> all = seeded(lines, index);
  if (plan.spacing == 0) plan.spacing = fmm::spacingFor(all, elements, plan);
  fmm::Elements made = fmm::latticeElements(all, plan, scene.settings.regularisation);
  if (!scene.settings.ground) return made;
  for (const fmm::SeededLine& line : all) requireCoresAbove(*scene.settings.ground, made, line.index);
  fmm::foldAbove(*scene.settings.ground, made);
  return made;
}

std::string coarsenessOf(const Scene& scene) {
  try {
    if (!scene.patches.empty()) return patchCoarseness(scene);
    return scene.settings.redistribution.isOn() ? coarsenessOnLattice(scene) : coarsenessWithout(scene);
  } catch (const fmm::InvalidInput&) {
    return {};  // building the flow reports the error
  }
}

}  // namespace app
