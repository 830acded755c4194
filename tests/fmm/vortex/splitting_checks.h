#pragma once

// Splitting in an execution space compared with refine() on the host: typed tests over Machine<Exec, Real>, shared by
// both backends.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/faults.h"
#include "fmm/particle_views.h"
#include "fmm/report.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/random_elements.h"
#include "fmm/types.h"
#include "vortex/particle_state.h"
#include "vortex/refinement.h"
#include "vortex/splitting.h"

namespace fmm_test {

template <class ExecType, class RealType>
struct Machine {
  using Exec = ExecType;
  using Real = RealType;
};

/// Suffixes of test names.
struct Precisions {
  template <class Of>
  static std::string GetName(int) {
    return sizeof(typename Of::Real) == sizeof(float) ? "Float" : "Double";
  }
};

/// Elements in an execution space with random rates, and their splitter.
template <class Of>
class SplitElements {
 public:
  using Exec = typename Of::Exec;
  using Real = typename Of::Real;
  using Splitter = fmm::ElementSplitter<Exec, Real>;

  explicit SplitElements(const Elements& elements) : exec_(2), state_(exec_) {
    state_.load({viewOf(elements), {}});
    Random random(7);
    std::vector<Vec3> velocity, rate;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      velocity.push_back(random.inCube(-1, 1));
      rate.push_back(random.inCube(-1, 1));
    }
    exec_.template upload<Real>(velocity, state_.elementRate.vector(0));
    exec_.template upload<Real>(rate, state_.elementRate.vector(3));
  }

  fmm::ParticleState<Exec, Real>& state() { return state_; }
  bool needHost(const fmm::RefinementRules& rules) {
    return !Splitter::splittingSuffices(splitter_.findCuts(exec_, state_, rules), rules, state_);
  }
  bool split(const fmm::RefinementRules& rules, fmm::RefinementReport& report) {
    return splitter_.keepResolved(exec_, state_, rules, 2, 0, report);
  }

 private:
  Exec exec_;
  fmm::ParticleState<Exec, Real> state_;
  Splitter splitter_;
};

/// Allowed difference of numbers of order 1 from the host's, rounded to the same type.
template <class Of, class Real>
constexpr double tolerance() {
#if defined(__FP_FAST_FMA)
  constexpr bool kExact = false;  // contraction to FMA differs between translation units
#else
  constexpr bool kExact = Of::Exec::kHostMemory;
#endif
  return kExact ? 0 : 4 * double(std::numeric_limits<Real>::epsilon());
}

template <class Real>
double rounded(double x) {
  return static_cast<double>(static_cast<Real>(x));
}

template <class Of, class Real>
void expectNear(const std::vector<double>& actual, const std::vector<double>& expected, const char* what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (std::size_t i = 0; i < actual.size(); ++i)
    ASSERT_NEAR(actual[i], rounded<Real>(expected[i]), (tolerance<Of, Real>())) << what << " " << i;
}

template <class Of, class Real>
void expectNear(const std::vector<Vec3>& actual, const std::vector<Vec3>& expected, const char* what) {
  const auto numbers = [](const std::vector<Vec3>& vectors) {
    std::vector<double> all;
    for (const Vec3& v : vectors) all.insert(all.end(), {v.x, v.y, v.z});
    return all;
  };
  expectNear<Of, Real>(numbers(actual), numbers(expected), what);
}

template <class Of>
void expectElements(SplitElements<Of>& actual, const fmm::Refinement& expected, const std::vector<Vec3>& velocity,
                    const std::vector<Vec3>& strengthRate) {
  using Real = typename Of::Real;
  const Elements is = actual.state().elements();
  expectNear<Of, double>(is.position, expected.elements.position, "position");
  expectNear<Of, double>(is.strength, expected.elements.strength, "strength");
  expectNear<Of, double>(is.coreRadius, expected.elements.coreRadius, "core radius");
  expectNear<Of, double>(is.length, expected.elements.length, "length");
  expectNear<Of, Real>(is.volume, expected.elements.volume, "volume");
  expectNear<Of, Real>(is.referenceRadius, expected.elements.referenceRadius, "reference radius");
  EXPECT_EQ(is.ring, expected.elements.ring);
  std::vector<Vec3> velocities, rates;
  for (std::size_t i = 0; i < expected.parent.size(); ++i) {
    velocities.push_back(velocity[expected.parent[i]]);
    rates.push_back(expected.share[i] * strengthRate[expected.parent[i]]);
  }
  expectNear<Of, Real>(actual.state().elementVelocities(), velocities, "velocity");
  expectNear<Of, Real>(actual.state().strengthRates(), rates, "rate of strength");
}

/// Splits the elements, compares the result with that of refine() and returns the latter.
template <class Of>
fmm::Refinement expectAsRefined(const Elements& elements, const fmm::RefinementRules& rules, bool onHost) {
  SplitElements<Of> split(elements);
  const Elements before = split.state().elements();
  const std::vector<Vec3> velocity = split.state().elementVelocities(), rate = split.state().strengthRates();
  fmm::Refinement refined = fmm::refine(before, rules);
  EXPECT_EQ(split.needHost(rules), onHost);
  fmm::RefinementReport report;
  report.split = 5;
  report.full = true;
  EXPECT_EQ(split.split(rules, report), refined.changed());
  EXPECT_EQ(report.split, 5 + refined.split);
  EXPECT_EQ(report.merged, refined.merged);
  EXPECT_EQ(report.removed, refined.removed);
  EXPECT_EQ(report.impulseDrift, refined.impulse);
  EXPECT_EQ(report.full, refined.full);
  const Vec3 shift = fmm::centroid(refined.elements) - fmm::centroid(before);
  const double ofRows = 100 * double(std::numeric_limits<typename Of::Real>::epsilon());
  const double ofSums = static_cast<double>(refined.elements.size()) * std::numeric_limits<double>::epsilon();
  EXPECT_LT(norm(report.centroidShift - shift), ofRows + ofSums);
  expectElements<Of>(split, refined, velocity, rate);
  return refined;
}

template <class Of>
class SplittingOn : public testing::Test {
 protected:
  void SetUp() override {
    if (!Of::Exec::kHostMemory) requireCuda();
  }
};
TYPED_TEST_SUITE_P(SplittingOn);

TYPED_TEST_P(SplittingOn, AlongLinesAsRefineDoes) {
  const fmm::Refinement refined = expectAsRefined<TypeParam>(randomElements(3000), {1.5, 0, 0, 100000, {}}, false);
  EXPECT_GT(refined.split, 1000u);
}

TYPED_TEST_P(SplittingOn, OfThickOnesAsRefineDoes) {
  const fmm::Refinement refined = expectAsRefined<TypeParam>(randomElements(300), {0, 1.4, 0, 100000, {}}, false);
  EXPECT_GT(refined.split, 60u);
}

TYPED_TEST_P(SplittingOn, OfThickAndLongOnesAsRefineDoes) {
  Elements elements = randomElements(300);
  for (std::size_t i = 0; i < elements.size(); i += 3) elements.length[i] *= 20;  // up to 64 pieces
  const fmm::Refinement refined = expectAsRefined<TypeParam>(elements, {1.5, 1.4, 0, 100000, {}}, false);
  EXPECT_GT(refined.elements.size(), 64u * 7 * 20);
}

TYPED_TEST_P(SplittingOn, LeavesThoseWithoutStrengthOrCoreWhole) {
  Elements elements = randomElements(300);
  for (std::size_t i = 0; i < elements.size(); i += 7) elements.strength[i] = {};
  for (std::size_t i = 0; i < elements.size(); i += 11) elements.coreRadius[i] = 0;
  expectAsRefined<TypeParam>(elements, {1.5, 1.4, 0, 100000, {}}, false);
}

TYPED_TEST_P(SplittingOn, TakesLinesThatWereTurnedRoundByTheirLength) {
  Elements elements = randomElements(100);
  for (std::size_t i = 0; i < elements.size(); i += 5) elements.length[i] *= -1;
  expectAsRefined<TypeParam>(elements, {1.5, 0, 0, 100000, {}}, false);
}

TYPED_TEST_P(SplittingOn, OfElementsWithoutRingsGivesNone) {
  Elements elements = randomElements(100);
  elements.ring.clear();
  const fmm::Refinement refined = expectAsRefined<TypeParam>(elements, {1.5, 0, 0, 100000, {}}, false);
  EXPECT_TRUE(refined.elements.ring.empty());
}

TYPED_TEST_P(SplittingOn, ChangesNothingWhereNothingIsBeyondTheRules) {
  const fmm::Refinement refined = expectAsRefined<TypeParam>(randomElements(100), {0.01, 0, 0, 100000, {}}, false);
  EXPECT_FALSE(refined.changed());
}

TYPED_TEST_P(SplittingOn, StaysWhereNoneIsWeakEnoughToMerge) {
  Elements elements = randomElements(300);
  for (Vec3& alpha : elements.strength) alpha = (1 / norm(alpha)) * alpha;
  const fmm::Refinement refined = expectAsRefined<TypeParam>(elements, {1.5, 0, 1e-2, 100000, {}}, false);
  EXPECT_GT(refined.split, 100u);
}

TYPED_TEST_P(SplittingOn, MergesOnTheHost) {
  Elements elements = randomElements(2000, 0.3);
  for (double& length : elements.length) length *= 0.5;  // so that merged elements stay below the limits
  const fmm::Refinement refined = expectAsRefined<TypeParam>(elements, {1.5, 0, 1e-2, 100000, {}}, true);
  EXPECT_GT(refined.merged, 10u);
}

TYPED_TEST_P(SplittingOn, KeepsABudgetThatIsShortOnTheHost) {
  const Elements elements = randomElements(300);
  const fmm::Refinement refined = expectAsRefined<TypeParam>(elements, {1.5, 0, 0, 320, {}}, true);
  EXPECT_TRUE(refined.full);
  const std::size_t all = fmm::refine(elements, {1.5, 0, 0, 100000, {}}).elements.size();
  expectAsRefined<TypeParam>(elements, {1.5, 0, 0, all - 1, {}}, true);
  expectAsRefined<TypeParam>(elements, {1.5, 0, 0, all, {}}, false);
}

TYPED_TEST_P(SplittingOn, LeavesNothingBelowTheGround) {
  const Elements elements = randomElements(300);
  double lowest = HUGE_VAL;
  for (const Vec3& x : elements.position) lowest = std::min(lowest, x.z);
  const auto over = [&](double depth) { return fmm::GroundPlane{{3, 1, lowest - depth}, {0, 0, 2}}; };
  const fmm::Refinement refined = expectAsRefined<TypeParam>(elements, {1.5, 1.4, 0, 100000, over(1e-3)}, true);
  EXPECT_TRUE(refined.full);
  expectAsRefined<TypeParam>(elements, {1.5, 1.4, 0, 100000, over(2)}, false);
}

/// The lower piece is 2.3e-7 above the plane, which floats would round away there.
TYPED_TEST_P(SplittingOn, SplitsJustAboveTheGround) {
  Elements elements = randomElements(1);
  elements.position = {{0, 0, 5.01f}};
  elements.strength = {{0, 0, 1}};
  elements.coreRadius = {0.0215f};
  elements.length = {0.0399999991f};
  const fmm::GroundPlane ground = {{0, 0, 5}, {0, 0, 1}};
  const fmm::Refinement refined = expectAsRefined<TypeParam>(elements, {1, 0, 0, 10, ground}, false);
  EXPECT_EQ(refined.elements.size(), 2u);
}

TYPED_TEST_P(SplittingOn, KeepsRingsThatRowsCannotTellApart) {
  Elements elements = randomElements(100);
  for (std::int32_t& ring : elements.ring) ring += 1 << 24;
  const bool rounds = std::numeric_limits<typename TypeParam::Real>::digits < 31;
  expectAsRefined<TypeParam>(elements, {1.5, 0, 0, 100000, {}}, rounds);
}

TYPED_TEST_P(SplittingOn, ChangesNothingWithoutMemory) {
  const fmm::RefinementRules rules = {1.5, 1.4, 0, 100000, {}};
  const Elements elements = randomElements(200);
  std::int64_t n = 1;
  for (bool failed = true; failed; ++n) {
    SplitElements<TypeParam> split(elements);
    const Elements before = split.state().elements();
    const std::vector<Vec3> rates = split.state().strengthRates();
    fmm::RefinementReport report;
    fmm::setFault(fmm::Fault::allocation, n);
    try {
      split.split(rules, report);
      failed = false;
    } catch (const std::exception&) {
      EXPECT_EQ(split.state().elements().position, before.position) << n;
      EXPECT_EQ(split.state().elements().strength, before.strength) << n;
      EXPECT_EQ(split.state().elements().ring, before.ring) << n;
      EXPECT_EQ(split.state().strengthRates(), rates) << n;
      EXPECT_EQ(report, fmm::RefinementReport()) << n;
      EXPECT_TRUE(split.split(rules, report)) << "once more, after allocation " << n << " failed";
    }
    fmm::setFault(fmm::Fault::allocation, 0);
    EXPECT_EQ(split.state().elements().size(), fmm::refine(before, rules).elements.size());
  }
  EXPECT_GT(n, 15);
}

REGISTER_TYPED_TEST_SUITE_P(SplittingOn, AlongLinesAsRefineDoes, OfThickOnesAsRefineDoes,
                            OfThickAndLongOnesAsRefineDoes, LeavesThoseWithoutStrengthOrCoreWhole,
                            TakesLinesThatWereTurnedRoundByTheirLength, OfElementsWithoutRingsGivesNone,
                            ChangesNothingWhereNothingIsBeyondTheRules, StaysWhereNoneIsWeakEnoughToMerge,
                            MergesOnTheHost, KeepsABudgetThatIsShortOnTheHost, LeavesNothingBelowTheGround,
                            SplitsJustAboveTheGround, KeepsRingsThatRowsCannotTellApart, ChangesNothingWithoutMemory);

}  // namespace fmm_test
