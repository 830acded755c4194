// The run command through the real program: films, signals, checkpoints and error messages.

#include <fmt/format.h>
#include <sys/stat.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "app/support/fake_ffmpeg.h"
#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "app/support/running_program.h"
#include "files/png_file.h"
#include "scene/saved/snapshot_file.h"
#include "simulation/backend_choice.h"
#include "support/test.h"

namespace {

using app::Image;
using app::readPng;
using test::arguments;
using test::decodeFilm;
using test::endlessSceneIn;
using test::expectFailure;
using test::isOneLine;
using test::kHeight;
using test::kScene;
using test::kWidth;
using test::ProgramResult;
using test::RunningProgram;
using test::runProgram;
using test::sceneIn;
using test::TemporaryFolder;
using test::waitUntil;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

Image picture(const std::string& pattern, int number) {
  return readPng(fmt::format(fmt::runtime(pattern), number));
}

std::uintmax_t sizeOf(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

bool exists(const std::string& path) {
  return std::filesystem::exists(path);
}

TEST(RunCommand, FilmsAMovingRing) {
  const TemporaryFolder folder;
  const std::string film = folder / "film.mp4";
  const ProgramResult result = runProgram(arguments(sceneIn(folder), {"--frames", "20", "--record", film}));
  ASSERT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out, film + "\n");
  std::istringstream lines(result.err);
  for (std::string line; std::getline(lines, line) && line.rfind("ringlet: ", 0) != 0;)
    EXPECT_LE(line.size(), 120u) << line;
  EXPECT_THAT(result.err, HasSubstr("20 frames of 96x64"));
  const std::vector<Image> frames = decodeFilm(film, kWidth, kHeight);
  ASSERT_EQ(frames.size(), 20u);
  double x = 0;
  for (std::size_t k = 0; k < frames.size(); k += 4) {
    EXPECT_GT(test::meanLevel(frames[k]), 1) << "frame " << k << " is black";
    const double now = test::centreOfLight(frames[k]).x;
    EXPECT_GT(now, x) << "frame " << k;
    x = now;
  }
}

TEST(RunCommand, TakesLengthRateAndSizeFromTheSceneOrTheCommandLine) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder), film = folder / "a.mp4", other = folder / "b.webm";
  ASSERT_EQ(runProgram(arguments(scene, {"--record", film})).exitCode, 0);
  EXPECT_EQ(decodeFilm(film, kWidth, kHeight).size(), 6u);
  ASSERT_EQ(runProgram(arguments(scene, {"--record", other, "--size", "64x32", "--fps", "20"})).exitCode, 0);
  EXPECT_EQ(decodeFilm(other, 64, 32).size(), 4u);
  EXPECT_EQ(test::probe(other, "r_frame_rate"), "20/1");
  EXPECT_EQ(test::probe(other, "codec_name"), "vp9");
}

TEST(RunCommand, WithoutAFilmItReports) {
  const TemporaryFolder folder;
  const ProgramResult result = runProgram(arguments(sceneIn(folder), {"--frames", "5", "--json", "--tracers", "50"}),
                                          {{"PATH=", "DISPLAY"}, std::chrono::seconds(60)});
  ASSERT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const nlohmann::json json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["frames_done"], 5);
  EXPECT_EQ(json["steps"], 4);
  EXPECT_NEAR(json["time"].get<double>(), 0.08, 1e-12);
  EXPECT_EQ(json["elements"], 200);
  EXPECT_EQ(json["tracers"], 50);
  EXPECT_TRUE(json["film"].is_null());
  EXPECT_GT(json["error"]["samples"], 0);
  EXPECT_LT(json["error"]["relative_l2"], 1e-3);
  EXPECT_FALSE(json["seconds"]["stages"].empty());
  for (const char* when : {"start", "end"}) EXPECT_EQ(json["invariants"][when]["linear_impulse"].size(), 3u);
}

TEST(RunCommand, SameSeedGivesTheSameFilm) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder);
  for (const char* name : {"a.mp4", "b.mp4"})
    ASSERT_EQ(runProgram(arguments(scene, {"--record", folder / name, "--quiet"})).exitCode, 0);
  ASSERT_EQ(runProgram(arguments(scene, {"--record", folder / "c.mp4", "--seed", "4"})).exitCode, 0);
  EXPECT_EQ(test::readFile(folder / "a.mp4"), test::readFile(folder / "b.mp4"));
  EXPECT_NE(test::readFile(folder / "a.mp4"), test::readFile(folder / "c.mp4"));
}

TEST(RunCommand, ResumedRunEqualsAnUninterruptedOne) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder), state = folder / "state.ringlet";
  std::string text = kScene;
  text.insert(text.find("follow"), "framing = true\n");  // depends on earlier frames
  test::writeFile(scene, text);
  const auto record = [&](const std::string& name) { return folder / (name + "/%d.png"); };
  for (const char* solver : {"fmm", "direct"}) {
    std::filesystem::remove(state);
    const std::string whole = folder / (std::string(solver) + "-whole"),
                      parts = folder / (std::string(solver) + "-parts");
    const bool filmed = solver == std::string("fmm");  // the state of a run that makes no film is as good
    ASSERT_EQ(runProgram(arguments(scene, {"--frames", "8", "--solver", solver, "--record",
                                           record(solver + std::string("-whole"))}))
                  .exitCode,
              0);
    std::vector<std::string> first = arguments(scene, {"--frames", "5", "--solver", solver, "--checkpoint", state});
    if (filmed) first.insert(first.end(), {"--record", record(solver + std::string("-parts"))});
    ASSERT_EQ(runProgram(first).exitCode, 0);
    const ProgramResult rest = runProgram({"run", "--resume", state, "--frames", "8", "--checkpoint", state, "--record",
                                           record(solver + std::string("-parts"))});
    ASSERT_EQ(rest.exitCode, 0) << rest.err;
    EXPECT_THAT(rest.err, Not(HasSubstr("framing")));
    for (int k = filmed ? 0 : 5; k < 8; ++k)
      EXPECT_EQ(picture(whole + "/{}.png", k).rgb, picture(parts + "/{}.png", k).rgb) << solver << " frame " << k;
  }
}

TEST(RunCommand, StreaksGoOnInAResumedFilm) {
  const TemporaryFolder folder;
  const std::string scene = folder / "test.toml", state = folder / "state.ringlet";
  std::string text = kScene;
  text.insert(text.find("follow"), "streaks = 0.2\n");
  text += "[[emitter]]\ncentre = [-0.2, 0, 0]\nradius = 0.2\nrate = 4000\nmost = 400\n";  // replaces tracers
  test::writeFile(scene, text);
  const auto record = [&](const std::string& name) { return folder / (name + "/%d.png"); };
  ASSERT_EQ(runProgram(arguments(scene, {"--frames", "14", "--record", record("whole")})).exitCode, 0);
  ASSERT_EQ(
      runProgram(arguments(scene, {"--frames", "9", "--checkpoint", state, "--record", record("parts")})).exitCode, 0);
  const ProgramResult rest = runProgram({"run", "--resume", state, "--frames", "14", "--record", record("parts")});
  ASSERT_EQ(rest.exitCode, 0) << rest.err;
  for (int k = 0; k < 14; ++k)
    EXPECT_EQ(picture(folder / "whole/{}.png", k).rgb, picture(folder / "parts/{}.png", k).rgb) << k;
}

TEST(RunCommand, ResumingIsChecked) {
  const TemporaryFolder folder;
  const std::string state = folder / "state.ringlet";
  ASSERT_EQ(runProgram(arguments(sceneIn(folder), {"--frames", "3", "--checkpoint", state})).exitCode, 0);
  expectFailure(runProgram({"run", "--resume", state, "--frames", "3"}), 2, "stands at frame 3 already");
  expectFailure(runProgram({"run", "--resume", state, "--seed", "7"}), 2, "--seed");
  expectFailure(runProgram({"run", "--resume", folder / "none"}), 1, "none");
  expectFailure(runProgram({"run", "--resume", folder / "test.toml"}), 1, "test.toml");
  expectFailure(runProgram(arguments(folder / "test.toml", {"--checkpoint", state})), 1, "exists already");
  expectFailure(runProgram(arguments(folder / "test.toml", {"--checkpoint", folder / "test.toml/y.ringlet"})), 1,
                "cannot be made");
  std::filesystem::create_directory(folder / "folder.ringlet");
  expectFailure(runProgram(arguments(folder / "test.toml", {"--checkpoint", folder / "folder.ringlet"})), 1,
                "is a folder");
}

TEST(RunCommand, CameraPathMovesTheCamera) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder);
  test::writeFile(folder / "path.toml",
                  "[[key]]\ntime = 0\n[[key]]\ntime = 0.1\neye = [-0.3, 0, 2]\ntarget = [-0.3, 0, 0]\n");
  ASSERT_EQ(
      runProgram(arguments(scene, {"--frames", "4", "--camera", folder / "path.toml", "--record", folder / "%d.png"}))
          .exitCode,
      0);
  const double first = test::centreOfLight(readPng(folder / "0.png")).x;
  const double last = test::centreOfLight(readPng(folder / "3.png")).x;
  EXPECT_GT(last - first, 10) << "the camera went to the left, so the ring to the right";
  test::writeFile(folder / "bad.toml", "[[key]]\ntime = 0\nroll = 3\n");
  expectFailure(runProgram(arguments(scene, {"--camera", folder / "bad.toml", "--record", folder / "bad/%d.png"})), 1,
                "bad.toml:3:1: unknown key \"roll\"");
  expectFailure(runProgram(arguments(
                    scene, {"--backend", "auto", "--camera", folder / "no.toml", "--record", folder / "bad/%d.png"})),
                1, "no.toml");
  EXPECT_FALSE(exists(folder / "bad"));
}

TEST(RunCommand, BadRequestsAreRefusedBeforeAnythingIsTouched) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder);
  expectFailure(runProgram(arguments(scene, {"--record", folder / "f.mp4", "--size", "97x64"})), 2, "98x64");
  expectFailure(runProgram(arguments(scene, {"--record", folder / "x/%s.png"})), 2, "%05d.png");
  expectFailure(runProgram(arguments(scene, {"--record", folder / "x/f.avi"})), 2, ".mp4 (H.264), .webm (VP9)");
  test::writeFile(folder / "old.mp4", "precious");
  expectFailure(runProgram(arguments(scene, {"--record", folder / "old.mp4"})), 1, "--force");
  expectFailure(runProgram(arguments(scene, {"--record", folder / "f.mp4"}), {{"PATH="}, std::chrono::seconds(60)}), 1,
                "ffmpeg was not found on PATH; numbered pictures");
  EXPECT_EQ(test::readFile(folder / "old.mp4"), "precious");
  EXPECT_THAT(folder.files(), UnorderedElementsAre("test.toml", "old.mp4"));
  EXPECT_EQ(runProgram(arguments(scene, {"--record", folder / "old.mp4", "--force"})).exitCode, 0);
  EXPECT_EQ(decodeFilm(folder / "old.mp4", kWidth, kHeight).size(), 6u);
}

TEST(RunCommand, MoreParticlesThanMemoryAreRefusedAtOnce) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder);
  const std::vector<std::string> many = {"--tracers",   "1000000000", "--elements", "1000000000",
                                         "--precision", "double",     "--record",   folder / "f.mp4"};
  if (app::availableMemory() > std::uint64_t{400} << 30) GTEST_SKIP() << "this machine has room for them";
  expectFailure(runProgram(arguments(scene, many)), 1, "GiB of memory");
  EXPECT_THAT(folder.files(), UnorderedElementsAre("test.toml"));
}

TEST(RunCommand, SaysWhenTheElementsNoLongerCarryTheFlow) {
  const TemporaryFolder folder;
  std::string text = kScene;
  text.replace(text.find("dt = 0.02"), 9, "dt = 0.5\nsolver = \"direct\"");
  text.replace(text.find("[view]"), 6,
               "[[ring]]\ncentre = [0.15, 0, 0]\naxis = [1, 0, 0]\nradius = 0.3\n"
               "circulation = 1\ncore_radius = 0.08\n[view]");
  test::writeFile(folder / "wild.toml", text);
  const ProgramResult result =
      runProgram({"run", folder / "wild.toml", "--frames", "15", "--json", "--record", folder / "%d.png",
                  "--checkpoint", folder / "state%d.ringlet", "--every", "1", "--export-elements", folder / "e%d.csv"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_THAT(result.err, HasSubstr("the impulse is off by"));
  EXPECT_THAT(result.err, HasSubstr("the last checkpoint is "));
  const auto report = nlohmann::json::parse(result.out);
  EXPECT_GT(report.at("impulse_drift").get<double>(), 0.5);
  EXPECT_THAT(report.at("failure").get<std::string>(), HasSubstr("the impulse is off by"));
  const int done = report.at("frames_done");
  ASSERT_LT(done, 15);
  ASSERT_GT(done, 0);
  const auto there = [&](const std::string& name) { return std::filesystem::exists(folder / name); };
  const std::string good = std::to_string(done), lost = std::to_string(done + 1);
  EXPECT_TRUE(there(std::to_string(done - 1) + ".png") && there("state" + good + ".ringlet") &&
              there("e" + std::to_string(done - 1) + ".csv"));
  EXPECT_FALSE(there(good + ".png") || there("state" + lost + ".ringlet") || there("e" + good + ".csv"));

  const ProgramResult calm = runProgram({"run", sceneIn(folder), "--json"});
  EXPECT_THAT(calm.err, Not(HasSubstr("impulse")));
  EXPECT_LT(nlohmann::json::parse(calm.out).at("impulse_drift").get<double>(), 0.01);
}

TEST(RunCommand, AToleranceThatIsNotKeptIsSaidAndFailsAStrictRun) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "s.toml",
                  "[physics]\ntolerance = 1e-6\norder = 4\ntheta = 0.9\nleaf_elements = 8\nleaf_points = 8\n"
                  "[particles]\nelements = 600\ntracers = 600\n[[ring]]\nradius = 0.5\n");
  const std::vector<std::string> run = {"run", folder / "s.toml", "--frames", "1"};
  const auto usual = test::runProgram(run);
  EXPECT_EQ(usual.exitCode, 0);
  EXPECT_THAT(usual.err, HasSubstr("s: the tolerance 1.0e-06 is not kept: measured error"));
  for (const char* how : {"--quiet", "--json"}) {
    const auto strict = test::runProgram({run[0], run[1], run[2], run[3], "--strict", how});
    EXPECT_EQ(strict.exitCode, 1);
    EXPECT_THAT(strict.err, HasSubstr("s: the tolerance 1.0e-06 is not kept: measured error"));
  }
}

TEST(RunCommand, NamesAStepThatIsTooLong) {
  const TemporaryFolder folder;
  test::writeFile(folder / "s.toml",
                  "[physics]\ndt = 0.01\n[particles]\nelements = 500\ntracers = 0\n"
                  "[[ring]]\nradius = 1\nprofile = \"filament\"\n");
  const ProgramResult begun = runProgram({"run", folder / "s.toml", "--frames", "2", "--json"});
  EXPECT_EQ(begun.exitCode, 0);
  EXPECT_THAT(begun.err, HasSubstr("dt = 0.01 is too long for this flow: dt max|grad u| is 3.2"));
  EXPECT_TRUE(isOneLine(begun.err)) << begun.err;
  const ProgramResult lost = runProgram({"run", folder / "s.toml", "--frames", "61", "--json"});
  EXPECT_EQ(lost.exitCode, 1);
  EXPECT_THAT(nlohmann::json::parse(lost.out).at("failure").get<std::string>(),
              AllOf(HasSubstr("the impulse is off by"), HasSubstr("dt = 0.01 is too long"), Not(HasSubstr("broken"))));

  const ProgramResult calm = runProgram({"run", sceneIn(folder), "--json"});
  EXPECT_THAT(calm.err, Not(HasSubstr("too long")));
}

TEST(RunCommand, PercentSignsAreLettersInNamesOfFilmsAndFolders) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder);
  const std::string film = folder / "50%.mp4", pictures = folder / "100%/a%%-%d.png";
  std::filesystem::create_directory(folder / "100%");
  for (const std::string& path : {film, pictures}) {
    const ProgramResult result = runProgram(arguments(scene, {"--record", path, "--frames", "2", "--quiet"}));
    EXPECT_EQ(result.exitCode, 0) << result.err;
  }
  EXPECT_EQ(decodeFilm(film, kWidth, kHeight).size(), 2u);
  EXPECT_TRUE(exists(folder / "100%/a%-0.png") && exists(folder / "100%/a%-1.png"));
}

TEST(RunCommand, FullDiskIsOneLineAndKeepsWhatWasWritten) {
  const TemporaryFolder folder;
  const std::string limited = fmt::format("ulimit -f 24; exec '{}' run '{}' --record '{}' --frames 4000 --size 320x240",
                                          test::programPath(), sceneIn(folder), folder / "f.mp4");
  expectFailure(test::runArguments({"bash", "-c", limited}), 1, "File too large");
  EXPECT_GT(decodeFilm(folder / "f.mp4", 320, 240).size(), 0u);
}

TEST(RunCommand, SignalsFinishFilmAndCheckpoint) {
  for (const int number : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    const std::string film = folder / "f.mp4", state = folder / "state.ringlet";
    RunningProgram program(arguments(endlessSceneIn(folder),
                                     {"--frames", "1000000", "--record", film, "--checkpoint", state, "--every", "5"}),
                           folder / "err");
    ASSERT_TRUE(waitUntil([&] { return exists(state); }));
    program.send(number);
    program.send(number);  // as timeout(1) and terminals may do
    EXPECT_EQ(program.wait(), 128 + number);
    EXPECT_THAT(program.err(), HasSubstr("ringlet: interrupted ("));
    const std::size_t frames = decodeFilm(film, kWidth, kHeight).size();
    EXPECT_THAT(program.err(), HasSubstr(fmt::format("after {} of 1000000 frames", frames)));
    EXPECT_LT(test::readFile(film).find("moov"), test::readFile(film).find("mdat"));
    const ProgramResult rest = runProgram({"run", "--resume", state, "--frames", std::to_string(frames + 2), "--json"});
    ASSERT_EQ(rest.exitCode, 0) << rest.err;
    EXPECT_EQ(nlohmann::json::parse(rest.out)["first_frame"], frames);
  }
}

TEST(RunCommand, SignalsThatAreIgnoredStaySo) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const TemporaryFolder folder;
    const std::string state = folder / "state.ringlet";
    const auto before = std::signal(number, SIG_IGN);  // as `sh` starts a job in the background, nohup all
    RunningProgram program(arguments(sceneIn(folder), {"--frames", "300", "--checkpoint", state, "--every", "5"}),
                           folder / "err");
    std::signal(number, before);
    ASSERT_TRUE(waitUntil([&] { return exists(state); }));
    program.send(number);
    EXPECT_EQ(program.wait(), 0) << strsignal(number) << ": " << program.err();
    EXPECT_EQ(app::readCheckpoint(state).frames, 300);
  }
}

TEST(RunCommand, FilmPlaysWhenTheProgramIsKilledWithItsEncoderOrWithout) {
  for (const bool both : {false, true}) {
    const TemporaryFolder folder;
    const std::string film = folder / "f.mp4", state = folder / "state.ringlet";
    RunningProgram program(arguments(endlessSceneIn(folder),
                                     {"--frames", "1000000", "--record", film, "--checkpoint", state, "--every", "5"}),
                           folder / "err");
    ASSERT_TRUE(waitUntil([&] { return sizeOf(film) > 20000; }));
    const std::vector<int> encoders = test::childrenOf(program.pid());
    ASSERT_EQ(encoders.size(), 1u);
    EXPECT_EQ(getpgid(encoders.front()), encoders.front()) << "Ctrl-C in the terminal would end the encoder";
    program.send(SIGSTOP);
    if (both) kill(encoders.front(), SIGKILL);
    program.send(SIGKILL);
    EXPECT_EQ(program.wait(), 128 + SIGKILL);
    ASSERT_TRUE(waitUntil([&] { return test::hasEnded(encoders.front()); }));  // at the end of its input
    EXPECT_GT(decodeFilm(film, kWidth, kHeight).size(), 10u);
    const std::int64_t done = app::readCheckpoint(state).frames;
    EXPECT_EQ(done % 5, 0);
    EXPECT_EQ(runProgram({"run", "--resume", state, "--frames", std::to_string(done + 2), "--quiet"}).exitCode, 0);
  }
}

}  // namespace
