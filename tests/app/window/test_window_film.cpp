// Films that the window records.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "files/png_file.h"
#include "scene/film_clock.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// A film of five pictures with a pace that takes three steps a picture where the scene takes one.
Scene pacedScene() {
  Scene scene = smallScene();
  scene.film.seconds = 0.5;
  scene.film.framesPerSecond = 10;
  scene.film.timePerSecond = 0.08;  // dt is 0.003
  scene.film.endsByItself = true;
  scene.film.supersampling = 2;
  return scene;
}

class WindowFilmTest : public WindowTest {};

TEST_F(WindowFilmTest, OfExactPaceIsTheFilmOfRunAndEndsByItself) {
  const Scene scene = pacedScene();
  saveScene(scene, "paced.toml", false);
  ASSERT_EQ(runTool({test::programPath(), "run", "paced.toml", "--headless", "--record", "run.mp4", "--quiet"}), 0);
  const FilmClock clock = filmClock(scene.film, scene.settings.timeStep, scene.stepsPerFrame);
  open(scene);
  key("v");
  // The film's first picture is the first frame by the film's clock.
  ASSERT_TRUE(framesUntil([&] { return clock.drives(state().settings.timeStep, state().stepsPerFrame); }));
  frames(1);
  key("space");
  ASSERT_TRUE(framesUntil([&] { return !panel().message.empty(); }));
  EXPECT_EQ(panel().message, "Saved ringlet.mp4 in " + folder_.string() + " (5 frames)");
  EXPECT_EQ(textOf("ringlet.mp4"), textOf("run.mp4"));
}

TEST_F(WindowFilmTest, OfExactPaceHoldsTheClockWhileItRuns) {
  Scene scene = pacedScene();
  scene.film.seconds = 3600;
  const FilmClock clock = filmClock(scene.film, scene.settings.timeStep, scene.stepsPerFrame);
  ASSERT_EQ(clock.stepsPerFrame, 3);
  open(scene, false);
  ASSERT_TRUE(framesUntil([&] { return state().steps >= 3; }));
  key("v");
  ASSERT_TRUE(framesUntil([&] { return clock.drives(state().settings.timeStep, state().stepsPerFrame); }));
  const double start = state().time;
  const std::uint64_t number = state().number;
  EXPECT_EQ(edited().settings.timeStep, scene.settings.timeStep) << "what the user set stays in the panel";
  ASSERT_TRUE(framesUntil([&] { return state().number >= number + 4; }));
  const double frames = static_cast<double>(state().number - number);
  EXPECT_NEAR(state().time, start + frames * clock.interval, 1e-14);

  key("r");  // a reset keeps the film's clock
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2 && state().steps >= 6; }));
  EXPECT_TRUE(clock.drives(state().settings.timeStep, state().stepsPerFrame));
  key("v");
  ASSERT_TRUE(framesUntil([&] { return state().settings.timeStep == scene.settings.timeStep; }));
  ASSERT_TRUE(framesUntil([&] { return state().stepsPerFrame == scene.stepsPerFrame; }));
}

/// Light at the window's right edge, outside the picture of an upright film.
int lightLeftOut(const Image& screen) {
  const std::size_t i = 3 * (static_cast<std::size_t>(kHeight / 2) * kWidth + kWidth - 40);
  return screen.rgb[i] + screen.rgb[i + 1] + screen.rgb[i + 2];
}

TEST_F(WindowFilmTest, AStillIsAPictureOfTheFilm) {
  Scene scene = smallScene();
  scene.view.backgroundColour = Colour{0.5, 0.5, 0.5};
  scene.film.size = {200, 300};
  scene.film.supersampling = 2;
  open(scene);
  const int light = lightLeftOut(screen());
  ASSERT_GT(light, 300);
  click("Flow");  // folds the section, so that the film's is visible
  click("Look");
  click("Film");  // dims the parts outside the film
  EXPECT_LT(lightLeftOut(screen()), 0.7 * light) << "what it leaves out is dimmed";
  key("shift+s");
  ASSERT_TRUE(framesUntil([&] { return !panel().message.empty(); }));
  EXPECT_EQ(panel().message, "Saved ringlet-0001.png in " + folder_.string());
  const Image still = readPng("ringlet-0001.png");
  EXPECT_EQ(still.width, 200);
  EXPECT_EQ(still.height, 300);
  EXPECT_GT(brightPixels(still), 50);
}

/// Difference of two pictures, summed over their bytes.
long difference(const Image& a, const Image& b) {
  long sum = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) sum += std::abs(a.rgb[i] - b.rgb[i]);
  return sum;
}

TEST_F(WindowFilmTest, OfTheCamerasLoopShowsTheFlowAsItStands) {
  Scene scene = smallScene();
  scene.film.seconds = 2.5;
  scene.film.framesPerSecond = 10;
  open(scene, false);
  key("shift+k");
  moveTo(800, 300);
  xdotool({"mousedown", "1"});
  moveTo(950, 320);
  xdotool({"mouseup", "1"});
  key("shift+k");
  for (const char* name : {"Loop", "Film this path", "Freeze flow"}) click(name);
  EXPECT_TRUE(edited().film.endsByItself) << "with the line";
  key("v");
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved ") == 0; })) << panel().message;
  EXPECT_EQ(panel().message, "Saved ringlet.mp4 in " + folder_.string() + " (25 frames)");
  EXPECT_FALSE(application_->simulation().status().playing);
  const std::vector<Image> film = test::decodeFilm("ringlet.mp4", 320, 180);
  ASSERT_EQ(film.size(), 25u);
  long largest = 0;
  for (std::size_t i = 1; i < film.size(); ++i) largest = std::max(largest, difference(film[i - 1], film[i]));
  EXPECT_GT(largest, 0) << "the camera moves";
  EXPECT_LT(difference(film[24], film[0]), 1.2 * static_cast<double>(largest)) << "the last leads on to the first";
}

TEST_F(WindowFilmTest, AnImpossiblePaceIsAMessage) {
  Scene scene = pacedScene();
  scene.film.timePerSecond = 1e6;
  open(scene);
  key("v");
  EXPECT_TRUE(panel().isError);
  EXPECT_NE(panel().message.find("steps"), std::string::npos) << panel().message;
  EXPECT_FALSE(fs::exists("ringlet.mp4"));
}

TEST_F(WindowFilmTest, NumbersItselfWhereAFileIsThere) {
  test::writeFile("ringlet.mp4", "mine");
  open(smallScene());
  key("v");
  EXPECT_EQ(panel().message, "ringlet.mp4 exists already: this film is ringlet-2.mp4");
  frames(3);
  key("v");
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved ringlet-2.mp4") == 0; })) << panel().message;
  EXPECT_EQ(test::readFile("ringlet.mp4"), "mine");
}

TEST_F(WindowFilmTest, OfPicturesGoesToTheNextFolderTheSecondTime) {
  open(smallScene());
  for (const char* name : {"Flow", "Look", "Film", "Film file"}) click(name);
  key("ctrl+a");
  type("frames/%03d.png");
  key("Return");
  frames(3);
  for (const char* folder : {"frames", "frames-2"}) {
    key("v");
    frames(3);
    key("v");
    ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved ") == 0; })) << panel().message;
    EXPECT_TRUE(fs::exists(std::string(folder) + "/000.png"));
    EXPECT_EQ(panel().message,
              std::string("Saved ") + folder + "/%03d.png in " + (folder_ / folder).string() + " (1 frame)");
  }
  EXPECT_EQ(panel().filmName, "frames-3/%03d.png");
}

TEST_F(WindowFilmTest, SquaresShowWhereTheFilmLeavesTheGroundOut) {
  Scene scene = smallScene();
  scene.film.transparent = true;
  open(scene);
  frames(2);
  const auto rightEdge = [](const Image& image) {  // darkest and lightest level
    std::vector<int> greens;
    for (int y = 200; y < 400; ++y) greens.push_back(image.at(kWidth - 20, y)[1]);
    const auto [low, high] = std::minmax_element(greens.begin(), greens.end());
    return std::pair(*low, *high);
  };
  const auto squares = rightEdge(screen());
  EXPECT_GT(squares.second, squares.first + 10);
  key("s");
  const auto saved = rightEdge(readPng("ringlet-0001.png"));
  EXPECT_LT(saved.second, squares.first) << "a picture that is saved has its ground";
}

}  // namespace
}  // namespace app
