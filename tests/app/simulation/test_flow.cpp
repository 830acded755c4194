// What a flow is for window and run alike.
#include "simulation/flow.h"

#include "app/support/flow_support.h"
#include "fmm/error.h"
#include "scene/colour_quantity.h"
#include "scene/start/scene_particles.h"
#include "simulation/inspection.h"
#include "support/test.h"

namespace app {
namespace {

/// Two rings, and a small one that joins at t = 0.005, within the second frame of two steps.
Scene joinedScene() {
  Scene scene = test::twoRings();
  scene.settings.backend = fmm::Backend::cpu;
  RingLaunch& launch = scene.launches.emplace_back();
  launch.time = 0.005;
  launch.ring = test::ringAt({1, 0.5, 0}, 0.2);
  launch.elements = 32;
  launch.tracers = 100;
  return scene;
}

FlowState shown(Flow& flow, const ShownParts& parts = {}) {
  FlowState state;
  flow.show(state, parts, [] { return std::make_unique<HostParticleStore>(); });
  return state;
}

std::vector<float> valuesOf(const std::unique_ptr<ParticleStore>& store) {
  return dynamic_cast<const HostParticleStore&>(*store).values();
}

void expectSameParticles(const fmm::VortexSystem& a, const fmm::VortexSystem& b) {
  const auto same = [](const std::vector<fmm::Vec3>& x, const std::vector<fmm::Vec3>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  EXPECT_TRUE(same(a.elements().position, b.elements().position));
  EXPECT_TRUE(same(a.elements().strength, b.elements().strength));
  EXPECT_TRUE(same(a.tracers().position, b.tracers().position));
}

TEST(Flow, AGroundIsWhereTheFloorIsAtOnce) {
  Flow flow(joinedScene());
  flow.evaluate();
  const Floor bare = *shown(flow).floor;
  fmm::Settings settings = joinedScene().settings;
  settings.ground = fmm::GroundPlane{{0, 0, -3}, {0, 0, 2}};
  flow.apply(settings);
  flow.evaluate();
  const Floor ground = *shown(flow).floor;
  EXPECT_EQ(ground.up, (fmm::Vec3{0, 0, 1}));
  EXPECT_EQ(ground.height, -3);
  EXPECT_EQ(ground.size, bare.size);
  settings.ground.reset();
  flow.apply(settings);
  flow.evaluate();
  EXPECT_EQ(shown(flow).floor->up, bare.up);
  EXPECT_EQ(shown(flow).floor->height, bare.height);
}

TEST(Flow, RingJoinsWithinAFrameAndIsEvaluatedAtItsEnd) {
  Flow flow(joinedScene());
  flow.evaluate();
  const FlowState start = shown(flow);
  EXPECT_EQ(start.tags->size(), 200u);
  fmm::EvaluationReport first, second, third;
  flow.advance(2, first);
  EXPECT_EQ(flow.rings(), 2);
  flow.advance(1, second);
  EXPECT_EQ(flow.rings(), 3) << "at t = 0.006";
  EXPECT_EQ(flow.system().time(), 3 * 0.002) << "no sum of steps";
  EXPECT_EQ(second.evaluations, first.evaluations / 2 + 1) << "the ring's velocities are part of the frame";
  const FlowState joined = shown(flow);
  EXPECT_EQ(joined.elementCount, 96u);
  EXPECT_EQ((*joined.tags)[250], (TracerTag{2, 0.005F})) << "as old as the scene says, as after a resumption";
  const std::vector<float> values = valuesOf(joined.elements);
  for (std::size_t i = 0; i < 96; ++i) EXPECT_GT(values[4 * i + 3], 0) << "speed of element " << i;
  EXPECT_LT(fmm::norm(joined.shift - start.shift), 0.05) << "the ring that joined moves no camera";
  EXPECT_GT(fmm::norm(joined.centroid - start.centroid), 0.2);
  EXPECT_LT(flow.impulseDrift(flow.judge().invariants), 1e-3);
  flow.advance(2, third);
  EXPECT_EQ(third.evaluations, first.evaluations);
}

TEST(Flow, TagsAreOthersOnlyWhereRingsHaveJoined) {
  Flow flow(joinedScene());
  flow.evaluate();
  fmm::EvaluationReport report;
  const SharedTags start = shown(flow).tags;
  flow.advance(2, report);
  EXPECT_EQ(shown(flow).tags, start);
  RingLaunch byHand;
  byHand.ring = test::ringAt({-1, 0, 0}, 0.2);
  byHand.elements = 32;
  byHand.tracers = 10;
  flow.launch(byHand);
  flow.advance(2, report);
  EXPECT_EQ(flow.rings(), 4);
  const SharedTags end = shown(flow).tags;
  EXPECT_NE(end, start);
  ASSERT_EQ(end->size(), 310u);
  EXPECT_EQ((*end)[205], (TracerTag{2, 0.004F})) << "launched by hand before the scene's ring joined";
  EXPECT_EQ((*end)[305], (TracerTag{3, 0.005F}));
  EXPECT_EQ(flow.scene().launches.size(), 2u);
  EXPECT_TRUE(flow.isOf(flow.scene()));
  EXPECT_FALSE(flow.isOf(joinedScene()));
}

TEST(Flow, ShowsWhatIsAskedForAndNothingElse) {
  Scene scene = joinedScene();
  scene.settings.solver = fmm::SolverKind::fmm;
  Flow flow(scene);
  flow.evaluate();
  const FlowState nothing = shown(flow, partsFor(ViewSettings()));
  EXPECT_EQ(nothing.tags, nullptr);
  EXPECT_EQ(nothing.strengths, nullptr);
  EXPECT_EQ(nothing.elements->count(), 0u);
  EXPECT_TRUE(nothing.tree.cells.empty());
  EXPECT_EQ(nothing.tracers->count(), 200u);
  ViewSettings view;
  view.arrows = view.cells = view.follow = true;
  view.colourBy = ColourBy::age;
  const FlowState everything = shown(flow, partsFor(view));
  EXPECT_EQ(everything.tags->size(), 200u);
  EXPECT_EQ(everything.strengths->count(), 64u);
  EXPECT_EQ(everything.elements->count(), 64u);
  EXPECT_FALSE(everything.tree.cells.empty());
  EXPECT_GT(everything.extent, 0.2);
  EXPECT_EQ(everything.tops[ColourBy::speed], colourTops(scene)[ColourBy::speed]);
  EXPECT_EQ(everything.tracerTube, scene.tracerTube);
  EXPECT_EQ(everything.core, scene.settings.regularisation);
  for (double ViewSettings::*part : {static_cast<double ViewSettings::*>(&ViewSettings::vorticity),
                                     static_cast<double ViewSettings::*>(&ViewSettings::isosurface)}) {
    ViewSettings vorticity;
    vorticity.*part = 0.5;
    const FlowState state = shown(flow, partsFor(vorticity));
    EXPECT_EQ(state.strengths->count(), 64u);
    EXPECT_EQ(state.elements->count(), 64u);
  }
}

/// The grid on a wall that the fluid sticks to is coloured by its shear, which is summed from the elements.
TEST(Flow, ShowsElementsForTheShearOfAWall) {
  ViewSettings grid;
  grid.grid = true;
  Scene scene = joinedScene();
  Flow without(scene);
  EXPECT_EQ(shown(without, partsFor(grid)).strengths, nullptr) << "a floor without friction has no shear";
  scene.settings.ground = fmm::GroundPlane{{0, -6, 0}, {0, 1, 0}};
  scene.settings.wall = fmm::Wall::noSlip;
  scene.settings.viscosity = 1e-3;
  scene.settings.diffusion = fmm::Diffusion::lattice;
  scene.settings.redistribution = {fmm::Redistribution::kAutomatic};
  Flow flow(scene);
  flow.evaluate();
  const FlowState state = shown(flow, partsFor(grid));
  EXPECT_GT(state.elements->count(), 0u);
  ASSERT_NE(state.strengths, nullptr);
  EXPECT_EQ(state.strengths->count(), state.elements->count());
}

TEST(Flow, KeptVorticityIsThatOfASumOfItsOwn) {
  ShownParts vorticity;
  vorticity.scalar = fmm::ParticleScalar::vorticity;
  Flow kept(joinedScene()), asked(joinedScene());
  kept.keepFor(fmm::ParticleScalar::vorticity);
  kept.evaluate();
  asked.evaluate();
  const std::vector<float> a = valuesOf(shown(kept, vorticity).tracers), b = valuesOf(shown(asked, vorticity).tracers);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-3F * (1 + std::abs(b[i]))) << i;
}

TEST(Flow, GoesOnFromItsCheckpoint) {
  const Scene scene = joinedScene();
  Flow whole(scene);
  whole.evaluate();
  fmm::EvaluationReport report;
  whole.advance(2, report);
  Checkpoint middle = whole.checkpoint(whole.scene(), 2);
  middle.clock = whole.clock();
  whole.advance(2, report);
  Flow resumed(middle.scene, &middle);
  resumed.advance(2, report);
  EXPECT_EQ(resumed.rings(), 3);
  EXPECT_EQ(resumed.system().time(), whole.system().time());
  expectSameParticles(resumed.system(), whole.system());
  const FlowState a = shown(resumed), b = shown(whole);
  EXPECT_TRUE(*a.tags == *b.tags);
  EXPECT_LT(fmm::norm(a.shift - b.shift), 1e-12);
  EXPECT_EQ(a.floor->height, b.floor->height);
}

/// Elements that stand anew are no motion, and the first ring is counted anew.
TEST(Flow, FollowsWhatRedistributionDoes) {
  Scene scene = joinedScene();
  scene.launches.clear();
  scene.settings.redistribution.steps = 2;
  scene.settings.spacing = 0.03;
  scene.settings.nodeThreshold = 1e-2;
  scene.settings.timeStep = 1e-9;
  Flow flow(scene);
  fmm::EvaluationReport report;
  ShownParts parts;
  parts.motion = true;
  for (int frame = 0; frame < 3; ++frame) {
    flow.advance(1, report);
    const FlowState state = shown(flow, parts);
    EXPECT_EQ(flow.system().lattice().passes, frame < 2 ? 1u : 2u);
    EXPECT_LT(fmm::norm(state.shift), 0.02) << "but for the sample";
    EXPECT_LT(fmm::norm(state.ringCentre), 0.05) << "of the ring about the origin alone";
  }
}

TEST(Flow, IsLostForEverOnceItsImpulseHasDrifted) {
  Scene scene = joinedScene();
  scene.launches.clear();
  scene.settings.timeStep = 0.2;  // far too long
  Flow flow(scene);
  flow.evaluate();
  EXPECT_EQ(flow.impulseDrift(flow.judge().invariants), 0);
  EXPECT_EQ(flow.whyLost(), "");
  fmm::EvaluationReport report;
  for (int i = 0; i < 20 && flow.whyLost().empty(); ++i) {
    flow.advance(1, report);
    flow.measure(false);
  }
  const std::string why = flow.whyLost();
  EXPECT_NE(why.find("dt = 0.2 is too long"), std::string::npos) << why;
  fmm::Settings settings = scene.settings;
  settings.timeStep = 0.001;
  flow.apply(settings);
  flow.judge();
  EXPECT_EQ(flow.whyLost(), why);
}

TEST(Flow, GoesBackNoFurtherThanTheLastRing) {
  Flow flow(joinedScene());
  flow.evaluate();
  fmm::EvaluationReport report;
  flow.advance(4, report);
  EXPECT_EQ(flow.whyNotFurtherBack(2), "") << "it goes forwards";
  fmm::Settings back = flow.system().settings();
  back.timeStep = -back.timeStep;
  flow.apply(back);
  EXPECT_EQ(flow.whyNotFurtherBack(1), "") << "the ring joined at t = 0.006";
  EXPECT_NE(flow.whyNotFurtherBack(2), "");
}

TEST(Flow, DoesNotStandAtAFrameAfterAStepOfOneThatFailed) {
  fmm::Elements elements;
  for (const double sign : {-1.0, 1.0}) {
    elements.position.push_back({0, 0.1 * sign, 0});
    elements.strength.push_back({1e-3, 0, 0});
    elements.coreRadius.push_back(0.1);
    elements.ring.push_back(0);
  }
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.timeStep = 0.01;
  Flow flow = test::flowOf(settings, elements, {});
  flow.evaluate();
  fmm::EvaluationReport report;
  flow.advance(2, report);
  EXPECT_TRUE(flow.standsAtFrame());
  EXPECT_EQ(flow.system().steps(), 2);

  for (fmm::Vec3& strength : elements.strength) strength.x = 1e30;
  settings.timeStep = 1e9;
  Flow wild = test::flowOf(settings, elements, {});
  wild.evaluate();
  EXPECT_THROW(wild.advance(50, report), fmm::NumericalError);
  EXPECT_EQ(wild.standsAtFrame(), wild.system().steps() == 0) << "the failed step itself leaves what was there";
}

}  // namespace
}  // namespace app
