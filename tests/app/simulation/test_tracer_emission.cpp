// Tracers that a scene's emitters add to the flow.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/support/flow_support.h"
#include "app/support/run_program.h"
#include "fmm/settings.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "scene/text/scene_tables.h"
#include "simulation/flow.h"

namespace app {
namespace {

/// Two rings, a disc that emits 3 tracers a step and keeps 20, and a ball that starts later.
Scene emitting() {
  Scene scene = test::twoRings();
  scene.settings.timeStep = 0.002;
  scene.settings.backend = fmm::Backend::cpu;
  scene.camera.eye = {1, 2, 3};
  Emitter disc;
  disc.centre = {0, 0, -0.3};
  disc.radius = 0.1;
  disc.rate = 1500;
  disc.most = 20;
  Emitter ball = disc;
  ball.shape = EmitterShape::ball;
  ball.rate = 500;
  ball.most = 1000;
  ball.start = 0.005;
  scene.emitters = {disc, ball};
  return scene;
}

void advance(Flow& flow, int frames, int steps) {
  fmm::EvaluationReport report;
  for (int i = 0; i < frames; ++i) flow.advance(steps, report);
}

/// Number of tracers with the mark of an emitter.
std::size_t countOf(const Flow& flow, std::size_t emitter) {
  const std::vector<std::int32_t> rings = flow.system().tracers().ring;
  return static_cast<std::size_t>(std::count(rings.begin(), rings.end(), emitterMark(emitter)));
}

void expectSame(const Flow& a, const Flow& b) {
  EXPECT_EQ(a.system().tracers().position, b.system().tracers().position);
  EXPECT_EQ(a.system().tracers().ring, b.system().tracers().ring);
  EXPECT_EQ(a.system().elements().position, b.system().elements().position);
}

TEST(TracerEmission, ComeByTheFlowsTimeAndTheOldestGiveWay) {
  Flow flow(emitting());
  flow.evaluate();
  EXPECT_EQ(flow.system().tracerCount(), 200u);
  advance(flow, 1, 1);
  EXPECT_EQ(countOf(flow, 0), 1u) << "the one of t = 0";
  advance(flow, 1, 1);
  EXPECT_EQ(countOf(flow, 0), 4u);
  EXPECT_EQ(countOf(flow, 1), 0u);
  advance(flow, 2, 1);
  EXPECT_EQ(countOf(flow, 1), 1u) << "at 0.006, the first after 0.005";
  advance(flow, 30, 1);
  EXPECT_EQ(countOf(flow, 0), 20u);
  EXPECT_EQ(flow.system().tracerCount(), 220u + countOf(flow, 1));
  const auto all = flow.system().tracers();
  for (std::size_t i = 0; i < all.position.size(); ++i) {
    if (all.ring[i] == emitterMark(0)) {
      EXPECT_LT(fmm::norm(all.position[i] - fmm::Vec3{0, 0, -0.3}), 0.3) << "only young ones are left";
    }
  }
}

TEST(TracerEmission, AreTheSameAtAnyFrameRate) {
  Flow single(emitting()), several(emitting());
  advance(single, 24, 1);
  advance(several, 3, 8);
  expectSame(single, several);
}

TEST(TracerEmission, ElementsDoNotNoticeThem) {
  Scene without = emitting();
  without.emitters.clear();
  Flow with(emitting()), plain(without);
  advance(with, 10, 2);
  advance(plain, 10, 2);
  EXPECT_EQ(with.system().elements().position, plain.system().elements().position);
  const auto some = with.system().tracers().position, all = plain.system().tracers().position;
  EXPECT_TRUE(std::equal(all.begin(), all.end(), some.begin()));
}

TEST(TracerEmission, GoOnFromASavedStateBitForBit) {
  const test::TemporaryFolder folder;
  Scene scene = emitting();
  RingLaunch& late = scene.launches.emplace_back();  // its tracers join between emitted ones
  late.ring = test::ringAt({1, 0.5, 0}, 0.2);
  late.time = 0.011;
  late.elements = 32;
  late.tracers = 10;
  Flow whole(scene), first(scene);
  advance(first, 9, 1);
  writeCheckpoint(folder / "state.ringlet", first.checkpoint(first.scene(), 9));
  const Checkpoint kept = readCheckpoint(folder / "state.ringlet");
  EXPECT_EQ(kept.scene.emitters, scene.emitters);
  Flow second(kept.scene, &kept);
  second.evaluate();
  advance(second, 15, 1);
  advance(whole, 24, 1);
  expectSame(whole, second);
}

TEST(TracerEmission, NoneComeOnTheWayBack) {
  Flow flow(emitting());
  advance(flow, 10, 1);
  const std::size_t count = flow.system().tracerCount();
  fmm::Settings back = flow.system().settings();
  back.timeStep = -back.timeStep;
  flow.apply(back);
  advance(flow, 5, 1);
  EXPECT_EQ(flow.system().tracerCount(), count);
  back.timeStep = -back.timeStep;
  flow.apply(back);
  advance(flow, 5, 1);
  EXPECT_EQ(flow.system().tracerCount(), count) << "they have come already";
}

TEST(TracerEmission, HaveAColourAndAnAgeOfTheirOwn) {
  Scene scene = emitting();
  scene.emitters[1].label.colour = Colour{1, 0, 0};
  Flow flow(scene);
  FlowState state;
  advance(flow, 8, 1);
  const auto show = [&] { flow.show(state, {}, [] { return std::make_unique<HostParticleStore>(); }); };
  show();
  ASSERT_EQ(state.tags->size(), state.tracerCount);
  const std::vector<std::int32_t> rings = flow.system().tracers().ring;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const TracerTag tag = (*state.tags)[i];
    if (rings[i] == emitterMark(0)) {
      EXPECT_EQ(tag.ring, 2u);
    }
    if (rings[i] == emitterMark(1)) {
      EXPECT_EQ(tag.ring, 3u);
      EXPECT_GE(tag.birth, 0.005F);
    }
  }
  ASSERT_EQ(state.ringColours.size(), 4u);
  EXPECT_EQ(state.ringColours[3], (Colour{1, 0, 0}));
  const SharedTags before = state.tags;
  show();
  EXPECT_EQ(state.tags, before) << "nothing has come";
}

TEST(TracerEmission, LieInTheirPlace) {
  const Scene scene = emitting();
  Emitter tilted = scene.emitters[0];
  tilted.normal = {1, 1, 0};
  fmm::Vec3 sum;
  for (std::int64_t n = 0; n < 2000; ++n) {
    const fmm::Vec3 x = emittedAt(tilted, 7, n) - tilted.centre;
    EXPECT_LT(std::abs(fmm::dot(x, tilted.normal)), 1e-12);
    EXPECT_LE(fmm::norm(x), tilted.radius * (1 + 1e-12));
    EXPECT_LE(fmm::norm(emittedAt(scene.emitters[1], 7, n) - tilted.centre), tilted.radius * (1 + 1e-12));
    sum = sum + x;
  }
  EXPECT_LT(fmm::norm(sum) / 2000, 0.05 * tilted.radius) << "evenly";
}

TEST(TracerEmission, SceneFilesSayThem) {
  Scene scene = emitting();
  scene.emitters[0].label.name = "nozzle";
  const Scene back = parseScene(formatScene(scene), "again.toml");
  EXPECT_EQ(back.emitters, scene.emitters);
  EXPECT_EQ(totalCounts(back).tracers, 200u + 20 + 1000);
  EXPECT_THROW(parseScene("[[emitter]]\nrate = 0\n", "a.toml"), std::exception);
  EXPECT_THROW(parseScene("[[emitter]]\nshape = \"ball\"\nnormal = [1, 0, 0]\n", "a.toml"), std::exception);
  EXPECT_THROW(parseScene("[ground]\n[[emitter]]\nshape = \"ball\"\n", "a.toml"), std::exception) << "in the ground";
}

}  // namespace
}  // namespace app
