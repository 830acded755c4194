// Films of scenes whose rings join later.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "files/png_file.h"
#include "scene/saved/snapshot_file.h"

namespace {

using test::arguments;
using test::kScene;
using test::runProgram;
using test::TemporaryFolder;

/// The scene with two more rings, which join at the third and the sixth frame; the camera follows.
std::string trainIn(const TemporaryFolder& folder) {
  std::string text = kScene;
  text.replace(text.find("follow = false"), std::strlen("follow = false"), "follow = true");
  test::writeFile(folder / "train.toml", text +
                                             "\n[[ring]]\ncentre = [0.3, 0.3, 0]\naxis = [0, -1, 0]\nradius = 0.2\n"
                                             "core_radius = 0.04\nstart = 0.03\nelements = 40\ntracers = 300\n"
                                             "count = 2\ninterval = 0.06\nstep = [0, 0.1, 0]\ntracer_tube = 0.08\n");
  return folder / "train.toml";
}

TEST(RunRings, JoinAtTheirTimesAlsoWhereARunIsResumed) {
  const TemporaryFolder folder;
  const std::string scene = trainIn(folder), state = folder / "state.ringlet";
  const auto film = [&](const std::string& name) {
    return std::vector<std::string>{"--record", folder / (name + "/%d.png")};
  };
  const auto run = [&](std::vector<std::string> words, const std::string& name) {
    for (const std::string& word : film(name)) words.push_back(word);
    return words;
  };
  const auto whole = runProgram(arguments(scene, run({"--frames", "8"}, "whole")));
  ASSERT_EQ(whole.exitCode, 0) << whole.err;
  for (const std::string done : {"2", "3", "6"}) {
    const std::string name = "parts" + done;
    ASSERT_EQ(runProgram(arguments(scene, run({"--frames", done, "--checkpoint", state, "--force"}, name))).exitCode,
              0);
    const auto rest = runProgram(run({"run", "--resume", state, "--frames", "8"}, name));
    ASSERT_EQ(rest.exitCode, 0) << rest.err;
    for (int k = 0; k < 8; ++k) {
      const app::Image a = app::readPng(folder / fmt::format("whole/{}.png", k));
      const app::Image b = app::readPng(folder / fmt::format("{}/{}.png", name, k));
      EXPECT_TRUE(a.rgb == b.rgb) << done << " frames, then the rest: frame " << k;
    }
  }
}

TEST(RunRings, CountAndAreNoDrift) {
  const TemporaryFolder folder;
  const std::string scene = trainIn(folder), state = folder / "state.ringlet";
  const auto after = [&](const char* frames) {
    const auto done = runProgram(arguments(scene, {"--frames", frames, "--checkpoint", state, "--force", "--quiet"}));
    EXPECT_EQ(done.exitCode, 0);
    EXPECT_EQ(done.err, "") << "the rings' impulse is taken for drift";
    return app::readCheckpoint(state);
  };
  const app::Checkpoint two = after("2"), five = after("5"), six = after("6");
  EXPECT_EQ(two.elements.size(), 200u);
  EXPECT_EQ(five.elements.size(), 240u);
  EXPECT_EQ(six.elements.size(), 280u);
  EXPECT_EQ(six.tracers.size(), 800u + 600u);
  EXPECT_EQ(six.elements.ring.back(), 2);
  ASSERT_TRUE(two.startCentroid && six.startCentroid);
  EXPECT_GT(six.startCentroid->y - two.startCentroid->y, 0.02) << "what the rings moved is not followed";
}

}  // namespace
