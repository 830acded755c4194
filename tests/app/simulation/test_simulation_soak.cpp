// Long use without a window: changed scenes, films, switched solvers and backends. The use of memory, also on the GPU,
// descriptors and threads does not grow, and no frame of a film is lost. RINGLET_SOAK_MINUTES sets the duration; the
// default is a few rounds. Without ffmpeg, all films are numbered pictures. Free GPU memory depends on all processes:
// no other may use the GPU after kFirstRounds and when the test ends.

#include <fmt/format.h>

#include "app/support/film_support.h"
#include "app/support/flow_support.h"
#include "app/support/holdings.h"
#include "app/support/run_program.h"
#include "app/window/xvfb.h"
#include "files/png_file.h"
#include "film/film.h"
#include "fmm/cuda.h"
#include "fmm/field.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/workloads.h"
#include "simulation/simulation.h"
#include "support/test.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kWidth = 96, kHeight = 64, kFrames = 8;

class SimulationSoak : public fmm_test::BackendFixture {
 protected:
  /// One of three scenes: rings alone, elements on a lattice, more tracers.
  static Scene scene(int number) {
    Scene scene = test::twoRings();
    scene.settings.backend = GetParam();
    scene.settings.solver = fmm::SolverKind::fmm;
    scene.settings.precision = fmm::Precision::single;
    if (number % 3 == 1) {
      scene.settings.regularisation = fmm::Regularisation::gaussian8;
      scene.settings.redistribution = {fmm::Redistribution::kAutomatic};
    }
    if (number % 3 == 2) scene.tracers = 20000;
    return scene;
  }

  /// Frames of a scene with each solver, precision and backend.
  void play(Simulation& simulation, int number) {
    const std::uint64_t generation = simulation.state().generation;
    simulation.reset(FlowStart(scene(number)));
    ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().generation > generation; }));
    fmm::Settings settings = scene(number).settings;
    const auto frames = [&] {
      simulation.apply(settings, 1);
      for (int i = 0; i < 3; ++i) simulation.step();
      ASSERT_TRUE(test::waitUntilIdle(simulation));
      EXPECT_EQ(simulation.status().failure, "");
    };
    frames();
    settings.solver = fmm::SolverKind::direct;
    frames();
    settings.solver = fmm::SolverKind::fmm;
    settings.precision = fmm::Precision::real64;
    frames();
    settings.backend = fmm::Backend::cpu;
    frames();
    settings.backend = GetParam();
    frames();
  }

  /// Number of readable frames of a film, which is a file or a folder of pictures.
  static std::size_t framesOf(const std::string& path) {
    if (!std::filesystem::is_directory(path)) return test::frameTimes(path).size();
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      const Image picture = readPng(entry.path());
      count += picture.width == kWidth && picture.height == kHeight;
    }
    return count;
  }

  /// Makes a film, and expects all of its frames in the file or folder.
  void film(int number) {
    const bool pictures = !encoder_ || number % 2 == 1;
    const std::string made = folder_ / fmt::format(pictures ? "{}" : "{}.webm", number);
    Flow flow(scene(number));
    FrameSettings look{
        test::filmOf(kWidth, kHeight), {}, CameraPath(CameraPose{{0.3, 0, 2}, {0.3, 0, 0}, {0, 1, 0}, 35})};
    look.cuda = GetParam() == fmm::Backend::cuda;
    FrameMaker maker(look);
    Recorder recorder(test::recorderFor(pictures ? made + "/%03d.png" : made, kWidth, kHeight));
    FilmPlan plan;
    plan.frames = kFrames;
    plan.clock = filmClock({}, flow.system().settings().timeStep, 1);
    const FilmResult result = makeFilm(flow, plan, {}, &maker, &recorder);
    recorder.finish();
    EXPECT_EQ(result.failure, "");
    EXPECT_EQ(framesOf(made), static_cast<std::size_t>(kFrames));
    std::filesystem::remove_all(made);
  }

  const bool encoder_ = haveProgram("ffmpeg");
  test::TemporaryFolder folder_;
};

/// Makes the library start all of its threads before anything is counted, by a sum that occupies all of them. Small
/// flows on machines with many processors start some threads only after minutes.
void makeAllThreads() {
  const fmm::workloads::Workload work = fmm::workloads::thin(fmm::workloads::cube(1 << 14, 1 << 16));
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.solver = fmm::SolverKind::direct;
  for (int k = 0; k < 3; ++k) fmm::evaluateField(settings, work.elements, work.targets, false);
}

TEST_P(SimulationSoak, NothingGrows) {
  const char* const given = std::getenv("RINGLET_SOAK_MINUTES");
  const std::chrono::duration<double, std::ratio<60>> wanted(given != nullptr ? std::atof(given) : 0);
  constexpr int kFirstRounds = 6, kLeastRounds = 9;
  makeAllThreads();
  Simulation simulation{FlowStart(scene(0))};
  test::Holdings first;
  std::size_t freeAtFirst = 0;
  const Clock::time_point start = Clock::now();
  int rounds = 0;
  for (; rounds < kLeastRounds || Clock::now() - start < wanted; ++rounds) {
    ASSERT_NO_FATAL_FAILURE(play(simulation, rounds));
    ASSERT_NO_FATAL_FAILURE(film(rounds));
    if (rounds + 1 == kFirstRounds) {
      first = test::holdings();
      freeAtFirst = fmm::cudaMemory().free;
    }
  }
  const test::Holdings last = test::holdings();
  EXPECT_LE(last.memory, first.memory + test::kMostGrowth) << "MiB after " << rounds << " rounds";
  constexpr std::ptrdiff_t kMadeLate = 2;  // by a library, once
  EXPECT_LE(last.descriptors, first.descriptors + kMadeLate);
  EXPECT_LE(last.threads, first.threads + kMadeLate);
  const std::size_t freeAtLast = fmm::cudaMemory().free;
  EXPECT_GE(freeAtLast + (std::size_t{16} << 20), freeAtFirst) << "bytes of the GPU";
  fmt::print(
      "{} rounds, {} frames filmed: {:.0f} to {:.0f} MiB, {} to {} descriptors, {} to {} threads, {} to {} MiB of the "
      "GPU free\n",
      rounds, kFrames * rounds, first.memory, last.memory, first.descriptors, last.descriptors, first.threads,
      last.threads, freeAtFirst >> 20, freeAtLast >> 20);
}

INSTANTIATE_TEST_SUITE_P(On, SimulationSoak, testing::Values(fmm::Backend::cpu, fmm::Backend::cuda),
                         [](const auto& of) { return of.param == fmm::Backend::cuda ? "Gpu" : "Cpu"; });

}  // namespace
}  // namespace app
