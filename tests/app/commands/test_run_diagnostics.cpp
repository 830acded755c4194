// ringlet run --diagnostics: a row for every frame, also of interrupted runs, and all other outputs unchanged.

#include <nlohmann/json.hpp>

#include "app/support/csv_columns.h"
#include "app/support/run_scene.h"
#include "files/data_paths.h"
#include "support/test.h"

namespace {

using test::arguments;
using test::expectFailure;
using test::ProgramResult;
using test::readFile;
using test::runProgram;
using test::sceneIn;
using test::TemporaryFolder;

TEST(RunDiagnosticsCommand, WritesARowAFrame) {
  const TemporaryFolder folder;
  const ProgramResult result = runProgram(arguments(sceneIn(folder), {"--quiet", "--diagnostics", folder / "d.csv"}));
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const auto columns = test::readCsv(folder / "d.csv");
  const std::vector<double>& time = columns.at("time [T]");
  ASSERT_EQ(time.size(), 6u) << "0.2 seconds at 30 frames a second";
  for (std::size_t i = 0; i < time.size(); ++i) {
    EXPECT_NEAR(time[i], 0.02 * static_cast<double>(i), 1e-12);
    EXPECT_EQ(columns.at("steps [1]")[i], static_cast<double>(i));
    EXPECT_NEAR(columns.at("ring1_radius [L]")[i], 0.3, 0.02);
    EXPECT_GT(columns.at("energy [L^5/T^2]")[i], 0);
    EXPECT_GT(columns.at("enstrophy [L^3/T^2]")[i], 0);
    EXPECT_GT(columns.at("overlap_min [1]")[i], 0);
    EXPECT_GE(columns.at("overlap_mean [1]")[i], columns.at("overlap_min [1]")[i]);
    EXPECT_LT(columns.at("divergence [1]")[i], 0.5);
    EXPECT_GT(columns.at("gradient_max [1/T]")[i], 0);
    EXPECT_GT(columns.at("frame_ms [ms]")[i], 0);
    EXPECT_LT(columns.at("error_l2 [1]")[i], 1e-4);
  }
  EXPECT_EQ(columns.at("impulse_drift [1]")[0], 0);
  EXPECT_GT(columns.at("ring1_speed [L/T]")[3], 0.5) << "Gamma/(4 pi R) ln(8 R/a)";
  EXPECT_NEAR(columns.at("ring1_speed [L/T]")[3], columns.at("ring1_theory_speed [L/T]")[3], 0.05);
  EXPECT_NEAR(columns.at("ring1_position [L]")[5], columns.at("ring1_theory_position [L]")[5], 0.01);
  EXPECT_EQ(columns.count("ring2_radius [L]"), 0u);
}

TEST(RunDiagnosticsCommand, MeterIsInRowsAndReport) {
  const TemporaryFolder folder;
  std::string text = test::kScene;
  text.insert(text.find("backend"), "viscosity = 0.001\n");
  test::writeFile(folder / "viscous.toml", text);
  const ProgramResult result =
      runProgram(arguments(folder / "viscous.toml", {"--json", "--diagnostics", folder / "d.csv"}));
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const auto told = nlohmann::json::parse(result.out).at("dissipation");
  EXPECT_NEAR(told.at("last").get<double>(), 1, 0.2);
  EXPECT_LE(told.at("least"), told.at("last"));
  EXPECT_GE(told.at("greatest"), told.at("last"));
  EXPECT_EQ(told.at("resolved"), true);
  const auto columns = test::readCsv(folder / "d.csv");
  const std::vector<double>& dissipation = columns.at("dissipation [1]");
  EXPECT_TRUE(std::isnan(dissipation.front()));
  EXPECT_EQ(dissipation.back(), told.at("last").get<double>());
  EXPECT_NEAR(columns.at("reynolds [1]").back(), 1000, 1e-9);
  EXPECT_TRUE(std::isnan(columns.at("reynolds_cell [1]").back())) << "no lattice";
  EXPECT_GT(columns.at("vorticity_max [1/T]").back(), 1);

  const ProgramResult bare = runProgram(arguments(folder / "viscous.toml", {"--json"}));
  EXPECT_EQ(nlohmann::json::parse(bare.out).at("dissipation"), told) << "without rows, too";
  const auto inviscid = nlohmann::json::parse(runProgram(arguments(sceneIn(folder), {"--json"})).out);
  EXPECT_TRUE(inviscid.at("dissipation").is_null());
  EXPECT_LT(inviscid.at("energy_drift").get<double>(), 0.01);
}

TEST(RunDiagnosticsCommand, CirculationsOfKnotsAreThoseOfTheirLines) {
  const TemporaryFolder folder;
  test::writeFile(
      folder / "knots.toml",
      "[physics]\nbackend = \"cpu\"\n[particles]\nelements = 2000\ntracers = 0\n"
      "[[ring]]\ncentre = [3, 0, 0]\nradius = 0.4\ncirculation = 0.5\n"
      "[[knot]]\np = 2\nq = 3\ncirculation = 1.5\n[[knot]]\ncentre = [0, 0, 4]\np = 3\nq = 9\ncirculation = -2\n");
  const ProgramResult result =
      runProgram(arguments(folder / "knots.toml", {"--frames", "2", "--diagnostics", folder / "d.csv"}));
  ASSERT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out.find("energy off by 0.0e+00"), std::string::npos) << result.out;
  const auto columns = test::readCsv(folder / "d.csv");
  const auto last = [&](int ring) { return columns.at("ring" + std::to_string(ring) + "_circulation [L^2/T]").back(); };
  EXPECT_NEAR(last(1), 0.5, 0.02);
  EXPECT_NEAR(last(2), 1.5, 0.05);
  for (const int component : {3, 4, 5}) EXPECT_NEAR(last(component), 2, 0.1);
}

TEST(RunDiagnosticsCommand, PassesAreInRowsReportAndSummary) {
  const TemporaryFolder folder;
  const std::string scene = (app::dataDirectory() / "assets" / "scenes" / "cpu" / "leapfrog.toml").string();
  const std::vector<std::string> words = {"run",       scene, "--backend", "cpu", "--elements",    "600",
                                          "--tracers", "0",   "--frames",  "60",  "--diagnostics", folder / "d.csv",
                                          "--force"};
  std::vector<std::string> withJson = words;
  withJson.push_back("--json");
  const ProgramResult result = runProgram(withJson);
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const auto told = nlohmann::json::parse(result.out).at("passes");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NEAR(told[0].get<double>(), 0.159, 0.002);
  const std::vector<double> passes = test::readCsv(folder / "d.csv").at("passes [1]");
  EXPECT_EQ(passes.front(), 0);
  EXPECT_EQ(passes.back(), 1);
  EXPECT_THAT(runProgram(words).err, testing::HasSubstr("\n  the rings passed at t = 0.159"));
  const ProgramResult coarse = runProgram({"run", scene, "--backend", "cpu", "--elements", "600", "--tracers", "0",
                                           "--json", "--frames", "3", "--fps", "30", "--time-per-second", "3"});
  const auto found = nlohmann::json::parse(coarse.out);
  EXPECT_EQ(found.at("clock").at("steps_per_frame"), 25);
  ASSERT_EQ(found.at("passes").size(), 1u) << "between two frames";
  EXPECT_NEAR(found.at("passes")[0].get<double>(), told[0].get<double>(), 1e-6);
  const auto single = nlohmann::json::parse(runProgram(arguments(sceneIn(folder), {"--json"})).out);
  EXPECT_TRUE(single.at("passes").is_null()) << "one ring alone";
}

TEST(RunDiagnosticsCommand, StandardStreamsAreFilesWithoutNames) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder);
  const ProgramResult streamed = runProgram(arguments(scene, {"--frames", "3", "--diagnostics", "-"}));
  ASSERT_EQ(streamed.exitCode, 0) << streamed.err;
  ASSERT_EQ(runProgram(arguments(scene, {"--frames", "3", "--diagnostics", folder / "d.csv"})).exitCode, 0);
  const std::string filed = test::readFile(folder / "d.csv");
  EXPECT_EQ(streamed.out.substr(0, streamed.out.find('\n')), filed.substr(0, filed.find('\n')));
  EXPECT_EQ(std::count(streamed.out.begin(), streamed.out.end(), '\n'), 4);
  EXPECT_FALSE(std::filesystem::exists("-"));
  const ProgramResult piped =
      test::runArguments({"bash", "-c", "'" + test::programPath() + "' run - --frames 3 --json < '" + scene + "'"});
  ASSERT_EQ(piped.exitCode, 0) << piped.err;
  EXPECT_EQ(nlohmann::json::parse(piped.out).at("elements"), 200);
}

TEST(RunDiagnosticsCommand, PicturesAreTheSameBitForBit) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder);
  ASSERT_EQ(runProgram(arguments(scene, {"--quiet", "--record", folder / "a/%d.png"})).exitCode, 0);
  ASSERT_EQ(
      runProgram(arguments(scene, {"--quiet", "--record", folder / "b/%d.png", "--diagnostics", folder / "d.csv"}))
          .exitCode,
      0);
  for (const char* name : {"0.png", "1.png", "5.png"})
    EXPECT_TRUE(readFile(folder / ("a/" + std::string(name))) == readFile(folder / ("b/" + std::string(name)))) << name;
}

TEST(RunDiagnosticsCommand, KeepsAFileThatIsThere) {
  const TemporaryFolder folder;
  test::writeFile(folder / "d.csv", "mine");
  const std::vector<std::string> more = {"--quiet", "--diagnostics", folder / "d.csv", "--record", folder / "f.mp4"};
  expectFailure(runProgram(arguments(sceneIn(folder), more)), 1, "d.csv: exists already");
  EXPECT_EQ(readFile(folder / "d.csv"), "mine");
  EXPECT_THAT(folder.files(), testing::UnorderedElementsAre("d.csv", "test.toml")) << "no film was begun";
  const ProgramResult forced =
      runProgram(arguments(sceneIn(folder), {"--quiet", "--force", "--diagnostics", folder / "d.csv"}));
  EXPECT_EQ(forced.exitCode, 0) << forced.err;
  EXPECT_EQ(test::readCsv(folder / "d.csv").at("time [T]").size(), 6u);
  expectFailure(runProgram(arguments(sceneIn(folder), {"--quiet", "--diagnostics", folder / "none/d.csv"})), 1,
                "none/d.csv: cannot be written");
}

TEST(RunDiagnosticsCommand, InterruptedRunKeepsItsRows) {
  const TemporaryFolder folder;
  // A full disk is reported at once.
  expectFailure(runProgram(arguments(sceneIn(folder), {"--quiet", "--diagnostics", "/dev/full"})), 1,
                "/dev/full: write failed");
  test::ProgramSettings killed;
  killed.limit = std::chrono::seconds(2);
  std::string text = test::kScene;
  text.insert(text.find("backend"), "stretching = \"off\"\n");
  test::writeFile(folder / "endless.toml", text);
  const ProgramResult result = runProgram(
      arguments(folder / "endless.toml", {"--quiet", "--frames", "1000000", "--diagnostics", folder / "d.csv"}),
      killed);
  EXPECT_TRUE(result.timedOut) << "it ended by itself: " << result.err;
  const std::string written = readFile(folder / "d.csv");
  EXPECT_GT(std::count(written.begin(), written.end(), '\n'), 5) << "killed by SIGKILL";
  EXPECT_EQ(written.back(), '\n') << "whole rows only";
}

}  // namespace
