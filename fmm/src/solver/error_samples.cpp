#include "solver/error_samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/seeded_random.h"
#include "solver/reference.h"

namespace fmm {
namespace {

constexpr std::uint64_t kSeed = 1, kEven = 0;  // streams from kEven on: even draws, then those by each mass

/// Draws in proportion to masses of this sum, one in each of `samples` equal parts of it.
void drawByMass(const std::vector<double>& mass, double sum, std::size_t samples, const SeededRandom& random,
                std::vector<std::size_t>& indices) {
  std::size_t i = 0;
  double before = 0;
  for (std::size_t k = 0; k < samples; ++k) {
    const double at = (static_cast<double>(k) + random.uniform(k, 0)) * sum / static_cast<double>(samples);
    while (i + 1 < mass.size() && before + mass[i] <= at) before += mass[i++];
    while (mass[i] == 0) --i;  // round-off at the end of the sum
    indices.push_back(i);
  }
}

}  // namespace

std::vector<std::size_t> sampleIndices(std::size_t count, std::size_t samples) {
  const std::size_t n = std::min(count, samples);
  const SeededRandom random(kSeed, kEven);
  std::vector<std::size_t> indices(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t begin = k * count / n, end = (k + 1) * count / n;
    const double place = random.uniform(k, 0) * static_cast<double>(end - begin);
    indices[k] = std::min(begin + static_cast<std::size_t>(place), end - 1);
  }
  return indices;
}

namespace {

/// What is no number, or infinite, counts as the largest: who knows what is wrong there.
std::vector<double> squaresOverLargest(const std::vector<double>& errors) {
  double largest = 0;
  for (const double error : errors)
    if (std::isfinite(error)) largest = std::max(largest, error);
  std::vector<double> squares;
  for (const double error : errors) {
    const double part = !std::isfinite(error) ? 1 : largest > 0 ? error / largest : 0;
    squares.push_back(part * part);
  }
  return squares;
}

/// 1/k for the k-th largest of some masses, for where they are in the right order and far from right: whatever they
/// are, one of the first is drawn. 0 for those that are 0.
std::vector<double> byRank(const std::vector<double>& masses) {
  std::vector<std::size_t> order(masses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return masses[a] > masses[b]; });
  std::vector<double> ranked(masses.size(), 0);
  for (std::size_t k = 0; k < order.size() && masses[order[k]] > 0; ++k)
    ranked[order[k]] = 1 / static_cast<double>(k + 1);
  return ranked;
}

}  // namespace

std::vector<std::vector<double>> errorMasses(const std::vector<Vec3>& values, ErrorGuesses guesses) {
  const double unit = unitOf(values);
  std::vector<std::vector<double>> masses(1);
  for (const Vec3& value : values) masses[0].push_back(dot((1 / unit) * value, (1 / unit) * value));
  for (const std::vector<double>* errors : {&guesses.expanded, &guesses.rounded}) {
    std::vector<double> squares = squaresOverLargest(*errors);
    if (std::none_of(squares.begin(), squares.end(), [](double s) { return s > 0; })) continue;
    masses.push_back(byRank(squares));
    masses.push_back(std::move(squares));
  }
  return masses;
}

ErrorSamples drawSamples(std::size_t count, std::size_t samples, const std::vector<std::vector<double>>& masses) {
  ErrorSamples drawn;
  if (samples >= count) {
    drawn.indices.resize(count);
    std::iota(drawn.indices.begin(), drawn.indices.end(), std::size_t{0});
    drawn.weights.assign(count, 1);
    drawn.even = count;
    drawn.all = true;
    return drawn;
  }
  std::vector<double> sums;
  for (const auto& mass : masses) {
    const double sum = std::accumulate(mass.begin(), mass.end(), 0.);
    sums.push_back(std::isfinite(sum) ? sum : 0);
  }
  const auto parts =
      1 + static_cast<std::size_t>(std::count_if(sums.begin(), sums.end(), [](double s) { return s > 0; }));
  const std::size_t each = samples / parts;
  drawn.even = samples - (parts - 1) * each;
  drawn.indices = sampleIndices(count, drawn.even);
  for (std::size_t m = 0; m < masses.size(); ++m)
    if (sums[m] > 0) drawByMass(masses[m], sums[m], each, SeededRandom(kSeed, kEven + 1 + m), drawn.indices);
  for (const std::size_t i : drawn.indices) {
    double expected = static_cast<double>(drawn.even) / static_cast<double>(count);  // draws of this target
    for (std::size_t m = 0; m < masses.size(); ++m)
      if (sums[m] > 0) expected += static_cast<double>(each) * masses[m][i] / sums[m];
    drawn.weights.push_back(1 / expected);
  }
  return drawn;
}

}  // namespace fmm
