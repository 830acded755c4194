// The diagnostics in a real window: key, history and CSV.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "files/png_file.h"
#include "panel/panel_layout.h"

namespace app {
namespace {

using WindowDiagnosticsTest = WindowTest;

TEST_F(WindowDiagnosticsTest, KeyShowsThemAndCsvHasEveryFrame) {
  open(smallScene());
  EXPECT_FALSE(application_->panel().diagnostics.open);
  for (int i = 1; i <= 3; ++i) {
    key("period");
    ASSERT_TRUE(framesUntil([&] { return state().steps == i * edited().stepsPerFrame; }));
  }
  key("i");
  EXPECT_TRUE(application_->panel().diagnostics.open);
  frames(3);
  click("Save CSV");
  ASSERT_TRUE(std::filesystem::exists("diagnostics.csv")) << application_->panel().diagnostics.message;
  EXPECT_EQ(application_->panel().diagnostics.message, "Saved 4 rows to diagnostics.csv in " + folder_.string());
  const std::string text = test::readFile("diagnostics.csv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << "the start was kept while the window was closed";
  click("Save CSV");
  EXPECT_TRUE(application_->panel().diagnostics.confirmOverwrite);
  click("Overwrite CSV");
  EXPECT_FALSE(application_->panel().diagnostics.confirmOverwrite);
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  frames(3);
  click("Save CSV");
  click("Overwrite CSV");
  EXPECT_EQ(application_->panel().diagnostics.message, "Saved 1 rows to diagnostics.csv in " + folder_.string())
      << "cleared by the reset";
  key("i");
  EXPECT_FALSE(application_->panel().diagnostics.open);
}

TEST_F(WindowDiagnosticsTest, PlotsAreSavedAsTheyStand) {
  open(smallScene());
  key("i");
  frames(3);
  const WidgetRect place = panel().widgets.rects().at("Plots");
  click("Save plots");
  const PanelState& now = application_->panel();
  EXPECT_EQ(now.diagnostics.message, "Saved plots-0001.png in " + folder_.string());
  const Image saved = readPng("plots-0001.png");
  EXPECT_NEAR(saved.width, place.high.x - place.low.x, 1);
  EXPECT_NEAR(saved.height, place.high.y - place.low.y, 1);
  EXPECT_GT(brightPixels(saved), 100) << "text and lines";
}

TEST_F(WindowDiagnosticsTest, TabHidesAllThatStandsBesideThePicture) {
  open(smallScene());
  key("i");
  key("k");
  frames(2);
  ASSERT_TRUE(panel().diagnostics.open && panel().timeline.visible);
  key("Tab");
  frames(2);
  EXPECT_FALSE(panel().visible || panel().diagnostics.open || panel().timeline.visible);
  key("Tab");
  EXPECT_TRUE(panel().visible && panel().diagnostics.open && panel().timeline.visible) << "all is back";
}

TEST_F(WindowDiagnosticsTest, TheInterfaceHasASizeOfItsOwn) {
  open(smallScene());
  const float usual = panel().scale;
  key("ctrl+minus");
  key("ctrl+minus");
  frames(2);
  EXPECT_NEAR(panel().scale, usual / 1.21, 1e-3);
  EXPECT_NEAR(layoutOf(panel()).size, 0.83, 0.005) << "kept for the next session";
  key("ctrl+0");
  frames(2);
  EXPECT_EQ(panel().scale, usual);
}

TEST_F(WindowDiagnosticsTest, GoOnWhereElementsAreMoreThanBefore) {
  Scene scene = smallScene();
  scene.settings.redistribution.steps = 8;
  scene.settings.viscosity = scene.settings.relaxation = 0;
  open(scene, false);
  for (const char* name : {"i", "e", "t", "j"}) key(name);  // diagnostics, arrows, boxes, near list
  const std::size_t elements = state().elementCount;
  ASSERT_TRUE(framesUntil([&] { return state().elementCount > elements + 20 || panel().isError; }));
  const std::int64_t steps = state().steps;
  ASSERT_TRUE(framesUntil([&] { return state().steps > steps + 5 || panel().isError; })) << "it runs on";
  key("space");
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
  EXPECT_NE(last.find("," + std::to_string(state().elementCount) + ","), std::string::npos) << header << last;
}

TEST_F(WindowDiagnosticsTest, MouseOverThemLeavesTheViewAlone) {
  open(smallScene());
  key("i");
  frames(3);
  const CameraPose before = application_->cameraPose();
  const WidgetRect window = application_->panel().widgets.rects().at("Diagnostics");
  moveTo(window.centre().x, window.centre().y);
  xdotool({"mousedown", "1"});
  moveTo(window.centre().x - 60, window.centre().y + 40);
  xdotool({"mouseup", "1"});
  EXPECT_TRUE(application_->cameraPose() == before);
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
  for (const char* name : {"i", "h"}) {
    key(name);
    frames(5);
    ASSERT_FALSE(panel().dock.isEmpty());
    EXPECT_NEAR(middle(), before, 25) << name;
    key(name);
    frames(5);
  }
}

}  // namespace
}  // namespace app
