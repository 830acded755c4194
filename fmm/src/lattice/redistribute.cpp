#include "fmm/redistribution.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/input_checks.h"
#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/error.h"
#include "lattice/cpu/deposit.h"
#include "lattice/redistributor.h"

namespace fmm {
namespace {

constexpr double kMostSpread = 1e4;  // of a spacing's square: 3e4 passes

void requirePlan(const LatticePlan& plan) {
  requirePositive("spacing", plan.spacing);
  requirePositive("overlap", plan.overlap);
  requireWithin("threshold", plan.threshold, 0, 1);
  requireWithin("spread", plan.spread, 0, 1e12);
  if (plan.spread > kMostSpread * plan.spacing * plan.spacing)
    rejectInput("spread", numberText(plan.spread), "at most " + numberText(kMostSpread) + " spacing^2");
}

/// Rows of elements; those without ring indices are of ring 0.
struct HostRows {
  std::array<std::vector<double>, 6> row;
  std::vector<double> ring;

  explicit HostRows(const Elements& elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Vec3 x = elements.position[i], a = elements.strength[i];
      if (!std::isfinite(norm(x)) || !std::isfinite(norm(a)))
        throw InvalidInput("element " + std::to_string(i) + " is not finite; allowed: finite positions and strengths");
      const double values[6] = {x.x, x.y, x.z, a.x, a.y, a.z};
      for (std::size_t k = 0; k < 6; ++k) row[k].push_back(values[k]);
      ring.push_back(elements.ring.empty() ? 0 : elements.ring[i]);
    }
  }
  LatticeElements<double> elements() const {
    LatticeElements<double> all{};
    for (std::size_t k = 0; k < 6; ++k) all.row[k] = row[k].data();
    all.ring = ring.data();
    all.count = static_cast<Index>(ring.size());
    return all;
  }
};

}  // namespace

Elements redistribute(const Elements& elements, const LatticePlan& plan, int threads) {
  requirePlan(plan);
  const HostRows rows(elements);
  CpuExec exec(threads);
  using Lattice = Redistributor<CpuExec, double>;
  const LatticeFit fit = Lattice::fit(exec, rows.elements(), plan.spacing);
  if (fit.extent > kLatticeReach)
    rejectInput("spacing", numberText(plan.spacing), "more than 1/2^21 of what the elements' coordinates reach to");
  Lattice lattice;
  const double h = plan.spacing;
  const auto& nodes = lattice.run(exec, rows.elements(), h, fit, plan.threshold, plan.spread / (h * h),
                                  plan.space == Space::plane ? LatticeSides::plane : LatticeSides::both);
  const auto count = static_cast<std::size_t>(nodes.count);
  Elements out;
  out.position = exec.download<double>(nodes.row.vector(0), nodes.count);
  out.strength = exec.download<double>(nodes.row.vector(3), nodes.count);
  for (std::size_t i = 0; i < count; ++i) out.ring.push_back(static_cast<std::int32_t>(nodes.ring[0][i]));
  out.coreRadius.assign(count, plan.overlap * h);
  out.referenceRadius.assign(count, plan.overlap * h);
  out.length.assign(count, h);
  out.volume.assign(count, h * h * h);
  return out;
}

}  // namespace fmm
