#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "exec/cpu/exec.h"
#include "expansion/cores/with_core.h"
#include "fmm/diagnostics.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// G of a fitted core as a function of s = rho^2, which is entire: cubic between tabulated values and slopes, to 2e-11,
/// where erf would take most of the time. Beyond the table it is 1/rho to 1e-10. Its step is the core's.
template <class Core>
class TabulatedPotential {
 public:
  TabulatedPotential() {
    for (int k = 0; k <= kEntries; ++k) {
      const double s = k * kStep;
      table_[static_cast<std::size_t>(k)] = {Core::potential(std::sqrt(s)), Core::potentialSlope(s) * kStep};
    }
  }
  double operator()(double s) const {
    const double at = s * (1 / kStep);
    if (at >= kEntries) return 1 / std::sqrt(s);
    const auto k = static_cast<std::size_t>(at);
    const double t = at - static_cast<double>(k), u = 1 - t;
    const Node &a = table_[k], &b = table_[k + 1];
    return u * u * ((1 + 2 * t) * a.value + t * a.slope) + t * t * ((1 + 2 * u) * b.value - u * b.slope);
  }

 private:
  struct Node {
    double value, slope;  ///< over a step
  };
  static constexpr double kStep = Core::kPotentialStep;
  static constexpr int kEntries = static_cast<int>(Core::kPotentialEnd / kStep);
  std::array<Node, kEntries + 1> table_;
};

/// G of any other core.
template <class Core>
struct ClosedPotential {
  double operator()(double s) const { return Core::potential(std::sqrt(s)); }
};

/// sum over pairs p < q of alpha_p . alpha_q G/sigma, and half of it for p = q.
template <class Potential>
double sumOverPairs(const Elements& elements, const Potential& potential, int threads) {
  const std::size_t n = elements.size();
  std::vector<double> inverse(n), rows(n);
  for (std::size_t i = 0; i < n; ++i) inverse[i] = 1 / elements.coreRadius[i];
  const auto inverseSigma = [&](std::size_t p, std::size_t q) {
    const double a = elements.coreRadius[p], b = elements.coreRadius[q];
    return a == b ? inverse[p] : 1 / std::sqrt((a * a + b * b) / 2);
  };
  CpuExec(threads).forEachTeam("fmm::hamiltonian", static_cast<Index>(n), [&](CpuTeam, Index row) {
    const auto p = static_cast<std::size_t>(row);
    const Vec3 x = elements.position[p], alpha = elements.strength[p];
    double sum = dot(alpha, alpha) * potential(0) * inverse[p] / 2;
    for (std::size_t q = p + 1; q < n; ++q) {
      const Vec3 r = x - elements.position[q];
      const double scale = inverseSigma(p, q);
      sum += dot(alpha, elements.strength[q]) * potential(dot(r, r) * scale * scale) * scale;
    }
    rows[p] = sum;
  });
  return std::accumulate(rows.begin(), rows.end(), 0.0) / (4 * kPi);
}

}  // namespace

double hamiltonian(const Elements& elements, Regularisation kind, int threads) {
  assert(elements.coreRadius.size() == elements.size() && elements.strength.size() == elements.size());
  return withCore(kind, [&](auto core) {
    using Core = decltype(core);
    using Potential = std::conditional_t<Core::kFitted, TabulatedPotential<Core>, ClosedPotential<Core>>;
    static const Potential potential;
    return sumOverPairs(elements, potential, threads);
  });
}

}  // namespace fmm
