// The diagnostics in a real window: history, CSV, plots, and their place beside the picture.
#include <algorithm>
#include <string>

#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "files/png_file.h"

namespace app {
namespace {

using WindowDiagnosticsTest = WindowTest;

TEST_F(WindowDiagnosticsTest, HaveEveryFrameAndAreSavedAsTheyStand) {
  open(smallScene());
  const auto& diagnostics = panel().diagnostics;
  EXPECT_FALSE(diagnostics.open);
  step(3);
  expect({{"I", [&] { return diagnostics.open; }}, {"[Save CSV]", {}}});
  EXPECT_EQ(diagnostics.message, "Saved 4 rows to diagnostics.csv" + here());
  const std::string text = test::readFile("diagnostics.csv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << "the start was kept while the window was closed";
  expect({
      {"[Save CSV]", [&] { return diagnostics.confirmOverwrite; }},
      {"[Overwrite CSV]", [&] { return !diagnostics.confirmOverwrite; }},
      {"R", [&] { return state().generation == 2; }},
      {"[Save CSV] [Overwrite CSV]", {}},
  });
  EXPECT_EQ(diagnostics.message, "Saved 1 rows to diagnostics.csv" + here()) << "cleared by the reset";

  const WidgetRect plots = placeOf("Plots");
  click("Save plots");
  EXPECT_EQ(diagnostics.message, "Saved plots-0001.png" + here());
  const Image saved = readPng("plots-0001.png");
  EXPECT_NEAR(saved.width, plots.high.x - plots.low.x, 1);
  EXPECT_NEAR(saved.height, plots.high.y - plots.low.y, 1);
  EXPECT_GT(brightPixels(saved), 100) << "text and lines";
  const CameraPose before = pose();
  const ImVec2 middle = placeOf("Diagnostics").centre();
  pull(middle.x, middle.y, middle.x - 60, middle.y + 40);
  EXPECT_TRUE(pose() == before) << "the mouse over them leaves the view alone";
  expect({{"I", [&] { return !diagnostics.open; }}});
}

TEST_F(WindowDiagnosticsTest, TheFlowMovesToTheMiddleOfWhatTheyLeaveFree) {
  open(smallScene());
  const auto middle = [&] {
    const int left = static_cast<int>(panel().area.high.x);
    const int right = panel().dock.isEmpty() ? kWidth : static_cast<int>(panel().dock.low.x);
    const Image image = screen();
    double sum = 0, count = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = left; x < right; ++x) {
        const bool bright = image.at(x, y)[0] > 60;
        sum += bright ? x : 0;
        count += bright ? 1 : 0;
      }
    }
    return sum / count - (left + right) / 2.;
  };
  const double before = middle();
  for (const char* name : {"I", "H"}) {
    act(name);
    frames(5);
    ASSERT_FALSE(panel().dock.isEmpty());
    EXPECT_NEAR(middle(), before, 25) << name;
    act(name);
    frames(5);
  }
}

TEST_F(WindowDiagnosticsTest, GoOnWhereElementsAreMoreThanBefore) {
  Scene scene = smallScene();
  scene.settings.redistribution.steps = 8;
  open(scene, false);
  act("I E T J");  // diagnostics, arrows, boxes, near list
  const std::size_t elements = state().elementCount;
  ASSERT_TRUE(framesUntil([&] { return state().elementCount > elements + 20 || panel().isError; }));
  const std::int64_t steps = state().steps;
  ASSERT_TRUE(framesUntil([&] { return state().steps > steps + 5 || panel().isError; })) << "it runs on";
  act("Space");
  frames(5);
  EXPECT_FALSE(panel().isError) << panel().message;
  EXPECT_EQ(state().elements->count(), state().elementCount);
  EXPECT_EQ(state().diagnostics.elements, state().elementCount);
  EXPECT_GT(brightPixels(screen()), 5000);
  click("Save CSV");
  const std::string csv = test::readFile("diagnostics.csv");
  EXPECT_GT(std::count(csv.begin(), csv.end(), '\n'), 6);
  const std::string header = csv.substr(0, csv.find('\n')), last = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
  const auto commas = [](const std::string& text) { return std::count(text.begin(), text.end(), ','); };
  EXPECT_EQ(commas(header), commas(last));
  EXPECT_TRUE(holds(last, "," + std::to_string(state().elementCount) + ",")) << header << last;
}

}  // namespace
}  // namespace app
