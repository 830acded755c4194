// Blur of motion and of depth: pictures that are exposed in several shots.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "files/png_file.h"
#include "film/film_renderer.h"
#include "gl/headless_context.h"

namespace app {
namespace {

using test::TemporaryFolder;

constexpr int kWidth = 128, kHeight = 96;
const Camera kCamera(CameraPose{{0, 0, 4}, {0, 0, 0}, {0, 1, 0}, 35});

std::unique_ptr<ParticleStream> tracersAt(const std::vector<fmm::Vec3>& places) {
  auto stream = makeHostParticleStream();
  const fmm::ParticleTarget target = stream->map(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const float values[] = {static_cast<float>(places[i].x), static_cast<float>(places[i].y),
                            static_cast<float>(places[i].z), 1};
    std::copy(values, values + 4, target.positions + 4 * i);
  }
  stream->unmap();
  return stream;
}

/// A disc of tracers about a place, across the line of sight.
std::unique_ptr<ParticleStream> disc(fmm::Vec3 centre, double radius, int count = 2000) {
  std::vector<fmm::Vec3> places;
  for (int i = 0; i < count; ++i) {
    const double r = radius * std::sqrt((i + 0.5) / count), angle = 2.4 * i;
    places.push_back(centre + fmm::Vec3{r * std::cos(angle), r * std::sin(angle), 0});
  }
  return tracersAt(places);
}

FilmSettings inShots(int shots, int supersampling = 1) {
  FilmSettings film = test::filmOf(kWidth, kHeight, 30, supersampling);
  film.shots = shots;
  return film;
}

struct Lens {
  int shots = 1;
  double aperture = 0, focus = 0;
};

class FilmBlur : public testing::Test {
 protected:
  static Image draw(const ParticleStream& tracers, Lens lens, ViewMode mode = ViewMode::points) {
    FilmSettings film = inShots(lens.shots);
    film.aperture = lens.aperture;
    film.focus = lens.focus;
    FilmRenderer renderer(film);
    renderer.draw({tracers}, kCamera, viewOf(mode));
    return renderer.take();
  }
  static ViewSettings viewOf(ViewMode mode) {
    ViewSettings view;
    view.mode = mode;
    view.backgroundColour = Colour{0.027F, 0.031F, 0.045F};  // the same everywhere
    view.exposure = 1;
    view.bloom = 0;
    return view;
  }

  HeadlessContext context_;
};

TEST_F(FilmBlur, WhatRestsLooksAsInOneShot) {
  const auto tracers = disc({0, 0, 0}, 0.5);
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    const Image one = draw(*tracers, {1, 0, 0}, mode), many = draw(*tracers, {8, 0, 0}, mode);
    EXPECT_GT(test::psnr(one, many), mode == ViewMode::points ? 50 : 38) << toString(mode);
    EXPECT_EQ(many.rgb, draw(*tracers, {8, 0, 0}, mode).rgb) << toString(mode);
  }
}

TEST_F(FilmBlur, WhatMovesLeavesAStreakOfItsLight) {
  constexpr int kShots = 16;
  for (const ViewMode mode : {ViewMode::points, ViewMode::density}) {
    FilmRenderer renderer(inShots(kShots));
    for (int k = 0; k < kShots; ++k) {
      const auto tracers = disc({-0.6 + 1.2 * k / (kShots - 1), 0, 0}, 0.1);
      renderer.shoot({*tracers}, kCamera, viewOf(mode), k);
    }
    const Image streak = renderer.take(), still = draw(*disc({0, 0, 0}, 0.1), {1, 0, 0}, mode);
    const auto level = [](const Image& image, int x) {
      const std::uint8_t* pixel = image.at(x, kHeight / 2);
      return pixel[0] + pixel[1] + pixel[2];
    };
    const int middle = level(streak, kWidth / 2), aside = level(streak, kWidth / 2 + 15);
    EXPECT_NEAR(aside, middle, 0.25 * middle) << toString(mode);
    EXPECT_GT(aside, 2 * level(streak, 4)) << toString(mode);
    EXPECT_LT(middle, level(still, kWidth / 2)) << toString(mode) << ": spread, the light is weaker";
    EXPECT_EQ(level(still, kWidth / 2 + 15), level(still, 4)) << toString(mode);
    EXPECT_NEAR(test::centreOfLight(streak).x, test::centreOfLight(still).x, 2);
  }
}

TEST_F(FilmBlur, WhatIsInFocusStaysSharp) {
  const auto tracers = disc({0, 0, 0}, 0.1);
  const Image sharp = draw(*tracers, {1, 0, 0});
  EXPECT_GT(test::psnr(sharp, draw(*tracers, {32, 0.4, 0})), 32) << "the point that the camera looks at";
  EXPECT_GT(test::psnr(sharp, draw(*tracers, {32, 0.4, 4})), 32);
  EXPECT_LT(test::psnr(sharp, draw(*tracers, {32, 0.4, 3})), 29) << "in focus is what lies before it";
  const auto near = disc({0, 0, 1}, 0.1);
  EXPECT_GT(test::psnr(draw(*near, {1, 0, 0}), draw(*near, {32, 0.4, 3})), 30);
}

TEST_F(FilmBlur, ShotsSpreadOverThePixelToo) {
  const auto tracers = disc({0.1, 0.2, 0}, 0.6, 300);
  FilmRenderer plain(inShots(1)), sampled(inShots(1, 2)), shots(inShots(4, 2));
  for (FilmRenderer* renderer : {&plain, &sampled, &shots})
    renderer->draw({*tracers}, kCamera, viewOf(ViewMode::points));
  const Image smooth = sampled.take();
  const double near = test::psnr(smooth, shots.take());
  EXPECT_GT(near, 25) << "one mean is of finished pictures, one of light";
  EXPECT_GT(near, test::psnr(smooth, plain.take()) + 3);
}

TEST_F(FilmBlur, AlphaAndLightAreOfTheMean) {
  const auto tracers = disc({0, 0, 0}, 0.4);
  for (const bool linear : {false, true}) {
    FilmRenderer renderer(inShots(4), {true, linear});
    renderer.draw({*tracers}, kCamera, viewOf(ViewMode::density));
    const Image image = renderer.take();
    const std::size_t middle = std::size_t{kHeight / 2} * kWidth + kWidth / 2;
    EXPECT_GT(linear ? image.light[Image::kLightParts * middle + 3] : image.alpha[middle] / 255.F, 0.2F);
    EXPECT_EQ(linear ? image.light[3] : image.alpha[0] / 255.F, 0);
  }
}

TEST(LensPlaces, LieEvenlyOnTheDisc) {
  for (const int count : {2, 3, 8, 16, 61, 256}) {
    SampleOffset sum, early;
    std::vector<double> radii;
    for (int number = 0; number < count; ++number) {
      const SampleOffset place = lensPlace(number, count);
      radii.push_back(std::hypot(place.x, place.y));
      sum = {sum.x + place.x, sum.y + place.y};
      if (2 * number < count) early = {early.x + radii.back(), early.y + 1};
    }
    EXPECT_LT(std::hypot(sum.x, sum.y) / count, count > 8 ? 0.06 : 0.5) << count;
    if (count >= 16) {
      EXPECT_NEAR(early.x / early.y, 2. / 3, 0.08) << count << ": the first half lies all over it";
    }
    std::sort(radii.begin(), radii.end());
    for (int i = 0; i < count; ++i)
      EXPECT_NEAR(radii[static_cast<std::size_t>(i)], std::sqrt((i + 0.5) / count), 1e-12) << "each ring is met once";
  }
}

std::string elementsAfter(const TemporaryFolder& folder, const std::string& name, std::vector<std::string> more) {
  const std::string path = folder / (name + ".csv");
  more.insert(more.end(), {"--frames", "4", "--export-elements", path, "--force"});
  const auto result = test::runProgram(test::arguments(folder / "test.toml", more));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  return test::readFile(path);
}

TEST(FilmBlurRun, TheFlowIsThatOfAFilmWithoutBlurInTheseSteps) {
  const TemporaryFolder folder;
  std::string text = test::kScene;
  test::writeFile(folder / "test.toml", text);
  const std::string blurred =
      elementsAfter(folder, "blurred", {"--shots", "4", "--shutter", "0.5", "--record", folder / "a%d.png"});
  const std::string computed = elementsAfter(folder, "computed", {"--shots", "4", "--shutter", "0.5"});
  text.replace(text.find("dt = 0.02"), 9, "dt = 0.0025");
  test::writeFile(folder / "test.toml", text + "steps_per_frame = 8\n");
  const std::string plain = elementsAfter(folder, "plain", {"--record", folder / "b%d.png"});
  EXPECT_EQ(blurred, plain);
  EXPECT_EQ(computed, plain);
  EXPECT_EQ(readPng(folder / "a0.png").rgb.size(), readPng(folder / "b0.png").rgb.size());
  EXPECT_NE(readPng(folder / "a2.png").rgb, readPng(folder / "b2.png").rgb);
}

TEST(FilmBlurRun, ResumedAndSinglePicturesAreTheSame) {
  const TemporaryFolder folder;
  const std::string scene = test::sceneIn(folder);
  const std::vector<std::string> blur = {"--shots", "3", "--shutter", "0.9", "--aperture", "0.05"};
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> all = {"run"};
    all.insert(all.end(), more.begin(), more.end());
    if (more.front() != "--resume") all.insert(all.end(), blur.begin(), blur.end());
    const auto result = test::runProgram(all);
    EXPECT_EQ(result.exitCode, 0) << result.err;
  };
  run({scene, "--frames", "5", "--record", folder / "a%d.png"});
  run({scene, "--frames", "4", "--record", folder / "b%d.png"});
  run({scene, "--frames", "2", "--record", folder / "c%d.png", "--checkpoint", folder / "c.ringlet"});
  run({"--resume", folder / "c.ringlet", "--frames", "5", "--record", folder / "c%d.png"});
  EXPECT_EQ(test::readFile(folder / "a3.png"), test::readFile(folder / "b3.png"));
  for (int k = 2; k < 5; ++k)
    EXPECT_EQ(readPng(folder / fmt::format("a{}.png", k)).rgb, readPng(folder / fmt::format("c{}.png", k)).rgb) << k;
}

}  // namespace
}  // namespace app
