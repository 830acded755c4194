#include "expansion/cores/core_fit.h"

namespace fmm {
namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

}  // namespace

/// Chebyshev interpolation of degree n on [0, range], turned into powers of x = 2 s/range - 1.
template <class Real>
CoreFit<Real> makeFit(long double (*softening)(long double), FitPlan plan) {
  const auto [degree, range, reach] = plan;
  constexpr int kMax = CoreFit<Real>::kMaximumDegree;
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
  CoreFit<Real> fit;
  fit.range = static_cast<Real>(range);
  fit.scale = static_cast<Real>(2 / range);
  for (std::size_t k = 0; k <= static_cast<std::size_t>(degree); ++k) fit.coefficients[k] = static_cast<Real>(power[k]);
  return fit;
}

template CoreFit<float> makeFit(long double (*)(long double), FitPlan);
template CoreFit<double> makeFit(long double (*)(long double), FitPlan);

}  // namespace fmm
