// Failing allocations, at every place where the library allocates, and a lost GPU: the error is one line, nothing
// leaks, and a system continues from the state before, to the last bit, or reports that it is lost. Tests on the GPU
// are skipped where there is none.

#include <new>
#include <ostream>

#include "core/input_checks.h"
#include "fmm/cuda.h"
#include "fmm/faults.h"
#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm_test {
namespace {

using fmm::Fault;
using fmm::VortexSystem;

Workload ringsOf(std::size_t elements, std::size_t tracers) {
  return overlapped(rings(elements, tracers));
}

/// Evenly drawn samples miss the targets that have most of the squared velocity.
Workload speckOf(std::size_t elements, std::size_t tracers) {
  return speck(elements, tracers, 12);
}

/// A sequence of calls to the library, each of which may fail.
struct Story {
  std::string name;
  fmm::Settings settings;
  std::size_t elements, tracers;
  std::vector<std::function<void(VortexSystem&)>> deeds;
  Workload (*work)(std::size_t elements, std::size_t tracers) = ringsOf;
};

std::ostream& operator<<(std::ostream& out, const Story& story) {
  return out << story.name;
}

void step(VortexSystem& system) {
  system.step();
}

fmm::Settings small() {
  fmm::Settings settings = fmmFloat();
  settings.timeStep = 0.01;
  settings.leafElements = 16;
  settings.leafPoints = 32;
  settings.threads = 2;
  return settings;
}

void lookAtAll(VortexSystem& system) {
  system.evaluate();
  system.measure(true);
  system.measureRings();
  system.tracerVorticities();
  system.elementVorticities();
  system.treeCells();
  system.measureError(64);
}

void toDouble(VortexSystem& system) {
  fmm::Settings settings = system.settings();
  settings.precision = fmm::Precision::real64;
  system.apply(settings);
}

/// Expects that parameters were searched for again, with an error below the tolerance: one search ends with an order of
/// 6 or 7, whichever instruction set's costs it has.
void hasSearchedAgain(VortexSystem& system) {
  EXPECT_GT(system.report().order, 7);
}

/// Doubles the system.
void grow(VortexSystem& system) {
  system.append(system.elements(), system.tracers());
}

/// Fixed parameters: tuning takes most of the time, and the other stories cover it.
fmm::Settings untuned() {
  fmm::Settings settings = small();
  settings.order = 6;
  settings.theta = 0.5;
  return settings;
}

std::vector<Story> stories() {
  std::vector<Story> all;
  all.push_back({"Steps", small(), 200, 300, {step, step}});
  all.push_back({"Looks", untuned(), 1100, 100, {lookAtAll, step}});
  all.push_back({"Growth", small(), 150, 100, {step, grow, step, lookAtAll}});

  fmm::Settings lattice = small();
  lattice.regularisation = Regularisation::gaussian8;
  lattice.redistribution = {1};
  lattice.spacing = 0.1;
  all.push_back({"Lattice", lattice, 120, 50, {step, step, lookAtAll}});
  lattice.ground = fmm::GroundPlane{{0, 0, -1}, {0, 0, 1}};
  all.push_back({"LatticeOverGround", lattice, 80, 20, {step, step}});

  all.push_back({"Change", small(), 100, 100, {step, toDouble, step}});

  fmm::Settings fast = small();
  fast.regularisation = Regularisation::cutoff;
  fast.stretching = fmm::Stretching::off;
  fast.timeStep = 1e-20;
  fast.leafElements = fast.leafPoints = 0;
  all.push_back({"FastTargets", fast, 1500, 60000, {step, hasSearchedAgain}, speckOf});

  fmm::Settings direct = small();
  direct.solver = fmm::SolverKind::direct;
  all.push_back({"Direct", direct, 60, 60, {step, lookAtAll}});
  return all;
}

std::vector<double> bitsOf(const VortexSystem& system) {
  std::vector<double> bits;
  const auto add = [&](const std::vector<Vec3>& vectors) {
    for (const Vec3& v : vectors) bits.insert(bits.end(), {v.x, v.y, v.z});
  };
  const fmm::Elements elements = system.elements();
  add(elements.position);
  add(elements.strength);
  add(system.tracers().position);
  bits.insert(bits.end(), elements.coreRadius.begin(), elements.coreRadius.end());
  bits.push_back(system.time());
  bits.push_back(static_cast<double>(system.steps()));
  return bits;
}

bool sameBits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

using Told = std::tuple<fmm::Backend, Story>;

class Faults : public testing::TestWithParam<Told> {
 protected:
  void SetUp() override {
    if (onGpu()) requireCuda();
  }
  void TearDown() override {
    for (const Fault kind : {Fault::allocation, Fault::launch}) fmm::setFault(kind, 0);
  }
  static fmm::Backend backend() { return std::get<0>(GetParam()); }
  static bool onGpu() { return backend() == fmm::Backend::cuda; }
  static const Story& story() { return std::get<1>(GetParam()); }

  /// Calls `deed`, and once more if it fails. Checks the text of the error.
  template <class Deed>
  void twice(const Deed& deed) {
    try {
      return deed();
    } catch (const std::bad_alloc&) {  // host memory, which systems on a GPU need, too
    } catch (const fmm::EnvironmentError& error) {
      EXPECT_TRUE(onGpu());
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("emory"), std::string::npos) << error.what();
    }
    ++failures_;
    deed();
  }

  static VortexSystem begin() {
    fmm::Settings settings = story().settings;
    settings.backend = backend();
    const Workload work = story().work(story().elements, story().tracers);
    return {settings, work.elements, work.tracers()};
  }

  /// Runs the story, repeating each failed deed, and returns the final state.
  std::vector<double> tell() {
    std::optional<VortexSystem> system;
    twice([&] { system.emplace(begin()); });
    twice([&] { system->keepVorticity(true, false); });
    for (const auto& deed : story().deeds) {
      twice([&] { deed(*system); });
      EXPECT_FALSE(system->lost());
    }
    std::vector<double> bits;
    twice([&] { bits = bitsOf(*system); });
    return bits;
  }

  int failures_ = 0;
};

/// Few particles and every kind of step: the part that compute-sanitizer has time for.
TEST_P(Faults, WithoutAnyTheSameBitsComeTwice) {
  EXPECT_TRUE(sameBits(tell(), tell()));
  EXPECT_EQ(failures_, 0);
}

TEST_P(Faults, EveryAllocationMayFail) {
  const std::vector<double> whole = tell();
  int tried = 0;
  std::int64_t n = 1;
  for (;; n += std::getenv("RINGLET_LONG_TESTS") != nullptr ? 1 : 1 + n / 3) {
    fmm::setFault(Fault::allocation, n);
    const std::vector<double> bits = tell();
    if (fmm::faultIsSet(Fault::allocation)) break;
    ASSERT_TRUE(sameBits(bits, whole)) << "after allocation " << n << " failed";
    ++tried;
  }
  EXPECT_EQ(failures_, tried);
  EXPECT_GT(n, 30);
  RecordProperty("allocations", tried);
}

/// After the loss a system throws instead of giving false results, and its destructor succeeds.
TEST_P(Faults, AMachineThatIsLostIsToldByTheSystem) {
  bool struck = true;
  for (std::int64_t n = 1; struck; n += 1 + n / 4) {
    fmm::setFault(Fault::launch, 0);
    VortexSystem system = begin();
    fmm::setFault(Fault::launch, n);
    std::string why;
    try {
      for (const auto& deed : story().deeds) deed(system);
    } catch (const fmm::EnvironmentError& error) {
      why = error.what();
    }
    struck = fmm::machineIsLost();
    EXPECT_EQ(system.lost(), struck);
    if (!struck) break;
    EXPECT_NE(why, "");
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
    EXPECT_THROW(system.step(), fmm::EnvironmentError);
    EXPECT_THROW(system.evaluate(), fmm::EnvironmentError);
    EXPECT_THROW(system.elements(), fmm::EnvironmentError);
    EXPECT_TRUE(system.lost());
    EXPECT_FALSE(onGpu() && fmm::cudaBackendAvailable());
  }
}

std::string nameOf(const testing::TestParamInfo<Told>& of) {
  return std::get<1>(of.param).name + (std::get<0>(of.param) == fmm::Backend::cuda ? "Gpu" : "Cpu");
}
INSTANTIATE_TEST_SUITE_P(In, Faults,
                         testing::Combine(testing::Values(fmm::Backend::cpu, fmm::Backend::cuda),
                                          testing::ValuesIn(stories())),
                         nameOf);

/// Failed calls release all their GPU memory.
TEST(FaultsOnGpu, NothingLeaks) {
  requireCuda();
  if (testing::Test::IsSkipped()) return;
  fmm::Settings settings = small();
  settings.backend = fmm::Backend::cuda;
  const Workload work = ringsOf(1 << 16, 1 << 16);  // some 100 MiB
  const auto attempt = [&](std::int64_t n) {
    fmm::setFault(Fault::allocation, n);
    try {
      VortexSystem system(settings, work.elements, work.tracers());
      system.step();
    } catch (const fmm::EnvironmentError&) {
      return;
    } catch (const std::bad_alloc&) {
      return;
    }
  };
  attempt(0);
  const std::size_t before = fmm::cudaMemory().free;
  for (std::int64_t n = 1; n < 120; ++n) attempt(n);
  fmm::setFault(Fault::allocation, 0);
  EXPECT_GE(fmm::cudaMemory().free + (std::size_t{4} << 20), before);
}

TEST(EntryCount, ListsThatNoIndexCanNameAreRefusedBeforeTheirMemory) {
  constexpr std::uint64_t kMost = 2147483647;
  EXPECT_EQ(fmm::listCapacity(1000, 1000, "a list"), 1000);
  EXPECT_EQ(fmm::listCapacity(1001, 1000, "a list"), 1251);
  EXPECT_EQ(fmm::listCapacity(kMost - 1, 1000, "a list"), static_cast<fmm::Index>(kMost));
  EXPECT_EQ(fmm::listCapacity(kMost, 1000, "a list"), static_cast<fmm::Index>(kMost));
  for (const std::uint64_t needed : {kMost + 1, 2 * kMost + 2, 2 * kMost + 1000, std::uint64_t{1} << 40}) {
    EXPECT_EQ(
        test::refusal<fmm::EnvironmentError>([&] { fmm::listCapacity(needed, 1000, "the tree's list of near cells"); }),
        "the tree's list of near cells would have " + std::to_string(needed) +
            " entries; at most 2147483647 can be told apart: fewer particles or larger leaves");
  }
}

}  // namespace
}  // namespace fmm_test
