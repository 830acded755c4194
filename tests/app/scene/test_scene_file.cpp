// Scene files: their contents, and the messages of refused ones.

#include "app/support/run_program.h"
#include "app/support/scene_text.h"
#include "files/data_paths.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "fmm/settings_table.h"
#include "scene/colour_quantity.h"
#include "scene/scene_settings_table.h"
#include "scene/start/scene_particles.h"
#include "scene/view_settings_table.h"
#include "support/test.h"

namespace {

using test::kRing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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

TEST(SceneFile, LeapfrogIsViscousOrWithoutAGpuInviscid) {
  const std::string folder = (app::dataDirectory() / "assets" / "scenes").string();
  const app::Scene viscous = app::loadScene(folder + "/leapfrog.toml");
  const app::Scene inviscid = app::loadScene(folder + "/cpu/leapfrog.toml");
  for (const app::Scene* scene : {&viscous, &inviscid}) {
    EXPECT_EQ(scene->name, "leapfrog");
    ASSERT_EQ(scene->rings().size(), 2u);
    for (const fmm::Ring& ring : scene->rings()) {
      EXPECT_EQ(ring.radius, 0.3);
      EXPECT_EQ(ring.circulation, 1);
    }
    EXPECT_NE(scene->note, "") << "which of the two it is";
  }
  EXPECT_GT(viscous.settings.viscosity, 0);
  EXPECT_LE(viscous.rings()[0].coreRadius, 0.03) << "thicker cores join sooner";
  EXPECT_NEAR(fmm::norm(viscous.rings()[1].centre - viscous.rings()[0].centre), 0.3, 1e-15);
  EXPECT_EQ(inviscid.settings.viscosity, 0);
  const bool gpu = app::cudaWouldRun(fmm::Backend::automatic);
  EXPECT_EQ(app::loadScene("leapfrog").note, gpu ? viscous.note : inviscid.note);
}

TEST(SceneFile, FilamentsStretchClassicallyUnlessToldOtherwise) {
  const auto stretching = [](const std::string& text) { return app::parseScene(text, "a.toml").settings.stretching; };
  const std::string filament = "[[ring]]\nprofile = \"filament\"\n";
  EXPECT_EQ(stretching(filament), fmm::Stretching::classical);
  EXPECT_EQ(stretching(filament + "[[ring]]\ncentre = [0, 0, 1]\n"), fmm::Stretching::transpose);
  EXPECT_EQ(stretching("[physics]\nstretching = \"transpose\"\n" + filament), fmm::Stretching::transpose);
  EXPECT_EQ(stretching(""), fmm::Stretching::transpose);
}

TEST(SceneFile, MinimalFileGetsDefaults) {
  const app::Scene scene = app::parseScene(kRing, "folder/mine.toml");
  EXPECT_EQ(scene.name, "mine");
  EXPECT_EQ(scene.title, "mine");
  EXPECT_FALSE(scene.elements.has_value());
  EXPECT_FALSE(scene.sigma.has_value());
  EXPECT_EQ(scene.settings.integrator, fmm::Integrator::rk2);
  EXPECT_GT(fmm::norm(scene.camera.eye - scene.camera.target), scene.rings()[0].radius) << "the ring is in view";
}

app::Scene sceneWithEveryValueChanged() {
  app::Scene scene;
  scene.title = "quotes \" and \\ and\ttabs, Umlaut \xc3\xa4";
  scene.settings.timeStep = 0.1 / 3;
  scene.settings.integrator = fmm::Integrator::rk3;
  scene.settings.courant = 0.25;
  scene.settings.viscosity = 0.1 / 3;
  scene.settings.diffusion = fmm::Diffusion::lattice;
  scene.settings.redistribution.steps = 9;
  scene.settings.elementBudget = 77777;
  scene.settings.spacing = 0.01 / 3;
  scene.settings.stream = {2, -0.1, 1.0 / 3};
  scene.settings.nodeThreshold = 1e-4 / 3;
  scene.settings.heat = true;
  scene.settings.diffusivity = 0.1 / 7;
  scene.settings.up = {0.1, 1.0 / 3, -2};
  scene.settings.heatSources = {{fmm::HeatShape::ring,
                                 fmm::HeatSupply::steady,
                                 {1, 2, 1.0 / 3},
                                 0.7,
                                 0.3,
                                 {0.5, 0.5, 0.5},
                                 {0, 1, 0.1},
                                 0.1 / 3,
                                 -1.0 / 3,
                                 7,
                                 0.01 / 3}};
  scene.settings.divergenceRemoval = false;
  scene.settings.ground = fmm::GroundPlane{{0, -9, 1.0 / 3}, {0.1, 2, 0}};
  scene.settings.stretching = fmm::Stretching::mixed;
  scene.settings.regularisation = fmm::Regularisation::winckelmans;
  scene.settings.solver = fmm::SolverKind::direct;
  scene.settings.precision = fmm::Precision::real64;
  scene.settings.backend = fmm::Backend::cpu;
  scene.settings.tolerance = 1e-7;
  scene.settings.order = 9;
  scene.settings.theta = 0.55;
  scene.settings.leafElements = 30;
  scene.settings.leafPoints = 300;
  scene.settings.mesh = fmm::MeshUse::never;
  scene.stepsPerFrame = 7;
  scene.elements = 1234;
  scene.tracers = 0;
  scene.overlap = 0.9 + 0.2;
  scene.tracerTube = 1e-7;
  scene.seed = 9007199254740991u;
  scene.rings().push_back({{{1, -2, 1.0 / 3}, {0, 1, 1e-3}, 2.5, -3, 0.25, fmm::CoreProfile::gaussian, 0.05, 3}});
  scene.rings().push_back({{{0, 0, 0}, {1, 0, 0}, 1, 1, 0.1, fmm::CoreProfile::filament, 0, 0}});
  scene.rings()[0].axialAmplitude = 0.03;
  scene.rings()[0].wavePhase = 1.0 / 3;
  scene.rings()[0].layout = fmm::CoreLayout::layers;
  scene.rings()[0].layers = 2;
  scene.rings()[1].randomPhase = true;
  scene.launches.push_back({scene.rings()[0], 1.0 / 7, 77, 0, 0.125});
  scene.launches.push_back({scene.rings()[1], 0, {}, {}, {}});
  scene.note = "what to know";
  scene.about = "what is to be seen";
  scene.lines.extras<fmm::Ring>(1).name = "front";
  scene.lines.extras<fmm::Ring>(1).colour = app::Colour{0.1F, 0.2F, 1};
  scene.launches[0].label = {"late", app::Colour{1, 0, 0.3F}};
  scene.launches[0].tracerSheet = 0.0625;
  scene.launches[0].nozzle = 0.375;
  scene.emitters.push_back(
      {app::EmitterShape::ball, {1, 2, 3}, {0, 0, 1}, 1.0 / 3, {1, 0, 0}, 1, 1e4 / 3, 77, 0.1, {"nozzle", {}}});
  scene.emitters.push_back(
      {app::EmitterShape::streaks, {1, 2, 3}, {0, 0, 1}, 0.1, {0, 0.5, 1}, 7, 1e4 / 3, 77, 0.1, {"rake", {}}});
  scene.emitters.push_back(
      {app::EmitterShape::paths, {1, 2, 3}, {0, 0, 1}, 0.1, {0, 0.5, 1}, 7, 1e4, 65536, 0.25, {"paths", {}}});
  fmm::TorusKnot knot;
  knot.centre = {0, 1.0 / 7, 9};
  knot.axis = {0, 1, 1};
  knot.p = 4;
  knot.q = -6;
  knot.radius = 1.25;
  knot.minorRadius = 1.0 / 3;
  knot.circulation = -0.5;
  knot.coreRadius = 0.01;
  knot.profile = fmm::CoreProfile::gaussian;
  knot.waveAmplitude = 0.1;
  knot.waveMode = 5;
  knot.axialAmplitude = 0.2;
  knot.randomPhase = true;
  scene.lines.of<fmm::TorusKnot>().push_back(knot);
  scene.regions.push_back({app::RegionShape::shell, 2.5, 3, 1e-7, {}, {0, 0, 1}, {}, {1, 1, 1}, {}});
  scene.regions.push_back(
      {app::RegionShape::rectangle, 1.0 / 3, {}, {}, {1, 2, 3}, {1, 0, 1}, {0, 1, 0}, {2, 3, 1}, 4});
  scene.regions.push_back({app::RegionShape::disc, 1, {}, 0.5, {1, 2, 3}, {1, 0, 1}, {}, {1, 1, 1}, {}});
  scene.regions.push_back({app::RegionShape::box, 1, {}, {}, {1, 2, 3}, {0, 0, 1}, {}, {2, 3, 0.5}, {}});
  scene.regions.push_back({app::RegionShape::shell, 1, {}, 0.01, {}, {0, 0, 1}, {}, {1, 1, 1}, {}, 3, 0, 1e-3, 0, 0.1});
  scene.regions.push_back(
      {app::RegionShape::sheet, 1, 3, 1e-3, {}, {0, 0, 1}, {}, {1, 1, 1}, {}, 1, 1.0 / 3, 1e-4, 0.7, 1.0 / 7});
  scene.camera = {{5, 6, 7}, {0.5, 0, 0}, {0, 0, 1}, 50};
  scene.view = {{app::ViewMode::density,
                 app::Background::gradient,
                 app::Colour{0.1F, 0.2F, 1},
                 2.5,
                 0.7,
                 1.75,
                 0.125,
                 app::ColourBy::age,
                 "dye",
                 {{{0.1F, 0.2F, 0.3F}, {1, 0, 0.7F}}},
                 2.5,
                 -0.25,
                 0.75,
                 {1, -2, 3},
                 0.5,
                 {3, 1, -2},
                 {{{0.5F, 0.25F, 1}, {1, 0.75F, 0.5F}}},
                 0.625,
                 0.125,
                 app::VortexQuantity::lambda2,
                 0.5,
                 "magma",
                 app::SliceAxis::y,
                 -0.25,
                 app::SliceQuantity::normal,
                 0.75,
                 {{{0.25F, 0.5F, 1}, {1, 0.25F, 0.5F}}},
                 0.375,
                 0.625,
                 app::Colour{0.3F, 0.2F, 0.1F}},
                {3.25, 17.5, 4.5, 0.25, true, true, 1.5, true, true, true, true, true, true},
                {false, true}};
  scene.film = {2.5, 24, {641, 360}, app::Finish::best, 2, 90, 16, 0.75, 0.1, 2.5, true, true, true, 0.125};
  return scene;
}

/// Keys of the settings that scene files have and that equal their defaults in `group`.
template <class Group>
std::vector<std::string> unchanged(const Group& group) {
  const Group defaults;
  std::vector<std::string> keys;
  fmm::forEachSetting<Group>([&](const auto& setting) {
    if (setting.kept == fmm::Kept::inScenes && group.*setting.member == defaults.*setting.member)
      keys.emplace_back(setting.key);
  });
  return keys;
}

TEST(SceneFile, NoSettingIsLeftOutOfTheTestBelow) {
  using ::testing::ElementsAre;
  using ::testing::IsEmpty;
  const app::Scene scene = sceneWithEveryValueChanged();
  EXPECT_THAT(unchanged<fmm::MotionSettings>(scene.settings),
              ElementsAre("formulation", "relaxation", "prandtl", "wake_length"))
      << "redistribution excludes two, the diffusivity is given, and there is no body";
  EXPECT_THAT(unchanged<fmm::FieldSettings>(scene.settings), ElementsAre("space")) << "rings belong to space";
  EXPECT_THAT(unchanged<app::ParticleSettings>(scene), IsEmpty());
  EXPECT_THAT(unchanged<app::WidthSettings>(scene), ElementsAre("sigma")) << "overlap excludes it";
  EXPECT_THAT(unchanged<app::PaceSettings>(scene), IsEmpty());
  EXPECT_THAT(unchanged(scene.camera), IsEmpty());
  EXPECT_THAT(unchanged(scene.view), IsEmpty());
  EXPECT_THAT(unchanged(scene.film), IsEmpty());
}

template <class Group>
void expectSameSettings(const Group& a, const Group& b) {
  fmm::forEachSetting<Group>(
      [&](const auto& setting) { EXPECT_TRUE(a.*setting.member == b.*setting.member) << setting.key; });
}

/// What every kind of line has.
template <class Line>
auto tied(const Line& k) {
  return std::tie(k.centre.x, k.centre.y, k.centre.z, k.axis.x, k.axis.y, k.axis.z, k.radius, k.circulation,
                  k.coreRadius, k.profile, k.waveAmplitude, k.waveMode, k.axialAmplitude, k.wavePhase, k.randomPhase,
                  k.layout, k.layers);
}

TEST(SceneFile, WrittenSceneReadsBackEqual) {
  const test::TemporaryFolder folder;
  const app::Scene scene = sceneWithEveryValueChanged();
  app::saveScene(scene, folder / "saved.toml", false);
  const app::Scene back = app::loadScene(folder / "saved.toml");

  EXPECT_EQ(back.title, scene.title);
  EXPECT_EQ(back.note, scene.note);
  EXPECT_EQ(back.about, scene.about);
  EXPECT_EQ(back.emitters, scene.emitters);
  EXPECT_EQ(back.lines.extras<fmm::Ring>(1), scene.lines.extras<fmm::Ring>(1));
  EXPECT_EQ(back.launches.at(0).label, scene.launches[0].label);
  EXPECT_EQ(app::formatScene(back), app::formatScene(scene));
  EXPECT_EQ(back.regions, scene.regions);
  ASSERT_EQ(back.lines.of<fmm::TorusKnot>().size(), 1u);
  const fmm::TorusKnot &knot = back.lines.of<fmm::TorusKnot>()[0], &written = scene.lines.of<fmm::TorusKnot>()[0];
  EXPECT_EQ(std::tie(knot.p, knot.q, knot.minorRadius), std::tie(written.p, written.q, written.minorRadius));
  EXPECT_EQ(tied(knot), tied(written));
  EXPECT_EQ(back.settings, scene.settings);
  expectSameSettings<app::ParticleSettings>(back, scene);
  expectSameSettings<app::WidthSettings>(back, scene);
  expectSameSettings<app::PaceSettings>(back, scene);
  expectSameSettings(back.film, scene.film);
  EXPECT_EQ(back.camera, scene.camera);
  EXPECT_EQ(back.view, scene.view);
  ASSERT_EQ(back.rings().size(), scene.rings().size());
  for (std::size_t i = 0; i < scene.rings().size(); ++i) EXPECT_EQ(tied(back.rings()[i]), tied(scene.rings()[i]));
  ASSERT_EQ(back.launches.size(), scene.launches.size());
  for (std::size_t i = 0; i < scene.launches.size(); ++i) {
    EXPECT_EQ(back.launches[i].ring.centre, scene.launches[i].ring.centre);
    EXPECT_EQ(back.launches[i].time, scene.launches[i].time);
    EXPECT_EQ(back.launches[i].elements, scene.launches[i].elements);
    EXPECT_EQ(back.launches[i].tracers, scene.launches[i].tracers);
    EXPECT_EQ(back.launches[i].tracerTube, scene.launches[i].tracerTube);
    EXPECT_EQ(back.launches[i].tracerSheet, scene.launches[i].tracerSheet);
    EXPECT_EQ(back.launches[i].nozzle, scene.launches[i].nozzle);
  }
  EXPECT_EQ(app::formatScene(back), app::formatScene(scene));
  EXPECT_EQ(folder.files().size(), 1u) << "no temporary file is left";
}

TEST(SceneFile, RedistributionReadsBackEqual) {
  for (const auto& [text, steps] : {std::pair("\"off\"", 0), std::pair("\"auto\"", -1), std::pair("5", 5)}) {
    const std::string line = std::string("redistribution = ") + text;
    const app::Scene scene = app::parseScene("[physics]\n" + line + "\n[[ring]]\n", "s.toml");
    EXPECT_EQ(scene.settings.redistribution.steps, steps);
    const std::string saved = app::formatScene(scene);
    EXPECT_THAT(saved, HasSubstr(line + "\n"));
    EXPECT_EQ(app::parseScene(saved, "s.toml").settings, scene.settings);
  }
}

TEST(SceneFile, WithoutRingsASceneIsEmpty) {
  const app::Scene scene = app::parseScene("title = \"nothing\"\n", "s.toml");
  EXPECT_TRUE(scene.rings().empty());
  EXPECT_TRUE(app::makeElements(scene).position.empty());
  EXPECT_TRUE(app::makeTracers(scene).position.empty());
  EXPECT_GT(app::colourTops(scene)[app::ColourBy::speed], 0);
  EXPECT_GT(fmm::norm(scene.camera.eye - scene.camera.target), 0);
}

TEST(SceneFile, RingsJoinLaterAndInTrains) {
  const app::Scene scene =
      app::parseScene(kRing + kRing + "start = 1.5\nelements = 50\n" + kRing + "count = 3\ninterval = 0.5\n" + kRing +
                          "count = 4\nstep = [0, 0, 0.1]\n",
                      "s.toml");
  EXPECT_EQ(scene.rings().size(), 5u) << "the first, and a train in space";
  EXPECT_NEAR(scene.rings().back().centre.z, 0.3, 1e-15);
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
  scene.rings()[0].radius = -1;
  EXPECT_THROW(app::saveScene(scene, folder / "a.toml", false), app::UserError);
  scene.rings()[0].radius = std::nan("");
  EXPECT_THROW(app::saveScene(scene, folder / "a.toml", false), app::UserError);
  EXPECT_TRUE(folder.files().empty());
}

TEST(SceneFile, UnwritablePlaceIsNamed) {
  const app::Scene scene = sceneWithEveryValueChanged();
  EXPECT_THAT(test::refusal<app::FileError>([&] { app::saveScene(scene, "/nowhere/at/all.toml", false); }),
              AllOf(StartsWith("/nowhere/at/all.toml: "), HasSubstr("No such file or directory")));
}

}  // namespace
