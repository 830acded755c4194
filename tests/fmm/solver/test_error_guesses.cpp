// Guesses of where errors lie: how well samples drawn by them find the true errors.

#include "solver/accuracy/cpu/error_guesses.h"

#include "fmm/field.h"
#include "fmm/support/adversarial_sets.h"
#include "fmm/support/support.h"
#include "pairs/reference.h"
#include "solver/accuracy/cpu/rounding_guesses.h"
#include "solver/accuracy/error_measure.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::AdversarialSet;
using fmm_test::Random;

/// Adds targets outside the root and in elements' cores, and makes one element strong.
AdversarialSet withMore(AdversarialSet set, Random& random) {
  Elements& elements = set.elements;
  const auto any = [&] {
    const double at = random.uniform(0, static_cast<double>(elements.size()));
    return std::min(elements.size() - 1, static_cast<std::size_t>(at));
  };
  for (int i = 0; i < 300; ++i) set.targets.push_back(random.inCube(-0.2, 1.2));
  for (int i = 0; i < 12; ++i) set.targets.push_back(elements.position[any()] + 3e-4 * random.onSphere());
  elements.strength[any()] = 11 * elements.strength[0];
  return set;
}

std::vector<double> squaredErrors(const AdversarialSet& set, const Field& field) {
  const std::vector<Vec3> exact = referenceVelocities(set.elements, set.targets, set.settings);
  std::vector<double> errors;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const Vec3 off = field.velocity[i] - exact[i];
    errors.push_back(dot(off, off));
  }
  return errors;
}

/// Expected number of draws of each target, of 256 draws.
std::vector<double> drawn(const std::vector<Vec3>& velocity, const ErrorGuesses& guesses) {
  const std::vector<std::vector<double>> masses = errorMasses(velocity, guesses);
  const double each = 256 / static_cast<double>(1 + masses.size());
  std::vector<double> often(velocity.size(), each / static_cast<double>(velocity.size()));
  for (const std::vector<double>& mass : masses) {
    const double sum = std::accumulate(mass.begin(), mass.end(), 0.);
    for (std::size_t i = 0; i < mass.size(); ++i) often[i] += each * mass[i] / sum;
  }
  return often;
}

/// Relative variance of the sum of squared errors that 256 draws estimate.
double varianceOfDraws(const AdversarialSet& set, const Field& field, const std::vector<double>& errors) {
  const ErrorGuesses guesses = guessErrors(set.elements, set.targets, set.settings, field.report);
  const std::vector<double> often = drawn(field.velocity, guesses);
  const double sum = std::accumulate(errors.begin(), errors.end(), 0.);
  double variance = 0;
  for (std::size_t i = 0; i < errors.size(); ++i) variance += errors[i] / sum * errors[i] / sum / often[i];
  return variance;
}

TEST(ErrorGuesses, FindWhereErrorsLie) {
  Random random(1);
  int count = 0;
  const std::vector<AdversarialSet> sets = fmm_test::adversarialSets();
  for (std::size_t k = 0; k < sets.size(); k += 2) {
    const AdversarialSet set = withMore(sets[k], random);
    const Field field = evaluateField(set.settings, set.elements, set.targets, false);
    const std::vector<double> errors = squaredErrors(set, field);
    const double sum = std::accumulate(errors.begin(), errors.end(), 0.);
    double scale = 0;
    for (const Vec3& u : field.velocity) scale += dot(u, u);
    if (!(std::sqrt(sum / scale) > 0.1 * set.settings.tolerance)) continue;  // too small to matter
    ++count;
    EXPECT_LT(varianceOfDraws(set, field, errors), 0.12) << set.name;
  }
  EXPECT_GE(count, 20) << "sets with errors to find; costs decide how far below the tolerance they are";
}

/// Targets in cutoff cores, a few so near to elements that floats lose their offsets.
AdversarialSet nearElements(Random& random) {
  AdversarialSet set;
  set.settings.regularisation = Regularisation::cutoff;
  set.settings.tolerance = 1e-3;
  set.settings.solver = SolverKind::fmm;
  for (int i = 0; i < 3000; ++i) {
    set.elements.position.push_back(random.inCube());
    set.elements.strength.push_back(random.inCube(-1, 1));
    set.elements.coreRadius.push_back(0.02);
    set.targets.push_back(set.elements.position.back() + 0.01 * random.onSphere());
  }
  for (std::size_t i = 0; i < 4; ++i) set.targets.push_back(set.elements.position[700 * i] + 1e-6 * random.onSphere());
  return set;
}

TEST(ErrorGuesses, OfTargetsOnElementsAreThoseOfOthers) {
  Random random(5);
  AdversarialSet set = nearElements(random);
  for (std::size_t i = 0; i < 8; ++i) set.targets.push_back(set.elements.position[300 * i + 5]);
  const Field field = evaluateField(set.settings, set.elements, set.targets, false);
  EXPECT_LT(varianceOfDraws(set, field, squaredErrors(set, field)), 0.12);
  // With targets on all elements, no guess exceeds the others by far.
  const ErrorGuesses guesses = guessErrors(set.elements, set.elements.position, set.settings, field.report);
  const double sum = std::accumulate(guesses.rounded.begin(), guesses.rounded.end(), 0.);
  const double mean = sum / static_cast<double>(guesses.rounded.size());
  EXPECT_GT(mean, 0);
  EXPECT_LT(*std::max_element(guesses.rounded.begin(), guesses.rounded.end()), 1000 * mean);
}

TEST(ErrorGuesses, StrengthsThatCancelRoundNonetheless) {
  constexpr double kSigma = 1e-3, kRadius = 0.2, kRounding = 0x1p-24;
  RoundingLoss loss(Regularisation::winckelmans);
  for (const double strength : {1., -1.}) loss.add({1e-5, 0, 0}, {}, {0, strength, 0}, kSigma);
  const double factor = std::pow(1e-10 + kSigma * kSigma, -1.5);
  EXPECT_NEAR(loss.within(0), std::sqrt(2) * kRounding * factor * 1e-5, 1e-6 * kRounding * factor * 1e-5);
  EXPECT_NEAR(loss.within(kRadius) - loss.within(0), std::sqrt(2) * kRounding * factor * kRadius,
              1e-6 * kRounding * factor * kRadius);
}

TEST(ErrorGuesses, AreTheSameInAllUnits) {
  const std::vector<AdversarialSet> sets = fmm_test::adversarialSets();
  const auto hierarchy =
      std::find_if(sets.begin(), sets.end(), [](const AdversarialSet& s) { return s.name.find("hierarch") == 0; });
  ASSERT_NE(hierarchy, sets.end());
  EvaluationReport report;
  report.order = 6;
  report.theta = 0.6;
  report.leafElements = report.leafPoints = 32;
  const auto guessed = [&](double length, double strength) {
    Elements elements = hierarchy->elements;
    std::vector<Vec3> targets = hierarchy->targets;
    for (Vec3& x : elements.position) x = length * x;
    for (Vec3& x : targets) x = length * x;
    for (double& sigma : elements.coreRadius) sigma *= length;
    for (Vec3& alpha : elements.strength) alpha = strength * alpha;
    FieldSettings settings = hierarchy->settings;
    settings.precision = Precision::real64;
    return errorMasses(targets, guessErrors(elements, targets, settings, report)).at(2);
  };
  const std::vector<double> usual = guessed(1, 1);
  for (const auto& [length, strength] : {std::pair(1., 0x1p530), {1., 0x1p-560}, {0x1p-300, 1.}, {0x1p300, 0x1p-20}})
    EXPECT_EQ(guessed(length, strength), usual) << length << ", " << strength;
}

/// Guesses may be infinite or NaN, for example where a singular element nearly meets a target.
TEST(ErrorGuesses, ThatAreNoNumbersAreDrawnFirst) {
  const double infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Vec3> velocities(5, {1, 0, 0});
  const auto masses = errorMasses(velocities, {{1e-3, infinite, 2e-3, nan, 0}, {}});
  ASSERT_EQ(masses.size(), 3u);
  EXPECT_EQ(masses[2], (std::vector<double>{0.25, 1, 1, 1, 0}));
  EXPECT_EQ(masses[1], (std::vector<double>{0.25, 1, 0.5, 1. / 3, 0}));
  EXPECT_EQ(errorMasses(velocities, {{0, nan, 0, 0, 0}, {}}).at(2), (std::vector<double>{0, 1, 0, 0, 0}));
  EXPECT_EQ(errorMasses(velocities, {{0, 0, 0, 0, 0}, {}}).size(), 1u);
}

TEST(ErrorGuesses, OfTargetsOutsideGoOnAtTheHighestOrder) {
  Random random(6);
  Elements elements;
  for (int i = 0; i < 16000; ++i) {  // many in each cell whose multipole is used
    elements.position.push_back(random.inCube());
    elements.strength.push_back(random.inCube(-1, 1));
    elements.coreRadius.push_back(1e-3);
  }
  std::vector<Vec3> targets(100, {0.5, 0.5, 0.5});
  for (int i = 0; i < 8; ++i) targets.push_back({2.2 + 0.1 * i, random.uniform(0, 1), 0.5});  // not widening the root
  FieldSettings settings;
  settings.precision = Precision::real64;
  EvaluationReport report;
  report.theta = 0.6;
  report.leafElements = report.leafPoints = 64;
  const auto guessed = [&](int order) {
    report.order = order;
    return guessErrors(elements, targets, settings, report).expanded;
  };
  std::vector<double> before = guessed(13);
  for (int order = 14; order <= 16; ++order) {
    const std::vector<double> guesses = guessed(order);
    for (std::size_t i = 100; i < targets.size(); ++i) {
      EXPECT_LT(guesses[i], 0.7 * before[i]) << order;
      EXPECT_GT(guesses[i], 0.05 * before[i]) << order;
    }
    before = guesses;
  }
}

}  // namespace
}  // namespace fmm
