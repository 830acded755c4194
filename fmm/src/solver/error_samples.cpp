#include "solver/error_samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fmm {
namespace {

/// Bits of n that look like chance: the finalizer of splitmix64 (Steele, Lea and Flood 2014).
std::uint64_t hashed(std::uint64_t n) {
  constexpr std::uint64_t kSeed = 0x52696e676c657431, kStep = 0x9e3779b97f4a7c15;
  std::uint64_t z = kSeed + (n + 1) * kStep;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/// Evenly distributed in [0, 1), by n.
double chance(std::uint64_t n) {
  return static_cast<double>(hashed(n) >> 11) * 0x1p-53;
}

/// Draws in proportion to masses of this sum, one in each of `samples` equal parts of it.
void drawByMass(const std::vector<double>& mass, double sum, std::size_t samples, std::uint64_t seed,
                std::vector<std::size_t>& indices) {
  std::size_t i = 0;
  double before = 0;
  for (std::size_t k = 0; k < samples; ++k) {
    const double at = (static_cast<double>(k) + chance(seed + k)) * sum / static_cast<double>(samples);
    while (i + 1 < mass.size() && before + mass[i] <= at) before += mass[i++];
    while (mass[i] == 0) --i;  // round-off at the end of the sum
    indices.push_back(i);
  }
}

}  // namespace

std::vector<std::size_t> sampleIndices(std::size_t count, std::size_t samples) {
  const std::size_t n = std::min(count, samples);
  std::vector<std::size_t> indices(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t begin = k * count / n, end = (k + 1) * count / n;
    indices[k] = begin + hashed(k) % (end - begin);
  }
  return indices;
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
    if (sums[m] > 0) drawByMass(masses[m], sums[m], each, (m + 1) << 32, drawn.indices);
  for (const std::size_t i : drawn.indices) {
    double expected = static_cast<double>(drawn.even) / static_cast<double>(count);  // draws of this target
    for (std::size_t m = 0; m < masses.size(); ++m)
      if (sums[m] > 0) expected += static_cast<double>(each) * masses[m][i] / sums[m];
    drawn.weights.push_back(1 / expected);
  }
  return drawn;
}

}  // namespace fmm
