// Runs with redistribution of the elements.

#include <nlohmann/json.hpp>

#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "scene/saved/snapshot_file.h"
#include "support/test.h"

namespace {

using test::arguments;
using test::kScene;
using test::runProgram;
using test::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

std::string sceneWith(const TemporaryFolder& folder, const std::string& physics) {
  std::string text = kScene;
  text.replace(text.find("dt = 0.02"), std::strlen("dt = 0.02"), "dt = 0.02\n" + physics);
  test::writeFile(folder / "lattice.toml", text);
  return folder / "lattice.toml";
}

TEST(RunLattice, GoesOnBitForBitWhereARunIsResumed) {
  const TemporaryFolder folder;
  const std::string scene = sceneWith(
      folder, "redistribution = 3\nspacing = 0.05\nnode_threshold = 1e-3\nviscosity = 0.001\ndiffusion = \"lattice\"");
  const std::string end = folder / "end.ringlet", half = folder / "half.ringlet", again = folder / "again.ringlet";
  const auto whole = runProgram(arguments(scene, {"--frames", "6", "--checkpoint", end, "--json"}));
  ASSERT_EQ(whole.exitCode, 0) << whole.err;
  ASSERT_EQ(runProgram(arguments(scene, {"--frames", "4", "--checkpoint", half})).exitCode, 0);
  ASSERT_EQ(runProgram({"run", "--resume", half, "--frames", "6", "--checkpoint", again}).exitCode, 0);
  const app::Checkpoint a = app::readCheckpoint(end), b = app::readCheckpoint(again);
  EXPECT_EQ(a.elements.position, b.elements.position);
  EXPECT_EQ(a.elements.strength, b.elements.strength);
  EXPECT_EQ(a.elements.ring, b.elements.ring);
  EXPECT_EQ(a.tracers.position, b.tracers.position);
  EXPECT_EQ(a.lattice, b.lattice);
  EXPECT_EQ(a.startCentroid, b.startCentroid);
  const auto told = nlohmann::json::parse(whole.out);
  const auto lattice = told.at("lattice");
  EXPECT_GE(lattice.at("passes"), 2);
  EXPECT_EQ(lattice.at("passes"), a.lattice.passes);
  EXPECT_EQ(lattice.at("spacing"), 0.05);
  EXPECT_EQ(lattice.at("coarsenings"), 0);
  EXPECT_EQ(lattice.at("rings_have_met"), false);
  EXPECT_LT(told.at("impulse_drift"), 1e-3);
}

TEST(RunLattice, SaysThatTheSpacingGrewAndWhereItIs) {
  const TemporaryFolder folder;
  const std::string scene = sceneWith(folder, "redistribution = \"auto\"\nspacing = 0.02\nelement_budget = 1000");
  const auto run = runProgram(arguments(scene, {"--frames", "2"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("\n  redistributed "));
  EXPECT_THAT(run.err, HasSubstr(" onto a lattice of spacing 0.0"));
  EXPECT_THAT(run.err, HasSubstr("lattice: h grew to 0.0"));
  EXPECT_THAT(run.err, HasSubstr(" to keep the budget of 1000 elements"));
  EXPECT_THAT(run.err, Not(HasSubstr("come apart"))) << "sigma/h is 1, and falls a little until the next time";
}

}  // namespace
