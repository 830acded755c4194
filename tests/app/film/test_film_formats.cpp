// Film formats beside mp4, webm and PNG: with alpha, for web pages, with linear light.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "app/support/scoped_state.h"
#include "files/user_error.h"
#include "film/exr_file.h"
#include "film/film_check.h"
#include "film/film_format.h"
#include "film/recorder.h"

namespace app {
namespace {

using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int kWidth = 64, kHeight = 48;

RecorderSettings transparent(const std::string& path) {
  RecorderSettings settings = test::recorderFor(path, kWidth, kHeight);
  settings.film.transparent = true;
  return settings;
}

/// Colours and alpha that change slowly over the picture and from frame to frame.
Image veil(int frame) {
  Image image{kWidth, kHeight, {}};
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      for (const int part : {4 * x, 5 * y, 40 + 8 * frame}) image.rgb.push_back(static_cast<std::uint8_t>(part));
      image.alpha.push_back(static_cast<std::uint8_t>(std::min(255, 2 * (x + y) + 8 * frame)));
    }
  }
  return image;
}

void record(const RecorderSettings& settings, int frames) {
  Recorder recorder(settings);
  for (int k = 0; k < frames; ++k) {
    Image frame = veil(k);
    if (!settings.film.transparent) frame.alpha.clear();
    recorder.add(std::move(frame));
  }
  recorder.finish();
  EXPECT_EQ(recorder.warning(), "");
}

/// Largest difference of alpha * colour between two pictures with straight alpha.
double largestAdded(const Image& a, const Image& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i)
    largest = std::max(largest, std::abs(a.rgb[i] * a.alpha[i / 3] - b.rgb[i] * b.alpha[i / 3]) / 255.);
  return largest;
}

int largestAlpha(const Image& a, const Image& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.alpha.size(); ++i) largest = std::max(largest, std::abs(a.alpha[i] - b.alpha[i]));
  return largest;
}

TEST(FilmFormats, AlphaComesBackStraight) {
  struct Loss {
    const char* ending;
    int alpha;
    double colour;
  };
  for (const auto& [ending, alpha, colour] : {Loss{"mov", 1, 3}, Loss{"apng", 0, 0}, Loss{"webm", 6, 16}}) {
    const TemporaryFolder folder;
    const std::string path = folder / (std::string("f.") + ending);
    record(transparent(path), 12);
    const std::vector<Image> frames = test::decodeWithAlpha(path, kWidth, kHeight);
    ASSERT_EQ(frames.size(), 12u) << ending;
    for (int k = 0; k < 12; ++k) {
      const Image& frame = frames[static_cast<std::size_t>(k)];
      EXPECT_LE(largestAlpha(frame, veil(k)), alpha) << ending << " " << k;
      EXPECT_LE(largestAdded(frame, veil(k)), colour) << ending << " " << k;
    }
  }
}

TEST(FilmFormats, PngKeepsAlphaToTheLastBit) {
  const TemporaryFolder folder;
  record(transparent(folder / "%d.png"), 2);
  const std::vector<Image> frames = test::decodeWithAlpha(folder / "1.png", kWidth, kHeight);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].alpha, veil(1).alpha);
  EXPECT_EQ(frames[0].rgb, veil(1).rgb);
}

TEST(FilmFormats, SayWhatTheyAre) {
  const TemporaryFolder folder;
  record(transparent(folder / "a.mov"), 3);
  EXPECT_EQ(test::probe(folder / "a.mov", "codec_name"), "prores");
  EXPECT_EQ(test::probe(folder / "a.mov", "codec_tag_string"), "ap4h");
  EXPECT_EQ(test::probe(folder / "a.mov", "color_space"), "bt709");
  const std::string bytes = test::readFile(folder / "a.mov");
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat")) << "not rewritten for fast start";
  EXPECT_EQ(bytes.find("moof"), std::string::npos) << "still fragmented";
  record(transparent(folder / "a.webm"), 3);
  EXPECT_EQ(test::probe(folder / "a.webm", "codec_name"), "vp9");
  EXPECT_EQ(test::probe(folder / "a.webm", "codec_name:stream_tags=alpha_mode"), "vp9");
  EXPECT_NE(test::readFile(folder / "a.webm").find("\x53\xc0\x81\x01"), std::string::npos) << "its AlphaMode";
}

TEST(FilmFormats, GifAndApngAreForPages) {
  const TemporaryFolder folder;
  for (const char* ending : {"gif", "apng", "mov"}) {
    const RecorderSettings settings = test::recorderFor(folder / (std::string("f.") + ending), 63, 47, 25);
    Recorder recorder(settings);
    for (int k = 0; k < 20; ++k) recorder.add(test::grey(63, 47, 20 + 10 * k));
    recorder.finish();
    EXPECT_EQ(recorder.warning(), "") << ending;
    EXPECT_EQ(countFrames({settings.path}).frames, 20) << ending;
    const std::vector<Image> frames = test::decodeFilm(settings.path, 63, 47);
    ASSERT_EQ(frames.size(), 20u) << ending;
    for (int k = 0; k < 20; ++k)
      EXPECT_NEAR(test::meanLevel(frames[static_cast<std::size_t>(k)]), 20 + 10 * k, 2.4) << ending << " " << k;
    const std::vector<double> times = test::frameTimes(settings.path);
    for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], 0.04 * static_cast<double>(k), 1e-3) << ending;
  }
  EXPECT_NE(test::readFile(folder / "f.gif").find("NETSCAPE2.0"), std::string::npos) << "it plays for ever";
}

TEST(FilmFormats, SameFramesGiveTheSameFile) {
  const TemporaryFolder folder;
  for (const char* ending : {"mov", "webm", "apng", "mp4", "gif"}) {
    const std::string a = folder / (std::string("a.") + ending), b = folder / (std::string("b.") + ending);
    for (const std::string& path : {a, b}) {
      RecorderSettings settings = transparent(path);
      settings.film.transparent = filmFormatOf(path)->alpha;
      record(settings, 5);
    }
    EXPECT_EQ(test::readFile(a), test::readFile(b)) << ending;
  }
}

TEST(FilmFormats, FullDiskIsReported) {
  const TemporaryFolder folder;
  for (const std::string name : {"f.mp4", "f.webm", "f.mov", "f.apng", "%d.png", "%d.exr"}) {
    RecorderSettings settings = transparent(folder / name);
    settings.force = true;
    settings.film.transparent = filmFormatOf(settings.path)->alpha;
    std::filesystem::create_symlink("/dev/full", folder / (name[0] == '%' ? "0" + name.substr(2) : name));
    try {
      Recorder recorder(settings);
      Image frame = veil(0);
      if (!settings.film.transparent) frame.alpha.clear();
      if (filmFormatOf(settings.path)->linear)
        frame = {kWidth, kHeight, {}, {}, std::vector<float>(5 * kWidth * kHeight)};
      for (int k = 0; k < 90; ++k) recorder.add(frame);
      recorder.finish();
      ADD_FAILURE() << name;
    } catch (const RecorderError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("No space left on device"), HasSubstr(folder.path()))) << name;
    }
  }
}

Image light(int width, int height) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float alpha = static_cast<float>(x) / static_cast<float>(width);
      const float depth = y == 0 ? std::numeric_limits<float>::infinity() : static_cast<float>(y) / 3;
      for (const float part : {alpha * 0.25F, alpha * 0.5F, alpha, alpha, depth}) image.light.push_back(part);
    }
  }
  return image;
}

TEST(FilmFormats, ExrHasLinearLightAndAlpha) {
  const TemporaryFolder folder;
  const Image meant = light(31, 17);
  writeExr(folder / "a.exr", meant, 3);
  const std::vector<float> read = test::decodeLight(folder / "a.exr", 31, 17);
  for (std::size_t i = 0; i < read.size(); ++i)
    ASSERT_NEAR(read[i], meant.light[Image::kLightParts * (i / 4) + i % 4], 5e-4) << i;
  EXPECT_NE(test::readFile(folder / "a.exr").find("Z"), std::string::npos);
}

TEST(FilmFormats, WhatAFormatCannotIsRefusedInALine) {
  const auto message = [](const RecorderSettings& settings) -> std::string {
    try {
      validate(settings);
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), testing::Not(HasSubstr("\n")));
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(message(transparent("a.mp4")), AllOf(HasSubstr("H.264 cannot be transparent"), HasSubstr(".mov")));
  EXPECT_THAT(message(transparent("a.gif")), HasSubstr("GIF cannot be transparent"));
  for (const char* path : {"a.mov", "a.webm", "a.apng", "%d.png", "%d.exr"}) EXPECT_EQ(message(transparent(path)), "");
  EXPECT_THAT(message(test::recorderFor("a.gif", 64, 48, 60)),
              HasSubstr("60 frames per second is not more than 0, at most 50"));
  EXPECT_THAT(message(test::recorderFor("a.exr", 64, 48, 30)),
              AllOf(HasSubstr("no number"), HasSubstr("frames/%05d.exr")));
  EXPECT_EQ(message(test::recorderFor("a.gif", 63, 47, 30)), "");
}

TEST(FilmFormats, FolderThatIsNotThereIsNamed) {
  const TemporaryFolder folder;
  const std::string scene = test::sceneIn(folder);
  for (const char* path : {"none/a.mp4", "none/of/%d.png"}) {
    const auto result = test::runProgram(test::arguments(scene, {"--frames", "1", "--record", folder / path}));
    test::expectFailure(result, 1, folder / path + ": there is no folder " + folder / "none");
    EXPECT_FALSE(std::filesystem::exists(folder / "none"));
  }
}

TEST(FilmFormats, AFilmIsMadeInEach) {
  const TemporaryFolder folder;
  const std::string scene = test::sceneIn(folder);
  for (const char* path : {"a.mov", "a.webm", "a.apng", "p/%d.png", "e/%d.exr"}) {
    const auto result = test::runProgram(
        test::arguments(scene, {"--frames", "2", "--transparent", "--size", "64x48", "--record", folder / path}));
    EXPECT_EQ(result.exitCode, 0) << result.err;
  }
  EXPECT_EQ(test::runProgram(test::arguments(scene, {"--frames", "2", "--record", folder / "a.gif"})).exitCode, 0);
  const Image png = test::decodeWithAlpha(folder / "p/1.png", 64, 48).at(0);
  const Image apng = test::decodeWithAlpha(folder / "a.apng", 64, 48).at(1);
  EXPECT_EQ(png.alpha, apng.alpha);
  EXPECT_EQ(png.rgb, apng.rgb);
  EXPECT_EQ(png.alpha[0], 0) << "nothing is in the corner";
  EXPECT_GT(*std::max_element(png.alpha.begin(), png.alpha.end()), 100);
  const auto again = test::runProgram(
      test::arguments(scene, {"--frames", "2", "--transparent", "--size", "64x48", "--record", folder / "e/%d.exr"}));
  EXPECT_THAT(again.err, HasSubstr("exists already and is kept; --force replaces the sequence, --resume continues"));
}

}  // namespace
}  // namespace app
