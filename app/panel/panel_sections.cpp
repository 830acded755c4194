#include "panel/panel_sections.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr std::size_t kMostElements = std::size_t{1} << 20;
constexpr std::size_t kMostTracers = std::size_t{1} << 24;
constexpr int kMostStepsPerFrame = 100;
constexpr int kLargestSeed = 999999;
constexpr int kSmallestFilm = 16, kLargestFilm = 8192;

/// Two numbers side by side that stay even, as film encoders want them.
void drawFilmSize(PanelState& state) {
  FilmSettings& film = state.scene.film;
  if (state.widgets.integer("Width", film.width, kSmallestFilm, kLargestFilm)) film.width -= film.width % 2;
  if (state.widgets.integer("Height", film.height, kSmallestFilm, kLargestFilm)) film.height -= film.height % 2;
}

void drawTimeStep(PanelState& state, PanelRequests& requests) {
  fmm::Settings& settings = state.scene.settings;
  double size = std::abs(settings.timeStep);
  bool backwards = settings.timeStep < 0;
  const bool resized =
      state.widgets.number("Time step", size, state.ranges.timeStep, {"%.3g", true, "dt [T]; applies at once"});
  const bool turned = state.widgets.check("Backwards", backwards, "Run time backwards");
  if (!resized && !turned) return;
  settings.timeStep = backwards ? -size : size;
  requests.settings = true;
}

void drawSolver(PanelState& state, PanelRequests& requests) {
  using namespace fmm;
  PanelWidgets& w = state.widgets;
  Settings edited = state.scene.settings;
  bool changed = w.choice("Solver", edited.solver, {SolverKind::fmm, SolverKind::direct},
                          "Fast multipole method, or every pair: the reference (key D)");
  const bool fine = edited.precision == Precision::real64 || edited.solver == SolverKind::direct;
  changed |= w.number("Tolerance", edited.tolerance, {fine ? 1e-10 : 1e-6, 1e-2},
                      {"%.1e", true, "Relative error of the velocities that the fast multipole method is asked for"});
  changed |= w.choice("Precision", edited.precision, {Precision::single, Precision::real64},
                      "Of positions, strengths and velocities (key P)");
  changed |= w.choice("Backend", edited.backend, {Backend::automatic, Backend::cpu, Backend::cuda},
                      "GPU, CPU, or the GPU where there is one (key B)");
  if (!changed) return;
  reconcile(state.scene.settings, edited);
  state.scene.settings = edited;
  requests.settings = true;
}

}  // namespace

void drawSceneSection(PanelState& state, PanelRequests& requests) {
  PanelWidgets& w = state.widgets;
  if (!w.section("Scene", true)) return;
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

void drawRingsSection(PanelState& state) {
  PanelWidgets& w = state.widgets;
  if (!w.section("Rings", true)) return;
  Scene& scene = state.scene;
  const SceneRanges& ranges = state.ranges;
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

void drawParticlesSection(PanelState& state) {
  PanelWidgets& w = state.widgets;
  if (!w.section("Particles", true)) return;
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

void drawPhysicsSection(PanelState& state, PanelRequests& requests) {
  using namespace fmm;
  PanelWidgets& w = state.widgets;
  if (!w.section("Physics", true)) return;
  drawTimeStep(state, requests);
  requests.settings |= w.integer("Steps/frame", state.scene.stepsPerFrame, 1, kMostStepsPerFrame);
  Settings edited = state.scene.settings;
  bool changed = w.choice("Integrator", edited.integrator, {Integrator::euler, Integrator::rk2, Integrator::rk4});
  changed |= w.choice("Stretching", edited.stretching,
                      {Stretching::off, Stretching::classical, Stretching::transpose, Stretching::mixed});
  changed |= w.choice(
      "Core function", edited.regularisation,
      {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans, Regularisation::rosenhead},
      "Regularisation of an element; rosenhead needs the direct sum");
  if (changed) {
    reconcile(state.scene.settings, edited);
    state.scene.settings = edited;
    requests.settings = true;
  }
  drawSolver(state, requests);
}

void drawViewSection(PanelState& state, PanelRequests& requests) {
  PanelWidgets& w = state.widgets;
  if (!w.section("View", true)) return;
  ViewSettings& view = state.scene.view;
  w.number("Point size", view.pointSize, {0.5, 12}, {"%.1f", true, "Pixels in a picture of 720 rows"});
  w.number("Brightness", view.brightness, {0.05, 20}, {"%.2f", true, nullptr});
  w.choice("Colours", view.colourMap, state.colourMaps, "Colour map of the speed");
  w.choice("Background", view.background, {Background::dark, Background::light, Background::gradient},
           "What is behind; on light paper tracers take light away");
  w.check("Elements too", view.drawElements, "Draw the vortex elements as well");
  w.check("Follow", view.follow, "The camera moves along with the rings");
  if (w.button("Fit")) requests.action = Action::fit;
  ImGui::SameLine();
  if (w.button("Save picture")) requests.action = Action::screenshot;
  ImGui::SameLine();
  if (w.button("Keys")) requests.action = Action::help;
}

void drawFilmSection(PanelState& state, const PanelReadout& readout) {
  PanelWidgets& w = state.widgets;
  if (!w.section("Film", true)) return;
  ImGui::BeginDisabled(readout.recording);
  w.text("Film file", state.filmName, "film.mp4, film.webm, or numbered pictures as frames/%05d.png");
  drawFilmSize(state);
  w.number("Film rate", state.scene.film.framesPerSecond, {1, 240}, {"%.0f", true, "Frames a second"});
  ImGui::EndDisabled();
}

}  // namespace app
