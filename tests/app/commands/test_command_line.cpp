// The command line: its parser, and the answers of the real program.

#include "commands/line/command_line.h"

#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "files/user_error.h"
#include "scene/scene_settings_table.h"
#include "support/test.h"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Arguments = std::vector<std::string>;

template <class Options>
Options parsed(const Arguments& arguments) {
  return app::optionsOf<Options>(app::parseCommandLine(arguments));
}

TEST(CommandLine, NothingMeansTheLeapfrogWindow) {
  const auto options = parsed<app::WindowOptions>({});
  EXPECT_EQ(options.scene, "leapfrog");
  EXPECT_FALSE(options.overrides.any());
  EXPECT_TRUE(options.vsync);
}

TEST(CommandLine, WindowOptions) {
  const auto options = parsed<app::WindowOptions>({"collide", "--size", "800x600", "--seed", "5", "--no-vsync"});
  EXPECT_EQ(options.scene, "collide");
  EXPECT_EQ(options.size, std::make_pair(800, 600));
  EXPECT_TRUE(options.overrides.particles.has(&app::ParticleSettings::seed));
  EXPECT_EQ(options.overrides.particles.values().seed, 5u);
  EXPECT_FALSE(options.vsync);
}

TEST(CommandLine, LoopTakesOneSceneOrSeveral) {
  EXPECT_FALSE(parsed<app::WindowOptions>({"ring"}).loop);
  const auto options = parsed<app::WindowOptions>({"--loop", "ring,collide"});
  EXPECT_TRUE(options.loop);
  EXPECT_EQ(options.scene, "ring,collide");
  EXPECT_EQ(parsed<app::WindowOptions>({"--loop"}).scene, "leapfrog");
}

TEST(CommandLine, AKioskHasItsKeysAndALoopItsClock) {
  EXPECT_FALSE(parsed<app::WindowOptions>({"ring"}).kiosk);
  const auto usual = parsed<app::WindowOptions>({"--kiosk", "ring"});
  ASSERT_TRUE(usual.kiosk);
  EXPECT_EQ(usual.kiosk->front(), app::Action::playPause);
  const auto own = parsed<app::WindowOptions>({"--kiosk-keys", "l,Page Down,ctrl+q", "--each", "60", "ring"});
  ASSERT_TRUE(own.kiosk);
  EXPECT_EQ(*own.kiosk, (std::vector{app::Action::nextLook, app::Action::nextScene, app::Action::quit}));
  EXPECT_EQ(own.eachSeconds, 60);
  EXPECT_THROW(app::parseCommandLine({"--kiosk-keys", "L,Hyper"}), app::UsageError);
}

TEST(CommandLine, FullScreenAndNamedSizes) {
  EXPECT_FALSE(parsed<app::WindowOptions>({"collide"}).fullScreen);
  const auto window = parsed<app::WindowOptions>({"collide", "--fullscreen", "--size", "720p"});
  EXPECT_TRUE(window.fullScreen);
  EXPECT_EQ(window.size, std::make_pair(1280, 720));
  const auto sizeOf = [](const char* text) {
    return parsed<app::RunOptions>({"run", "ring", "--size", text}).film.values().size;
  };
  EXPECT_TRUE(sizeOf("1080p") == (app::PictureSize{1920, 1080}));
  EXPECT_TRUE(sizeOf("4k") == (app::PictureSize{3840, 2160}));
  EXPECT_TRUE(sizeOf("4K") == (app::PictureSize{3840, 2160}));
}

TEST(CommandLine, SecondsOfAFilm) {
  const auto options = parsed<app::RunOptions>({"run", "ring", "--seconds", "2.5"});
  EXPECT_EQ(options.film.values().seconds, 2.5);
  EXPECT_FALSE(options.frames);
  EXPECT_FALSE(parsed<app::RunOptions>({"run", "ring"}).film.has(&app::FilmSettings::seconds));
}

TEST(CommandLine, RunOptions) {
  const auto options = parsed<app::RunOptions>(
      {"run",          "leapfrog",  "--headless",  "--record",   "a.mp4",    "--frames",  "12",
       "--fps",        "24",        "--size",      "64x48",      "--force",  "--camera",  "p.toml",
       "--backend",    "cpu",       "--precision", "double",     "--solver", "direct",    "--tolerance",
       "1e-6",         "--threads", "2",           "--elements", "100",      "--tracers", "200",
       "--checkpoint", "c.ringlet", "--every",     "4",          "--json",   "--quiet"});
  EXPECT_EQ(options.scene, "leapfrog");
  EXPECT_EQ(options.record, "a.mp4");
  EXPECT_EQ(options.frames, 12);
  EXPECT_EQ(options.film.values().framesPerSecond, 24);
  EXPECT_TRUE(options.film.values().size == (app::PictureSize{64, 48}));
  EXPECT_FALSE(options.film.has(&app::FilmSettings::quality));
  EXPECT_TRUE(options.force);
  EXPECT_EQ(options.cameraPath, "p.toml");
  EXPECT_EQ(options.checkpoint, "c.ringlet");
  EXPECT_EQ(options.every, 4);
  EXPECT_TRUE(options.json);
  EXPECT_TRUE(options.quiet);

  app::Scene scene;
  options.overrides.applyTo(scene);
  EXPECT_EQ(scene.elements, 100u);
  EXPECT_EQ(scene.tracers, 200u);
  EXPECT_EQ(scene.settings.backend, fmm::Backend::cpu);
  EXPECT_EQ(scene.settings.precision, fmm::Precision::real64);
  EXPECT_EQ(scene.settings.solver, fmm::SolverKind::direct);
  EXPECT_EQ(scene.settings.tolerance, 1e-6);
  EXPECT_EQ(scene.settings.threads, 2);
}

TEST(CommandLine, FilmOptions) {
  const auto options = parsed<app::RunOptions>({"run", "ring", "--record", "f/%d.png", "--frames", "299", "--fps",
                                                "30000/1001", "--time-per-second", "0.25", "--supersample", "3",
                                                "--quality", "90", "--view", "both", "--background", "gradient"});
  EXPECT_EQ(options.frames, 299);
  app::Scene scene;
  options.overrides.applyTo(scene);
  options.film.applyTo(scene.film);
  EXPECT_EQ(scene.film.framesPerSecond, 30000. / 1001);
  EXPECT_EQ(scene.film.timePerSecond, 0.25);
  EXPECT_EQ(scene.film.supersampling, 3);
  EXPECT_EQ(scene.film.quality, 90);
  EXPECT_EQ(scene.film.size.width, 1280) << "as the scene has it";
  EXPECT_EQ(scene.view.mode, app::ViewMode::both);
  EXPECT_EQ(scene.view.background, app::Background::gradient);
  const auto window = parsed<app::WindowOptions>({"ring", "--view", "density", "--background", "light"});
  window.overrides.applyTo(scene);
  EXPECT_EQ(scene.view.mode, app::ViewMode::density);
  EXPECT_EQ(scene.view.background, app::Background::light);
}

TEST(CommandLine, OverridesLeaveTheRestOfTheSceneAlone) {
  app::Scene scene;
  scene.seed = 77;
  scene.settings.tolerance = 1e-5;
  parsed<app::RunOptions>({"run", "ring", "--tracers", "0"}).overrides.applyTo(scene);
  EXPECT_EQ(scene.tracers, 0u);
  EXPECT_EQ(scene.seed, 77u);
  EXPECT_EQ(scene.settings.tolerance, 1e-5);
  EXPECT_FALSE(scene.elements.has_value());
}

TEST(CommandLine, EvalOptions) {
  const auto options = parsed<app::EvalOptions>({"eval", "e.csv", "--targets", "t.npy", "--output", "o.csv", "--direct",
                                                 "--regularisation", "rosenhead", "--core-radius", "0", "--gradient"});
  EXPECT_EQ(options.elements, "e.csv");
  EXPECT_EQ(options.targets, "t.npy");
  EXPECT_EQ(options.output, "o.csv");
  EXPECT_EQ(options.settings.solver, fmm::SolverKind::direct);
  EXPECT_EQ(options.settings.regularisation, fmm::Regularisation::rosenhead);
  EXPECT_EQ(options.settings.precision, fmm::Precision::single);
  EXPECT_EQ(options.coreRadius, 0.0);
  EXPECT_TRUE(options.gradient);
}

struct BadUse {
  const char* name;
  Arguments arguments;
  std::string words;
};

class BadUseTest : public ::testing::TestWithParam<BadUse> {};

TEST_P(BadUseTest, IsAUsageErrorInOneLine) {
  EXPECT_THAT(test::refusal<app::UsageError>([] { app::parseCommandLine(GetParam().arguments); }),
              AllOf(HasSubstr(GetParam().words), HasSubstr("--help)"), testing::Not(HasSubstr("\n"))));
}

const Arguments kEval = {"eval", "e.csv", "--targets", "t.csv", "--output", "o.csv"};

Arguments evalWith(const Arguments& more) {
  Arguments all = kEval;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadUseTest,
    ::testing::Values(
        BadUse{"unknownOption", {"--frobnicate"}, "unknown option --frobnicate"},
        BadUse{"misspeltOption", {"run", "ring", "--frmaes", "3"}, "did you mean \"--frames\"?"},
        BadUse{"extraArgument", {"run", "ring", "leapfrog"}, "leapfrog"},
        BadUse{"runWithoutScene", {"run"}, "SCENE or --resume"},
        BadUse{"sceneAndResume", {"run", "ring", "--resume", "a.ringlet"}, "its own scene"},
        BadUse{"zeroFrames", {"run", "ring", "--frames", "0"}, "allowed: 1 to"},
        BadUse{"textAsFrames", {"run", "ring", "--frames", "many"}, "many is not a whole number; allowed: 1"},
        BadUse{"fractionAsFrames", {"run", "ring", "--frames", "1.5"}, "1.5 is not a whole number"},
        BadUse{"rangeOfFrames", {"run", "ring", "--record", "%d.png", "--frames", "3:5"}, "3:5 is not a whole number"},
        BadUse{"rateWithoutDivisor", {"run", "ring", "--fps", "30/0"}, "is not a rate; allowed: 1 to 1000"},
        BadUse{"noPace", {"run", "ring", "--time-per-second", "0"}, "allowed: more than 0"},
        BadUse{"manySamples", {"run", "ring", "--supersample", "9"}, "allowed: 1 to 8"},
        BadUse{"tooGood", {"run", "ring", "--quality", "101"}, "allowed: 0 to 100"},
        BadUse{
            "unknownView", {"run", "ring", "--view", "smoke"}, "smoke is not known; allowed: points, density or both"},
        BadUse{"unknownBackground", {"--background", "red"}, "red is not known; allowed: dark, light or gradient"},
        BadUse{"endlessCount", {"run", "ring", "--tracers", "99999999999999999999"}, "out of range"},
        BadUse{"emptyFilm", {"run", "ring", "--record", ""}, "--record: the path is empty"},
        BadUse{"emptyResume", {"run", "--resume", ""}, "--resume: the path is empty"},
        BadUse{"emptyScene", {""}, "SCENE: the path is empty"},
        BadUse{"misspeltRequired",
               {"eval", "e.csv", "--target", "t.csv", "--output", "o.csv"},
               "unknown option --target; did you mean \"--targets\"?"},
        BadUse{"misspeltCommand",
               {"evl", "e.csv", "--targets", "t.csv", "--output", "o.csv"},
               "evl: no such command; did you mean \"ringlet eval\"?"},
        BadUse{"orderOfADirectSum", evalWith({"--direct", "--order", "8"}), "--order: has no effect: a direct sum"},
        BadUse{"meshOfADirectSum", {"run", "ring", "--solver", "direct", "--mesh", "always"}, "--mesh: has no effect"},
        BadUse{
            "twoTextsOnOneStream", {"run", "ring", "--diagnostics", "-", "--json"}, "would mix with --diagnostics -"},
        BadUse{"everyAlone", {"run", "ring", "--every", "3"}, "--checkpoint"},
        BadUse{"badSize", {"run", "ring", "--size", "640"}, "WxH"},
        BadUse{"otherSize", {"run", "ring", "--size", "8k"}, "allowed: 720p, 1080p, 4k, or WxH"},
        BadUse{"noSeconds", {"run", "ring", "--seconds", "0"}, "0 is out of range; allowed: more than 0"},
        BadUse{"secondsAndFrames", {"run", "ring", "--seconds", "2", "--frames", "9"}, "--frames excludes --seconds"},
        BadUse{"smallWindow", {"ring", "--size", "100x100"}, "at least 640x400"},
        BadUse{"hugeSize", {"run", "ring", "--size", "640x99999"}, "16 to 16384"},
        BadUse{"signedSize", {"run", "ring", "--size", "-640x360"}, "640x360"},
        BadUse{"nanTolerance", {"run", "ring", "--tolerance", "nan"}, "out of range"},
        BadUse{"badBackend", {"run", "ring", "--backend", "gpu"}, "auto, cpu or cuda"},
        BadUse{"negativeSeed", {"run", "ring", "--seed", "-1"}, "-1 is out of range"},
        BadUse{"twice", {"run", "ring", "--size", "640x360", "--size", "320x180"}, "--size is given 2 times"},
        BadUse{"thrice", {"--seed", "1", "--seed", "2", "--seed", "3"}, "--seed is given 3 times; allowed: once"},
        BadUse{"missingValue", {"run", "ring", "--record"}, "--record"},
        BadUse{"optionBeforeCommand", {"--seed", "3", "run", "ring"}, "--seed stands before run"},
        BadUse{"sceneBeforeCommand", {"ring", "info"}, "SCENE stands before info"},
        BadUse{"evalWithoutFiles", {"eval"}, "ELEMENTS is required"},
        BadUse{"evalWithoutTargets", {"eval", "e.csv", "--output", "o.csv"}, "--targets is required"},
        BadUse{"evalWithoutOutput", {"eval", "e.csv", "--targets", "t.csv"}, "--output is required"},
        BadUse{"evalEnding", {"eval", "e.txt", "--targets", "t.csv", "--output", "o.csv"}, ".csv, .npy and .ringlet"},
        BadUse{"directAndTolerance", evalWith({"--direct", "--tolerance", "1e-3"}), "excludes"},
        BadUse{"rosenheadWithoutDirect", evalWith({"--regularisation", "rosenhead"}), "needs --direct"},
        BadUse{"negativeCore", evalWith({"--core-radius", "-0.1"}), "out of range"},
        BadUse{"infiniteCore", evalWith({"--core-radius", "inf"}), "out of range"},
        BadUse{"badRegularisation", evalWith({"--regularisation", "gauss"}), "gaussian"},
        BadUse{"badPrecision", evalWith({"--precision", "half"}), "float or double"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(Program, HelpAndVersionEverywhere) {
  for (const Arguments& command : {Arguments{}, Arguments{"run"}, Arguments{"eval"}, Arguments{"info"}}) {
    Arguments help = command, version = command;
    help.push_back("--help");
    version.push_back("--version");
    const auto helped = test::runProgram(help);
    EXPECT_EQ(helped.exitCode, 0);
    EXPECT_THAT(helped.out, AllOf(HasSubstr("Usage: ringlet"), HasSubstr("Example")));
    EXPECT_EQ(helped.err, "");
    const auto versioned = test::runProgram(version);
    EXPECT_EQ(versioned.exitCode, 0);
    EXPECT_THAT(versioned.out, StartsWith("ringlet " RINGLET_VERSION "\n"));
    for (const char* feature : {"\ncommit ", "\nCUDA ", "\nMPI ", "\nHDF5 ", "\nffmpeg "})
      EXPECT_THAT(versioned.out, HasSubstr(feature));
  }
}

TEST(Program, HelpIsACommandToo) {
  EXPECT_EQ(test::runProgram({"help"}).out, test::runProgram({"--help"}).out);
  EXPECT_EQ(test::runProgram({"help", "eval"}).out, test::runProgram({"eval", "--help"}).out);
  test::expectFailure(test::runProgram({"evl"}, {{"DISPLAY", "WAYLAND_DISPLAY"}}), 2,
                      "evl: no such scene, file or command; did you mean \"ringlet eval\"?");
  EXPECT_THAT(test::runProgram({"leapfrgo"}, {{"DISPLAY", "WAYLAND_DISPLAY"}}).err,
              HasSubstr("did you mean \"leapfrog\"?"));
}

TEST(Program, WrongUseExitsWith2) {
  const auto result = test::runProgram({"run", "ring", "--frames", "-4"});
  test::expectFailure(result, 2, "-4");
  EXPECT_EQ(result.out, "");
}

TEST(CommandLine, EveryCommandThatComputesTakesAGpu) {
  EXPECT_EQ(parsed<app::WindowOptions>({"ring", "--gpu", "1"}).gpu, "1");
  EXPECT_EQ(parsed<app::RunOptions>({"run", "ring", "--gpu", "H200"}).gpu, "H200");
  EXPECT_EQ(parsed<app::VerifyOptions>({"verify", "--gpu", "0"}).gpu, "0");
  EXPECT_EQ(parsed<app::BenchOptions>({"bench", "--gpu", "0"}).gpu, "0");
  EXPECT_EQ(parsed<app::InfoOptions>({"info"}).gpu, "");
}

TEST(Program, AGpuThatIsNotThereIsNamed) {
  const auto result = test::runProgram({"info", "--gpu", "no such GPU"});
  test::expectFailure(result, 1, "\"no such GPU\"");
  EXPECT_EQ(result.out, "");
}

TEST(Program, OldOpenGlIsNamedInOneLine) {
  test::ProgramSettings settings;
  settings.environment = {"MESA_GL_VERSION_OVERRIDE=3.3", "DISPLAY", "WAYLAND_DISPLAY",
                          "__EGL_VENDOR_LIBRARY_FILENAMES="
                          "/usr/share/glvnd/egl_vendor.d/50_mesa.json"};
  const auto result = test::runProgram(
      {"run", "ring", "--frames", "1", "--record", "/nonexistent-%d.png", "--elements", "64", "--tracers", "0"},
      settings);
  test::expectFailure(result, 1, "OpenGL 4.5");
}

TEST(Program, WithoutADisplayItSaysWhatToDo) {
  test::ProgramSettings settings;
  settings.environment = {"DISPLAY", "WAYLAND_DISPLAY"};
  test::expectFailure(test::runProgram({"leapfrog"}, settings), 1, "ringlet run SCENE --record");
}

TEST(Program, InfoForPeopleAndScripts) {
  const auto people = test::runProgram({"info"});
  EXPECT_EQ(people.exitCode, 0);
  EXPECT_THAT(people.out, AllOf(HasSubstr(RINGLET_VERSION), HasSubstr("backend cpu"), HasSubstr("leapfrog")));
  const auto script = test::runProgram({"info", "--json"});
  EXPECT_EQ(script.exitCode, 0);
  EXPECT_THAT(script.out, AllOf(StartsWith("{"), HasSubstr("\"backends\""), HasSubstr("\"scenes\"")));
}

TEST(Program, AVariableCapsTheInstructionSet) {
  test::ProgramSettings settings;
  settings.environment = {"RINGLET_SIMD=SSE4"};
  const auto capped = test::runProgram({"info"}, settings);
  if (capped.exitCode == 0) {
    EXPECT_THAT(capped.out, AllOf(HasSubstr("threads, SSE4\n"), HasSubstr("SSE4, at most RINGLET_SIMD=SSE4\n")));
  } else {
    EXPECT_THAT(capped.err, HasSubstr("RINGLET_SIMD=SSE4: this build has AVX2 alone\n")) << "as with sanitizers";
  }
  settings.environment = {"RINGLET_SIMD=SSE2"};
  for (const Arguments& command : {Arguments{"info"}, Arguments{"bench", "--backend", "cpu", "--sizes", "256:0"}}) {
    const auto refused = test::runProgram(command, settings);
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err, "ringlet: RINGLET_SIMD=SSE2 is no instruction set; allowed: SSE4, AVX2, AVX-512\n");
  }
}

TEST(Program, FullDiskBehindStandardOutputIsAnError) {
  const auto result = test::runArguments({"/bin/sh", "-c", test::programPath() + " --help > /dev/full"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_THAT(result.err, StartsWith("ringlet: "));
}

TEST(Program, MissingDataFolderIsNamed) {
  test::ProgramSettings settings;
  settings.environment = {"RINGLET_DATA=/nowhere"};
  test::expectFailure(test::runProgram({"run", "leapfrog", "--frames", "1"}, settings), 1, "/nowhere");
}

}  // namespace
