#include <GL/glew.h>

#include "app/support/film_support.h"
#include "app/support/flow_support.h"
#include "app/support/run_program.h"
#include "film/frame_maker.h"
#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/tracer_regions.h"
#include "fmm/vortex_system.h"
#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "render/scene_renderer.h"
#include "simulation/inspection.h"
#include "simulation/simulation.h"
#include "state/particle_store.h"
#include "state/particle_stream.h"
#include "support/test.h"

namespace app {
namespace {

using test::ProgramResult;
using test::runProgram;
using ::testing::HasSubstr;

using Gpu = fmm_test::CudaFixture;

/// Tests in an OpenGL context. Where OpenGL runs on the processor, only tests with Processor in their name run.
class Interop : public Gpu {
 protected:
  void SetUp() override {
    Gpu::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    context_.emplace(fmm::cudaDevice().ordinal);
    if (!glOnProcessor()) return;
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    if (test.find("Processor") == std::string::npos) GTEST_SKIP() << glRendererName();
  }
  static bool glOnProcessor() { return glRendererName().find("llvmpipe") != std::string::npos; }

  std::optional<HeadlessContext> context_;
};

fmm::VortexSystem ringOn(fmm::Backend backend, std::size_t tracers = 3000) {
  fmm::Settings settings;
  settings.backend = backend;
  settings.timeStep = 0.01;
  fmm::Ring ring;
  ring.radius = 0.3;
  ring.coreRadius = 0.08;
  fmm::Elements elements;
  fmm::Tracers cloud;
  fmm::addLine(ring, {5000, 0.04}, elements);
  fmm::addTracersAround(ring, 0.1, tracers, 0, 2, cloud);
  fmm::VortexSystem system(settings, elements, cloud);
  system.evaluate();
  return system;
}

std::vector<float> contentOf(const ParticleStream& stream) {
  std::vector<float> values(4 * stream.count());
  if (!values.empty())
    glGetNamedBufferSubData(stream.buffer(), 0, static_cast<GLsizeiptr>(values.size() * sizeof(float)), values.data());
  return values;
}

std::vector<float> tracersOf(fmm::VortexSystem& system) {
  std::vector<float> values(4 * system.tracerCount());
  system.writeTracers({values.data(), system.tracerCount(), false});
  return values;
}

/// A picture of a stream's particles from the side.
Image pictureOf(const ParticleStream& tracers) {
  SceneRenderer renderer(160, 120);
  FlowState flow;
  flow.tops[ColourBy::speed] = 2;
  renderer.draw({tracers, flow}, Camera(CameraPose{{1.5, 0.4, 0.3}, {0, 0, 0}, {0, 0, 1}, 35}), {});
  return renderer.read();
}

FrameSettings followingLook() {
  const CameraPath side(CameraPose{{2, 0, 0.3}, {0, 0, 0.3}, {0, 0, 1}, 35});
  FrameSettings look{test::filmOf(96, 64), {}, side, true};
  look.view.follow = true;
  return look;
}

TEST(CudaDevice, IsUsableOrSaysWhyNot) {
  const fmm::CudaDevice& device = fmm::cudaDevice();
  EXPECT_EQ(device.usable, device.reason.empty());
  EXPECT_FALSE(fmm::describe(device).empty());
  EXPECT_EQ(fmm::cudaMemory().total > 0, device.usable);
  if (device.usable) {
    EXPECT_LE(fmm::cudaMemory().free, fmm::cudaMemory().total);
    EXPECT_GE(device.major, 7);
  }
  for (const fmm::BackendInfo& info : fmm::availableBackends()) {
    if (info.backend == fmm::Backend::cuda) {
      EXPECT_EQ(info.available, device.usable);
    }
  }
}

TEST(ParticleStream, TakesParticlesOfTheHostAndGrows) {
  const HeadlessContext context;
  const auto stream = makeParticleStream();
  for (const std::size_t count : {3u, 0u, 1000u, 7u}) {
    const fmm::ParticleTarget target = stream->map(count);
    ASSERT_FALSE(target.device);
    std::vector<float> expected;
    for (std::size_t i = 0; i < 4 * count; ++i) expected.push_back(target.positions[i] = static_cast<float>(i + count));
    stream->unmap();
    EXPECT_EQ(stream->count(), count);
    EXPECT_NE(stream->buffer(), 0u);
    EXPECT_EQ(contentOf(*stream), expected);
  }
  EXPECT_EQ(stream->note(), "");
}

TEST(ParticleStream, WithoutAGpuDeviceParticlesTakeTheHostsWay) {
  if (fmm::cudaBackendAvailable()) GTEST_SKIP() << "there is a GPU";
  const HeadlessContext context;
  const auto stream = makeParticleStream();
  for (int i = 0; i < 2; ++i) {
    const fmm::ParticleTarget target = stream->mapForDevice(1);
    ASSERT_FALSE(target.device);
    std::fill_n(target.positions, 4, 2.5F);
    stream->unmap();
  }
  EXPECT_EQ(contentOf(*stream), std::vector<float>(4, 2.5F));
  EXPECT_EQ(!stream->note().empty(), fmm::builtWithCuda());
}

TEST(ParticleStore, SamplesEveryStrideThParticle) {
  const auto store = makeParticleStore();
  const fmm::ParticleTarget target = store->prepare(10, false);
  for (int i = 0; i < 40; ++i) target.positions[i] = static_cast<float>(i);
  EXPECT_FALSE(store->onDevice());
  const std::vector<fmm::Vec3> sample = store->sample(4);
  ASSERT_EQ(sample.size(), 3u);
  EXPECT_TRUE(sample[2] == (fmm::Vec3{32, 33, 34}));
  EXPECT_EQ(store->sample(100).size(), 1u);
}

TEST(ElementSample, KeepsSmallSetsWholeAndLargeOnesSmall) {
  EXPECT_EQ(sampleStride(0), 1u);
  EXPECT_EQ(sampleStride(4096), 1u);
  EXPECT_EQ(sampleStride(4097), 2u);
  EXPECT_EQ(sampleStride(1 << 20), 256u);
}

TEST(Program, CudaByNameWithoutAGpuFails) {
  if (fmm::cudaBackendAvailable()) GTEST_SKIP() << "there is a GPU";
  const ProgramResult result = runProgram({"run", "ring", "--frames", "1", "--backend", "cuda"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_THAT(result.err, HasSubstr("backend cuda: " + fmm::cudaDevice().reason));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
}

TEST(Program, FallsBackOnTheCpuWithAtMostOneLine) {
  if (fmm::cudaBackendAvailable()) GTEST_SKIP() << "there is a GPU";
  const std::vector<std::string> arguments = {"run", "ring", "--frames", "1", "--elements", "64", "--tracers", "64"};
  const ProgramResult told = runProgram(arguments);
  EXPECT_EQ(told.exitCode, 0) << told.err;
  EXPECT_EQ(told.err.find("computing on the CPU") != std::string::npos, fmm::builtWithCuda());
  std::vector<std::string> quietly = arguments;
  quietly.push_back("--quiet");
  EXPECT_EQ(runProgram(quietly).err, "");
}

TEST_F(Interop, GpuWritesTheBuffersOfOpenGl) {
  fmm::VortexSystem system = ringOn(fmm::Backend::cuda);
  const auto stream = makeParticleStream();
  for (int i = 0; i < 3; ++i) {
    const fmm::ParticleTarget target = stream->mapForDevice(system.tracerCount());
    ASSERT_TRUE(target.device) << stream->note();
    system.writeTracers(target);
    stream->unmap();
    EXPECT_EQ(contentOf(*stream), tracersOf(system)) << "step " << i;
    system.step();
  }
}

TEST_F(Interop, PictureIsThatOfTheHostsWay) {
  fmm::VortexSystem system = ringOn(fmm::Backend::cuda);
  const auto shared = makeParticleStream(), staged = makeHostParticleStream();
  system.writeTracers(shared->mapForDevice(system.tracerCount()));
  shared->unmap();
  system.writeTracers(staged->map(system.tracerCount()));
  staged->unmap();
  const Image picture = pictureOf(*shared);
  EXPECT_GT(test::meanLevel(picture), 0.5);
  EXPECT_EQ(picture.rgb, pictureOf(*staged).rgb);
}

TEST_F(Interop, StreamGrowsAndChangesBetweenHostAndGpu) {
  const auto stream = makeParticleStream();
  for (const std::size_t count : {100u, 20000u, 0u, 300u, 40000u}) {
    fmm::VortexSystem system = ringOn(fmm::Backend::cuda, count);
    const fmm::ParticleTarget target = stream->mapForDevice(count);
    ASSERT_TRUE(target.device) << stream->note();
    system.writeTracers(target);
    stream->unmap();
    EXPECT_EQ(contentOf(*stream), tracersOf(system)) << count;
    system.writeTracers(stream->map(count));
    stream->unmap();
    EXPECT_EQ(contentOf(*stream), tracersOf(system)) << count << " from the host";
  }
}

TEST_F(Interop, StoreHandsParticlesOnInDeviceMemory) {
  fmm::VortexSystem system = ringOn(fmm::Backend::cuda);
  const std::size_t count = system.tracerCount();
  const auto store = makeParticleStore();
  system.writeTracers(store->prepare(count, true));
  ASSERT_TRUE(store->onDevice());
  const std::vector<float> expected = tracersOf(system);
  const auto shared = makeParticleStream();
  copyParticles(*store, *shared);
  EXPECT_EQ(shared->note(), "");
  EXPECT_EQ(contentOf(*shared), expected);
  std::vector<float> fetched(4 * count);
  store->copyTo({fetched.data(), count, false});
  EXPECT_EQ(fetched, expected);
  const std::vector<fmm::Vec3> sample = store->sample(7);
  ASSERT_EQ(sample.size(), (count + 6) / 7);
  for (std::size_t i = 0; i < sample.size(); ++i) EXPECT_EQ(sample[i].y, expected[28 * i + 1]);
}

TEST_F(Interop, SolverWritesTheBufferThatIsDrawn) {
  const auto store = makeParticleStore(), other = makeParticleStore();
  const auto stream = makeParticleStream();
  unsigned drawn = 0;
  for (const std::size_t count : {3000u, 3000u, 2000u, 40000u, 40000u, 0u}) {
    fmm::VortexSystem system = ringOn(fmm::Backend::cuda, count);
    const bool fits = drawn != 0 && count <= 4000;
    system.writeTracers(store->prepare(count, true));
    if (fits) {
      const fmm::CudaTransfers before = fmm::cudaTransfers();
      copyParticles(*store, *stream);
      EXPECT_EQ(fmm::cudaTransfers().waits, before.waits);
      EXPECT_EQ(stream->buffer(), store->takeBuffer()) << "no copy";
    } else {
      copyParticles(*store, *stream);
    }
    drawn = stream->buffer();
    EXPECT_EQ(stream->count(), count);
    EXPECT_EQ(contentOf(*stream), tracersOf(system)) << count;
    std::vector<float> fetched(4 * count);
    store->copyTo({fetched.data(), count, false});
    EXPECT_EQ(fetched, tracersOf(system)) << "what is drawn can be read";
    EXPECT_EQ(contentOf(*stream), fetched) << "and is drawn on";
    store->giveBack();
    system.writeTracers(other->prepare(count, true));
    copyParticles(*other, *stream);
    EXPECT_EQ(contentOf(*stream), tracersOf(system)) << "of another state";
  }
}

TEST_F(Interop, WhatWasNotGivenBackIsCopied) {
  const auto store = makeParticleStore();
  const auto stream = makeParticleStream();
  for (int i = 0; i < 4; ++i) {
    fmm::VortexSystem system = ringOn(fmm::Backend::cuda);
    system.writeTracers(store->prepare(system.tracerCount(), true));
    copyParticles(*store, *stream);
    EXPECT_EQ(contentOf(*stream), tracersOf(system));
    if (i == 1) store->giveBack();
  }
}

TEST_F(Interop, OpenGlOfTheProcessorGetsCopiesAndOneNote) {
  if (!glOnProcessor()) GTEST_SKIP() << glRendererName();
  fmm::VortexSystem system = ringOn(fmm::Backend::cuda);
  const std::size_t count = system.tracerCount();
  const auto store = makeParticleStore();
  system.writeTracers(store->prepare(count, true));
  const auto stream = makeParticleStream();
  copyParticles(*store, *stream);
  EXPECT_EQ(contentOf(*stream), tracersOf(system));
  EXPECT_THAT(stream->note(), HasSubstr("copied through host memory"));
  system.writeTracers(stream->mapForDevice(count));
  stream->unmap();
  EXPECT_EQ(contentOf(*stream), tracersOf(system)) << "straight from the solver";
}

TEST_F(Gpu, FullMemorySaysWhatWasAskedAndWhatFits) {
  const auto store = makeParticleStore();
  EXPECT_THAT(
      test::refusal<fmm::EnvironmentError>([&] { store->prepare(std::size_t{1} << 40, true); }),
      testing::AllOf(HasSubstr("GPU memory: 16777216 MiB were asked for"), HasSubstr("MiB are free: room for ")));
  EXPECT_TRUE(store->prepare(10, true).device) << "it goes on with less";
}

TEST_F(Gpu, FilmsRepeatBitForBitAndFollow) {
  std::vector<Image> first;
  for (int run = 0; run < 2; ++run) {
    const fmm::VortexSystem ring = ringOn(fmm::Backend::cuda);
    Flow flow = test::flowOf(ring.settings(), ring.elements(), ring.tracers());
    flow.evaluate();
    FrameMaker maker(followingLook());
    for (std::size_t frame = 0; frame < 4; ++frame) {
      maker.load(flow);
      maker.draw(static_cast<std::int64_t>(frame));
      const Image picture = maker.take();
      if (run == 0) {
        first.push_back(picture);
      } else {
        EXPECT_EQ(picture.rgb, first[frame].rgb) << "frame " << frame;
      }
      fmm::EvaluationReport report;
      flow.advance(1, report);
    }
    const bool onProcessor = maker.rendererName().find("llvmpipe") != std::string::npos;
    EXPECT_EQ(maker.note().empty(), !onProcessor) << maker.note();
  }
}

TEST_F(Gpu, RunningSimulationKeepsItsParticlesOverBackends) {
  Scene scene;
  scene.name = "test";
  fmm::Ring ring;
  ring.radius = 0.3;
  ring.coreRadius = 0.05;
  scene.rings().push_back(ring);
  scene.elements = 6000;
  scene.tracers = 9000;
  scene.settings.timeStep = 0.002;
  scene.settings.backend = fmm::Backend::cuda;
  Simulation simulation(FlowStart{scene});
  const auto advance = [&] {
    simulation.step();
    for (int i = 0; i < 20000; ++i) {
      simulation.update();
      if (simulation.idle()) return;
      simulation.tick();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    FAIL() << "no step came";
  };
  std::int64_t steps = 0;
  for (const auto backend : {fmm::Backend::cuda, fmm::Backend::cpu, fmm::Backend::cuda}) {
    for (const auto precision : {fmm::Precision::single, fmm::Precision::real64}) {
      scene.settings.backend = backend;
      scene.settings.precision = precision;
      simulation.apply(scene.settings, 1);
      advance();
      const SimulationState& state = simulation.state();
      EXPECT_EQ(simulation.status().failure, "");
      EXPECT_EQ(state.report.backend, fmm::toString(backend));
      EXPECT_EQ(state.tracers->onDevice(), backend == fmm::Backend::cuda);
      EXPECT_EQ(state.tracers->count(), 9000u);
      EXPECT_GE(state.steps, ++steps);
      EXPECT_NEAR(fmm::norm(state.shift), fmm::norm(state.centroid), 1e-3);
      EXPECT_LT(state.impulseDrift, 1e-2);
    }
  }
}

}  // namespace
}  // namespace app
