// Where errors may lie: how well the draws that go by it find the errors that are there.

#include "solver/cpu/error_guesses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "fmm/field.h"
#include "fmm/support/adversarial_sets.h"
#include "fmm/support/support.h"
#include "solver/reference.h"

namespace fmm {
namespace {

using fmm_test::AdversarialSet;
using fmm_test::Random;

/// With targets outside the root and in the cores of elements, of which one is strong.
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
  const std::vector<Vec3> exact =
      referenceVelocities(set.elements, set.targets, set.settings.regularisation, set.settings.threads);
  std::vector<double> errors;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const Vec3 off = field.velocity[i] - exact[i];
    errors.push_back(dot(off, off));
  }
  return errors;
}

/// How often targets are drawn of 256 draws, as docs/math.md, section 9, has them.
std::vector<double> drawn(const Field& field, const ErrorGuesses& guesses) {
  std::vector<double> speeds;
  for (const Vec3& u : field.velocity) speeds.push_back(norm(u));
  std::vector<std::vector<double>> masses = {speeds};
  for (const std::vector<double>& guess : {guesses.expanded, guesses.rounded}) {
    if (guess.empty()) continue;
    std::vector<double> roots;
    for (const double error : guess) roots.push_back(std::sqrt(error));
    masses.push_back(guess);
    masses.push_back(roots);
  }
  const double each = 256 / static_cast<double>(1 + masses.size());
  std::vector<double> often(speeds.size(), each / static_cast<double>(speeds.size()));
  for (const std::vector<double>& mass : masses) {
    const double largest = *std::max_element(mass.begin(), mass.end());
    if (!(largest > 0)) continue;
    double sum = 0;
    for (const double m : mass) sum += (m / largest) * (m / largest);
    for (std::size_t i = 0; i < mass.size(); ++i) often[i] += each * (mass[i] / largest) * (mass[i] / largest) / sum;
  }
  return often;
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
    if (!(std::sqrt(sum / scale) > 0.1 * set.settings.tolerance)) continue;  // of no account
    ++count;
    const ErrorGuesses guesses = guessErrors(set.elements, set.targets, set.settings, field.report);
    const std::vector<double> often = drawn(field, guesses);
    double variance = 0;  // of the sum that draws estimate, over its square
    for (std::size_t i = 0; i < errors.size(); ++i) variance += errors[i] / sum * errors[i] / sum / often[i];
    EXPECT_LT(variance, 0.2) << set.name;
  }
  EXPECT_GT(count, 20);
}

}  // namespace
}  // namespace fmm
