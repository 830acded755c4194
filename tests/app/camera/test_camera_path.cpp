#include "camera/camera_path.h"

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "support/test.h"

namespace app {
namespace {

using ::testing::HasSubstr;

constexpr double kDegree = 3.14159265358979323846 / 180;
const CameraPose kStart{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35};

CameraPath parse(const std::string& text) {
  return CameraPath::parse(text, "path.toml", kStart);
}

std::string errorOf(const std::string& text) {
  return test::refusal<UserError>([&] { parse(text); });
}

CameraKey keyAt(double time, double x) {
  return {time, {{x, 0, 5}, {x, 0, 0}, {0, 1, 0}, 40}};
}

CameraPath pathOf(std::vector<CameraKey> keys, bool ease = true, std::optional<double> loop = {}) {
  return CameraPath({std::move(keys), {}, ease, loop});
}

/// A camera that looks at `target` from this azimuth and elevation [degrees].
CameraPose orbitPose(double azimuth, double elevation, double distance, fmm::Vec3 target = {}) {
  const double a = azimuth * kDegree, e = elevation * kDegree;
  const fmm::Vec3 direction = {std::cos(e) * std::sin(a), std::sin(e), std::cos(e) * std::cos(a)};
  return {target + distance * direction, target, {0, 1, 0}, 35};
}

/// All that a picture depends on: eye, sight, upper edge, field of view.
std::vector<double> viewNumbers(const CameraPose& pose) {
  const fmm::Vec3 sight = pose.target - pose.eye;
  const fmm::Vec3 right = fmm::cross(sight, pose.up);
  const fmm::Vec3 up = fmm::cross(right, sight);
  const fmm::Vec3 edge = (1 / fmm::norm(up)) * up;
  return {pose.eye.x,    pose.eye.y, pose.eye.z, pose.target.x, pose.target.y,
          pose.target.z, edge.x,     edge.y,     edge.z,        pose.fieldOfView};
}

/// A flight of every kind of motion: uneven times, a rest, over the pole, a change of axis, a look around.
std::vector<CameraKey> wildKeys() {
  std::vector<CameraKey> keys = {{0.5, orbitPose(10, 20, 3)},
                                 {1.0, orbitPose(100, 70, 1, {0.3, 0, 0})},
                                 {4.0, orbitPose(280, 85, 6, {1, 1, -2})},
                                 {4.0625, orbitPose(280, 85, 6, {1, 1, -2})},
                                 {5.0, orbitPose(-60, -40, 2)},
                                 {7.0, {{0, 0, 4}, {0, 3, 4.1}, {0, 0, -1}, 20}},
                                 {7.5, {{0, 0, 4}, {3, 0, 4}, {0, 1, 0.2}, 90}},
                                 {9.0, {{0.1, 0, 4}, {0, 0, 9}, {0, -1, 0.1}, 90}}};
  return keys;
}

TEST(CameraPath, KeysInheritWhatTheyLeaveOut) {
  const CameraPath path = parse(
      "follow = false\n"
      "[[key]]\ntime = 0\n"
      "[[key]]\ntime = 2.5\neye = [1, 2.0, 3]\nfield_of_view = 50\n"
      "[[key]]\ntime = 4\ntarget = [0, 1, 0]\nup = [0, 0, 1]\n");
  ASSERT_EQ(path.keys().size(), 3u);
  EXPECT_EQ(path.follow(), false);
  EXPECT_TRUE(path.flight().ease);
  EXPECT_EQ(path.flight().loop, std::nullopt);
  EXPECT_EQ(path.keys()[0].pose, kStart);
  EXPECT_EQ(path.keys()[1].pose, (CameraPose{{1, 2, 3}, {0, 0, 0}, {0, 1, 0}, 50}));
  EXPECT_EQ(path.keys()[2].pose, (CameraPose{{1, 2, 3}, {0, 1, 0}, {0, 0, 1}, 50}));
  EXPECT_EQ(path.keys()[1].time, 2.5);
}

TEST(CameraPath, PassesThroughItsKeysAndRestsOutside) {
  const std::vector<CameraKey> keys = wildKeys();
  const CameraPath path = pathOf(keys);
  for (const CameraKey& key : keys) EXPECT_EQ(path.at(key.time).eye, key.pose.eye) << key.time;
  for (const CameraKey& key : keys) {
    const std::vector<double> wanted = viewNumbers(key.pose);
    const std::vector<double> before = viewNumbers(path.at(key.time - 1e-9)),
                              after = viewNumbers(path.at(key.time + 1e-9));
    for (std::size_t n = 0; n < wanted.size(); ++n) {
      EXPECT_NEAR(before[n], wanted[n], 1e-6) << key.time << ' ' << n;
      EXPECT_NEAR(after[n], wanted[n], 1e-6) << key.time << ' ' << n;
    }
  }
  EXPECT_EQ(path.at(0), keys.front().pose);
  EXPECT_EQ(path.at(99), keys.back().pose);
}

TEST(CameraPath, VelocitiesAreContinuousEverywhere) {
  for (const bool closed : {false, true}) {
    const CameraPath path = pathOf(wildKeys(), true, closed ? std::optional(11.0) : std::nullopt);
    // The difference of left and right velocity is the acceleration times h where there is no kink, so it falls with h.
    const auto kink = [&](double time, double h) {
      const auto before = viewNumbers(path.at(time - h)), now = viewNumbers(path.at(time)),
                 after = viewNumbers(path.at(time + h));
      double most = 0;
      for (std::size_t n = 0; n < now.size(); ++n)
        most = std::max(most, std::abs((after[n] - now[n]) - (now[n] - before[n])) / h);
      return most;
    };
    for (double time = 0.5; time < 11.6; time += 0.0625) {  // hits every key
      const double coarse = kink(time, 1e-4), fine = kink(time, 1e-5);
      EXPECT_LT(fine, 0.2 * coarse + 1e-3) << time << (closed ? " closed" : "");
    }
  }
}

TEST(CameraPath, EasesInAndOutUnlessToldOtherwise) {
  const std::vector<CameraKey> keys = {keyAt(1, 0), keyAt(2, 3), keyAt(4, 1)};
  const auto speed = [](const CameraPath& path, double time) {
    return std::abs(path.at(time + 1e-6).eye.x - path.at(time - 1e-6).eye.x) / 2e-6;
  };
  EXPECT_LT(speed(pathOf(keys), 1), 1e-4);
  EXPECT_LT(speed(pathOf(keys), 4), 1e-4);
  EXPECT_NEAR(speed(pathOf(keys, false), 1 + 1e-5), 3, 1e-3);
  EXPECT_NEAR(speed(pathOf(keys, false), 4 - 1e-5), 1, 1e-3);
}

TEST(CameraPath, EvenMotionStaysEvenWhateverTheTimes) {
  const CameraPath path = pathOf({keyAt(0, 0), keyAt(1, 2), keyAt(4, 8), keyAt(4.5, 9)}, false);
  for (double t = 0; t <= 4.5; t += 0.09) {
    EXPECT_NEAR(path.at(t).eye.x, 2 * t, 1e-12);
    EXPECT_NEAR(path.at(t).fieldOfView, 40, 1e-12);
  }
}

TEST(CameraPath, OrbitsAtAnEvenPaceWithoutCuttingThrough) {
  std::vector<CameraKey> keys;
  for (const double azimuth : {0.0, 120.0, 150.0, 300.0, 420.0})
    keys.push_back({azimuth / 100, orbitPose(azimuth, 30, 2, {1, 2, 3})});
  const CameraPath path = pathOf(keys, false);
  for (double t = 0; t <= 4.2; t += 0.05) {
    const CameraPose pose = path.at(t), wanted = orbitPose(100 * t, 30, 2, {1, 2, 3});
    EXPECT_LT(fmm::norm(pose.eye - wanted.eye), 1e-9) << t;
    EXPECT_LT(fmm::norm(pose.target - wanted.target), 1e-12) << t;
  }
}

TEST(CameraPath, KeepsItsDistanceFromTheTargetOnTheOtherSideToo) {
  const CameraPath path = pathOf({{0, orbitPose(0, 20, 2)}, {1, orbitPose(179, 20, 8)}});
  double last = 2;
  for (double t = 0; t <= 1; t += 0.01) {
    const double distance = fmm::norm(path.at(t).eye);
    EXPECT_GE(distance, last - 1e-12);
    last = distance;
  }
  EXPECT_NEAR(fmm::norm(path.at(0.5).eye), 4, 1e-9) << "half way by ratio";
}

TEST(CameraPath, LooksAroundFromWhereItIs) {
  const fmm::Vec3 eye = {1, 2, 3};
  const auto looking = [&](double x, double z) { return CameraPose{eye, eye + fmm::Vec3{x, 0, z}, {0, 1, 0}, 35}; };
  const CameraPath path = pathOf({{0, looking(0, -2)}, {1, looking(2, 0)}, {2, looking(0, 2)}, {3, looking(-2, 0.1)}});
  for (double t = 0; t <= 3; t += 0.05) {
    EXPECT_LT(fmm::norm(path.at(t).eye - eye), 1e-12);
    EXPECT_GT(fmm::norm(path.at(t).target - eye), 1.9);
  }
}

TEST(CameraPath, GoesOverThePoleWithoutATwist) {
  CameraPose beyond = orbitPose(180, 60, 2);  // as the camera has it after a drag over the pole
  beyond.up = {0, -1, 0};
  const CameraPath path = pathOf({{0, orbitPose(0, 60, 2)}, {1, beyond}});
  for (double t = 0; t <= 1; t += 0.02) {
    EXPECT_NEAR(path.at(t).eye.x, 0, 1e-9) << t;
    EXPECT_NEAR(viewNumbers(path.at(t))[6], 0, 1e-9) << "the picture's right stays right";
  }
  EXPECT_NEAR(path.at(0.5).eye.y, 2, 1e-9);
}

TEST(CameraPath, ChangesItsAxisTheShortWay) {
  const CameraPath path = pathOf({{0, orbitPose(0, 0, 2)}, {1, {{0, 2, 0}, {0, 0, 0}, {0, 0, -1}, 35}}});
  for (double t = 0; t <= 1; t += 0.02) {
    EXPECT_NEAR(path.at(t).eye.x, 0, 1e-9);
    EXPECT_NEAR(fmm::norm(path.at(t).eye), 2, 1e-9);
  }
  EXPECT_NEAR(path.at(0.5).eye.y, std::sqrt(2), 1e-9);
}

TEST(CameraPath, SymmetricFlightStaysSymmetric) {
  std::vector<CameraKey> keys;
  for (const double side : {-1.0, 1.0}) {
    for (const double t : {1.0, 0.4}) {
      CameraPose pose = orbitPose(side * 80 * t, 20 + 10 * t, 2 + t, {side * t, t, 0});
      pose.fieldOfView = 30 + 20 * t;
      keys.push_back({2 + side * t, pose});
    }
  }
  std::swap(keys[2], keys[3]);
  const CameraPath path = pathOf(keys);
  for (double t = 0; t <= 1; t += 0.01) {
    const CameraPose left = path.at(2 - t), right = path.at(2 + t);
    EXPECT_NEAR(left.eye.x, -right.eye.x, 1e-12) << t;
    EXPECT_NEAR(left.eye.y, right.eye.y, 1e-12) << t;
    EXPECT_NEAR(left.eye.z, right.eye.z, 1e-12) << t;
    EXPECT_NEAR(left.target.x, -right.target.x, 1e-12) << t;
    EXPECT_NEAR(left.fieldOfView, right.fieldOfView, 1e-12) << t;
  }
}

TEST(CameraPath, OvershootsByLessThanAQuarterOfAStep) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1), gap(0.01, 2);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<CameraKey> keys;
    double time = 0;
    for (int i = 0; i < 6; ++i) {
      time += gap(random) * gap(random);
      const double elevation = 60 * number(random);
      keys.push_back({time, orbitPose(0, elevation, 1)});
      keys.back().pose.fieldOfView = 60 + 50 * number(random);
    }
    const CameraPath path = pathOf(keys);
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
      const auto zoom = [](const CameraPose& pose) { return std::log(std::tan(pose.fieldOfView * kDegree / 2)); };
      const auto height = [](const CameraPose& pose) { return std::asin(pose.eye.y / fmm::norm(pose.eye)); };
      const auto expectInside = [&](auto value) {
        const double a = value(keys[i].pose), b = value(keys[i + 1].pose), allowed = 0.22 * std::abs(b - a) + 1e-9;
        for (double s = 0; s < 1; s += 0.05) {
          const double now = value(path.at(keys[i].time + s * (keys[i + 1].time - keys[i].time)));
          EXPECT_GE(now, std::min(a, b) - allowed);
          EXPECT_LE(now, std::max(a, b) + allowed);
        }
      };
      expectInside(zoom);
      expectInside(height);
    }
  }
}

TEST(CameraPath, KeepsGoingWhereItTurnsOff) {
  const CameraPath path = pathOf({{0, orbitPose(0, 0, 2)}, {1, orbitPose(60, 0, 2)}, {2, orbitPose(60, 60, 2)}});
  const auto speed = [&](double time) { return fmm::norm(path.at(time + 1e-5).eye - path.at(time - 1e-5).eye) / 2e-5; };
  EXPECT_GT(speed(1), 0.7 * 2 * 60 * kDegree) << "the mean speed is two units of length times 60 degrees a second";
  for (double t = 0; t < 2; t += 0.02) {
    const fmm::Vec3 eye = path.at(t).eye;
    EXPECT_GT(std::asin(eye.y / 2), -10 * kDegree) << t;
    EXPECT_LT(std::atan2(eye.x, eye.z), 70 * kDegree) << t;
  }
}

TEST(CameraPath, RestsWhereTwoKeysAreAlike) {
  const CameraPath path = pathOf({keyAt(0, 0), keyAt(1, 4), keyAt(3, 4), keyAt(3.5, -2)});
  for (double t = 1; t <= 3; t += 0.1) EXPECT_NEAR(path.at(t).eye.x, 4, 1e-12) << t;
}

TEST(CameraPath, RisingNumbersRiseAllTheTime) {
  const CameraPath path = pathOf({keyAt(0, 0), keyAt(1, 0.1), keyAt(1.1, 5), keyAt(4, 5.2), keyAt(4.2, 9)});
  for (double t = 0; t < 4.2; t += 0.01) EXPECT_GE(path.at(t + 0.01).eye.x, path.at(t).eye.x - 1e-12) << t;
}

TEST(CameraPath, LoopsCloseAndRepeat) {
  std::vector<CameraKey> keys;
  for (const double azimuth : {0.0, 90.0, 180.0, 270.0}) keys.push_back({azimuth / 90, orbitPose(azimuth, 30, 2)});
  const CameraPath path = pathOf(keys, true, 4);
  for (double t = 0; t <= 12; t += 0.05) {
    EXPECT_LT(fmm::norm(path.at(t).eye - orbitPose(90 * t, 30, 2).eye), 1e-9) << "an even circle, " << t;
  }
  EXPECT_EQ(path.at(4), keys[0].pose);
  EXPECT_EQ(path.at(9), keys[1].pose);
}

TEST(CameraPath, SavesAndLoadsTheSameBits) {
  const test::TemporaryFolder folder;
  CameraFlight flight{wildKeys(), false, false, 12.3};
  flight.keys[1].pose.eye = {1.0 / 3, -2e-7, 123456.789};
  saveCameraFlight(flight, folder / "p.toml", false);
  const CameraPath loaded = CameraPath::load(folder / "p.toml", kStart);
  EXPECT_EQ(loaded.flight(), flight);
  for (double t = 0; t < 14; t += 0.17) EXPECT_EQ(loaded.at(t), CameraPath(flight).at(t));
  EXPECT_THROW(saveCameraFlight(flight, folder / "p.toml", false), UserError) << "the file is kept";
  flight.follow.reset();
  flight.loop.reset();
  saveCameraFlight(flight, folder / "p.toml", true);
  EXPECT_EQ(CameraPath::load(folder / "p.toml", kStart).flight(), flight);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"p.toml"});
  EXPECT_THROW(saveCameraFlight(flight, folder / "none/p.toml", false), FileError);
  EXPECT_THROW(saveCameraFlight({}, folder / "empty.toml", false), UserError);
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
  EXPECT_THAT(errorOf("ease = 1\n[[key]]\ntime = 0\n"), HasSubstr("path.toml:1:8: ease"));
  EXPECT_THAT(errorOf("loop = true\n[[key]]\ntime = 0\n"), HasSubstr("path.toml:1:8: loop is a boolean; a number"));
  EXPECT_THAT(errorOf("loop = 0\n[[key]]\ntime = 0\n"), HasSubstr("loop = 0 is out of range; allowed: more than 0"));
  EXPECT_THAT(errorOf("loop = 2\n[[key]]\ntime = 1\n[[key]]\ntime = 3\n"),
              HasSubstr("path.toml:1:8: loop = 2 is too short: the keys need more than 2 seconds"));
  EXPECT_THAT(errorOf("loops = 2\n[[key]]\ntime = 1\n"), HasSubstr("did you mean"));
  EXPECT_THAT(errorOf("[[key]]\ntime = \"1\"\n"), HasSubstr("path.toml:2:8: key 1: time is a string"));
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
