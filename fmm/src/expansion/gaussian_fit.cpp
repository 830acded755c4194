#include "expansion/gaussian_fit.h"

#include <array>
#include <cmath>

namespace fmm {
namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

long double softening(long double s) {
  if (s < 2) {
    // g/rho^3 = sqrt(2/pi) sum_k (-s/2)^k / (k! (2k + 3)): the closed form loses digits near 0.
    long double term = 1, sum = 0;
    for (int k = 0; k < 60; ++k) {
      sum += term / (2 * k + 3);
      term *= -s / (2 * (k + 1));
    }
    return std::pow(std::sqrt(2 / kPi) * sum, -2.0L / 3) - s;
  }
  const long double rho = std::sqrt(s);
  const long double lack = std::erfc(rho / std::sqrt(2.0L)) + std::sqrt(2 / kPi) * rho * std::exp(-s / 2);  // 1 - g
  return s * std::expm1(-2.0L / 3 * std::log1p(-lack));
}

/// Chebyshev interpolation of degree n on [0, range], turned into powers of x = 2 s/range - 1.
template <class Real>
GaussianFit<Real> makeFit(int degree, double range) {
  constexpr int kMax = GaussianFit<Real>::kMaximumDegree;
  std::array<long double, kMax + 1> chebyshev{};
  const int nodes = degree + 1;
  for (int i = 0; i < nodes; ++i) {
    const long double angle = kPi * (i + 0.5L) / nodes;
    const long double value = softening(range * (std::cos(angle) + 1) / 2);
    for (int k = 0; k <= degree; ++k) {
      chebyshev[static_cast<std::size_t>(k)] += (k == 0 ? 1 : 2) * value * std::cos(k * angle) / nodes;
    }
  }
  std::array<long double, kMax + 1> power{}, previous{}, current{};
  previous[0] = 1;
  current[1] = 1;
  for (int k = 0; k <= degree; ++k) {
    const auto& t = k == 0 ? previous : current;
    for (std::size_t j = 0; j <= static_cast<std::size_t>(k); ++j)
      power[j] += chebyshev[static_cast<std::size_t>(k)] * t[j];
    if (k == 0) continue;
    std::array<long double, kMax + 1> next{};  // T_{k+1} = 2 x T_k - T_{k-1}
    for (std::size_t j = 0; j < kMax; ++j) next[j + 1] = 2 * current[j];
    for (std::size_t j = 0; j <= kMax; ++j) next[j] -= previous[j];
    previous = current;
    current = next;
  }
  GaussianFit<Real> fit;
  fit.range = static_cast<Real>(range);
  fit.scale = static_cast<Real>(2 / range);
  for (std::size_t k = 0; k <= static_cast<std::size_t>(degree); ++k) fit.coefficients[k] = static_cast<Real>(power[k]);
  return fit;
}

template <class Real>
const GaussianFit<Real>& fitOf(GaussianDegree degree) {
  static const GaussianFit<Real> fast = makeFit<Real>(10, 25), fine = makeFit<Real>(16, 31),
                                 exact = makeFit<Real>(40, 57);
  return degree == GaussianDegree::fast ? fast : degree == GaussianDegree::fine ? fine : exact;
}

}  // namespace

const GaussianFit<float>& gaussianFit(GaussianDegree degree, float) {
  return fitOf<float>(degree);
}
const GaussianFit<double>& gaussianFit(GaussianDegree degree, double) {
  return fitOf<double>(degree);
}

double gaussianSoftening(double s) {
  return static_cast<double>(softening(s));
}

}  // namespace fmm
