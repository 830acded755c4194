// Rings launched by mouse and panel into a running window.
#include "app/window/window_fixture.h"

namespace app {
namespace {

class WindowRings : public WindowTest {
 protected:
  const RingLaunch& next() const { return panel().launcher.next; }
  bool aiming() const { return panel().launcher.aiming; }
  /// Elements of this many rings launched into the scene of two rings.
  std::size_t with(std::size_t launched) const { return 256 + launched * *next().elements; }
};

TEST_F(WindowRings, AimedWithTheMouseOneIsLaunched) {
  open(smallScene());
  const CameraPose view = pose();
  const std::size_t tracers = state().tracerCount;
  const std::uint64_t number = state().number;
  moveTo(800, 350);
  const Image before = screen();
  key("n");
  frames(3);
  EXPECT_TRUE(aiming());
  EXPECT_FALSE(screen().rgb == before.rgb) << "the ring is drawn before it is launched";
  const double radius = next().ring.radius;
  xdotool({"click", "4"});
  EXPECT_GT(next().ring.radius, radius);
  moveTo(700, 250);
  xdotool({"mousedown", "1"});
  moveTo(850, 300);
  xdotool({"mouseup", "1"});
  ASSERT_TRUE(framesUntil([&] { return state().elementCount > 256; }));
  EXPECT_EQ(state().elementCount, with(1));
  EXPECT_EQ(state().tracerCount, tracers + *next().tracers);
  EXPECT_EQ(state().number, number);
  ASSERT_EQ(state().launched.size(), 1u);
  const fmm::Ring& ring = state().launched.front().ring;
  EXPECT_EQ(ring.centre, next().ring.centre);
  EXPECT_GT(fmm::dot(ring.axis, fmm::cross(view.target - view.eye, view.up)), 0) << "it flies to the right";
  frames(1);
  EXPECT_FALSE(aiming());
  EXPECT_LT(fmm::norm(pose().eye - view.eye), 1e-9) << "neither mouse nor ring moved the view";
  EXPECT_FALSE(needsReset(edited(), document().built));
  step();
  EXPECT_GT(fmm::norm(pose().eye - view.eye), 0) << "the view follows again";
  EXPECT_LT(fmm::norm(pose().eye - view.eye), 0.05);

  expect({
      {"R", [&] { return state().generation == 2 && state().elementCount == 256; }},
      {"N", [&] { return aiming(); }},
      {"Esc", [&] { return !aiming() && !left_; }},
      {"N N", [&] { return !aiming(); }},
      {"N", [&] { return aiming(); }},
  });
  xdotool({"mousedown", "1"});
  moveTo(900, 400);
  const CameraPose then = pose();
  xdotool({"click", "3"});
  frames(1);
  EXPECT_FALSE(aiming());
  xdotool({"mouseup", "1"});
  frames(5);
  EXPECT_EQ(state().elementCount, 256u) << "a right click leaves the tool";
  EXPECT_TRUE(pose() == then);

  Scene scene = smallScene();
  scene.settings.ground = fmm::GroundPlane{{0, -0.45, 0}, {0, 1, 0}};
  reopen(scene);
  moveTo(800, 350);
  frames(5);
  const Image above = savedPicture();
  act("N");
  pull(850, 600, 1250, 700);
  ASSERT_TRUE(framesUntil([&] { return panel().isError; }));
  EXPECT_TRUE(holds(panel().message, "ground")) << panel().message;
  frames(5);
  EXPECT_EQ(state().elementCount, 256u);
  EXPECT_TRUE(savedPicture().rgb == above.rgb) << "the colours are those of before";
}

TEST_F(WindowRings, LaunchesAreUndoneAndDoneAgain) {
  open(smallScene());
  step();
  const double launchedAt = state().time;
  const std::vector<fmm::Vec3> before = state().tracers->sample(1);
  expect({
      {"[New ring] [Launch]", [&] { return state().elementCount == with(1); }},
      {"[Launch]", [&] { return state().elementCount == with(2); }},
      {".", [&] { return state().time > launchedAt; }},
      {"Ctrl+Z", [&] { return state().generation == 2 && state().time == launchedAt; }, "Undone: launch of a ring"},
      {"", [&] { return state().elementCount == with(1); }},
      {"Ctrl+Z", [&] { return state().generation == 3 && state().elementCount == 256; }},
      {"", [&] { return state().tracers->sample(1) == before; }},  // as if there had been no launch
      {"Ctrl+Y", [&] { return state().elementCount > 256 && state().launched.size() == 1; }},
      {"Ctrl+Z", [&] { return state().elementCount == 256; }},  // and once more
      {"R", [&] { return state().generation == 5; }},
      {"Ctrl+Z", {}, "Nothing to undo"},  // a reset forgets launches
  });

  reopen(smallScene(), false);  // a flow that runs
  ASSERT_TRUE(framesUntil([&] { return state().steps > 2; }));
  expect({{"[Launch]", [&] { return state().elementCount > 256; }}});
  EXPECT_EQ(state().launched.front().ring.centre, next().ring.centre);
  EXPECT_EQ(state().launched.front().ring.circulation, 1);
  const std::int64_t steps = state().steps;
  ASSERT_TRUE(framesUntil([&] { return state().steps > steps; })) << "it runs on";
}

TEST_F(WindowRings, AreKeptInTheScene) {
  open(smallScene());
  const auto kept = [&](std::size_t rings) {  // what is shown is the scene
    return edited().launches.size() == rings && !needsReset(edited(), document().built);
  };
  act("[Flow] N [Keep them in the scene] Esc");
  expect({
      {"[Launch]", [&] { return edited().launches.size() == 1; }},
      {"Ctrl+Z", [&] { return state().generation == 2 && kept(0); }},
      {"N", {}},
  });
  pull(700, 250, 850, 300);
  expect({
      {"", [&] { return state().elementCount > 256 && kept(1); }},
      {"R", [&] { return state().generation == 3; }},
      {"", [&] { return state().elementCount == with(1); }},  // it was launched at the start
  });

  Scene empty = smallScene();
  empty.rings().clear();
  reopen(empty);
  EXPECT_EQ(state().elementCount, 0u);
  act("F");
  step();
  EXPECT_FALSE(panel().isError) << panel().message;
  EXPECT_TRUE(panel().launcher.keep) << "otherwise a reset would leave nothing";
  for (const double x : {600., 900.}) {
    const std::size_t before = state().elementCount;
    act("N");
    pull(x, 350, x, 250);
    ASSERT_TRUE(framesUntil([&] { return state().elementCount > before; }));
  }
  frames(2);
  EXPECT_EQ(edited().launches.size(), 2u);
  EXPECT_GT(brightPixels(screen()), 5000);
  expect({{"R", [&] { return state().generation == 5; }}, {".", [&] { return state().rings == 2; }}});
}

}  // namespace
}  // namespace app
