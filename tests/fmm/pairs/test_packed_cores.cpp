// Velocities of single pairs as the CPU's loops compute them, on the widest registers of this machine, against the core
// functions: every distance, every place in a group of registers.

#include "expansion/cores/with_core.h"
#include "fmm/support/support.h"
#include "pairs/pair_sums.h"
#include "support/test.h"

namespace fmm {
namespace {

/// g/rho^3 from the velocity that an element of strength 4 pi sigma^2 e_z in the origin gives at `distances` on the x
/// axis.
template <class Real>
std::vector<double> pairsOfElement(Regularisation kind, PairAccuracy accuracy, Real sigma,
                                   const std::vector<Real>& distances) {
  const Real none = 0, strength = static_cast<Real>(16 * std::atan(1.0) * sigma * sigma);
  const std::vector<Real> zeros(distances.size());
  std::vector<Real> u[3] = {zeros, zeros, zeros};
  const IndexRange all = {0, 1};
  PairTask<Real> task = {};
  task.sources = {&none, &none, &none, &none, &none, &strength, &sigma};
  task.ranges = &all;
  task.rangeCount = 1;
  task.targets = {distances.data(), zeros.data(), zeros.data(), u[0].data(), u[1].data(), u[2].data(), {}};
  task.targetCount = static_cast<Index>(distances.size());
  task.regularisation = kind;
  task.accuracy = accuracy;
  sumPairs(task);
  EXPECT_EQ(u[0], zeros);
  EXPECT_EQ(u[2], zeros);
  std::vector<double> q(distances.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    q[i] = static_cast<double>(u[1][i]) / static_cast<double>(distances[i]) * static_cast<double>(sigma);
  }
  return q;
}

template <class Real>
double worstError(Regularisation kind, PairAccuracy accuracy, double sigma) {
  std::vector<Real> distances;
  for (double rho = 0.001; rho < 16; rho += 0.0137) distances.push_back(static_cast<Real>(rho * sigma));
  for (const double rho : {30.0, 300.0, 3e4}) distances.push_back(static_cast<Real>(rho * sigma));
  const auto width = static_cast<Real>(sigma);
  const std::vector<double> q = pairsOfElement(kind, accuracy, width, distances);
  double worst = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double rho = static_cast<double>(distances[i]) / static_cast<double>(width);
    worst = std::max(worst, std::abs(q[i] / fmm_test::coreFunction(kind, rho * rho).q - 1));
  }
  return worst;
}

TEST(PackedCores, KeepTheErrorsOfTheFits) {
  constexpr double kRoundOff = 6e-7;  // ten operations
  for (const double sigma : {1e-4, 1.0, 100.0}) {
    forEachCore([&](auto core) {
      const auto kind = core.kKind;
      const double fast = core.kFitted ? 1.6e-5 : 0, fine = core.kFitted ? 9e-7 : 0, exact = core.kFitted ? 3e-12 : 0;
      EXPECT_LT(worstError<float>(kind, PairAccuracy::fast, sigma), fast + kRoundOff) << toString(kind);
      EXPECT_LT(worstError<float>(kind, PairAccuracy::exact, sigma), fine + kRoundOff) << toString(kind);
      EXPECT_LT(worstError<double>(kind, PairAccuracy::exact, sigma), exact + 1e-13) << toString(kind);
    });
  }
}

TEST(PackedCores, EveryNumberOfTargetsIsServed) {
  for (const std::size_t count : {1, 15, 16, 31, 32, 33, 48, 64, 65, 100, 511, 512, 513, 700}) {
    std::vector<float> distances(count);
    for (std::size_t i = 0; i < count; ++i) distances[i] = 0.01f * static_cast<float>(i + 1);
    const auto all = pairsOfElement(Regularisation::gaussian8, PairAccuracy::exact, 1.0f, distances);
    for (std::size_t i = 0; i < count; ++i) {
      const double rho = static_cast<double>(distances[i]);
      ASSERT_NEAR(all[i] / fmm_test::coreFunction(Regularisation::gaussian8, rho * rho).q, 1, 1.4e-6) << i << count;
    }
  }
}

TEST(PackedCores, SingularElementIsBareAndInducesNothingOnItself) {
  const std::vector<float> distances = {0, 1e-4f, 1, 2e3f};
  forEachCore([&](auto core) {
    const float none = 0, strength = static_cast<float>(16 * std::atan(1.0));
    const std::vector<float> zeros(distances.size());
    std::vector<float> u[3] = {zeros, zeros, zeros};
    const IndexRange all = {0, 1};
    PairTask<float> task = {};
    task.sources = {&none, &none, &none, &none, &none, &strength, &none};
    task.ranges = &all;
    task.rangeCount = 1;
    task.targets = {distances.data(), zeros.data(), zeros.data(), u[0].data(), u[1].data(), u[2].data(), {}};
    task.targetCount = static_cast<Index>(distances.size());
    task.regularisation = core.kKind;
    for (const PairAccuracy accuracy : {PairAccuracy::fast, PairAccuracy::exact}) {
      task.accuracy = accuracy;
      std::fill(u[1].begin(), u[1].end(), 0.0f);
      sumPairs(task);
      EXPECT_EQ(u[1][0], 0) << toString(core.kKind);
      for (std::size_t i = 1; i < distances.size(); ++i)
        EXPECT_NEAR(u[1][i] * distances[i] * distances[i], 1, 1e-6f) << toString(core.kKind);
    }
  });
}

}  // namespace
}  // namespace fmm
