// Scene files: what they say, what is refused and with which words.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/run_program.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "scene/scene_file.h"
#include "scene/scene_particles.h"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kRing = "[[ring]]\nradius = 0.3\ncore_radius = 0.05\n";

std::string errorOf(const std::string& text) {
  try {
    app::parseScene(text, "s.toml");
  } catch (const app::UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SceneFile, EveryShippedSceneLoads) {
  const auto names = app::sceneNames();
  ASSERT_GE(names.size(), 3u);
  EXPECT_EQ(names.front(), "leapfrog");
  for (const std::string& name : names) {
    const app::Scene scene = app::loadScene(name);
    EXPECT_EQ(scene.name, name);
    EXPECT_NE(scene.title, name) << "a scene has a title for people";
  }
}

TEST(SceneFile, LeapfrogHasTwoEqualRingsThatDoNotMerge) {
  const app::Scene scene = app::loadScene("leapfrog");
  ASSERT_EQ(scene.rings.size(), 2u);
  for (const fmm::Ring& ring : scene.rings) {
    EXPECT_EQ(ring.radius, 0.3);
    EXPECT_LE(ring.coreRadius, 0.03) << "thicker cores merge at the first pass";
    EXPECT_EQ(ring.circulation, 1);
  }
  EXPECT_NEAR(fmm::norm(scene.rings[1].centre - scene.rings[0].centre), 0.2, 1e-15);
}

TEST(SceneFile, MinimalFileGetsDefaults) {
  const app::Scene scene = app::parseScene(kRing, "folder/mine.toml");
  EXPECT_EQ(scene.name, "mine");
  EXPECT_EQ(scene.title, "mine");
  EXPECT_FALSE(scene.elements.has_value());
  EXPECT_FALSE(scene.sigma.has_value());
  EXPECT_EQ(scene.settings.integrator, fmm::Integrator::rk2);
  EXPECT_GT(fmm::norm(scene.camera.eye - scene.camera.target), scene.rings[0].radius) << "the ring is in view";
}

app::Scene sceneWithEveryValueChanged() {
  app::Scene scene;
  scene.title = "quotes \" and \\ and\ttabs, Umlaut \xc3\xa4";
  scene.settings.timeStep = 0.1 / 3;
  scene.settings.integrator = fmm::Integrator::rk3;
  scene.settings.formulation = fmm::Formulation::reformulated;
  scene.settings.courant = 0.25;
  scene.settings.viscosity = 0.1 / 3;
  scene.settings.diffusion = fmm::Diffusion::strengthExchange;
  scene.settings.coreGrowth = 0;
  scene.settings.relaxation = 1.0 / 3;
  scene.settings.minimumOverlap = 1.1;
  scene.settings.elementBudget = 77777;
  scene.settings.mergeTolerance = 1e-3 / 3;
  scene.settings.ground = fmm::GroundPlane{{0, -9, 1.0 / 3}, {0.1, 2, 0}};
  scene.settings.stretching = fmm::Stretching::mixed;
  scene.settings.regularisation = fmm::Regularisation::winckelmans;
  scene.settings.solver = fmm::SolverKind::direct;
  scene.settings.precision = fmm::Precision::real64;
  scene.settings.backend = fmm::Backend::cpu;
  scene.settings.tolerance = 1e-7;
  scene.stepsPerFrame = 7;
  scene.elements = 1234;
  scene.tracers = 0;
  scene.sigma = 0.1 + 0.2;
  scene.tracerTube = 1e-7;
  scene.seed = 9007199254740991u;
  scene.rings.push_back({{1, -2, 1.0 / 3}, {0, 1, 1e-3}, 2.5, -3, 0.25, fmm::CoreProfile::gaussian, 0.05, 3});
  scene.rings.push_back({{0, 0, 0}, {1, 0, 0}, 1, 1, 0.1, fmm::CoreProfile::filament, 0, 0});
  scene.launches.push_back({scene.rings[0], 1.0 / 7, 77, 0, 0.125});
  scene.launches.push_back({scene.rings[1], 0, {}, {}, {}});
  scene.camera = {{5, 6, 7}, {0.5, 0, 0}, {0, 0, 1}, 50};
  scene.view = {app::ViewMode::density,
                app::Background::gradient,
                2.5,
                0.7,
                1.75,
                0.125,
                app::ColourBy::age,
                "dye",
                {{{0.1F, 0.2F, 0.3F}, {1, 0, 0.7F}}},
                3.25,
                17.5,
                4.5,
                2.5,
                -0.25,
                0.75,
                {1, -2, 3},
                true,
                true,
                true,
                true,
                true,
                true,
                false};
  scene.film = {2.5, 24, 641, 360, 2, 90, 0.125, true};
  return scene;
}

TEST(SceneFile, WrittenSceneReadsBackEqual) {
  const test::TemporaryFolder folder;
  const app::Scene scene = sceneWithEveryValueChanged();
  app::saveScene(scene, folder / "saved.toml", false);
  const app::Scene back = app::loadScene(folder / "saved.toml");

  EXPECT_EQ(back.title, scene.title);
  EXPECT_EQ(back.settings, scene.settings);
  EXPECT_EQ(back.stepsPerFrame, scene.stepsPerFrame);
  EXPECT_EQ(back.elements, scene.elements);
  EXPECT_EQ(back.tracers, scene.tracers);
  EXPECT_EQ(back.sigma, scene.sigma);
  EXPECT_EQ(back.tracerTube, scene.tracerTube);
  EXPECT_EQ(back.seed, scene.seed);
  EXPECT_EQ(back.camera, scene.camera);
  EXPECT_EQ(back.view, scene.view);
  EXPECT_EQ(back.film.seconds, scene.film.seconds);
  EXPECT_EQ(back.film.framesPerSecond, scene.film.framesPerSecond);
  EXPECT_EQ(back.film.width, scene.film.width);
  EXPECT_EQ(back.film.height, scene.film.height);
  EXPECT_EQ(back.film.supersampling, scene.film.supersampling);
  EXPECT_EQ(back.film.quality, scene.film.quality);
  EXPECT_EQ(back.film.timePerSecond, scene.film.timePerSecond);
  EXPECT_EQ(back.film.endsByItself, scene.film.endsByItself);
  ASSERT_EQ(back.rings.size(), scene.rings.size());
  for (std::size_t i = 0; i < scene.rings.size(); ++i) {
    EXPECT_EQ(back.rings[i].centre, scene.rings[i].centre);
    EXPECT_EQ(back.rings[i].axis, scene.rings[i].axis);
    EXPECT_EQ(back.rings[i].radius, scene.rings[i].radius);
    EXPECT_EQ(back.rings[i].circulation, scene.rings[i].circulation);
    EXPECT_EQ(back.rings[i].coreRadius, scene.rings[i].coreRadius);
    EXPECT_EQ(back.rings[i].profile, scene.rings[i].profile);
    EXPECT_EQ(back.rings[i].waveAmplitude, scene.rings[i].waveAmplitude);
    EXPECT_EQ(back.rings[i].waveMode, scene.rings[i].waveMode);
  }
  ASSERT_EQ(back.launches.size(), scene.launches.size());
  for (std::size_t i = 0; i < scene.launches.size(); ++i) {
    EXPECT_EQ(back.launches[i].ring.centre, scene.launches[i].ring.centre);
    EXPECT_EQ(back.launches[i].time, scene.launches[i].time);
    EXPECT_EQ(back.launches[i].elements, scene.launches[i].elements);
    EXPECT_EQ(back.launches[i].tracers, scene.launches[i].tracers);
    EXPECT_EQ(back.launches[i].tracerTube, scene.launches[i].tracerTube);
  }
  EXPECT_EQ(app::formatScene(back), app::formatScene(scene));
  EXPECT_EQ(folder.files().size(), 1u) << "no temporary file is left";
}

TEST(SceneFile, WithoutRingsASceneIsEmpty) {
  const app::Scene scene = app::parseScene("title = \"nothing\"\n", "s.toml");
  EXPECT_TRUE(scene.rings.empty());
  EXPECT_TRUE(app::makeElements(scene).position.empty());
  EXPECT_TRUE(app::makeTracers(scene).position.empty());
  EXPECT_GT(app::speedRange(scene), 0);
  EXPECT_GT(fmm::norm(scene.camera.eye - scene.camera.target), 0);
}

TEST(SceneFile, RingsJoinLaterAndInTrains) {
  const app::Scene scene =
      app::parseScene(kRing + kRing + "start = 1.5\nelements = 50\n" + kRing + "count = 3\ninterval = 0.5\n" + kRing +
                          "count = 4\nstep = [0, 0, 0.1]\n",
                      "s.toml");
  EXPECT_EQ(scene.rings.size(), 5u) << "the first, and a train in space";
  EXPECT_NEAR(scene.rings.back().centre.z, 0.3, 1e-15);
  ASSERT_EQ(scene.launches.size(), 4u);
  EXPECT_EQ(scene.launches[0].time, 1.5);
  EXPECT_EQ(scene.launches[0].elements, std::size_t{50});
  EXPECT_EQ(scene.launches[1].time, 0);
  EXPECT_EQ(scene.launches[3].time, 1);
  EXPECT_FALSE(scene.launches[3].elements.has_value());
}

TEST(SceneFile, ShippedScenesSurviveSaving) {
  for (const std::string& name : app::sceneNames()) {
    const std::string text = app::formatScene(app::loadScene(name));
    EXPECT_EQ(app::formatScene(app::parseScene(text, name)), text);
  }
}

TEST(SceneFile, SavingKeepsAnExistingFileUnlessTold) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "a.toml", "precious");
  const app::Scene scene = sceneWithEveryValueChanged();
  EXPECT_THROW(app::saveScene(scene, folder / "a.toml", false), app::UserError);
  EXPECT_EQ(test::readFile(folder / "a.toml"), "precious");
  app::saveScene(scene, folder / "a.toml", true);
  EXPECT_EQ(app::loadScene(folder / "a.toml").title, scene.title);
}

TEST(SceneFile, SceneThatWouldNotLoadIsNotWritten) {
  const test::TemporaryFolder folder;
  app::Scene scene = sceneWithEveryValueChanged();
  scene.rings[0].radius = -1;
  EXPECT_THROW(app::saveScene(scene, folder / "a.toml", false), app::UserError);
  scene.rings[0].radius = std::nan("");
  EXPECT_THROW(app::saveScene(scene, folder / "a.toml", false), app::UserError);
  EXPECT_TRUE(folder.files().empty());
}

TEST(SceneFile, UnwritablePlaceIsNamed) {
  const app::Scene scene = sceneWithEveryValueChanged();
  try {
    app::saveScene(scene, "/nowhere/at/all.toml", false);
    FAIL() << "no error";
  } catch (const app::FileError& error) {
    EXPECT_THAT(error.what(), AllOf(StartsWith("/nowhere/at/all.toml: "), HasSubstr("No such file or directory")));
  }
}

struct BadScene {
  const char* name;
  std::string text;
  std::string position;  // the message starts with this
  std::string words;     // and has this in it
};

class BadSceneTest : public ::testing::TestWithParam<BadScene> {};

TEST_P(BadSceneTest, IsRefusedWithPlaceAndReason) {
  const BadScene& bad = GetParam();
  EXPECT_THAT(errorOf(bad.text), AllOf(StartsWith(bad.position), HasSubstr(bad.words), Not(HasSubstr("\n"))));
}

INSTANTIATE_TEST_SUITE_P(
    SceneFile, BadSceneTest,
    ::testing::Values(
        BadScene{"unknownKey", "[physics]\n  dtt = 0.1\n" + kRing,
                 "s.toml:2:3: ", "\"dtt\" in physics; did you mean \"dt\"?"},
        BadScene{"unknownTable", "[phisics]\n" + kRing, "s.toml:1:", "did you mean \"physics\"?"},
        BadScene{"unknownTopKey", "zzz = 1\n" + kRing, "s.toml:1:1: ", "unknown key \"zzz\""},
        BadScene{"unknownRingKey", kRing + "radios = 1\n", "s.toml:4:1: ", "in ring 1; did you mean \"radius\"?"},
        BadScene{"wrongType", "[physics]\ndt = \"fast\"\n" + kRing, "s.toml:2:6: ", "is a string; a number is needed"},
        BadScene{"wrongTypeString", "title = 3\n" + kRing, "s.toml:1:9: ", "a string in quotes is needed"},
        BadScene{"wrongTypeBool", kRing + "[view]\nfollow = 1\n", "s.toml:5:10: ", "true or false"},
        BadScene{"wrongTypeInteger", "[particles]\nelements = 1.5\n" + kRing, "s.toml:2:12: ", "an integer is needed"},
        BadScene{"zeroStep", "[physics]\ndt = 0\n" + kRing, "s.toml:2:6: ", "but not 0"},
        BadScene{"tolerance", "[physics]\ntolerance = 2\n" + kRing, "s.toml:2:13: ", "allowed: 1e-12 to 0.1"},
        BadScene{"viscosity", "[physics]\nviscosity = -1\n" + kRing, "s.toml:2:13: ", "allowed: 0 to"},
        BadScene{"viscousBackwards", "[physics]\ndt = -1\nviscosity = 1\n" + kRing, "s.toml:3:13: ", "negative dt"},
        BadScene{"viscousCore", "[physics]\nviscosity = 1\nregularisation = \"cutoff\"\n" + kRing,
                 "s.toml: physics: viscosity", "regularisation = gaussian"},
        BadScene{"diffusion", "[physics]\ndiffusion = \"pse\"\n" + kRing,
                 "s.toml:2:13: ", "core_spreading or strength_exchange"},
        BadScene{"coreGrowth", "[physics]\ncore_growth = 1\n" + kRing, "s.toml:2:15: ", "0 (off) or 1.05 to 10"},
        BadScene{"relaxedBackwards", "[physics]\ndt = -1\nrelaxation = 1\n" + kRing, "s.toml:3:14: ", "undone"},
        BadScene{"splitBackwards", "[physics]\ndt = -1\nminimum_overlap = 1\n" + kRing, "s.toml:3:19: ", "negative dt"},
        BadScene{"mergeTolerance", "[physics]\nmerge_tolerance = 1\n" + kRing, "s.toml:2:19: ", "allowed: 0 to 0.1"},
        BadScene{"thinOverlap", "[physics]\noverlap = 0.9\n" + kRing, "s.toml:2:11: ", "allowed: 1 to 10"},
        BadScene{"singular", "[physics]\nsigma = 0\n" + kRing, "s.toml:2:9: ", "more than 0"},
        BadScene{"nan", "[physics]\ndt = nan\n" + kRing, "s.toml:2:6: ", "= nan is out of range"},
        BadScene{"infinity", kRing + "circulation = -inf\n", "s.toml:4:15: ", "= -inf is out of range"},
        BadScene{"enumeration", "[physics]\nintegrator = \"rk5\"\n" + kRing, "s.toml:2:14: ", "euler, rk2, rk3 or rk4"},
        BadScene{"profile", kRing + "profile = \"gausian\"\n", "s.toml:4:11: ", "did you mean \"gaussian\"?"},
        BadScene{"negativeCount", "[particles]\nelements = -5\n" + kRing, "s.toml:2:12: ", "allowed: 1 to 1000000000"},
        BadScene{"hugeCount", "[particles]\ntracers = 99999999999999\n" + kRing, "s.toml:2:11: ", "out of range"},
        BadScene{"negativeSeed", "[particles]\nseed = -1\n" + kRing, "s.toml:2:8: ", "allowed: 0 to"},
        BadScene{"duplicate", "[physics]\ndt = 1\ndt = 2\n" + kRing, "s.toml:3:", "redefine"},
        BadScene{"syntax", "[physics\n", "s.toml:1:", ""},
        BadScene{"twoVector", kRing + "centre = [0, 1]\n", "s.toml:4:10: ", "an array of 2; three numbers"},
        BadScene{"vectorOfText", kRing + "centre = [0, 1, \"a\"]\n", "s.toml:4:17: ", "a string"},
        BadScene{"zeroAxis", kRing + "axis = [0, 0, 0]\n", "s.toml:4:8: ", "no direction"},
        BadScene{"fatCore", "[[ring]]\nradius = 0.3\ncore_radius = 0.3\n",
                 "s.toml:3:15: ", "less than the ring's radius 0.3"},
        BadScene{"trainInOnePlace", kRing + "count = 3\n", "s.toml:4:9: ", "give interval [T] or step"},
        BadScene{"tooManyRings", kRing + "count = 1000\ninterval = 1\n" + kRing, "s.toml:1:1: ", "allowed: 0 to 1000"},
        BadScene{"ownCountAtTheStart", kRing + "tracers = 7\n", "s.toml:4:11: ", "give start [T] as well"},
        BadScene{"earlyStart", kRing + "start = -1\n", "s.toml:4:9: ", "allowed: 0 to"},
        BadScene{"ringTable", "[ring]\nradius = 1\n", "s.toml:1:1: ", "[[ring]]"},
        BadScene{"ringNumber", "ring = 3\n", "s.toml:1:8: ", "[[ring]]"},
        BadScene{"sigmaAndOverlap", "[physics]\nsigma = 0.1\noverlap = 2\n" + kRing, "s.toml:2:9: ", "exclude"},
        BadScene{"rosenhead", "[physics]\nregularisation = \"rosenhead\"\n" + kRing,
                 "s.toml:2:18: ", "needs solver = \"direct\""},
        BadScene{"sizeText", kRing + "[film]\nsize = \"640x360\"\n", "s.toml:5:8: ", "[width, height]"},
        BadScene{"blindCamera", kRing + "[view]\neye = [0,0,0]\ntarget = [0,0,0]\n", "s.toml:5:7: ", "same point"},
        BadScene{"upAlongView", kRing + "[view]\neye=[0,1,0]\ntarget=[0,0,0]\nup=[0,2,0]\n",
                 "s.toml:7:4: ", "line of sight"},
        BadScene{"colourMapPath", kRing + "[view]\ncolour_map = \"../../etc/passwd\"\n",
                 "s.toml:5:14: ", "without folder"},
        BadScene{"tooFewElements", "[particles]\nelements = 1\n" + kRing + kRing, "s.toml: ", "one for each ring"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(SceneFile, ProgramReportsBadFilesInOneLine) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "bad.toml", "[physics]\ndt = 1\ndtt = 2\n" + kRing);
  const auto bad = test::runProgram({"run", folder / "bad.toml", "--frames", "1"});
  EXPECT_EQ(bad.exitCode, 1);
  EXPECT_THAT(bad.err, StartsWith("ringlet: " + (folder / "bad.toml") + ":3:1: unknown key"));
  EXPECT_EQ(std::count(bad.err.begin(), bad.err.end(), '\n'), 1);

  const auto missing = test::runProgram({"run", "leapfrgo", "--frames", "1"});
  EXPECT_EQ(missing.exitCode, 1);
  EXPECT_THAT(missing.err, HasSubstr("did you mean \"leapfrog\"?"));

  const auto directory = test::runProgram({"run", folder.path(), "--frames", "1"});
  EXPECT_EQ(directory.exitCode, 1);
  EXPECT_THAT(directory.err, HasSubstr("is a folder"));
}

TEST(SceneFile, RingsInTheGroundAreRefused) {
  const std::string ground = "[ground]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";
  const std::string over =
      ground + "[particles]\ntracer_tube = 0.1\n[[ring]]\nradius = 0.3\ncore_radius = 0.05\ncentre = ";
  EXPECT_EQ(errorOf(over + "[0, 0, 0.5]\n"), "accepted");
  EXPECT_THAT(errorOf(over + "[0, 0, 0.08]\n"), AllOf(StartsWith("s.toml:9:"), HasSubstr("ring 1: centre"),
                                                      HasSubstr("0.08"), HasSubstr("more than 0.1")));
  EXPECT_THAT(errorOf(over + "[0, 0, 0.3]\naxis = [1, 0, 0]\n"), HasSubstr("ground")) << "a ring on edge reaches lower";
  EXPECT_THAT(errorOf("[ground]\nnormal = [0, 0, 0]\n" + kRing), HasSubstr("no direction"));
  EXPECT_THAT(errorOf("[physics]\ncourant = 0.0001\n" + kRing), HasSubstr("0.001 to 2"));
}

}  // namespace
