// Runs with splitting of the elements.

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "files/png_file.h"
#include "scene/saved/snapshot_file.h"

namespace {

using test::arguments;
using test::kScene;
using test::runProgram;
using test::TemporaryFolder;

/// Two filament rings that collide head on and stretch, one nearer to the picture's middle; the camera follows.
std::string collisionIn(const TemporaryFolder& folder) {
  std::string text = kScene;
  const auto put = [&](const char* from, const char* to) { text.replace(text.find(from), std::strlen(from), to); };
  put("follow = false", "follow = true");
  put("dt = 0.02", "dt = 0.01\nminimum_overlap = 1.4\nviscosity = 0.0005\ncore_growth = 0\nrelaxation = 1");
  put("core_radius = 0.08",
      "profile = \"filament\"\n[[ring]]\ncentre = [0.1, 0, 0]\naxis = [1, 0, 0]\nradius = 0.2\n"
      "circulation = -1\nprofile = \"filament\"");
  test::writeFile(folder / "collision.toml", text);
  return folder / "collision.toml";
}

TEST(RunRefinement, GoesOnBitForBitWhereARunIsResumed) {
  const TemporaryFolder folder;
  const std::string scene = collisionIn(folder), end = folder / "end.ringlet";
  const auto whole = runProgram(
      arguments(scene, {"--frames", "7", "--checkpoint", end, "--json", "--record", folder / "whole/%d.png"}));
  ASSERT_EQ(whole.exitCode, 0) << whole.err;
  const app::Checkpoint a = app::readCheckpoint(end);
  EXPECT_EQ(a.elements.size(), 400u);
  for (const std::string done : {"2", "5"}) {  // before and after elements are split
    const std::string half = folder / ("half" + done + ".ringlet"), again = folder / ("again" + done + ".ringlet");
    const std::vector<std::string> film = {"--record", folder / (done + "/%d.png")};
    ASSERT_EQ(runProgram(arguments(scene, {"--frames", done, "--checkpoint", half, film[0], film[1]})).exitCode, 0);
    ASSERT_EQ(runProgram({"run", "--resume", half, "--frames", "7", "--checkpoint", again, film[0], film[1]}).exitCode,
              0);
    const app::Checkpoint b = app::readCheckpoint(again);
    EXPECT_EQ(app::readCheckpoint(half).elements.size(), done == "2" ? 200u : 400u);
    EXPECT_EQ(a.elements.position, b.elements.position) << done;
    EXPECT_EQ(a.elements.strength, b.elements.strength) << done;
    EXPECT_EQ(a.elements.coreRadius, b.elements.coreRadius) << done;
    EXPECT_EQ(a.elements.length, b.elements.length) << done;
    EXPECT_EQ(a.tracers.position, b.tracers.position) << done;
    EXPECT_EQ(a.refinement, b.refinement) << done;
    EXPECT_EQ(a.startCentroid, b.startCentroid) << done;
    EXPECT_TRUE(app::readPng(folder / "whole/6.png").rgb == app::readPng(folder / (done + "/6.png")).rgb) << done;
  }
  const auto told = nlohmann::json::parse(whole.out).at("resolution");
  EXPECT_EQ(told.at("given"), 200);
  EXPECT_EQ(told.at("budget"), 1600);
  EXPECT_EQ(told.at("split"), 200);
}

}  // namespace
