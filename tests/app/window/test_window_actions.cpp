// What actions do to scene, view, simulation and panel, row by row in one window: each table begins with a scene as it
// opens, and a row goes on where the one above it ended.
#include <algorithm>
#include <cmath>

#include "app/window/window_fixture.h"
#include "document/scene_document.h"
#include "fmm/cuda.h"
#include "panel/panel_layout.h"

namespace app {
namespace {

class WindowActions : public WindowTest {
 protected:
  const ViewSettings& view() const { return edited().view; }
  const fmm::Settings& settings() const { return edited().settings; }
  std::string look() const { return lookOf(view(), panel().looks); }
  std::function<bool()> colourIs(ColourBy by) const {
    return [this, by] { return view().colourBy == by; };
  }
};

TEST_F(WindowActions, ShowAndHideAndSayIt) {
  open(smallScene());
  const ViewSettings first = view();
  const float usual = panel().scale;
  const Image before = screen();
  EXPECT_TRUE(state().tree.cells.empty()) << "nobody looks at it yet";
  expect({
      {"G", [&] { return view().grid; }, "Ground grid: on"},
      {"G", [&] { return !view().grid; }, "Ground grid: off"},
      {"X", [&] { return view().axes; }, "Axes x, y, z: on"},
      {"E", [&] { return view().arrows && state().shown.strengths; }, "Vortex elements as arrows: on"},
      {"J", [&] { return !state().tree.picked; }, "T shows the boxes first"},
      {"G T", [&] { return view().grid && view().cells && !state().tree.cells.empty(); }},
  });
  frames(2);
  EXPECT_GT(brightPixels(screen()), brightPixels(before) + 2000);
  expect({
      {"E G X T", [&] { return state().tree.cells.empty() && !state().shown.strengths; }},
      {"D", [&] { return state().settings.solver == fmm::SolverKind::direct; }},
      {"T", [&] { return view().cells; },
       "Boxes of the solver's tree: on, but nothing to show: direct sums have no tree"},
      {"Ctrl+Z Ctrl+Z", [&] { return view() == first && settings().solver == fmm::SolverKind::fmm; }},
      {"C", colourIs(ColourBy::vorticity)},
      {"C", colourIs(ColourBy::ring)},
      {"C", colourIs(ColourBy::age)},
      {"C", colourIs(ColourBy::depth)},
      {"C", colourIs(ColourBy::speed)},
      {"Shift+L", [&] { return view().legend != first.legend; }, first.legend ? "Legend: off" : "Legend: on"},
      {"Shift+L", [&] { return view() == first && look() == "glow"; }},
      {"L", [&] { return look() == panel().looks[1].name; }},
      {"Ctrl+Z", [&] { return view() == first; }},

      {"Tab", [&] { return !panel().visible && !has("Play"); }},
      {"Tab", [&] { return panel().visible && has("Play"); }},
      {"I K", [&] { return panel().diagnostics.open && panel().timeline.visible; }},
      {"Tab", [&] { return !panel().visible && !panel().diagnostics.open && !panel().timeline.visible; }},
      {"Tab", [&] { return panel().visible && panel().diagnostics.open && panel().timeline.visible; }},
      {"H", [&] { return panel().help; }},
      {"Esc", [&] { return !panel().help && panel().diagnostics.open; }},
      {"Esc", [&] { return !panel().diagnostics.open && panel().timeline.visible; }},
      {"Esc", [&] { return !panel().timeline.visible; }},
      {"Esc Esc Esc", [&] { return !left_; }},  // never the end of the program
      {"[Scene]", [&] { return has("Scene/ring"); }},
      {"Esc", [&] { return !has("Scene/ring") && !left_ && edited().name == "leapfrog"; }},
      {"Ctrl+- Ctrl+-", [&] { return std::abs(panel().scale - usual / 1.21) < 1e-3; }},
      {"", [&] { return std::abs(layoutOf(panel()).size - 0.83) < 0.005; }},  // kept for the next session
      {"Ctrl+0", [&] { return panel().scale == usual; }},
  });
}

TEST_F(WindowActions, SteerTheSimulation) {
  open(smallScene());
  const int frame = edited().stepsPerFrame;
  EXPECT_EQ(state().steps, 0);
  expect({
      {".", [&] { return state().steps == frame; }},
      {"[Step]", [&] { return state().steps == 2 * frame; }},
      {"P", [&] { return state().settings.precision == fmm::Precision::real64; }},
  });
  const std::string backend = state().report.backend;
  if (fmm::cudaBackendAvailable()) {
    expect({{"B", [&] { return state().report.backend != backend; }}});
  } else {
    const std::string reason = "Backend cuda: " + fmm::cudaDevice().reason;
    expect({{"B", [&] { return !panel().isError && settings().backend != fmm::Backend::cuda; }, reason.c_str()}});
  }
  expect({
      {"", [&] { return state().steps == 2 * frame; }},  // the same particles
      {"Space", [&] { return playing() && state().steps > 5 * frame; }},
      {"[Pause]", [&] { return !playing(); }},
      {"R", [&] { return state().generation == 2 && state().steps == 0; }},
  });
}

TEST_F(WindowActions, TurnTimeWhereTheFlowCanGoBack) {
  Scene scene = smallScene();
  scene.settings.integrator = fmm::Integrator::rk4;
  scene.stepsPerFrame = 10;
  open(scene);
  const double dt = scene.settings.timeStep;
  const std::vector<fmm::Vec3> start = state().tracers->sample(1);
  expect({
      {"Backspace", [&] { return settings().timeStep == dt; },
       "This is the beginning, t = 0: there is nothing to play backwards"},
      {"Space", [&] { return state().steps >= 60; }},
      {"Backspace", [&] { return settings().timeStep == -dt; }},
      {"", [&] { return state().time < 0.5 * dt; }},
  });
  const std::vector<fmm::Vec3> end = state().tracers->sample(1);
  ASSERT_EQ(end.size(), start.size());
  double farthest = 0;
  for (std::size_t i = 0; i < end.size(); ++i) farthest = std::max(farthest, norm(end[i] - start[i]));
  EXPECT_LT(farthest, 1e-3 * scene.rings()[0].radius);
  expect({
      {"", [&] { return state().time == 0 && !panel().isError; }},
      {"", [&] { return panel().message == Simulation::kAtZero; }},
      {"Space", [&] { return !playing() && state().time == 0; }},
      {"Backspace", [&] { return settings().timeStep == dt; }},  // forwards again
      {"Backspace", [&] { return settings().timeStep == dt; }},
      {"R", [&] { return state().generation == 2 && settings().timeStep == dt; }, ""},
      {".", [&] { return state().time > 0; }},
  });

  scene.settings.viscosity = 1e-4;
  reopen(scene);
  expect({{"Backspace", [&] { return settings().timeStep == dt && panel().isError && !playing(); }}});
  EXPECT_TRUE(holds(panel().message, "viscosity cannot be undone")) << panel().message;

  scene.settings.relaxation = 0.1;
  reopen(scene);
  step();
  act("Backspace");
  EXPECT_TRUE(holds(panel().message, "viscosity and relaxation cannot be undone")) << panel().message;
  EXPECT_TRUE(holds(panel().message, "Backspace once more switches them off")) << panel().message;
  EXPECT_EQ(settings().viscosity, 1e-4);
  expect({
      {"Backspace", [&] { return settings().timeStep < 0 && settings().viscosity + settings().relaxation == 0; }},
      {"", [&] { return state().time == 0; }},
      {"Ctrl+Z", [&] { return settings().viscosity == 1e-4 && settings().timeStep > 0; }},  // one change
  });
}

TEST_F(WindowActions, AreUndoneOneAtATime) {
  open(smallScene());
  const auto radius = [&] { return edited().rings()[0].radius; };
  const auto stale = [&] { return needsReset(edited(), document().built); };
  const double first = radius();
  const ImVec2 slider = placeOf("Radius").centre();
  moveTo(slider.x, slider.y);
  xdotool({"mousedown", "1"});
  for (const float x : {10.F, 20.F, 30.F, 40.F}) moveTo(slider.x + x, slider.y);
  xdotool({"mouseup", "1"});
  expect({
      {"", [&] { return radius() > first; }},
      {"D", [&] { return state().settings.solver == fmm::SolverKind::direct; }},
      {"Ctrl+Z", [&] { return state().settings.solver == fmm::SolverKind::fmm && radius() > first; }},
      {"[Undo]", [&] { return radius() == first && !stale(); }},  // the whole drag
      {"Ctrl+Z", [&] { return radius() == first; }, "Nothing to undo"},
      {"Ctrl+Shift+Z Ctrl+Y", [&] { return radius() > first && settings().solver == fmm::SolverKind::direct; }},
      {"[Rings]", [&] { return edited().rings().size() > 2 && stale(); }},  // in the middle of the slider
  });
  const std::size_t rings = edited().rings().size();
  expect({
      {"[Scene] [Scene/hopf]", [&] { return state().generation == 2 && edited().name == "hopf"; }},
      {"Ctrl+Z", [&] { return state().generation == 3 && edited().name == "leapfrog"; }},
      {"", [&] { return edited().rings().size() == rings && state().elementCount == 256; }},  // as it was edited
  });

  reopen(smallScene());
  expect({
      {"[Rings]", [&] { return stale(); }},
      {"[Reset]", [&] { return state().generation == 5 && !stale() && state().elementCount == 256; }},
  });
}

TEST_F(WindowActions, LeadOutOfAStop) {
  Scene wild = smallScene();
  wild.settings.timeStep = 0.2;  // far too long
  wild.stepsPerFrame = 1;
  open(wild, false);
  ASSERT_TRUE(framesUntil([&] { return panel().isError && !panel().message.empty(); }));
  const std::string why = panel().message;
  moveTo(800, 350);
  expect({
      {"[Dismiss]", {}, ""},
      {"N", [&] { return !panel().launcher.aiming; }, why.c_str()},  // no ring is launched into a flow that is lost
      {"[Dismiss] [New ring] [Launch]", {}, why.c_str()},
      {"R", {}, ""},
  });
}

TEST_F(WindowActions, StepBackOrGoOnAfterAStop) {
  Scene scene = smallScene();
  scene.stepsPerFrame = 1;
  open(scene);
  step();
  ASSERT_TRUE(framesUntil([&] { return status().canStepBack; }));
  click("Physics");
  const ImVec2 field = placeOf("Time step").centre();
  moveTo(field.x, field.y);
  xdotool({"keydown", "ctrl"});
  xdotool({"click", "1"});
  xdotool({"keyup", "ctrl"});
  key("ctrl+a");
  type("0.2");
  key("Return");
  moveTo(900, 300);
  EXPECT_EQ(settings().timeStep, 0.2);
  expect({{"Space", [&] { return panel().offersWayOn; }}});
  const std::int64_t stopped = state().steps;
  expect({{"[Step back]", [&] { return state().generation == 2; }, "Back at the last good state"}});
  EXPECT_GE(state().steps, 1);  // the state kept before playing, or some seconds ago
  EXPECT_LT(state().steps, stopped);
  EXPECT_FALSE(has("Go on anyway"));
  expect({{"Space", [&] { return panel().offersWayOn; }}});
  const std::int64_t steps = state().steps;
  expect({{"[Go on anyway]", [&] { return state().steps > steps; }}});
}

}  // namespace
}  // namespace app
