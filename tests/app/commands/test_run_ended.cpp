// SIGTERM and SIGHUP end a run within two seconds, also while an encoder or a time step blocks. Two runs of one film.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "app/support/fake_ffmpeg.h"
#include "app/support/film_support.h"
#include "app/support/patience.h"
#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "app/support/running_program.h"

namespace {

using test::arguments;
using test::decodeFilm;
using test::endlessSceneIn;
using test::expectFailure;
using test::fakeFfmpeg;
using test::hasEnded;
using test::kHeight;
using test::kWidth;
using test::pidIn;
using test::RunningProgram;
using test::runProgram;
using test::sceneIn;
using test::TemporaryFolder;
using test::waitUntil;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

/// Sends the signal, and expects the program to end in time with a message.
void expectPromptEnd(RunningProgram& program, int number) {
  const auto start = std::chrono::steady_clock::now();
  program.send(number);
  EXPECT_EQ(program.wait(), 128 + number);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 2 * test::kPatience);
  EXPECT_TRUE(test::isOneLine(program.err())) << program.err();
  EXPECT_THAT(program.err(), StartsWith("ringlet: ended by signal " + std::to_string(number)));
}

TEST(RunEnded, WithAnEncoderThatNeverReads) {
  for (const int number : {SIGTERM, SIGHUP}) {
    const TemporaryFolder folder, bin;
    const std::string path = fakeFfmpeg(bin, "echo $$ >> " + (bin / "pid") + "; exec sleep 1000");
    RunningProgram program(
        arguments(endlessSceneIn(folder), {"--quiet", "--frames", "100000", "--record", folder / "f.mp4"}),
        folder / "err", {"PATH=" + path});
    const int encoder = pidIn(bin / "pid");
    std::this_thread::sleep_for(std::chrono::seconds(test::kPatience));  // until its socket is full
    expectPromptEnd(program, number);
    EXPECT_TRUE(waitUntil([&] { return hasEnded(encoder); })) << "nobody else would end it";
    EXPECT_TRUE(test::isOneLine(test::readFile(bin / "pid"))) << "another one was started at the end";
  }
}

TEST(RunEnded, WithAnEncoderThatNeverEnds) {
  const TemporaryFolder folder, bin;
  const std::string path = fakeFfmpeg(bin, "cat > /dev/null; echo $$ > " + (bin / "pid") + "; exec sleep 1000");
  RunningProgram program(arguments(sceneIn(folder), {"--quiet", "--frames", "3", "--record", folder / "f.webm"}),
                         folder / "err", {"PATH=" + path});
  const int encoder = pidIn(bin / "pid");
  expectPromptEnd(program, SIGTERM);
  EXPECT_TRUE(waitUntil([&] { return hasEnded(encoder); }));
}

TEST(RunEnded, WhileAFilmIsRewrittenWhichStaysWhole) {
  const TemporaryFolder folder, bin;
  const std::string path = fakeFfmpeg(bin, "case \"$*\" in *faststart*) echo $$ > " + (bin / "pid") +
                                               "; exec sleep 1000;; *) exec $FFMPEG \"$@\";; esac");
  RunningProgram program(arguments(sceneIn(folder), {"--quiet", "--frames", "20", "--record", folder / "f.mp4"}),
                         folder / "err", {"PATH=" + path});
  const int encoder = pidIn(bin / "pid");
  expectPromptEnd(program, SIGTERM);
  EXPECT_TRUE(waitUntil([&] { return hasEnded(encoder); }));
  EXPECT_EQ(decodeFilm(folder / "f.mp4", kWidth, kHeight).size(), 20u);
}

TEST(RunEnded, WhileAStepTakesMinutes) {
  const TemporaryFolder folder;
  std::string text = test::readFile(sceneIn(folder));
  text.insert(text.find("backend"), "solver = \"direct\"\n");
  test::writeFile(folder / "test.toml", text);
  RunningProgram program(arguments(folder / "test.toml",
                                   {"--quiet", "--elements", "300000", "--frames", "9", "--record", folder / "f.mp4"}),
                         folder / "err");
  ASSERT_TRUE(waitUntil([&] { return std::filesystem::exists(folder / "f.mp4"); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  expectPromptEnd(program, SIGTERM);
}

TEST(RunEnded, CtrlCStaysPatient) {
  const TemporaryFolder folder, bin;
  const std::string path = fakeFfmpeg(bin, "echo $$ > " + (bin / "pid") + "; exec sleep 1000");
  RunningProgram program(
      arguments(endlessSceneIn(folder), {"--quiet", "--frames", "100000", "--record", folder / "f.mp4"}),
      folder / "err", {"PATH=" + path});
  const int encoder = pidIn(bin / "pid");
  program.send(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  EXPECT_FALSE(hasEnded(program.pid())) << "the film may take its time";
  program.send(SIGINT);
  EXPECT_EQ(program.wait(), 128 + SIGINT);
  kill(encoder, SIGKILL);
}

TEST(RunEnded, SecondRunOfOneFilmIsRefused) {
  const TemporaryFolder folder;
  const std::string scene = endlessSceneIn(folder);
  for (const char* name : {"f.mp4", "f.webm", "%04d.png"}) {
    const std::string film = folder / name;
    RunningProgram first(arguments(scene, {"--frames", "1000000", "--record", film, "--diagnostics", folder / "d.csv",
                                           "--checkpoint", folder / "c.ringlet"}),
                         folder / "err");
    ASSERT_TRUE(waitUntil([&] { return std::filesystem::exists(folder / "d.csv"); }));
    expectFailure(runProgram(arguments(scene, {"--frames", "3", "--record", film, "--force"})), 1,
                  film + ": another process is writing it");
    expectFailure(runProgram(arguments(scene, {"--frames", "3", "--diagnostics", folder / "d.csv", "--force"})), 1,
                  "d.csv: another process is writing it");
    expectFailure(runProgram(arguments(scene, {"--frames", "3", "--checkpoint", folder / "c.ringlet", "--force"})), 1,
                  "c.ringlet: another process is writing it");
    first.send(SIGINT);
    EXPECT_EQ(first.wait(), 128 + SIGINT);
    EXPECT_THAT(first.err(), HasSubstr("what was made is complete"));
    for (const char* done : {"d.csv", "c.ringlet"}) EXPECT_TRUE(std::filesystem::remove(folder / done)) << done;
    if (film.find('%') != std::string::npos) continue;
    EXPECT_THAT(first.err(), HasSubstr(" " + std::to_string(decodeFilm(film, kWidth, kHeight).size()) + " of 1000000"));
  }
  EXPECT_THAT(folder.files(), Not(Contains(StartsWith("."))));
}

TEST(RunEnded, KilledRunLeavesNothingInTheWayOfTheNext) {
  const TemporaryFolder folder;
  const std::string scene = endlessSceneIn(folder), film = folder / "f.mp4";
  const std::vector<std::string> words = arguments(scene, {"--quiet", "--frames", "1000000", "--record", film});
  RunningProgram first(words, folder / "err");
  ASSERT_TRUE(waitUntil([&] { return std::filesystem::exists(film) && std::filesystem::file_size(film) > 20000; }));
  const std::vector<int> encoders = test::childrenOf(first.pid());
  first.send(SIGKILL);
  first.wait();
  for (const int encoder : encoders) EXPECT_TRUE(waitUntil([&] { return hasEnded(encoder); }));
  EXPECT_EQ(runProgram(arguments(scene, {"--quiet", "--frames", "3", "--record", film, "--force"})).exitCode, 0);
  EXPECT_THAT(folder.files(), UnorderedElementsAre("test.toml", "err", "f.mp4"));
}

}  // namespace
