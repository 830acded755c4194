// The film's section of the panel, also while a film is recorded.

#include "app/support/free_leapfrog.h"
#include "panel/sections/panel_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "app/support/gui_harness.h"
#include "film/film_progress.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

class FilmControls : public testing::Test {
 protected:
  FilmControls() : gui(500, 3300) {
    openScene(gui.state, gui.document, test::freeLeapfrog());
    gui.unfoldAll();
  }
  FilmSettings& film() { return gui.document.scene.film; }
  std::string summary() {
    PanelRequests requests;
    PanelContext context{gui.state, gui.document, gui.readout, gui.history, requests};
    return filmSummary(context);
  }

  GuiHarness gui;
};

TEST_F(FilmControls, SizesAreChosenByName) {
  gui.choose("Size", "4K");
  EXPECT_EQ(std::pair(film().size.width, film().size.height), std::pair(3840, 2160));
  EXPECT_EQ(summary(), "4K, 10 s at 30 fps");
  EXPECT_FALSE(gui.has("Width"));
  gui.choose("Size", "1080p");
  EXPECT_EQ(std::pair(film().size.width, film().size.height), std::pair(1920, 1080));
  gui.choose("Size", "other");
  EXPECT_EQ(film().size.width, 1920);
  gui.typeInto("Width", "1001");
  gui.typeInto("Height", "500");
  EXPECT_EQ(std::pair(film().size.width, film().size.height), std::pair(1000, 500));
  EXPECT_EQ(summary(), "1000×500, 10 s at 30 fps");
  gui.choose("Size", "720p");
  gui.frame();
  EXPECT_FALSE(gui.has("Width"));
}

TEST_F(FilmControls, SizesOfAFileThatHaveNoNameShowTheirNumbers) {
  film().size.width = 640;
  gui.frame();
  gui.frame();
  EXPECT_TRUE(gui.has("Width"));
}

TEST_F(FilmControls, SamplesQualityRateAndLength) {
  gui.typeInto("Antialiasing", "3");
  EXPECT_EQ(film().supersampling, 3);
  gui.typeInto("Antialiasing", "100");
  EXPECT_EQ(film().supersampling, 3) << "refused";
  EXPECT_EQ(gui.state.message, "Antialiasing: 100 is out of range; allowed: 1 to 8");
  gui.typeInto("Quality", "92.5");
  EXPECT_EQ(film().quality, 92.5);
  gui.choose("Film rate", "29.97");
  EXPECT_EQ(film().framesPerSecond, 30000. / 1001);
  gui.choose("Film rate", "60");
  EXPECT_EQ(film().framesPerSecond, 60);
  gui.typeInto("Length", "2.5");
  EXPECT_EQ(film().seconds, 2.5);
  EXPECT_TRUE(film().endsByItself) << "who sets a length means it";
  gui.click("Stop at length");
  EXPECT_FALSE(film().endsByItself);
}

TEST_F(FilmControls, LengthSimulatedTimeAndTheCamerasLineAreOneThing) {
  gui.document.scene.settings.timeStep = 0.003;
  gui.document.scene.stepsPerFrame = 1;
  Timeline& line = gui.state.timeline;
  gui.typeInto("Simulated time", "0.45");
  EXPECT_NEAR(film().seconds, 5, 1e-12) << "0.09 T a second";
  EXPECT_TRUE(film().endsByItself);
  gui.frame();
  EXPECT_EQ(line.duration, film().seconds);
  gui.typeInto("Length", "8");
  gui.frame();
  EXPECT_EQ(line.duration, 8);
  setDuration(line, 12);
  gui.frame();
  EXPECT_EQ(film().seconds, 12);
  line.playhead = 10;
  addKey(line, {{0, 0, 3}, {0, 0, 0}, {0, 1, 0}, 35});
  gui.typeInto("Length", "4");
  gui.frame();
  EXPECT_EQ(film().seconds, 10) << "no film ends before the last key";
  EXPECT_EQ(line.duration, 10);
  gui.document.scene.settings.courant = 0.2;
  gui.frame();
  gui.frame();
  EXPECT_FALSE(gui.has("Simulated time")) << "nobody knows it";
}

TEST_F(FilmControls, ThePaceStartsAtThePresentOne) {
  EXPECT_FALSE(gui.has("Pace"));
  gui.click("Exact pace");
  ASSERT_TRUE(film().timePerSecond.has_value());
  EXPECT_DOUBLE_EQ(*film().timePerSecond, 0.003 * 1 * 30);
  gui.frame();
  gui.typeInto("Pace", "0.5");
  EXPECT_EQ(film().timePerSecond, 0.5);
  gui.click("Exact pace");
  EXPECT_FALSE(film().timePerSecond.has_value());
}

TEST_F(FilmControls, NothingChangesWhileRecordingAndProgressShows) {
  EXPECT_FALSE(gui.has("film progress"));
  gui.readout.recording = true;
  gui.readout.film = {87, 300, 12, true};
  gui.frame();
  EXPECT_TRUE(gui.has("film progress"));
  gui.typeInto("Quality", "10");
  gui.click("Stop at length");
  EXPECT_EQ(film().quality, 75);
  EXPECT_FALSE(film().endsByItself);
}

TEST(FilmProgress, TellsShareAndTimeLeft) {
  FilmProgress progress{101, 301, 10, true};
  EXPECT_NEAR(progress.share(), 101. / 301, 1e-12);
  EXPECT_NEAR(progress.secondsLeft(), 20, 1e-9) << "100 intervals took 10 s, 200 are left";
  EXPECT_EQ(progressText(progress), "3.4 of 10.0 s of film, 0:20 left");
  progress.endsByItself = false;
  EXPECT_EQ(progressText(progress), "3.4 s of film");
  EXPECT_EQ(progressText({1, 300, 0, true}), "0.0 of 10.0 s of film") << "no pace yet";
  EXPECT_EQ(progressText({301, 300, 9, true}), "10.0 of 10.0 s of film");
  EXPECT_EQ(progressText({48, 1, 0, false, 24}), "2.0 s of film");
  EXPECT_EQ(frameCount(1), "1 frame");
  EXPECT_EQ(frameCount(2), "2 frames");
  EXPECT_EQ(FilmProgress({301, 300, 9, true}).share(), 1);
  EXPECT_EQ(clockText(3723), "1:02:03");
}

}  // namespace
}  // namespace app
