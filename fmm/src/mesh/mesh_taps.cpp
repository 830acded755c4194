#include "mesh/mesh_taps.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kWaves = 64;  // from 0 to pi

/// At waves k along an axis: factors of spreading and interpolation together, and of the alias 2 pi - k.
struct Passed {
  std::array<double, kWaves> wave, both, other;

  explicit Passed(const MeshWindow& window) {
    const double whole = window.transform(0);
    for (std::size_t n = 0; n < kWaves; ++n) {
      wave[n] = (static_cast<double>(n) + 0.5) * kPi / kWaves;
      const double passed = window.transform(wave[n]) / whole;
      both[n] = passed * passed;
      other[n] = passed * window.transform(2 * kPi - wave[n]) / whole;
    }
  }
};

using Taps = std::array<double, MeshTaps::kMostReach + 1>;

/// Filter of the taps at a wave.
double sumOf(const Taps& taps, int reach, double wave) {
  double sum = taps[0];
  for (int d = 1; d <= reach; ++d) sum += 2 * taps[static_cast<std::size_t>(d)] * std::cos(d * wave);
  return sum;
}

/// Taps whose filter, times that of both windows, is nearest to `wanted` in the least-squares sense. A small weight on
/// aliases keeps taps small at waves that the windows nearly remove.
Taps fitted(const Passed& passed, const std::array<double, kWaves>& wanted, int reach) {
  constexpr double kOther = 0.1;
  Equations<MeshTaps::kMostReach + 1> m = {};
  for (std::size_t n = 0; n < kWaves; ++n) {
    const double weight = passed.both[n] * passed.both[n] + kOther * passed.other[n] * passed.other[n];
    Taps of = {1};
    for (int d = 1; d <= reach; ++d) of[static_cast<std::size_t>(d)] = 2 * std::cos(d * passed.wave[n]);
    for (std::size_t i = 0; i < of.size(); ++i) {
      for (std::size_t j = 0; j < of.size(); ++j) m[i][j] += weight * of[i] * of[j];
      m[i][of.size()] += passed.both[n] * wanted[n] * of[i];
    }
  }
  return solveSymmetric(m);
}

double lossOf(const Passed& passed, const std::array<double, kWaves>& wanted, const Taps& taps, int reach) {
  double most = 0;
  for (std::size_t n = 0; n < kWaves; ++n)
    most = std::max(most, std::abs(passed.both[n] * sumOf(taps, reach, passed.wave[n]) - wanted[n]));
  return most;
}

}  // namespace

MeshTaps MeshTaps::of(const MeshAccuracy& accuracy, int order, double tolerance) {
  constexpr double kPart = 0.05;  // of the tolerance, for each axis and term
  const Passed passed(accuracy.window);
  MeshTaps found = {0, order, {}};
  for (int term = 0; term < order; ++term) {
    std::array<double, kWaves> wanted;
    for (std::size_t n = 0; n < kWaves; ++n) {
      const double k = passed.wave[n] / accuracy.spacing, x = k * k / 2;
      wanted[n] = std::exp(-x) * (term == 0 ? 1 : term == 1 ? x : term == 2 ? x * x / 2 : x * x * x / 6);
    }
    int reach = 1;
    Taps taps = {};
    for (; reach <= kMostReach; ++reach) {
      taps = fitted(passed, wanted, reach);
      if (lossOf(passed, wanted, taps, reach) <= kPart * tolerance) break;
    }
    if (reach > kMostReach) return {0, order, {}};
    found.reach = std::max(found.reach, reach);
    found.taps[static_cast<std::size_t>(term)] = taps;
  }
  return found;
}

}  // namespace fmm
