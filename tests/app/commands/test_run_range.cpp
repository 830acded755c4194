// --frames A:B of the real program: parts of a sequence of pictures, and continuing an interrupted one.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "files/png_file.h"
#include "fmm/cuda.h"
#include "scene/saved/snapshot_file.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::arguments;
using test::expectFailure;
using test::ProgramResult;
using test::runProgram;
using test::sceneIn;
using test::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::vector<std::string> namesIn(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

/// A folder with the scene and an uninterrupted film of it.
class RunRange : public testing::Test {
 protected:
  RunRange() : scene_(sceneIn(folder_)) {
    const ProgramResult result = run({"--frames", "8", "--record", folder_ / "whole/%03d.png"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
  }

  ProgramResult run(const std::vector<std::string>& more) const { return runProgram(arguments(scene_, more)); }
  /// Makes the pictures `range` in parts/, with checkpoints every two frames in states/.
  ProgramResult runPart(const std::string& range, std::vector<std::string> more = {}) const {
    std::vector<std::string> all = {
        "--frames", range, "--record", folder_ / "parts/%03d.png", "--checkpoint", folder_ / "states/%03d.ringlet",
        "--every",  "2",   "--json"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
  json reportOf(const ProgramResult& result) const {
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return result.exitCode == 0 ? json::parse(result.out) : json();
  }
  std::string part(int number) const { return folder_ / fmt::format("parts/{:03}.png", number); }
  /// Expects the pictures to equal those of the uninterrupted film byte by byte.
  void expectAsInTheWhole(int first, int last) const {
    for (int k = first; k <= last; ++k)
      EXPECT_EQ(test::readFile(part(k)), test::readFile(folder_ / fmt::format("whole/{:03}.png", k)))
          << "picture " << k;
  }

  TemporaryFolder folder_;
  std::string scene_;
};

TEST_F(RunRange, DrawsOnlyItsPicturesAndThoseAsInTheWholeFilm) {
  const ProgramResult result = run({"--frames", "3:5", "--record", folder_ / "parts/%03d.png", "--json"});
  const json report = reportOf(result);
  EXPECT_THAT(namesIn(folder_ / "parts"), UnorderedElementsAre("003.png", "004.png", "005.png"));
  expectAsInTheWhole(3, 5);
  EXPECT_EQ(report["pictures"]["made"], 3);
  EXPECT_EQ(report["first_frame"], 0) << "without checkpoints it is computed from the start";
  EXPECT_EQ(report["steps"], 5);
}

TEST_F(RunRange, TheSameCommandGoesOnFromTheNearestCheckpoint) {
  EXPECT_EQ(reportOf(runPart("0:7"))["pictures"]["made"], 8);
  EXPECT_THAT(namesIn(folder_ / "states"),
              UnorderedElementsAre("002.ringlet", "004.ringlet", "006.ringlet", "008.ringlet"));
  fs::remove(part(5));
  fs::resize_file(part(6), fs::file_size(part(6)) / 2);

  const json again = reportOf(runPart("0:7"));
  EXPECT_EQ(again["pictures"]["made"], 2) << "the one that is missing and the one that is cut off";
  EXPECT_EQ(again["pictures"]["kept"], 6);
  EXPECT_EQ(again["first_frame"], 4);
  expectAsInTheWhole(0, 7);

  const json nothing = reportOf(runPart("0:7"));
  EXPECT_EQ(nothing["pictures"]["made"], 0);
  EXPECT_EQ(nothing["pictures"]["kept"], 8);
  EXPECT_EQ(nothing["evaluations"], 0);
}

TEST_F(RunRange, GoesOnAfterAKill) {
  const std::string command = fmt::format(
      "'{}' run '{}' --frames 0:7 --record '{}' --checkpoint '{}' --every 2 --quiet & p=$!; "
      "until [ -e '{}' ]; do sleep 0.005; done; kill -9 $p; wait",
      test::programPath(), scene_, folder_ / "parts/%03d.png", folder_ / "states/%03d.ringlet", part(3));
  test::runArguments({"bash", "-c", command});
  const json report = reportOf(runPart("0:7"));
  EXPECT_GE(report["pictures"]["kept"], 4);
  expectAsInTheWhole(0, 7);
}

TEST_F(RunRange, LongerRangesAddToWhatIsThere) {
  EXPECT_EQ(reportOf(runPart("2:3"))["pictures"]["made"], 2);
  const json more = reportOf(runPart("1:6"));
  EXPECT_EQ(more["pictures"]["made"], 4);
  EXPECT_EQ(more["pictures"]["kept"], 2);
  expectAsInTheWhole(1, 6);
  EXPECT_THAT(namesIn(folder_ / "parts").size(), 6u);
}

TEST_F(RunRange, ForceDrawsAnewAndLeavesTheOthers) {
  reportOf(runPart("2:6"));
  test::writeFile(part(4), "not this one");
  EXPECT_EQ(reportOf(runPart("3:4", {"--force"}))["pictures"]["made"], 2);
  expectAsInTheWhole(2, 6);
}

TEST_F(RunRange, ASingleCheckpointServesAndIsNotSetBack) {
  const std::string state = folder_ / "state.ringlet";
  const auto with = [&](const std::string& range) {
    return run({"--frames", range, "--record", folder_ / "parts/%03d.png", "--checkpoint", state, "--json"});
  };
  reportOf(with("4:5"));
  EXPECT_EQ(app::readCheckpoint(state).frames, 6);
  EXPECT_EQ(reportOf(with("6:7"))["first_frame"], 6);
  EXPECT_EQ(app::readCheckpoint(state).frames, 8);
  EXPECT_EQ(reportOf(with("0:1"))["first_frame"], 0);
  EXPECT_EQ(app::readCheckpoint(state).frames, 8) << "nothing that was written is lost";
  expectAsInTheWhole(0, 1);
  expectAsInTheWhole(4, 7);
}

TEST_F(RunRange, ADamagedCheckpointOfManyIsPassedOver) {
  reportOf(runPart("0:7"));
  fs::resize_file(folder_ / "states/006.ringlet", 1000);
  fs::remove(part(7));
  const ProgramResult result = runPart("0:7");
  EXPECT_THAT(result.err, HasSubstr("006.ringlet"));
  EXPECT_EQ(reportOf(result)["first_frame"], 4);
  expectAsInTheWhole(7, 7);
}

TEST_F(RunRange, KeepsTheExactClock) {
  const std::vector<std::string> clock = {"--time-per-second", "1.1", "--fps", "30000/1001"};
  const json report = reportOf(runPart("5:5", clock));
  EXPECT_EQ(report["clock"]["steps_per_frame"], 2);
  EXPECT_EQ(report["steps"], 10);
  EXPECT_EQ(report["time"].get<double>(), 5 * (1.1 / (30000. / 1001)));
  const json later = reportOf(runPart("7:7", clock));
  EXPECT_EQ(later["first_frame"], 6);
  EXPECT_EQ(later["time"].get<double>(), 7 * (1.1 / (30000. / 1001)));
}

TEST_F(RunRange, RefusesWhatCannotBeJoined) {
  expectFailure(run({"--frames", "2:3", "--record", folder_ / "f.mp4"}), 2, "needs numbered pictures");
  expectFailure(run({"--frames", "2:3"}), 2, "needs --record");
  expectFailure(run({"--frames", "3:2", "--record", folder_ / "parts/%03d.png"}), 2, "allowed: 1 to");
  reportOf(runPart("0:2"));
  expectFailure(runPart("3:3", {"--seed", "9"}), 1, "checkpoint of another run");
  expectFailure(runPart("3:3", {"--time-per-second", "0.3"}), 1, "checkpoint of another run");
  expectFailure(runPart("0:3", {"--size", "64x48"}), 1, "another size, 96x64 and not 64x48");
  EXPECT_THAT(namesIn(folder_ / "parts").size(), 3u);
}

TEST_F(RunRange, RefusesPicturesOfAnotherFilm) {
  const std::string record = folder_ / "whole/%03d.png";
  const auto part = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"--frames", "6:9", "--record", record};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  };
  test::writeFile(folder_ / "path.toml", "[[key]]\ntime = 0\neye = [0, 0, 3]\n");
  const std::vector<std::vector<std::string>> others = {
      {"--seed", "9"},        {"--look", "neon"}, {"--view", "both"},     {"--camera", folder_ / "path.toml"},
      {"--supersample", "2"}, {"--fps", "25"},    {"--tolerance", "1e-5"}};
  for (const auto& other : others) {
    SCOPED_TRACE(other.front());
    expectFailure(part(other), 1, "whole/006.png: exists already and is kept: it is a picture of another film");
  }
  EXPECT_EQ(namesIn(folder_ / "whole").size(), 8u) << "nothing was drawn";

  std::vector<std::string> same = {"--quality", "20", "--threads", "1", "--json"};
  if (!fmm::cudaBackendAvailable()) same.insert(same.end(), {"--backend", "auto"});  // which is the CPU then
  EXPECT_EQ(reportOf(part(same))["pictures"]["kept"], 2);
  EXPECT_EQ(reportOf(part({"--seed", "9", "--force", "--json"}))["pictures"]["made"], 4);
  expectFailure(part({}), 1, "006.png: exists already and is kept: it is a picture of another film");
}

TEST_F(RunRange, RefusesPicturesThatDoNotSayWhoseTheyAre) {
  const std::string picture = folder_ / "whole/002.png";
  app::writePng(picture, app::readPng(picture));
  const std::string before = test::readFile(picture);
  expectFailure(run({"--frames", "0:7", "--record", folder_ / "whole/%03d.png"}), 1,
                "whole/002.png: exists already and is kept: it does not say which film");
  EXPECT_EQ(test::readFile(picture), before);
}

TEST_F(RunRange, ResumesFromTheCheckpointThatIsNamed) {
  reportOf(runPart("0:3"));
  const std::string state = folder_ / "states/004.ringlet", record = folder_ / "parts/%03d.png";
  EXPECT_EQ(reportOf(runProgram({"run", "--resume", state, "--frames", "6:7", "--record", record, "--json"}))["steps"],
            7);
  expectAsInTheWhole(6, 7);
  EXPECT_EQ(reportOf(runPart("0:7"))["pictures"]["kept"], 6) << "the scene and its checkpoint make the same film";
  EXPECT_EQ(reportOf(runProgram(
                {"run", "--resume", state, "--frames", "4:7", "--record", record, "--json"}))["pictures"]["kept"],
            4);
  fs::remove(part(1));
  expectFailure(runProgram({"run", "--resume", state, "--frames", "0:7", "--record", record}), 2,
                "4 frames are done, but picture 1 is missing");
  expectFailure(runProgram({"run", "--resume", state, "--frames", "9", "--record", record, "--time-per-second", "2"}),
                2, "the clock of a film cannot be changed");
}

}  // namespace
