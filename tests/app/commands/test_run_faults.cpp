// `ringlet run` on a machine that fails: the film has all frames before the failure, and a checkpoint holds the last
// good state that could be read. A run can resume from it.

#include <fmt/format.h>

#include <regex>

#include "app/support/fake_ffmpeg.h"
#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "fmm/support/cuda_fixture.h"
#include "support/test.h"

namespace test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kFrames = 6;

class RunFaults : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda") fmm_test::requireCuda();
    if (IsSkipped() || HasFatalFailure()) return;
    ffmpegPath();  // throws where there is none: every run records a film
    scene_ = sceneIn(folder_);
    former_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());  // the program saves rescued particles here
  }
  void TearDown() override {
    if (!former_.empty()) std::filesystem::current_path(former_);
  }

  ProgramResult runWith(const std::string& fault, const std::string& film) {
    return runProgram(
        arguments(scene_, {"--frames", std::to_string(kFrames), "--record", film, "--backend", GetParam(), "--quiet"}),
        {{fault}});
  }

  /// Runs with the fault at the n-th event, for growing n, until a run has fewer events. Returns how many runs stopped.
  template <class Check>
  int failEach(const std::string& variable, const Check& check) {
    int stopped = 0;
    for (int n = 1;; n += 1 + n / 3) {
      const std::string film = folder_ / fmt::format("{}.webm", n);
      const ProgramResult result = runWith(fmt::format("{}={}", variable, n), film);
      SCOPED_TRACE(fmt::format("{}={}: {}", variable, n, result.err));
      EXPECT_FALSE(result.timedOut);
      if (result.exitCode == 0) {
        EXPECT_EQ(frameTimes(film).size(), static_cast<std::size_t>(kFrames));
        if (result.err.empty()) break;
        continue;  // it worked around the fault, with a message
      }
      EXPECT_EQ(result.exitCode, 1);
      EXPECT_THAT(result.err, StartsWith("ringlet: "));
      EXPECT_TRUE(isOneLine(result.err)) << result.err;
      std::smatch found;
      if (!std::regex_search(result.err, found, std::regex("stopped after ([0-9]+) of"))) continue;  // no frame yet
      ++stopped;
      EXPECT_EQ(frameTimes(film).size(), std::stoul(found[1])) << "the film has what is told";
      std::smatch saved;
      EXPECT_TRUE(std::regex_search(result.err, saved, std::regex("saved to (\\S+)\n")));
      if (!saved.empty()) check(n, saved[1]);
    }
    return stopped;
  }

  void expectGoesOn(const std::string& state) {
    const ProgramResult result = runProgram({"run", "--headless", "--resume", state, "--frames",
                                             std::to_string(kFrames), "--checkpoint", "end.ringlet", "--force"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
  }

  TemporaryFolder folder_;
  std::string scene_;
  std::filesystem::path former_;
};

TEST_P(RunFaults, ALostMachineLeavesAFilmAndACheckpoint) {
  int resumed = 0;
  const int stopped = failEach("RINGLET_FAIL_LAUNCH", [&](int, const std::string& saved) {
    if (resumed++ % 3 == 0) expectGoesOn(saved);
  });
  EXPECT_GE(stopped, 3);
  EXPECT_GE(resumed, 3);
}

TEST_P(RunFaults, WithoutMemoryTheFilmIsWholeAsFarAsItGoes) {
  failEach("RINGLET_FAIL_ALLOCATION", [&](int, const std::string& saved) { expectGoesOn(saved); });
}

TEST_P(RunFaults, ADriverThatRefusesToShareIsWorkedRound) {
  if (std::string(GetParam()) != "cuda") GTEST_SKIP() << "nothing is shared with OpenGL";
  const ProgramResult plain = runWith("RINGLET_FAIL_MAPPING=0", folder_ / "plain.webm");
  ASSERT_EQ(plain.exitCode, 0) << plain.err;
  if (!plain.err.empty()) GTEST_SKIP() << "nothing is shared with OpenGL: " << plain.err;
  for (const int n : {1, 2, 3, 6, 7}) {
    const std::string film = folder_ / fmt::format("{}.webm", n);
    const ProgramResult result = runWith(fmt::format("RINGLET_FAIL_MAPPING={}", n), film);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("particles are copied through host memory"));
    EXPECT_TRUE(isOneLine(result.err)) << result.err;
    EXPECT_EQ(readFile(film).size(), readFile(folder_ / "plain.webm").size());
  }
}

INSTANTIATE_TEST_SUITE_P(On, RunFaults, testing::Values("cpu", "cuda"),
                         [](const auto& of) { return std::string(of.param) == "cuda" ? "Gpu" : "Cpu"; });

}  // namespace
}  // namespace test
