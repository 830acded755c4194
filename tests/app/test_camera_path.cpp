#include "render/camera_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "files/file_error.h"
#include "files/user_error.h"
#include "film_support.h"
#include "run_program.h"

namespace app {
namespace {

using ::testing::HasSubstr;

const CameraPose kStart{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35};

CameraPath parse(const std::string& text) {
  return CameraPath::parse(text, "path.toml", kStart);
}

std::string errorOf(const std::string& text) {
  try {
    parse(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

CameraKey keyAt(double time, double x) {
  return {time, {{x, 0, 5}, {x, 0, 0}, {0, 1, 0}, 40}};
}

TEST(CameraPath, KeysInheritWhatTheyLeaveOut) {
  const CameraPath path = parse(
      "follow = false\n"
      "[[key]]\ntime = 0\n"
      "[[key]]\ntime = 2.5\neye = [1, 2.0, 3]\nfield_of_view = 50\n"
      "[[key]]\ntime = 4\ntarget = [0, 1, 0]\nup = [0, 0, 1]\n");
  ASSERT_EQ(path.keys().size(), 3u);
  EXPECT_EQ(path.follow(), false);
  EXPECT_EQ(path.keys()[0].pose, kStart);
  EXPECT_EQ(path.keys()[1].pose, (CameraPose{{1, 2, 3}, {0, 0, 0}, {0, 1, 0}, 50}));
  EXPECT_EQ(path.keys()[2].pose, (CameraPose{{1, 2, 3}, {0, 1, 0}, {0, 0, 1}, 50}));
  EXPECT_EQ(path.keys()[1].time, 2.5);
}

TEST(CameraPath, PassesThroughItsKeysAndRestsOutside) {
  const CameraPath path({keyAt(1, 0), keyAt(2, 3), keyAt(5, -1)});
  EXPECT_EQ(path.at(0).eye.x, 0);
  EXPECT_EQ(path.at(1).eye.x, 0);
  EXPECT_DOUBLE_EQ(path.at(2).eye.x, 3);
  EXPECT_EQ(path.at(5).eye.x, -1);
  EXPECT_EQ(path.at(99).eye.x, -1);
  EXPECT_EQ(path.at(3.7).fieldOfView, 40);
  EXPECT_EQ(path.follow(), std::nullopt);
}

TEST(CameraPath, EvenMotionStaysEvenWhateverTheTimes) {
  const CameraPath path({keyAt(0, 0), keyAt(1, 2), keyAt(4, 8), keyAt(4.5, 9)});
  for (double t = 0; t <= 4.5; t += 0.09) EXPECT_NEAR(path.at(t).eye.x, 2 * t, 1e-12);
}

TEST(CameraPath, HasNoKinks) {
  const CameraPath path({keyAt(0, 0), keyAt(1, 2), keyAt(3, -4), keyAt(3.5, 1), keyAt(6, 0)});
  const double h = 1e-6;
  for (const double key : {1.0, 3.0, 3.5}) {
    const double before = (path.at(key).eye.x - path.at(key - h).eye.x) / h;
    const double after = (path.at(key + h).eye.x - path.at(key).eye.x) / h;
    EXPECT_NEAR(before, after, 1e-3) << key;
  }
}

TEST(CameraPath, OvershootKeepsTheFieldOfViewAllowed) {
  CameraKey wide = keyAt(0, 0), widest = keyAt(1, 0), still = keyAt(2, 0);
  wide.pose.fieldOfView = 20;
  widest.pose.fieldOfView = still.pose.fieldOfView = 170;
  const CameraPath path({wide, widest, still});
  for (double t = 0; t < 2; t += 0.05) EXPECT_LE(path.at(t).fieldOfView, 170);
}

TEST(CameraPath, NamesThePlaceOfEveryMistake) {
  EXPECT_THAT(errorOf("[[key]]\ntime = 0\neye = [1, 2]\n"), HasSubstr("path.toml:3:7: key 1: eye"));
  EXPECT_THAT(errorOf("[[key]]\ntime = 0\nzoom = 3\n"), HasSubstr("path.toml:3:1: unknown key \"zoom\" in key 1"));
  EXPECT_THAT(errorOf("[[key]]\neye = [1, 2, 3]\n"), HasSubstr("path.toml:1:"));
  EXPECT_THAT(errorOf("[[key]]\neye = [1, 2, 3]\n"), HasSubstr("time is missing"));
  EXPECT_THAT(errorOf("[[key]]\ntime = 1\n[[key]]\ntime = 1\n"), HasSubstr("path.toml:4:8: key 2: time = 1 does not"));
  EXPECT_THAT(errorOf("[[key]]\ntime = -1\n"), HasSubstr("allowed: 0 to 1000000"));
  EXPECT_THAT(errorOf("[[key]]\ntime = nan\n"), HasSubstr("path.toml:2:8:"));
  EXPECT_THAT(errorOf("[[key]]\ntime = 0\nfield_of_view = 180\n"), HasSubstr("allowed: 1 to 170"));
  EXPECT_THAT(errorOf("[[key]]\ntime = 0\neye = [0, 0, 0]\n"), HasSubstr("path.toml:3:7: key 1: eye is the same"));
  EXPECT_THAT(errorOf("[[key]]\ntime = 0\nup = [0, 0, 2]\n"), HasSubstr("path.toml:3:6: key 1: up is zero or along"));
  EXPECT_THAT(errorOf("[[key]]\ntime = 0\nup = [0, 0, 0]\n"), HasSubstr("path.toml:3:6: key 1: up is zero or along"));
  EXPECT_THAT(errorOf("follow = 1\n[[key]]\ntime = 0\n"), HasSubstr("path.toml:1:10: follow"));
  EXPECT_THAT(errorOf("keys = 1\n"), HasSubstr("path.toml:1:1: unknown key \"keys\""));
  EXPECT_THAT(errorOf("key = 1\n"), HasSubstr("path.toml:1:7:"));
  EXPECT_THAT(errorOf(""), HasSubstr("path.toml:1:1: a camera path needs at least one [[key]]"));
  EXPECT_THAT(errorOf("[[key]\n"), HasSubstr("path.toml:1:"));
}

TEST(CameraPath, LoadsFiles) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "p.toml") << "[[key]]\ntime = 0\neye = [3, 0, 4]\n";
  EXPECT_EQ(CameraPath::load(folder / "p.toml", kStart).at(0).eye, (fmm::Vec3{3, 0, 4}));
  EXPECT_THROW(CameraPath::load(folder / "none.toml", kStart), FileError);
}

}  // namespace
}  // namespace app
