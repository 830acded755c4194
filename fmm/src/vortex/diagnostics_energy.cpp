#include <cassert>
#include <cmath>
#include <numeric>

#include "exec/cpu_exec.h"
#include "fmm/diagnostics.h"
#include "vortex/core_functions.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// alpha_p . alpha_q G(r/sigma)/sigma of one pair.
template <Regularisation kind>
double pairEnergy(const Elements& elements, std::size_t p, std::size_t q) {
  const Vec3 r = elements.position[p] - elements.position[q];
  const double a = elements.coreRadius[p], b = elements.coreRadius[q];
  const double sigma = a == b ? a : std::sqrt((a * a + b * b) / 2);
  return dot(elements.strength[p], elements.strength[q]) * corePotential(kind, norm(r) / sigma) / sigma;
}

template <Regularisation kind>
double sumOverPairs(const Elements& elements, int threads) {
  const std::size_t n = elements.size();
  std::vector<double> rows(n);
  CpuExec(threads).forEachTeam("fmm::energy", static_cast<Index>(n), [&](CpuTeam, Index row) {
    const auto p = static_cast<std::size_t>(row);
    double sum = pairEnergy<kind>(elements, p, p) / 2;
    for (std::size_t q = p + 1; q < n; ++q) sum += pairEnergy<kind>(elements, p, q);
    rows[p] = sum;
  });
  return std::accumulate(rows.begin(), rows.end(), 0.0) / (4 * kPi);
}

}  // namespace

double energy(const Elements& elements, Regularisation kind, int threads) {
  assert(elements.coreRadius.size() == elements.size() && elements.strength.size() == elements.size());
  switch (kind) {
    case Regularisation::cutoff:
      return sumOverPairs<Regularisation::cutoff>(elements, threads);
    case Regularisation::gaussian:
      return sumOverPairs<Regularisation::gaussian>(elements, threads);
    case Regularisation::winckelmans:
      return sumOverPairs<Regularisation::winckelmans>(elements, threads);
    case Regularisation::rosenhead:
      return sumOverPairs<Regularisation::rosenhead>(elements, threads);
  }
  return std::nan("");
}

}  // namespace fmm
