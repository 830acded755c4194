// Films that the window records.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/support/scoped_state.h"
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

class WindowFilmTest : public WindowTest {
 protected:
  bool drives(const FilmClock& clock) const { return clock.drives(state().settings.timeStep, state().stepsPerFrame); }
};

TEST_F(WindowFilmTest, OfExactPaceIsTheFilmOfRunAndHoldsTheClock) {
  Scene scene = pacedScene();
  saveScene(scene, "paced.toml", false);
  ASSERT_EQ(runTool({test::programPath(), "run", "paced.toml", "--headless", "--record", "run.mp4", "--quiet"}), 0);
  const FilmClock clock = filmClock(scene.film, scene.settings.timeStep, scene.stepsPerFrame);
  ASSERT_EQ(clock.stepsPerFrame, 3);
  open(scene);
  // The film's first picture is the first frame by the film's clock.
  expect({{"V", [&] { return drives(clock); }}, {"Space", [&] { return holds(panel().message, "Saved"); }}});
  EXPECT_EQ(panel().message, "Saved ringlet.mp4" + here() + " (5 frames)") << "it ends by itself";
  EXPECT_EQ(test::readFile("ringlet.mp4"), test::readFile("run.mp4"));

  scene.film.seconds = 3600;
  reopen(scene, false);
  const std::uint64_t generation = state().generation;
  expect({{"", [&] { return state().steps >= 3; }}, {"V", [&] { return drives(clock); }}});
  const double start = state().time;
  const std::uint64_t number = state().number;
  EXPECT_EQ(edited().settings.timeStep, scene.settings.timeStep) << "what the user set stays in the panel";
  ASSERT_TRUE(framesUntil([&] { return state().number >= number + 4; }));
  EXPECT_NEAR(state().time, start + static_cast<double>(state().number - number) * clock.interval, 1e-14);
  expect({
      {"R", [&] { return state().generation == generation + 1 && state().steps >= 6; }},
      {"", [&] { return drives(clock); }},  // a reset keeps the film's clock
      {"V", [&] { return state().settings.timeStep == scene.settings.timeStep; }},
      {"", [&] { return state().stepsPerFrame == scene.stepsPerFrame; }},
      {"", [&] { return holds(panel().message, "Saved ringlet-2.mp4"); }},
  });

  scene.film.timePerSecond = 1e6;
  reopen(scene);
  act("V");
  EXPECT_TRUE(panel().isError && holds(panel().message, "steps")) << panel().message;
  EXPECT_FALSE(fs::exists("ringlet-3.mp4"));
}

/// Light at the window's right edge, outside the picture of an upright film.
int lightLeftOut(const Image& screen) {
  const std::uint8_t* const pixel = screen.at(kWidth - 40, kHeight / 2);
  return pixel[0] + pixel[1] + pixel[2];
}

/// Darkest and lightest level at the window's right edge.
std::pair<int, int> levelsAtTheEdge(const Image& image) {
  std::vector<int> greens;
  for (int y = 200; y < 400; ++y) greens.push_back(image.at(kWidth - 20, y)[1]);
  const auto [low, high] = std::minmax_element(greens.begin(), greens.end());
  return {*low, *high};
}

TEST_F(WindowFilmTest, AStillIsAPictureOfTheFilmAndSquaresShowItsEmptyGround) {
  Scene scene = smallScene();
  scene.film.transparent = true;
  open(scene);
  const auto squares = levelsAtTheEdge(screen());
  EXPECT_GT(squares.second, squares.first + 10);
  EXPECT_LT(levelsAtTheEdge(savedPicture()).second, squares.first) << "a picture that is saved has its ground";

  scene.film.transparent = false;
  scene.view.backgroundColour = Colour{0.5, 0.5, 0.5};
  scene.film.size = {200, 300};
  scene.film.supersampling = 2;
  reopen(scene);
  const int light = lightLeftOut(screen());
  ASSERT_GT(light, 300);
  act("[Flow] [Look] [Film]");  // folds sections, so that the film's is visible, which dims the parts outside the film
  EXPECT_LT(lightLeftOut(screen()), 0.7 * light) << "what it leaves out is dimmed";
  act("Shift+S");
  ASSERT_TRUE(says("Saved ringlet-0002.png"));
  EXPECT_EQ(panel().message, "Saved ringlet-0002.png" + here());
  const Image still = readPng("ringlet-0002.png");
  EXPECT_EQ(std::pair(still.width, still.height), std::pair(200, 300));
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
  act("Shift+K");
  pull(800, 300, 950, 320);
  act("Shift+K [Loop] [Film this path] [Freeze flow]");
  EXPECT_TRUE(edited().film.endsByItself) << "with the line";
  act("V");
  ASSERT_TRUE(says("Saved ")) << panel().message;
  EXPECT_EQ(panel().message, "Saved ringlet.mp4" + here() + " (25 frames)");
  EXPECT_FALSE(playing());
  const std::vector<Image> film = test::decodeFilm("ringlet.mp4", 320, 180);
  ASSERT_EQ(film.size(), 25u);
  long largest = 0;
  for (std::size_t i = 1; i < film.size(); ++i) largest = std::max(largest, difference(film[i - 1], film[i]));
  EXPECT_GT(largest, 0) << "the camera moves";
  EXPECT_LT(difference(film[24], film[0]), 1.2 * static_cast<double>(largest)) << "the last leads on to the first";
}

TEST_F(WindowFilmTest, NumbersItselfAndItsTroubleIsAMessage) {
  test::writeFile("ringlet.mp4", "mine");
  open(smallScene());
  expect({{"V", {}, "ringlet.mp4 exists already: this film is ringlet-2.mp4"}});
  frames(3);
  act("V");
  ASSERT_TRUE(says("Saved ringlet-2.mp4")) << panel().message;
  EXPECT_EQ(test::readFile("ringlet.mp4"), "mine");
  {
    fs::create_directory("bin");  // without ffmpeg
    const test::ScopedVariable path("PATH", (*folder_ / "bin").c_str());
    act("V");
  }
  EXPECT_TRUE(panel().isError && holds(panel().message, "ringlet-3.mp4")) << panel().message;
  step();
  act("[Flow] [Look] [Film] [Film file]");
  key("ctrl+a");
  type("frames/%03d.png");
  key("Return");
  frames(3);
  for (const char* folder : {"frames", "frames-2"}) {
    act("V");
    frames(3);
    act("V");
    ASSERT_TRUE(says(std::string("Saved ") + folder + "/")) << panel().message;
    EXPECT_TRUE(fs::exists(std::string(folder) + "/000.png"));
    EXPECT_EQ(panel().message, std::string("Saved ") + folder + "/%03d.png" + here() + "/" + folder + " (1 frame)");
  }
  EXPECT_EQ(panel().filmName, "frames-3/%03d.png");
}

}  // namespace
}  // namespace app
