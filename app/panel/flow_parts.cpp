#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "panel/panel_parts.h"

namespace app {
namespace {

constexpr std::size_t kMostElements = std::size_t{1} << 20;
constexpr std::size_t kMostTracers = std::size_t{1} << 24;
constexpr int kLargestSeed = 999999;

}  // namespace

void drawSceneControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  PanelState& state = context.state;
  PanelRequests& requests = context.requests;
  std::string name = state.scene.name;
  if (w.choice("Open", name, state.sceneNames, "Opens a scene and starts it anew")) requests.open = name;
  if (w.text("File", state.saveName, "Where the scene is saved, with all values of this panel"))
    state.confirmOverwrite = false;
  if (state.confirmOverwrite) {
    ImGui::TextWrapped("%s is there already.", state.saveName.c_str());
    if (w.button("Overwrite")) requests.save = requests.overwrite = true;
    ImGui::SameLine();
    if (w.button("Keep it")) state.confirmOverwrite = false;
  } else {
    if (w.button("Save scene")) requests.save = true;
    ImGui::SameLine();
    if (w.button("Load file")) requests.open = state.saveName;
  }
}

void drawRingControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  Scene& scene = context.scene();
  const SceneRanges& ranges = context.state.ranges;
  int rings = static_cast<int>(scene.rings.size());
  if (w.integer("Rings", rings, 1, std::max(rings, kMostPanelRings), "Coaxial rings; needs a reset") &&
      rings <= kMostPanelRings)
    setRingCount(scene, rings);
  double circulation = std::abs(scene.rings.front().circulation);
  if (w.number("Circulation", circulation, ranges.circulation, {"%.4g", true, "\u0393 of the first ring [L\u00b2/T]"}))
    setCirculation(scene, circulation);
  double radius = scene.rings.front().radius;
  if (w.number("Radius", radius, ranges.radius, {"%.4g", true, "R of the first ring [L]"}))
    setRingRadius(scene, radius);
  double gap = ringGap(scene);
  if (scene.rings.size() > 1 && w.number("Gap", gap, ranges.gap, {"%.4g", true, "Distance of neighbours [L]"}))
    setRingGap(scene, gap);
  double core = scene.rings.front().coreRadius;
  if (w.number("Core radius", core, ranges.coreRadius, {"%.4g", true, "a of the vortex core [L]"}))
    setCoreRadius(scene, core);
}

void drawParticleControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  PanelState& state = context.state;
  Scene& scene = state.scene;
  Counts counts = state.counts;
  if (w.count("Elements", counts.elements, 16 * scene.rings.size(), kMostElements, "Vortex elements of all rings"))
    scene.elements = state.counts.elements = counts.elements;
  if (w.count("Tracers", counts.tracers, 1024, kMostTracers, "Particles that are drawn"))
    scene.tracers = state.counts.tracers = counts.tracers;
  double tube = scene.tracerTube;
  if (w.number("Tracer tube", tube, state.ranges.tracerTube, {"%.4g", true, "Radius about the core line [L]"}))
    setTracerTube(scene, tube);
  if (scene.sigma) {
    w.number("Smoothing \u03c3", *scene.sigma, state.ranges.sigma, {"%.4g", true, "Core of an element [L]"});
  } else {
    w.number("Overlap", scene.overlap, {0.5, 5}, {"%.2f", false, "Core of an element / spacing of elements"});
  }
  int seed = static_cast<int>(std::min<std::uint64_t>(scene.seed, kLargestSeed));
  if (w.integer("Seed", seed, 0, kLargestSeed, "The same seed gives the same particles"))
    scene.seed = static_cast<std::uint64_t>(seed);
}

}  // namespace app
