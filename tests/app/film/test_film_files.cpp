// Films as players see them: every frame at its time, more quality for more bytes, and sizes up to 4K.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "files/png_file.h"
#include "film/recorder.h"

namespace app {
namespace {

using test::decodeFilm;
using test::TemporaryFolder;
using ::testing::SizeIs;

/// Frame k of a film with fine structure that moves.
Image waves(int k, int width = 160, int height = 96) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double phase = std::hypot(x - 3 * k, y - 40) / 2.5;
      const auto level = static_cast<std::uint8_t>(128 + 100 * std::sin(phase));
      image.rgb.insert(image.rgb.end(), {level, level, level});
    }
  }
  return image;
}

RecorderSettings settings(const std::string& path, double fps = 30, double quality = 75) {
  RecorderSettings s = test::recorderFor(path, 160, 96, fps);
  s.film.quality = quality;
  return s;
}

std::vector<Image> record(const RecorderSettings& s, int frames) {
  std::vector<Image> pictures;
  Recorder recorder(s);
  for (int k = 0; k < frames; ++k) {
    pictures.push_back(waves(k));
    recorder.add(pictures.back());
  }
  recorder.finish();
  return pictures;
}

TEST(FilmFiles, EveryFrameStandsAtItsTime) {
  const TemporaryFolder folder;
  constexpr int kFrames = 50;
  for (const double fps : {24.0, 30000. / 1001, 144.0}) {
    for (const auto& [ending, resolution] : {std::pair("mp4", 1e-6), std::pair("webm", 0.5001e-3)}) {
      const std::string path = folder / fmt::format("{}.{}", fps, ending);
      record(settings(path, fps), kFrames);
      const std::vector<double> times = test::frameTimes(path);
      ASSERT_THAT(times, SizeIs(kFrames)) << path;
      for (int k = 0; k < kFrames; ++k)
        EXPECT_NEAR(times[static_cast<std::size_t>(k)], k / fps, resolution) << path << " frame " << k;
    }
  }
  EXPECT_EQ(test::probe(folder / "29.97002997002997.mp4", "r_frame_rate"), "30000/1001");
}

TEST(FilmFiles, MoreQualityIsMoreBytesAndLessError) {
  const TemporaryFolder folder;
  for (const char* ending : {"mp4", "webm"}) {
    std::uintmax_t size = 0;
    double likeness = 0;
    for (const double quality : {0.0, 40.0, 75.0, 100.0}) {
      const RecorderSettings s = settings(folder / fmt::format("{}.{}", quality, ending), 30, quality);
      const std::vector<Image> pictures = record(s, 12);
      const std::vector<Image> decoded = decodeFilm(s.path, s.film.size.width, s.film.size.height);
      ASSERT_EQ(decoded.size(), pictures.size());
      double least = 1000;
      for (std::size_t k = 0; k < pictures.size(); ++k) least = std::min(least, test::psnr(decoded[k], pictures[k]));
      EXPECT_GT(std::filesystem::file_size(s.path), size) << s.path;
      EXPECT_GT(least, likeness + 2) << s.path << ": dB";
      size = std::filesystem::file_size(s.path);
      likeness = least;
    }
    EXPECT_GT(likeness, 42) << ending << ": dB of the worst frame at quality 100";
  }
}

/// Brightness of each pixel, luma of BT.709 [levels].
std::vector<double> lumaOf(const Image& image) {
  std::vector<double> luma;
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    luma.push_back(0.2126 * image.rgb[i] + 0.7152 * image.rgb[i + 1] + 0.0722 * image.rgb[i + 2]);
  return luma;
}

double rootMeanSquare(const std::vector<double>& differences) {
  double sum = 0;
  for (const double d : differences) sum += d * d;
  return std::sqrt(sum / static_cast<double>(differences.size()));
}

/// Reddish and bluish pixels in turn, under waves of brightness: colours that change from pixel to pixel.
Image checkedWaves(int k) {
  Image image = waves(k);
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
    const std::size_t x = i / 3 % 160, y = i / 3 / 160;
    const double level = 128 + 0.5 * (image.rgb[i] - 128), change = (x + y) % 2 == 0 ? 40 : -40;
    image.rgb[i] = static_cast<std::uint8_t>(level + change);
    image.rgb[i + 2] = static_cast<std::uint8_t>(level - change);
  }
  return image;
}

TEST(FilmFiles, TheBestQualityKeepsBrightnessButHalfOfTheColours) {
  const TemporaryFolder folder;
  const Image picture = checkedWaves(0);
  for (const char* ending : {"mp4", "webm"}) {
    const RecorderSettings s = settings(folder / (std::string("f.") + ending), 30, 100);
    Recorder recorder(s);
    for (int k = 0; k < 3; ++k) recorder.add(picture);
    recorder.finish();
    const std::vector<Image> decoded = decodeFilm(s.path, s.film.size.width, s.film.size.height);
    ASSERT_EQ(decoded.size(), 3u);
    std::vector<double> brightness, colours;
    const std::vector<double> seen = lumaOf(decoded[2]), meant = lumaOf(picture);
    for (std::size_t i = 0; i < seen.size(); ++i) brightness.push_back(seen[i] - meant[i]);
    for (std::size_t i = 0; i < picture.rgb.size(); ++i)
      colours.push_back(static_cast<double>(decoded[2].rgb[i]) - picture.rgb[i]);
    EXPECT_LT(rootMeanSquare(brightness), 2.4) << ending << ": levels";
    EXPECT_GT(rootMeanSquare(colours), 25)
        << ending << ": levels; without 4:2:0 the hints and the manual could promise more";
  }
}

TEST(FilmFiles, QualityOfPngIsHasteAlone) {
  const TemporaryFolder folder;
  record(settings(folder / "small%d.png", 30, 0), 1);
  record(settings(folder / "fast%d.png", 30, 100), 1);
  EXPECT_LT(std::filesystem::file_size(folder / "small0.png"), std::filesystem::file_size(folder / "fast0.png"));
  for (const char* name : {"small0.png", "fast0.png"}) EXPECT_EQ(readPng(folder / name).rgb, waves(0).rgb);
}

TEST(FilmFiles, FourKShowsWhatASmallerFilmShows) {
  constexpr int kWidth = 3840, kHeight = 2160;
  const TemporaryFolder folder;
  const std::string scene = test::sceneIn(folder);
  const auto film = [&](const std::string& path, const std::string& size, const std::string& samples) {
    const auto result = test::runProgram(test::arguments(scene, {"--frames", "2", "--tracers", "5000", "--size", size,
                                                                 "--supersample", samples, "--record", folder / path}));
    ASSERT_EQ(result.exitCode, 0) << result.err;
  };
  film("4k/%d.png", "3840x2160", "1");
  film("4k.mp4", "3840x2160", "1");
  film("hd/%d.png", "1920x1080", "2");
  const std::vector<Image> frames = decodeFilm(folder / "4k.mp4", kWidth, kHeight);
  ASSERT_EQ(frames.size(), 2u);
  for (int k = 0; k < 2; ++k) {
    const Image large = readPng(folder / fmt::format("4k/{}.png", k));
    ASSERT_EQ(std::pair(large.width, large.height), std::pair(kWidth, kHeight));
    EXPECT_GT(test::psnr(test::averagedDown(large, 2), readPng(folder / fmt::format("hd/{}.png", k))), 40);
    EXPECT_GT(test::psnr(frames[static_cast<std::size_t>(k)], large), 36);
  }
}

}  // namespace
}  // namespace app
