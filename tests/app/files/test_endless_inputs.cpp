// Inputs that never end, never begin, or are not files at all: each is refused in one line, quickly and in little
// memory.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "app/support/patience.h"
#include "app/support/run_program.h"
#include "files/data_paths.h"
#include "files/file_error.h"

namespace {

using std::chrono::steady_clock;
using testing::HasSubstr;

class EndlessInputs : public testing::Test {
 protected:
  std::string fifo(const std::string& name) {
    const std::string path = folder_ / name;
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
    return path;
  }

  /// Expects a failure in one line within 15 s, as silent pipes are given up after 10 s, and within 512 MiB of address
  /// space. Builds with sanitizers, which reserve terabytes of addresses, have no memory limit.
  static void expectRefused(const std::string& arguments, const std::string& reason) {
    const std::string most = test::kPatience == 1 ? std::to_string(512 * 1024) : "unlimited";
    const std::string limited = fmt::format("ulimit -v {}; exec '{}' {}", most, test::programPath(), arguments);
    test::ProgramSettings settings;
    settings.limit = std::chrono::seconds(15 * test::kPatience);
    const test::ProgramResult result = test::runArguments({"bash", "-c", limited}, settings);
    EXPECT_FALSE(result.timedOut) << arguments;
    EXPECT_EQ(result.exitCode, 1) << arguments << '\n' << result.err;
    EXPECT_THAT(result.err, HasSubstr(reason)) << arguments;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }

  test::TemporaryFolder folder_;
};

TEST_F(EndlessInputs, AreRefusedByTheirSize) {
  expectRefused("run /dev/zero --headless --frames 1", "/dev/zero: is too large; allowed: at most 4194304 bytes");
  expectRefused("/dev/zero", "/dev/zero: is too large");
  expectRefused("run ring --camera /dev/zero --headless --frames 1 --record " + folder_ / "f.png", "too large");
}

TEST_F(EndlessInputs, PipesWithoutAWriterAreGivenUp) {
  const steady_clock::time_point start = steady_clock::now();
  expectRefused("run " + fifo("scene.toml") + " --headless --frames 1", "has given nothing for 10 seconds");
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(13 * test::kPatience));
}

TEST_F(EndlessInputs, PipesWithAWriterAreRead) {
  const std::string path = fifo("text");
  std::thread writer([&] { std::ofstream(path) << "title = \"from a pipe\"\n"; });
  EXPECT_EQ(app::readTextFile(path), "title = \"from a pipe\"\n");
  writer.join();
}

TEST_F(EndlessInputs, ATextHasALimit) {
  const std::string path = folder_ / "text";
  std::ofstream(path) << std::string(100, 'x');
  EXPECT_EQ(app::readTextFile(path, 100).size(), 100U);
  EXPECT_THROW(app::readTextFile(path, 99), app::FileError);
  EXPECT_THROW(app::readTextFile("/dev/zero"), app::FileError);
}

TEST_F(EndlessInputs, ASavedStateIsARegularFile) {
  expectRefused("run --resume " + fifo("state.ringlet") + " --headless --frames 1", "regular file");
}

TEST_F(EndlessInputs, AnInterruptedWaitEnds) {
  const std::string command =
      fmt::format("timeout --signal=TERM 1 '{}' run '{}' --headless --frames 1", test::programPath(), fifo("s.toml"));
  const steady_clock::time_point start = steady_clock::now();
  const test::ProgramResult result = test::runArguments({"bash", "-c", command});
  EXPECT_NE(result.exitCode, 0);
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(3 * test::kPatience));
}

}  // namespace
