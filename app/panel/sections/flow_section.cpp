#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "panel/sections/panel_parts.h"
#include "panel/widgets/panel_numbers.h"
#include "scene/scene_lines.h"
#include "scene/scene_settings_table.h"

namespace app {
namespace {

constexpr std::size_t kMostElements = std::size_t{1} << 20;
constexpr std::size_t kMostTracers = std::size_t{1} << 24;
constexpr int kLargestPanelSeed = 999999;

/// "1 ring", "2 rings".
std::string countOf(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// The name of the scene's file, with buttons to write and read it.
void drawSceneFile(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  PanelState& state = context.state;
  PanelRequests& requests = context.requests;
  if (w.text("File", state.saveName,
             "Path or name: the scene is saved there with every value of this panel, and a scene or a saved state is "
             "loaded from there."))
    state.confirmOverwrite = false;
  if (state.confirmOverwrite) {
    ImGui::TextWrapped("%s already exists.", state.saveName.c_str());
    if (w.button("Overwrite", "Replaces the file by the present scene.")) requests.save = requests.overwrite = true;
    ImGui::SameLine();
    if (w.button("Keep it", "Leaves the file as it is.")) state.confirmOverwrite = false;
    return;
  }
  if (w.button("Save", "Writes the scene file: rings, particles, physics, look, camera and film."))
    requests.save = true;
  ImGui::SameLine();
  if (w.button("Load",
               "Opens the file named here: a scene from its beginning, a saved state (.ringlet) where it was saved."))
    requests.open = state.saveName;
  const std::string hint =
      "Writes all particles and the clock as a checkpoint under the next free name; Load, ringlet FILE and ringlet run "
      "--resume FILE continue from it bit for bit.\nKey " +
      keysOf(Action::saveState);
  ImGui::SameLine();
  if (w.button("Save checkpoint##Save state", hint)) requests.action = Action::saveState;
}

}  // namespace

void drawSceneControls(PanelContext& context) {
  std::string name = context.scene().name;
  if (context.widgets().choice("Scene", name, context.state.sceneNames,
                               "Opens one of the scenes that come with the program and starts it anew."))
    context.requests.open = name;
  const std::string gallery = "Shows all scenes with a picture and a sentence each.\nKey " + keysOf(Action::gallery) +
                              "; next and before: " + keysOf(Action::nextScene) + ", " + keysOf(Action::previousScene);
  if (context.widgets().button("Gallery", gallery)) context.requests.action = Action::gallery;
  drawSceneFile(context);
  context.widgets().text("Title", context.scene().title, "What the scene is called, for people.");
  context.widgets().text("About", context.scene().about, "One sentence about the scene, for the gallery.");
  context.widgets().text("Remark", context.scene().note, "What to watch for: shown here and when the scene begins.");
  if (!context.scene().note.empty()) ImGui::TextWrapped("%s", context.scene().note.c_str());
  if (context.scene().film.restarts)
    ImGui::TextDisabled("%s", fmt::format("Begins anew at t = {:.4g} T", endOf(context.scene())).c_str());
}

void drawRingControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  Scene& scene = context.scene();
  const SceneRanges& ranges = context.document.ranges;
  if (scene.settings.space == fmm::Space::plane) return;  // the scene file sets the vortices of a plane flow
  int rings = static_cast<int>(scene.rings().size());
  if (w.integer("Rings", rings, 0, std::max(rings, kMostPanelRings),
                "Number of vortex rings on one axis, each carrying the others along with its velocity.") &&
      rings <= kMostPanelRings)
    setRingCount(scene, rings);
  if (scene.rings().empty() && !(scene.lines.empty() && scene.given.empty())) return;
  if (scene.rings().empty()) {
    const std::string text = scene.launches.empty()
                                 ? "Nothing yet: more rings here, or N aims one"
                                 : countOf(scene.launches.size(), "ring") +
                                       (scene.launches.size() == 1 ? " that joins" : " that join") + " on the way";
    return ImGui::TextDisabled("%s", text.c_str());
  }
  double circulation = std::abs(scene.rings().front().circulation);
  if (w.number("Circulation", circulation, ranges.circulation,
               {"%.4g", true,
                "Strength \u0393 of the first ring: the velocity integrated once around its core; the ring's speed "
                "grows with it.",
                "L\u00b2/T", kTypedPositive}))
    setCirculation(scene, circulation);
  double radius = scene.rings().front().radius;
  if (w.number("Radius", radius, ranges.radius,
               {"%.4g", true, "Radius R of the first ring's core line: small rings run faster than large ones.", "L",
                kTypedLength}))
    setRingRadius(scene, radius);
  double gap = ringGap(scene);
  if (scene.rings().size() > 1 &&
      w.number("Gap", gap, ranges.gap,
               {"%.4g", true, "Distance of neighbouring rings along the axis: close ones act on each other strongly.",
                "L", TypedRange{0, kTypedLength.high / static_cast<double>(scene.rings().size()), true}}))
    setRingGap(scene, gap);
  double core = scene.rings().front().coreRadius;
  if (w.number("Core radius", core, ranges.coreRadius,
               {"%.4g", true, "Radius a of the core that holds the vorticity: a thin core makes a faster ring.", "L",
                TypedRange{0, widestTube(scene), true}}))
    setCoreRadius(scene, core);
}

void drawParticleControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  SceneDocument& document = context.document;
  Scene& scene = document.scene;
  Counts counts = document.counts;
  const auto elements = fmm::settingOf(&ParticleSettings::elements);
  if (w.count(elements.title, counts.elements, std::max<std::size_t>(16 * scene.rings().size(), 16), kMostElements,
              elements.help, TypedRange{std::max(1., static_cast<double>(madeLineCount(scene))), elements.range.high}))
    scene.elements = document.counts.elements = counts.elements;
  const auto tracers = fmm::settingOf(&ParticleSettings::tracers);
  if (w.count(tracers.title, counts.tracers, 1024, kMostTracers, tracers.help, typedRange(tracers.range)))
    scene.tracers = document.counts.tracers = counts.tracers;
  double tube = scene.tracerTube;
  const auto tubes = fmm::settingOf(&ParticleSettings::tracerTube);
  const double widest = scene.rings().empty() ? tubes.range.high : widestTube(scene);
  if (drawNumber(w, tubes, tube, {"%.4g", true, document.ranges.tracerTube, TypedRange{0, widest, true}}))
    setTracerTube(scene, tube);
  bool fixed = scene.sigma.has_value();
  if (!scene.settings.redistribution.isOn() &&
      w.check("Fixed smoothing", fixed, "Gives all elements one core radius, whatever their distances are."))
    scene.sigma =
        fixed ? std::optional(std::sqrt(document.ranges.sigma.low * document.ranges.sigma.high)) : std::nullopt;
  if (scene.sigma) {
    drawSetting(w, &WidthSettings::sigma, scene, {"%.4g", true, document.ranges.sigma});
  } else {
    drawSetting(w, &WidthSettings::overlap, scene, {"%.2f", false, ValueRange{1, 5}});
  }
  const auto seeds = fmm::settingOf(&ParticleSettings::seed);
  int seed = static_cast<int>(std::min<std::uint64_t>(scene.seed, kLargestPanelSeed));
  if (w.integer(seeds.title, seed, 0, kLargestPanelSeed, seeds.help)) scene.seed = static_cast<std::uint64_t>(seed);
}

std::string flowSummary(PanelContext& context) {
  const Scene& scene = context.scene();
  const std::size_t later = scene.launches.size();
  std::string text = scene.name;
  const bool plane = scene.settings.space == fmm::Space::plane;
  const std::size_t patches = scene.patches.size();
  if (patches > 0)
    text +=
        fmt::format(", {} of vorticity in the plane", patches == 1 ? "a patch" : fmt::format("{} patches", patches));
  else if (plane)
    text += ", a plane flow";
  if (!plane && scene.lines.empty() && scene.given.empty() && later == 0) text += ", " + countOf(0, fmm::Ring::kName);
  scene.lines.forEachKind([&](const auto& lines) {
    using Line = typename std::decay_t<decltype(lines)>::value_type;
    if (!lines.empty()) text += ", " + countOf(lines.size(), Line::kName);
  });
  if (!scene.given.empty()) text += ", " + countOf(givenCount(scene), "given element");
  if (later > 0) text += fmt::format(", {} {} later", countOf(later, fmm::Ring::kName), later == 1 ? "joins" : "join");
  return text;
}

std::string particleSummary(PanelContext& context) {
  return grouped(context.document.counts.elements) + " elements, " + grouped(context.document.counts.tracers) +
         " tracers";
}

}  // namespace app
