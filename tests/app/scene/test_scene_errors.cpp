// Scene files that are refused, with their messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/support/run_scene.h"
#include "app/support/scene_text.h"
#include "fmm/error.h"
#include "scene/start/scene_particles.h"

namespace {

using test::kRing;
using test::refusedScene;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct BadScene {
  const char* name;
  std::string text;
  std::string position;  // the message starts with this
  std::string words;     // and has this in it
};

class BadSceneTest : public ::testing::TestWithParam<BadScene> {};

TEST_P(BadSceneTest, IsRefusedWithPlaceAndReason) {
  const BadScene& bad = GetParam();
  EXPECT_THAT(refusedScene(bad.text), AllOf(StartsWith(bad.position), HasSubstr(bad.words), Not(HasSubstr("\n"))));
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
        BadScene{"sigmaOnALattice", "[physics]\nredistribution = \"auto\"\nsigma = 0.1\n" + kRing,
                 "s.toml:3:9: ", "follows from spacing and overlap"},
        BadScene{"littleOverlap", "[physics]\noverlap = 0.8\n" + kRing,
                 "s.toml:2:11: ", "out of range without redistribution; allowed: 1 to 10"},
        BadScene{"longStep", "[physics]\ndt = 1e13\n" + kRing,
                 "s.toml:2:6: ", "allowed: -1000000000000 to 1000000000000"},
        BadScene{"fineInFloat", "[physics]\ntolerance = 1e-8\n" + kRing, "s.toml:2:13: ", "precision = \"double\""},
        BadScene{"vorticityMapName", kRing + "[view]\nvorticity_map = \"hot\"\n", "s.toml:5:17: ", "inferno"},
        BadScene{"colourMapName", kRing + "[view]\ncolour_map = \"nope\"\n", "s.toml:5:14: ", "inferno"},
        BadScene{"zeroStep", "[physics]\ndt = 0\n" + kRing, "s.toml:2:6: ", "but not 0"},
        BadScene{"tolerance", "[physics]\ntolerance = 2\n" + kRing, "s.toml:2:13: ", "allowed: 1e-12 to 0.1"},
        BadScene{"viscosity", "[physics]\nviscosity = -1\n" + kRing, "s.toml:2:13: ", "allowed: 0 to"},
        BadScene{"viscousBackwards", "[physics]\ndt = -1\nviscosity = 1\n" + kRing, "s.toml:3:13: ", "negative dt"},
        BadScene{"viscousCore", "[physics]\nviscosity = 1\nregularisation = \"cutoff\"\n" + kRing,
                 "s.toml:2:13: physics: viscosity", "regularisation = gaussian"},
        BadScene{"unstretched", "[physics]\nformulation = \"reformulated\"\nstretching = \"off\"\n" + kRing,
                 "s.toml:2:15: physics: formulation", "needs stretching"},
        BadScene{"vortexInSpace", "[[vortex]]\ncirculation = 1\n", "s.toml:1:", "belongs to plane flows"},
        BadScene{"ringInPlane", "[physics]\nspace = \"plane\"\n" + kRing, "s.toml:", "belongs to flows in space"},
        BadScene{"threeNumbersInPlane", "[physics]\nspace = \"plane\"\n[[vortex]]\ncentre = [0, 0, 0]\n",
                 "s.toml:4:10: ", "two numbers [x, y] are needed"},
        BadScene{"manyInOnePlace", "[physics]\nspace = \"plane\"\n[[vortex]]\ncount = 3\n",
                 "s.toml:4:9: ", "give within [L] as well"},
        BadScene{"twoWidths", "[physics]\nspace = \"plane\"\n[[vortex]]\ncore_radius = 1\nhalf_axes = [1, 2]\n",
                 "s.toml:5:13: ", "exclude each other"},
        BadScene{"pointOnLattice",
                 "[physics]\nspace = \"plane\"\nredistribution = \"auto\"\n[[vortex]]\nprofile = \"point\"\n",
                 "s.toml:5:11: ", "= \"point\" does not go with redistribution"},
        BadScene{"ellipticPoint", "[physics]\nspace = \"plane\"\n[[vortex]]\nprofile = \"point\"\nhalf_axes = [1, 2]\n",
                 "s.toml:5:13: ", "give core_radius"},
        BadScene{"turnedCircle", "[physics]\nspace = \"plane\"\n[[vortex]]\nangle = 30\n",
                 "s.toml:4:9: ", "give two half_axes"},
        BadScene{"sigmaAndSpacing", "[physics]\nspace = \"plane\"\nsigma = 0.1\nspacing = 0.1\n[[vortex]]\n",
                 "s.toml:3:9: ", "exclude each other"},
        BadScene{"sheetOfNoLength", "[physics]\nspace = \"plane\"\n[[sheet]]\nfrom = [1, 1]\nto = [1, 1]\n",
                 "s.toml:5:6: ", "the same point"},
        BadScene{"diffusion", "[physics]\ndiffusion = \"pse\"\n" + kRing,
                 "s.toml:2:13: ", "= \"pse\" is not known; allowed: core_spreading or lattice"},
        BadScene{"coreGrowth", "[physics]\ncore_growth = 0\n" + kRing, "s.toml:2:1: ", "core_growth"},
        BadScene{"relaxedBackwards", "[physics]\ndt = -1\nrelaxation = 1\n" + kRing, "s.toml:3:14: ", "undone"},
        BadScene{"redistributionName", "[physics]\nredistribution = \"often\"\n" + kRing,
                 "s.toml:2:18: ", "= \"often\" is not known; allowed: \"off\", \"auto\" or 1 to 10000 steps"},
        BadScene{"redistributionZero", "[physics]\nredistribution = 0\n" + kRing,
                 "s.toml:2:18: ", "allowed: 1 to 10000"},
        BadScene{"redistributionHuge", "[physics]\nredistribution = 99999\n" + kRing,
                 "s.toml:2:18: ", "allowed: 1 to 10000"},
        BadScene{"redistributionType", "[physics]\nredistribution = true\n" + kRing,
                 "s.toml:2:18: ", "an integer is needed"},
        BadScene{"redistributionFraction", "[physics]\nredistribution = 2.5\n" + kRing,
                 "s.toml:2:18: ", "an integer is needed"},
        BadScene{"redistributedBackwards", "[physics]\nredistribution = \"auto\"\ndt = -1\n" + kRing,
                 "s.toml:2:18: ", "= auto does not go with a negative dt"},
        BadScene{"latticeWithout", "[physics]\ndiffusion = \"lattice\"\nviscosity = 1\n" + kRing,
                 "s.toml:2:13: ", "needs redistribution, which is off"},
        BadScene{"idleBudget", "[physics]\nelement_budget = 900\n" + kRing,
                 "s.toml:2:18: ", "has no effect: only redistribution, which is off, adds elements"},
        BadScene{"moreInThePlane",
                 "[physics]\nspace = \"plane\"\nstretching = \"mixed\"\nelement_budget = 900\n[[vortex]]\n",
                 "s.toml:", "has no effect: "},
        BadScene{"spacing", "[physics]\nspacing = -1\n" + kRing,
                 "s.toml:2:11: ", "allowed: 0 (chosen by the program) or 1e-12 to"},
        BadScene{"nodeThreshold", "[physics]\nnode_threshold = 0.2\n" + kRing, "s.toml:2:18: ", "allowed: 0 to 0.1"},
        BadScene{"divergenceRemoval", "[physics]\ndivergence_removal = 1\n" + kRing, "s.toml:2:22: ", "true or false"},
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
        BadScene{"loose", "[physics]\noverlap = 0.9\n" + kRing, "s.toml:2:11: ", "allowed: 1 to 10"},
        BadScene{"pointElements", "[physics]\nsigma = 0\n" + kRing, "s.toml:2:9: ", "more than 0"},
        BadScene{"noCore", kRing + "profile = \"gaussian\"\n[[ring]]\ncore_radius = 0\n",
                 "s.toml:6:15: ", "more than 0"},
        BadScene{"layersOfRandom", kRing + "layers = 2\n", "s.toml:4:10: ", "needs layout = \"layers\""},
        BadScene{"twoPhases", kRing + "wave_phase = 1\nrandom_phase = true\n", "s.toml:5:16: ", "exclude"},
        BadScene{"knotTurns", "[[knot]]\np = 0\n", "s.toml:2:5: ", "knot 1: p = 0 is out of range; allowed: 1 to 20"},
        BadScene{"knotHole", "[[knot]]\nminor_radius = 1.5\n", "s.toml:2:16: ", "less than 1, so that"},
        BadScene{"knotCore", "[[knot]]\ncore_radius = 0.41\n", "s.toml:2:15: ", "overlap itself; allowed: more than 0"},
        BadScene{"knotInTheGround", "[ground]\n[[knot]]\ncentre = [0, 0, 0.42]\n", "s.toml:3:10: ", "into the ground"},
        BadScene{"regionShape", kRing + "[[tracers]]\nshape = \"ball\"\n",
                 "s.toml:5:9: ", "\"core\", \"tube\", \"shell\""},
        BadScene{"regionRing", kRing + "[[tracers]]\nring = 2\n", "s.toml:5:8: ", "allowed: 1 to 1"},
        BadScene{"regionKey", kRing + "[[tracers]]\nsize = [1, 1, 1]\n",
                 "s.toml:5:8: ", "nothing for shape = \"tube\""},
        BadScene{"regionWide", kRing + "[[tracers]]\nradius = 0.4\n",
                 "s.toml:5:10: ", "too wide for a tube about ring 1"},
        BadScene{"regionOfNothing", "[[tracers]]\nshape = \"shell\"\n", "s.toml:2:9: ", "needs a ring or a knot"},
        BadScene{"regionOfFilament", kRing + "profile = \"filament\"\n[[tracers]]\nshape = \"core\"\n",
                 "s.toml:6:9: ", "is a filament"},
        BadScene{"wallWithoutFriction", "[ground]\nwall = \"no-slip\"\n",
                 "s.toml:2:8: ", "needs viscosity, which is 0"},
        BadScene{"wallOfAnotherKind", "[ground]\nwall = \"sticky\"\n", "s.toml:2:8: ", "allowed: slip or no-slip"},
        BadScene{"regionInTheGround", "[ground]\n[[tracers]]\nshape = \"box\"\ncentre = [0, 0, 0.4]\n",
                 "s.toml:4:10: ", "lowest point is 0.1 below"},
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
  const auto run = [](const std::string& scene) { return test::runProgram({"run", scene, "--frames", "1"}); };
  test::expectFailure(run(folder / "bad.toml"), 1, "ringlet: " + (folder / "bad.toml") + ":3:1: unknown key");
  test::expectFailure(run("leapfrgo"), 1, "did you mean \"leapfrog\"?");
  test::expectFailure(run(folder.path()), 1, "is a folder");
}

TEST(SceneFile, RingsInTheGroundAreRefused) {
  const std::string ground = "[ground]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";
  const std::string over =
      ground + "[particles]\ntracer_tube = 0.1\n[[ring]]\nradius = 0.3\ncore_radius = 0.05\ncentre = ";
  EXPECT_EQ(refusedScene(over + "[0, 0, 0.5]\n"), "accepted");
  EXPECT_THAT(refusedScene(over + "[0, 0, 0.08]\n"), AllOf(StartsWith("s.toml:9:"), HasSubstr("ring 1: centre"),
                                                           HasSubstr("0.08"), HasSubstr("more than 0.1")));
  EXPECT_THAT(refusedScene(over + "[0, 0, 0.3]\naxis = [1, 0, 0]\n"), HasSubstr("ground"))
      << "a ring on edge reaches lower";
  EXPECT_THAT(refusedScene("[ground]\nnormal = [0, 0, 0]\n" + kRing), HasSubstr("no direction"));
  EXPECT_THAT(refusedScene("[physics]\ncourant = 0.0001\n" + kRing), HasSubstr("0.001 to 2"));
}

TEST(SceneErrors, TubesOfTracersFitSmallRingsUnlessTheyAreGiven) {
  const std::string small = "[[ring]]\nradius = 0.05\n";
  const app::Scene scene = app::parseScene("[particles]\nelements = 20\ntracers = 50\n" + small, "s.toml");
  EXPECT_EQ(scene.tracerTube, 0.025);
  EXPECT_EQ(app::makeTracers(scene).size(), 50U);
  const app::Scene wide =
      app::parseScene("[particles]\nelements = 20\ntracers = 50\ntracer_tube = 0.1\n" + small, "s.toml");
  EXPECT_THAT(test::refusal<fmm::InvalidInput>([&] { app::makeTracers(wide); }),
              HasSubstr("tracer_tube = 0.1 does not fit ring 1"));
}

}  // namespace
