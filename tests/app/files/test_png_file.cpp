#include "files/png_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "app/support/scoped_state.h"
#include "support/refusal.h"

namespace {

namespace fs = std::filesystem;

/// Each test has an empty temporary folder.
class PngFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              (std::string("ringlet_png_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

app::Image pattern(int width, int height) {
  app::Image image{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.rgb.push_back(static_cast<std::uint8_t>(x * 7));
      image.rgb.push_back(static_cast<std::uint8_t>(y * 11));
      image.rgb.push_back(static_cast<std::uint8_t>(x * y + 3));
    }
  }
  return image;
}

TEST_F(PngFile, RoundTripKeepsEveryByte) {
  for (const int level : {1, 2, 9}) {
    const app::Image image = pattern(61, 37);
    app::writePng(path("a.png"), image, level);
    const app::Image back = app::readPng(path("a.png"));
    EXPECT_EQ(back.width, 61);
    EXPECT_EQ(back.height, 37);
    EXPECT_EQ(back.rgb, image.rgb);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "nothing but the picture";
}

TEST_F(PngFile, TakesNoMemoryForAPictureThatTheFileCannotHold) {
  // zlib expands one byte to at most 1032 bytes: 16384 x 16384 pixels need 780 kB.
  app::writePng(path("a.png"), pattern(1, 1));
  std::fstream file(path("a.png"), std::ios::in | std::ios::out | std::ios::binary);
  const unsigned char header[] = {0, 0, 0x40, 0, 0, 0, 0x40, 0, 8, 2, 0, 0, 0};  // width, height, bits, colour, ...
  const std::string named = "IHDR" + std::string(std::begin(header), std::end(header));
  const auto checksum = crc32(0, reinterpret_cast<const Bytef*>(named.data()), static_cast<uInt>(named.size()));
  file.seekp(12);
  file << named;
  for (int shift = 24; shift >= 0; shift -= 8) file.put(static_cast<char>(checksum >> shift));
  file.close();
  EXPECT_THAT(test::refusal<app::FileError>([&] { app::readPng(path("a.png")); }),
              testing::HasSubstr("too short for the size"));
}

TEST_F(PngFile, ReadsPicturesThatPackWell) {
  const app::Image black{2000, 2000, std::vector<std::uint8_t>(3 * 2000 * 2000)};
  app::writePng(path("black.png"), black, 9);
  EXPECT_EQ(app::readPng(path("black.png")).rgb, black.rgb);
}

TEST_F(PngFile, ReplacesAFileThatIsThere) {
  app::writePng(path("a.png"), pattern(4, 4));
  app::writePng(path("a.png"), pattern(9, 2));
  EXPECT_EQ(app::readPng(path("a.png")).width, 9);
}

TEST_F(PngFile, FullDiskIsReportedWithItsReason) {
  const std::string message = test::refusal<app::FileError>([] { app::writePng("/dev/full", pattern(400, 300)); });
  EXPECT_THAT(message, testing::HasSubstr("/dev/full: cannot write"));
  EXPECT_THAT(message, testing::HasSubstr("No space left on device"));
}

TEST_F(PngFile, FailureLeavesNothingBehind) {
  const test::ScopedFileLimit limit(1000);
  const std::string message =
      test::refusal<app::FileError>([&] { app::writePng(path("full.png"), pattern(400, 300)); });
  EXPECT_THAT(message, testing::HasSubstr("full.png: cannot write: File too large"));
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(PngFile, UnwritablePathsAreNamed) {
  EXPECT_THAT(test::refusal<app::FileError>([&] { app::writePng(path("missing/a.png"), pattern(2, 2)); }),
              testing::HasSubstr("missing/a.png: cannot write: No such file or directory"));
  EXPECT_THAT(test::refusal<app::FileError>([&] { app::writePng(folder_.string(), pattern(2, 2)); }),
              testing::HasSubstr("Is a directory"));
}

TEST_F(PngFile, BrokenFilesAreNamed) {
  EXPECT_THAT(test::refusal<app::FileError>([&] { app::readPng(path("none.png")); }),
              testing::HasSubstr("none.png: cannot read: No such file"));
  std::ofstream(path("text.png")) << "this is no picture at all";
  EXPECT_THAT(test::refusal<app::FileError>([&] { app::readPng(path("text.png")); }),
              testing::HasSubstr("text.png: not a readable PNG: Not a PNG file"));
  app::writePng(path("cut.png"), pattern(200, 200));
  fs::resize_file(path("cut.png"), fs::file_size(path("cut.png")) / 2);
  EXPECT_THAT(test::refusal<app::FileError>([&] { app::readPng(path("cut.png")); }),
              testing::HasSubstr("cut.png: not a readable PNG"));
}

}  // namespace
