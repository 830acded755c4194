// The window of several processes that mpirun starts, on an X server of the test's own, as a user sees it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/support/run_program.h"
#include "app/window/xvfb.h"
#include "ranks/program/ranks.h"

namespace ranks_test {
namespace {

using Clock = std::chrono::steady_clock;
using app::ChildProcess;
using app::runTool;
using testing::HasSubstr;

class RankWindow : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* tool : {"Xvfb", "xdotool"})
      if (!app::haveProgram(tool)) GTEST_SKIP() << tool << " is not installed (packages xvfb, xdotool)";
    setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    test::writeFile(scene(), "[[ring]]\nradius = 0.3\n");
    server_.emplace(800, 600);
  }

  std::string scene() const { return folder_ / "ring.toml"; }
  Words window() const {
    return {scene(), "--backend", "cpu",  "--threads", "1",      "--elements",
            "512",   "--tracers", "3000", "--size",    "800x600"};
  }
  /// Shows the window of so many ranks.
  void open(int count) { start(mpirun(count) + window()); }
  void start(const Words& words) {
    program_.emplace(words, folder_.path(), folder_ / "log.txt");
    EXPECT_EQ(runTool({"timeout", "30", "xdotool", "search", "--sync", "--onlyvisible", "--name", "^Ringlet$"}), 0);
    runTool({"xdotool", "mousemove", "600", "300"});
  }
  static void key(const std::string& name) { runTool({"xdotool", "key", name}); }
  std::string log() const { return test::readFile(folder_ / "log.txt"); }
  /// Presses the key until there is such a file.
  bool comesByKey(const std::string& name, const std::string& file) {
    const auto patience = Clock::now() + std::chrono::seconds(20);
    while (!std::filesystem::exists(folder_ / file) && Clock::now() < patience) {
      key(name);
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    return std::filesystem::exists(folder_ / file);
  }
  /// Of all ranks, within ten seconds; the exit code.
  int ending() {
    const auto patience = Clock::now() + std::chrono::seconds(10);
    const int code = program_->wait(10);
    EXPECT_NE(code, -1) << log();
    for (const char* rank : {"0", "1", "2"}) {
      while (!processesOf(rank, scene()).empty() && Clock::now() < patience)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      EXPECT_TRUE(processesOf(rank, scene()).empty()) << "rank " << rank;
    }
    return code;
  }
  /// Processor time of a process [s].
  static double processorTime(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/schedstat");
    std::uint64_t nanoseconds = 0;
    file >> nanoseconds;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task")) {
      if (thread.path().filename() == std::to_string(process)) continue;
      std::uint64_t more = 0;
      std::ifstream(thread.path() / "schedstat") >> more;
      nanoseconds += more;
    }
    return 1e-9 * static_cast<double>(nanoseconds);
  }

  test::TemporaryFolder folder_;
  std::optional<app::Xvfb> server_;
  std::optional<ChildProcess> program_;
};

TEST_F(RankWindow, ShowsThePictureOnRankZeroAlone) {
  const Words words = window() + Words{"--exit-after", "20", "--screenshot", "shot.png"};
  const Words all = mpirun(3, "DISPLAY=:99999") + words;  // the others have no display
  program_.emplace(all, folder_.path(), folder_ / "log.txt");
  EXPECT_EQ(program_->wait(30), 0) << log();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "shot.png"));
  EXPECT_EQ(log(), "");
}

TEST_F(RankWindow, IsSteeredSleepsWhilePausedAndCloses) {
  open(3);
  ASSERT_TRUE(comesByKey("s", "ringlet-0001.png")) << log();
  key("space");
  std::this_thread::sleep_for(std::chrono::seconds(2));  // the step under way, and the error's measure after it
  for (const char* rank : {"1", "2"}) {
    const std::vector<pid_t> process = processesOf(rank, scene());
    ASSERT_EQ(process.size(), 1U);
    const double before = processorTime(process[0]);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    EXPECT_LT(processorTime(process[0]) - before, 0.3) << "it spins";
  }
  for (const char* name : {"r", "d", "period", "space"}) key(name);  // reset, direct sums, one frame, play
  ASSERT_TRUE(comesByKey("ctrl+s", "ring-0001.vtkhdf")) << log();
  key("ctrl+q");
  key("ctrl+q");  // it has asked whether changes are to be lost
  EXPECT_EQ(ending(), 0) << log();
  EXPECT_EQ(log(), "");
}

TEST_F(RankWindow, WhatRankZeroCannotDoItSaysOnce) {
  const Words words = mpirun(2) + Words{"no-such-scene"};
  const test::ProgramResult failed = test::runArguments(words);
  EXPECT_EQ(failed.exitCode, 1);
  EXPECT_THAT(failed.err, HasSubstr("ringlet: no-such-scene: no such scene"));
  EXPECT_EQ(failed.err.find("rank 1:"), std::string::npos);
}

TEST_F(RankWindow, ARankThatFailsEndsAllAndSaysWhich) {
  start(mpirun(2, "RINGLET_FAIL_ALLOCATION=40") + window());
  EXPECT_EQ(program_->wait(20), 1);
  EXPECT_THAT(log(), HasSubstr("ringlet: rank 1: out of memory"));
}

TEST_F(RankWindow, ARankThatIsKilledEndsAll) {
  open(2);
  ASSERT_TRUE(comesByKey("s", "ringlet-0001.png")) << log();
  for (const pid_t process : processesOf("1", scene())) kill(process, SIGKILL);
  EXPECT_NE(ending(), 0);
  EXPECT_THAT(log(), HasSubstr("rank 1"));
}

TEST_F(RankWindow, RankZeroThatIsKilledEndsAll) {
  open(3);
  ASSERT_TRUE(comesByKey("s", "ringlet-0001.png")) << log();
  for (const pid_t process : processesOf("0", scene())) kill(process, SIGKILL);
  EXPECT_NE(ending(), 0);
}

TEST_F(RankWindow, ASignalToOneOfTheOthersEndsAll) {
  open(2);
  ASSERT_TRUE(comesByKey("s", "ringlet-0001.png")) << log();
  for (const pid_t process : processesOf("1", scene())) kill(process, SIGTERM);
  EXPECT_EQ(ending(), 1);
  EXPECT_THAT(log(), HasSubstr("ringlet: rank 1: ended by signal 15"));
}

TEST_F(RankWindow, CtrlCEndsAll) {
  open(2);
  ASSERT_TRUE(comesByKey("s", "ringlet-0001.png")) << log();
  program_->signal(SIGINT);
  EXPECT_NE(ending(), 0);
}

}  // namespace
}  // namespace ranks_test
