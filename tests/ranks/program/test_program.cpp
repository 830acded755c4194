// The program as several processes, started by mpirun.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/support/run_program.h"
#include "ranks/program/ranks.h"

namespace ranks_test {
namespace {

using test::ProgramResult;
using test::TemporaryFolder;
using testing::HasSubstr;
ProgramResult runRanks(int count, const Words& words) {
  return test::runArguments(mpirun(count) + words);
}

/// Numbers of a CSV file's rows, from a column on.
std::vector<double> numbersOf(const std::string& path, std::size_t firstColumn) {
  std::ifstream file(path);
  std::vector<double> numbers;
  std::string line;
  for (std::getline(file, line); std::getline(file, line);) {
    std::istringstream row(line);
    std::string cell;
    for (std::size_t k = 0; std::getline(row, cell, ','); ++k)
      if (k >= firstColumn) numbers.push_back(std::stod(cell));
  }
  return numbers;
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size() || a.empty()) return INFINITY;
  double off = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    off += (a[i] - b[i]) * (a[i] - b[i]);
    all += b[i] * b[i];
  }
  return std::sqrt(off / all);
}

void writePoints(const std::string& path, const std::string& header, std::size_t count, std::size_t columns) {
  std::ofstream file(path);
  file << header << '\n';
  unsigned state = 12345;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < columns; ++k) {
      state = state * 1103515245U + 12345U;
      file << (k ? "," : "") << (static_cast<double>(state >> 16 & 0x7fffU) + 1) / 32768.0;
    }
    file << '\n';
  }
}

Words smallRun() {
  return {"run",       "leapfrog", "--headless", "--elements", "512",    "--tracers", "2000",
          "--threads", "1",        "--fps",      "25",         "--size", "160x90"};
}

TEST(RankProgram, EvaluatesAsOneProcessDoes) {
  const TemporaryFolder folder;
  writePoints(folder / "e.csv", "x,y,z,ax,ay,az,sigma", 900, 7);
  writePoints(folder / "t.csv", "x,y,z", 1500, 3);
  const Words words = {"eval", folder / "e.csv", "--targets", folder / "t.csv", "--gradient", "--output"};
  EXPECT_EQ(test::runProgram(words + Words{folder / "one.csv"}).exitCode, 0);
  const ProgramResult many = runRanks(3, words + Words{folder / "three.csv"});
  EXPECT_EQ(many.exitCode, 0) << many.err;
  EXPECT_EQ(many.out.find("900 elements"), many.out.rfind("900 elements")) << "only the first rank speaks";
  EXPECT_LT(difference(numbersOf(folder / "three.csv", 3), numbersOf(folder / "one.csv", 3)), 2e-3);
  const ProgramResult again = runRanks(2, words + Words{folder / "three.csv"});
  EXPECT_EQ(again.exitCode, 1);
  EXPECT_THAT(again.err, HasSubstr("ringlet: " + (folder / "three.csv") + ": file exists"));
  EXPECT_EQ(again.err.find("rank 0:"), std::string::npos);
}

TEST(RankProgram, SharesElementsOutWhereItIsTold) {
  const TemporaryFolder folder;
  writePoints(folder / "e.csv", "x,y,z,ax,ay,az,sigma", 900, 7);
  writePoints(folder / "t.csv", "x,y,z", 1500, 3);
  const Words words = {"eval",       folder / "e.csv", "--targets", folder / "t.csv",
                       "--gradient", "--core-radius",  "0.05",      "--output"};
  EXPECT_EQ(test::runProgram(words + Words{folder / "one.csv"}).exitCode, 0);
  const ProgramResult shared = runRanks(3, words + Words{folder / "three.csv", "--sharing", "shared", "--json"});
  EXPECT_EQ(shared.exitCode, 0) << shared.err;
  EXPECT_THAT(shared.out, HasSubstr("\"sharing\": \"shared\""));
  EXPECT_THAT(shared.out, HasSubstr("\"imported_cells\""));
  EXPECT_LT(difference(numbersOf(folder / "three.csv", 3), numbersOf(folder / "one.csv", 3)), 2e-3);
  const ProgramResult wrong = runRanks(2, {"bench", "--sharing", "some"});
  EXPECT_EQ(wrong.exitCode, 2);
  EXPECT_THAT(wrong.err, HasSubstr("allowed: auto, everywhere or shared"));
}

/// File of the elements of the last frame, 3, by a run that resumes from the checkpoint after frame 2.
std::string resumedOn(int ranks, const TemporaryFolder& folder) {
  std::string to = folder / ("resumed" + std::to_string(ranks) + ".csv");
  const ProgramResult resumed = runRanks(ranks, {"run", "--resume", folder / "at2.ringlet", "--headless", "--threads",
                                                 "1", "--frames", "4", "--export-elements", to});
  EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
  return to;
}

Words saving(const TemporaryFolder& folder) {
  return {"--frames", "4", "--checkpoint",      folder / "at%d.ringlet",
          "--every",  "2", "--export-elements", folder / "at%d.csv"};
}

TEST(RankProgram, FilmsAndGoesOnInTheSameBitsOnAsManyRanks) {
  const TemporaryFolder folder;
  const ProgramResult two = runRanks(2, smallRun() + saving(folder) + Words{"--record", folder / "%02d.png"});
  ASSERT_EQ(two.exitCode, 0) << two.err;
  EXPECT_THAT(two.err, HasSubstr("2 ranks"));
  EXPECT_TRUE(std::filesystem::exists(folder / "00.png"));
  EXPECT_TRUE(std::filesystem::exists(folder / "03.png"));
  EXPECT_EQ(test::readFile(resumedOn(2, folder)), test::readFile(folder / "at3.csv"));
}

TEST(RankProgram, ResumesOnAnotherNumberOfRanks) {
  const TemporaryFolder folder;
  test::writeFile(folder / "ring.toml", "[[ring]]\nradius = 0.3\n");
  Words words = smallRun();
  words[1] = folder / "ring.toml";
  const ProgramResult two = runRanks(2, words + saving(folder));
  ASSERT_EQ(two.exitCode, 0) << two.err;
  for (const int count : {1, 3})
    EXPECT_LT(difference(numbersOf(resumedOn(count, folder), 0), numbersOf(folder / "at3.csv", 0)), 1e-4);
}

TEST(RankProgram, EmittersLetInAsManyTracersAsInOneProcess) {
  const TemporaryFolder folder;
  test::writeFile(folder / "smoke.toml",
                  "[[ring]]\nradius = 0.3\n[[emitter]]\nshape = \"disc\"\nrate = 2000\nmost = 60\n[view]\n"
                  "colour_by = \"age\"\n");
  Words words = smallRun() + Words{"--frames", "4", "--json", "--export-elements", folder / "e.csv", "--force"};
  words[1] = folder / "smoke.toml";
  words = words + Words{"--record", folder / "%02d.png"};
  const auto tracers = [](const std::string& out) { return out.substr(out.find("\"tracers\""), 20); };
  const ProgramResult one = test::runProgram(words), three = runRanks(3, words);
  ASSERT_EQ(one.exitCode, 0) << one.err;
  ASSERT_EQ(three.exitCode, 0) << three.err;
  EXPECT_EQ(tracers(three.out), tracers(one.out));
  EXPECT_EQ(tracers(one.out).find("\"tracers\": 60,"), std::string::npos) << "there are others, too";
}

TEST(RankProgram, OneProcessAloneIsWhatItWasWithout) {
  const TemporaryFolder folder;
  const Words words = smallRun() + Words{"--frames", "2", "--export-elements"};
  EXPECT_EQ(test::runProgram(words + Words{folder / "plain.csv"}).exitCode, 0);
  EXPECT_EQ(runRanks(1, words + Words{folder / "one.csv"}).exitCode, 0);
  EXPECT_EQ(test::readFile(folder / "one.csv"), test::readFile(folder / "plain.csv"));
}

TEST(RankProgram, WhatIsOneProcessSaysSo) {
  const ProgramResult verify = runRanks(2, {"verify"}), window = runRanks(2, {"ring", "--exit-after", "1"});
  EXPECT_EQ(verify.exitCode, 2);
  EXPECT_THAT(verify.err, HasSubstr("ringlet: ringlet verify runs as a single process only, and 2 were started"));
  EXPECT_EQ(window.exitCode, 2);
  EXPECT_THAT(window.err, HasSubstr("ringlet: the window runs as a single process only"));
}

TEST(RankProgram, MeasuresEvaluations) {
  for (const char* sharing : {"everywhere", "shared"}) {
    const ProgramResult bench = runRanks(2, {"bench", "--workload", "rings", "--sizes", "1024:4096", "--repeat", "2",
                                             "--threads", "1", "--sharing", sharing});
    EXPECT_EQ(bench.exitCode, 0) << bench.err;
    EXPECT_THAT(bench.out, HasSubstr("messages"));
    EXPECT_THAT(bench.out, HasSubstr(sharing));
  }
}

TEST(RankProgram, ARankThatFailsEndsAllAndSaysWhich) {
  const TemporaryFolder folder;
  const Words run = smallRun() + Words{"--frames", "100000", "--checkpoint", folder / "c.ringlet", "--every", "1"};
  const auto start = std::chrono::steady_clock::now();
  const ProgramResult failed = test::runArguments(mpirun(2, "RINGLET_FAIL_ALLOCATION=700") + run);
  EXPECT_NE(failed.exitCode, 0);
  EXPECT_THAT(failed.err, HasSubstr("ringlet: rank 1: out of memory"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(RankProgram, ARankThatIsKilledEndsAllAndTheCheckpointIsWhole) {
  const TemporaryFolder folder;
  const std::string checkpoint = folder / "c.ringlet";
  ProgramResult killed;
  std::thread run([&] {
    killed = runRanks(2, smallRun() + Words{"--frames", "100000", "--checkpoint", checkpoint, "--every", "1"});
  });
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!std::filesystem::exists(checkpoint) && std::chrono::steady_clock::now() < patience)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const auto start = std::chrono::steady_clock::now();
  for (const pid_t process : processesOf("1", folder.path())) kill(process, SIGKILL);
  run.join();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_FALSE(killed.timedOut);
  EXPECT_NE(killed.exitCode, 0);
  EXPECT_THAT(killed.err, HasSubstr("rank 1"));
  const ProgramResult resumed = test::runProgram(
      {"run", "--resume", checkpoint, "--headless", "--frames", "0", "--export-elements", folder / "e.csv", "--quiet"});
  EXPECT_EQ(resumed.err.find("damaged"), std::string::npos) << resumed.err;
}

}  // namespace
}  // namespace ranks_test
