// Knots, the layout of cores, waves on the lines, and where tracers start.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "document/scene_edit.h"
#include "panel/sections/panel_parts.h"

namespace app {
namespace {

constexpr int kMostPanelKnots = 4;
constexpr int kMostPanelTurns = 9;
constexpr double kLargestWave = 0.3;

/// The first knot's shape; the others keep theirs.
void drawKnot(PanelContext& context, fmm::TorusKnot& knot) {
  PanelWidgets& w = context.widgets();
  w.integer("Turns p", knot.p, 1, kMostPanelTurns, "How often the knot goes around its axis.");
  w.integer("Windings q", knot.q, -kMostPanelTurns, kMostPanelTurns,
            "How often it goes through the torus's hole: with p, a common divisor makes as many linked lines; below 0 "
            "the mirror image.");
  w.number("Knot radius", knot.radius, {1.1 * knot.minorRadius, 10 * knot.minorRadius},
           {"%.4g", true, "Radius R of the torus on which the first knot lies.", "L"});
  w.number("Minor radius", knot.minorRadius, {0.05 * knot.radius, 0.9 * knot.radius},
           {"%.4g", true, "Radius of the torus's tube: how far strands are apart.", "L"});
  w.number("Knot core", knot.coreRadius, {knot.minorRadius / 50, knot.minorRadius},
           {"%.4g", true, "Radius a of the knot's core; it must not touch another strand.", "L"});
  w.number("Knot circulation", knot.circulation, {-10, 10},
           {"%.4g", false, "Strength \u0393 of each of its lines; below 0 the knot flies backwards.", "L\u00b2/T",
            kTypedNumber});
}

fmm::TorusKnot standardKnot() {
  fmm::TorusKnot knot;
  knot.radius = 0.36;
  knot.minorRadius = 0.15;
  knot.coreRadius = 0.03;
  return knot;
}

/// The same wave and layout for all lines.
struct LineLook {
  fmm::CoreLayout layout = fmm::CoreLayout::random;
  int mode = 0;
  double radial = 0, axial = 0;
  bool random = false;
};

template <class Line>
LineLook lookOf(const Line& line) {
  return {line.layout, line.waveMode, line.waveAmplitude, line.axialAmplitude, line.randomPhase};
}

template <class Line>
void apply(const LineLook& look, Line& line) {
  line.layout = look.layout;
  if (look.layout == fmm::CoreLayout::random) line.layers = 0;
  line.waveMode = look.mode;
  line.waveAmplitude = look.radial;
  line.axialAmplitude = look.axial;
  line.randomPhase = look.random;
  if (look.random) line.wavePhase = 0;
}

}  // namespace

void drawKnotControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  Scene& scene = context.scene();
  int count = static_cast<int>(scene.knots.size());
  if (w.integer("Knots", count, 0, std::max(count, kMostPanelKnots),
                "Number of torus knots or links: closed vortex lines wound around a torus.") &&
      count <= kMostPanelKnots)
    setKnotCount(scene, count, standardKnot());
  if (!scene.knots.empty()) drawKnot(context, scene.knots.front());
}

void drawLineControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  Scene& scene = context.scene();
  if (scene.rings.empty() && scene.knots.empty()) return;
  LineLook look = scene.rings.empty() ? lookOf(scene.knots.front()) : lookOf(scene.rings.front());
  std::string layout = look.layout == fmm::CoreLayout::layers ? "layers" : "random";
  bool changed = w.segments("Core layout", layout, {"random", "layers"},
                            "Elements of a core evenly scattered, or on concentric layers with exact impulse.");
  look.layout = layout == "layers" ? fmm::CoreLayout::layers : fmm::CoreLayout::random;
  changed |= w.integer("Wave mode", look.mode, 0, 24,
                       "Waves along each line, to see which of them grow: the instabilities of Crow and Widnall.");
  changed |= w.number("Wave height", look.radial, {0, kLargestWave},
                      {"%.3f", false, "Amplitude of the waves outwards, part of the radius.", "", TypedRange{0, 0.5}});
  changed |=
      w.number("Axial wave", look.axial, {0, kLargestWave},
               {"%.3f", false, "Amplitude of the waves along the axis, part of the radius.", "", TypedRange{0, 0.5}});
  changed |= w.check("Random phase", look.random, "Waves start anywhere on each line, by the seed.");
  if (!changed) return;
  for (fmm::Ring& ring : scene.rings) apply(look, ring);
  for (fmm::TorusKnot& knot : scene.knots) apply(look, knot);
}

void drawRegionControls(PanelContext& context) {
  Scene& scene = context.scene();
  const std::vector<std::string> names = {"tubes", "cores", "shells", "regions"};
  std::string name = names[tracerStart(scene)];
  const std::vector<std::string> offered(names.begin(),
                                         scene.regions.size() > 1 || name == "regions" ? names.end() : names.end() - 1);
  if (context.widgets().segments("Tracers start", name, offered,
                                 "In tubes about the lines, in their cores, on the tubes' surface, or in the regions "
                                 "that the scene file has; a scene file can say more."))
    setTracerStart(scene, static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
}

}  // namespace app
