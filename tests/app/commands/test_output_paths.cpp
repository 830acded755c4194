// Outputs and inputs of a run that must be different files.

#include "app/support/run_scene.h"
#include "commands/line/output_paths.h"
#include "files/user_error.h"
#include "support/test.h"

namespace {

using app::requireDistinct;
using ::testing::UnorderedElementsAre;

bool meet(const std::string& a, const std::string& b, bool numbered = true) {
  const std::string message = test::refusal<app::UsageError>([&] {
    requireDistinct({{"--a", a, numbered}, {"--b", b, numbered}}, {});
  });
  if (message == "accepted") return false;
  EXPECT_THAT(message, ::testing::StartsWith("--a " + a + " and --b " + b + " are the same file"));
  return true;
}

TEST(OutputPaths, SpellingsOfOnePathMeet) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "s");
  std::filesystem::create_directory_symlink(folder / "s", folder / "link");
  test::writeFile(folder / "s/there.csv", "");
  std::filesystem::create_symlink(folder / "s/there.csv", folder / "other.csv");
  EXPECT_TRUE(meet("x.csv", "./x.csv"));
  EXPECT_TRUE(meet("x.csv", std::filesystem::current_path() / "x.csv"));
  EXPECT_TRUE(meet(folder / "s/x.csv", folder / "./new/../s/x.csv"));
  EXPECT_TRUE(meet(folder / "s/x.csv", folder / "link/x.csv"));
  EXPECT_TRUE(meet(folder / "other.csv", folder / "link/there.csv"));
  EXPECT_FALSE(meet(folder / "s/x.csv", folder / "x.csv"));
  EXPECT_FALSE(meet("x.csv", "y.csv"));
  EXPECT_FALSE(meet("", ""));
}

TEST(OutputPaths, PatternsMeetWhereANumberMakesThem) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory_symlink(folder.path(), folder / "link");
  EXPECT_TRUE(meet(folder / "%05d.vtkhdf", folder / "link/%d.vtkhdf"));
  EXPECT_TRUE(meet(folder / "a%03d.csv", folder / "a012.csv"));
  EXPECT_TRUE(meet(folder / "a%d.csv", folder / "a1%d.csv"));
  EXPECT_FALSE(meet(folder / "a%03d.csv", folder / "a12.csv"));
  EXPECT_FALSE(meet(folder / "a%d.csv", folder / "b%d.csv"));
  EXPECT_FALSE(meet(folder / "%d.csv", folder / "%d.vtkhdf"));
  EXPECT_FALSE(meet(folder / "a%d.csv", folder / "a1.csv", false)) << "a name, no pattern";
}

TEST(OutputPaths, ARunRefusesThemBeforeItComputes) {
  const test::TemporaryFolder folder;
  const std::string scene = test::sceneIn(folder);
  const auto refused = [&](const std::vector<std::string>& more, const std::string& words) {
    test::expectFailure(test::runProgram(test::arguments(scene, more)), 2, words);
    EXPECT_THAT(folder.files(), UnorderedElementsAre("test.toml"));
  };
  refused({"--export-elements", folder / "e.vtkhdf", "--export-grid", folder / "./e.vtkhdf"}, "are the same file");
  refused({"--diagnostics", folder / "e.csv", "--export-elements", folder / "e.csv"}, "are the same file");
  refused({"--diagnostics", folder / "7.png", "--record", folder / "%d.png"}, "are the same file");
  refused({"--diagnostics", scene, "--force"}, "is the file of the scene");
  refused({"--checkpoint", folder / "state.bin"}, "ending is not known; allowed: .ringlet");
  refused({"--checkpoint", folder / "state.vtkhdf"}, "allowed: .ringlet (ParaView's .vtkhdf: --export-elements)");
  refused({"--export-grid", folder / "grid.csv"}, "ending is not known; allowed: .vtkhdf");
}

TEST(OutputPaths, FilesThatASceneNamesAreInputs) {
  const test::TemporaryFolder folder;
  std::string curve = "x,y,z\n";
  for (int i = 0; i < 12; ++i)
    curve += std::to_string(0.3 * std::cos(i * 0.5236)) + "," + std::to_string(0.3 * std::sin(i * 0.5236)) + ",0\n";
  test::writeFile(folder / "curve7.csv", curve);
  test::writeFile(folder / "e.csv", "x,y,z,ax,ay,az,sigma\n0,0,1,0,0,1,0.1\n");
  const std::string physics = "[physics]\nsigma = 0.06\nbackend = \"cpu\"\n[particles]\nelements = 60\ntracers = 0\n";
  const std::string made = folder / "made.toml", named = folder / "named.toml";
  test::writeFile(made, physics + "[[ring]]\nradius = 0.3\nprofile = \"filament\"\n");
  ASSERT_EQ(test::runProgram(test::arguments(made, {"--frames", "1", "--checkpoint", folder / "s.ringlet"})).exitCode,
            0);
  std::filesystem::create_symlink(folder / "curve7.csv", folder / "link.csv");
  test::writeFile(named, physics +
                             "[[filament]]\npoints = \"link.csv\"\n[[elements]]\nfile = \"e.csv\"\n"
                             "[[elements]]\nfile = \"s.ringlet\"\n");
  const std::vector<std::string> names = {"curve7.csv", "link.csv", "e.csv", "s.ringlet"};
  std::vector<std::string> before;
  for (const std::string& name : names) before.push_back(test::readFile(folder / name));
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--export-elements", folder / "curve7.csv"},
                                               {"--export-elements", folder / "link.csv"},
                                               {"--export-elements", folder / "curve%d.csv"},
                                               {"--export-elements", folder / "./e.csv"},
                                               {"--diagnostics", folder / "e.csv"},
                                               {"--checkpoint", folder / "s.ringlet"}}) {
    std::vector<std::string> all = more;
    all.insert(all.end(), {"--frames", "2", "--force"});
    test::expectFailure(test::runProgram(test::arguments(named, all)), 2, "is the file of what the scene reads");
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(test::readFile(folder / names[i]), before[i]) << names[i];
  }
  ASSERT_EQ(test::runProgram(test::arguments(named, {"--frames", "1", "--checkpoint", folder / "t.ringlet"})).exitCode,
            0);
  test::expectFailure(test::runProgram({"run", "--resume", folder / "t.ringlet", "--frames", "2", "--export-elements",
                                        folder / "e.csv", "--force"}),
                      2, "is the file of what the scene reads");
  test::expectFailure(
      test::runProgram(test::arguments(folder / "e.csv", {"--export-elements", folder / "e.csv", "--force"})), 2,
      "and would replace it");
}

TEST(OutputPaths, ACheckpointMayReplaceTheOneItGoesOnFromButNothingElseMay) {
  const test::TemporaryFolder folder;
  const std::string scene = test::sceneIn(folder), state = folder / "state.ringlet", grid = folder / "grid.vtkhdf";
  ASSERT_EQ(test::runProgram(test::arguments(scene, {"--frames", "1", "--checkpoint", state, "--export-grid", grid,
                                                     "--grid-cells", "8"}))
                .exitCode,
            0);
  test::expectFailure(test::runProgram({"run", "--resume", state, "--frames", "2", "--diagnostics", state, "--force"}),
                      2, "is the file of --resume");
  EXPECT_EQ(test::runProgram({"run", "--resume", state, "--frames", "2", "--checkpoint", state}).exitCode, 0);
  test::expectFailure(test::runProgram({"run", state}), 2, "is no scene file but a saved state; give it with --resume");
  for (const std::vector<std::string>& command : {std::vector<std::string>{"run", "--resume", grid, "--frames", "2"},
                                                  {grid, "--exit-after", "1"},
                                                  {"eval", grid, "--targets", "t.csv", "--output", "o.csv"}})
    test::expectFailure(test::runProgram(command), 1, "grid.vtkhdf: is no saved state: states are .ringlet files");
}

TEST(OutputPaths, EvalKeepsWhatItReads) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "e.csv", "x,y,z,ax,ay,az,sigma\n0,0,0,0,0,1,0.1\n");
  test::writeFile(folder / "t.csv", "x,y,z\n1,0,0\n");
  for (const char* name : {"e.csv", "./t.csv"})
    test::expectFailure(test::runProgram({"eval", folder / "e.csv", "--targets", folder / "t.csv", "--output",
                                          folder / name, "--force"}),
                        2, "and would replace it");
}

}  // namespace
