// What tells the pictures of one film from those of another, and which pictures of a stretch are still to be made.

#include "app/support/free_leapfrog.h"
#include "film/film_fingerprint.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "files/png_file.h"
#include "files/user_error.h"
#include "film/missing_pictures.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Scene scene() {
  Scene scene = test::freeLeapfrog();
  scene.settings.backend = fmm::Backend::cpu;
  scene.elements = 1000;
  scene.tracers = 2000;
  return scene;
}

std::string fingerprintOf(const Scene& scene) {
  const FilmClock clock = filmClock(scene.film, scene.settings.timeStep, scene.stepsPerFrame);
  return filmFingerprint(scene, clock, CameraPath(scene.camera));
}

std::string withPath(const Scene& scene, const std::string& path) {
  const FilmClock clock = filmClock(scene.film, scene.settings.timeStep, scene.stepsPerFrame);
  return filmFingerprint(scene, clock, CameraPath::parse(path, "path.toml", scene.camera));
}

TEST(FilmFingerprint, ChangesWithAllThatDecidesAPicture) {
  const std::vector<std::function<void(Scene&)>> changes = {
      [](Scene&) {},
      [](Scene& s) { s.seed += 1; },
      [](Scene& s) { s.elements = 1001; },
      [](Scene& s) { s.tracers = 2001; },
      [](Scene& s) { s.rings()[0].radius *= 1.0000000001; },
      [](Scene& s) { s.tracerTube *= 1.1; },
      [](Scene& s) { s.settings.timeStep *= 0.5; },
      [](Scene& s) { s.settings.tolerance *= 0.5; },
      [](Scene& s) { s.settings.viscosity = 1e-5; },
      [](Scene& s) { s.settings.backend = fmm::Backend::cuda; },
      [](Scene& s) { s.settings.precision = fmm::Precision::real64; },
      [](Scene& s) { s.stepsPerFrame += 1; },
      [](Scene& s) { s.view.mode = ViewMode::density; },
      [](Scene& s) { s.view.brightness = 1.01; },
      [](Scene& s) { s.view.legend = !s.view.legend; },
      [](Scene& s) { s.view.follow = !s.view.follow; },
      [](Scene& s) { s.view.framing = !s.view.framing; },
      [](Scene& s) { s.camera.eye.x += 1e-9; },
      [](Scene& s) { s.film.size.width += 2; },
      [](Scene& s) { s.film.supersampling = 2; },
      [](Scene& s) { s.film.framesPerSecond = 25; },
      [](Scene& s) { s.film.timePerSecond = 0.1; },
  };
  std::set<std::string> seen;
  for (const auto& change : changes) {
    Scene other = scene();
    change(other);
    EXPECT_TRUE(seen.insert(fingerprintOf(other)).second) << "change " << seen.size();
  }
  for (const std::string& fingerprint : seen) EXPECT_EQ(fingerprint.size(), 16u);
}

TEST(FilmFingerprint, LeavesOutWhatDoesNot) {
  const std::string expected = fingerprintOf(scene());
  const std::vector<std::function<void(Scene&)>> changes = {
      [](Scene& s) { s.name = "other"; },           [](Scene& s) { s.title = "Other"; },
      [](Scene& s) { s.note = "look at this"; },    [](Scene& s) { s.settings.threads = 7; },
      [](Scene& s) { s.film.seconds *= 2; },        [](Scene& s) { s.film.quality = 10; },
      [](Scene& s) { s.film.endsByItself = true; }, [](Scene& s) { s.film.restarts = true; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Scene other = scene();
    changes[i](other);
    EXPECT_EQ(fingerprintOf(other), expected) << "change " << i;
  }
  EXPECT_EQ(fingerprintOf(parseScene(formatScene(scene()), "again.toml")), expected);
}

TEST(FilmFingerprint, TakesACameraPathByWhatItShows) {
  const Scene from = scene();
  const std::string path = "follow = true\n[[key]]\ntime = 0\neye = [1, 2, 3]\n[[key]]\ntime = 2\neye = [3, 2, 1]\n";
  const std::string expected = withPath(from, path);
  EXPECT_NE(expected, fingerprintOf(from));
  EXPECT_EQ(withPath(from, "# a comment\n" + path), expected);
  EXPECT_NE(withPath(from, "ease = false\n" + path), expected);
  EXPECT_NE(withPath(from, path + "up = [0, 0, 1]\n"), expected);

  Scene elsewhere = from;
  elsewhere.camera.eye = {9, 9, 9};
  elsewhere.view.follow = !from.view.follow;
  EXPECT_EQ(withPath(elsewhere, path), expected) << "the path says eye and follow itself";
  EXPECT_EQ(withPath(from, "[[key]]\ntime = 0\n"), fingerprintOf(from)) << "a camera that rests at the scene's view";
}

TEST(MissingPictures, AreCountedWithoutBeingListed) {
  const MissingPictures all(0, 999'999'999);
  EXPECT_TRUE(!all.none() && all.first() == 0 && all.last() == 999'999'999 && all.kept() == 0);
  EXPECT_TRUE(all.contains(0) && all.contains(999'999'999) && !all.contains(1'000'000'000));

  const MissingPictures some(3, 9, {3, 4, 6, 9});
  EXPECT_TRUE(!some.none() && some.first() == 5 && some.last() == 8 && some.kept() == 4);
  for (std::int64_t number = 0; number < 12; ++number)
    EXPECT_EQ(some.contains(number), number == 5 || number == 7 || number == 8) << number;

  const MissingPictures nothing(3, 5, {3, 4, 5});
  EXPECT_TRUE(nothing.none() && nothing.kept() == 3 && !nothing.contains(4));
  EXPECT_FALSE(MissingPictures(3, 3).none());
  EXPECT_TRUE(MissingPictures(3, 3, {3}).none());
}

TEST(MissingPictures, AreThoseThatAreNotThereAsWholeFilesOfThisFilm) {
  const test::TemporaryFolder folder;
  RecorderSettings film{folder / "%03d.png", 8, 6};
  film.fingerprint = "0123456789abcdef";
  for (const int number : {1, 2, 3, 5, 8})
    writePng(folder / fmt::format("{:03}.png", number), test::grey(8, 6, 100), 3, film.fingerprint);
  test::writeFile(folder / "003.png", "no picture");
  writePng(folder / "009.png", test::grey(9, 9, 100));  // beyond the range: nobody looks at it
  const MissingPictures missing(1, 8, film);
  EXPECT_TRUE(missing.first() == 3 && missing.last() == 7 && missing.kept() == 4);
  EXPECT_TRUE(missing.contains(4) && !missing.contains(5));

  const auto refusal = [&](const RecorderSettings& settings) -> std::string {
    try {
      MissingPictures{1, 8, settings};
    } catch (const UserError& error) {
      return error.what();
    }
    return {};
  };
  RecorderSettings other = film;
  other.fingerprint = "0123456789abcdee";
  EXPECT_THAT(refusal(other), AllOf(HasSubstr("001.png: exists already and is kept: it is a picture of another film"),
                                    HasSubstr("--force")));
  other = film;
  other.width = 10;
  EXPECT_THAT(refusal(other), HasSubstr("001.png: exists with another size, 8x6 and not 10x6"));
  writePng(folder / "002.png", test::grey(8, 6, 100));
  EXPECT_THAT(refusal(film), HasSubstr("002.png: exists already and is kept: it does not say which film it is of"));
}

}  // namespace
}  // namespace app
