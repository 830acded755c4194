#include "fmm/redistribution.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/input_checks.h"
#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/error.h"
#include "lattice/cpu/deposit.h"
#include "lattice/node_near.h"
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

  HostRows(const Elements& elements, const Vec3& node) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Vec3 x = elements.position[i], a = elements.strength[i];
      if (!std::isfinite(norm(x)) || !std::isfinite(norm(a)))
        throw InvalidInput("element " + std::to_string(i) + " is not finite; allowed: finite positions and strengths");
      const Vec3 from = x - node;
      const double values[6] = {from.x, from.y, from.z, a.x, a.y, a.z};
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

Vec3 nodeOf(const Elements& elements, const LatticePlan& plan) {
  if (plan.node || elements.size() == 0) return plan.node.value_or(Vec3{});
  Vec3 low = elements.position[0], high = low;
  for (const Vec3& x : elements.position) {
    low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
  }
  const Vec3 middle = floatOrigin(low, high);
  return middle == Vec3{} ? middle : nodeNear(middle, elements.position[0], plan.spacing);
}

}  // namespace

Elements redistribute(const Elements& elements, const LatticePlan& plan, int threads) {
  requirePlan(plan);
  const Vec3 node = nodeOf(elements, plan);
  const HostRows rows(elements, node);
  CpuExec exec(threads);
  using Lattice = Redistributor<CpuExec, double>;
  const LatticeFit fit = Lattice::fit(exec, rows.elements(), plan.spacing);
  if (fit.extent > kLatticeReach)
    rejectInput("spacing", numberText(plan.spacing),
                "more than 1/2^21 of what the elements reach to from the lattice's node");
  Lattice lattice;
  const double h = plan.spacing;
  const LatticeMoments moments = measureMoments<CpuExec, double>(exec, rows.elements().row, rows.elements().count);
  const auto& nodes = lattice.run(exec, rows.elements(), h, fit, moments, plan.threshold, plan.spread / (h * h),
                                  plan.space == Space::plane ? LatticeSides::plane : LatticeSides::both);
  const auto count = static_cast<std::size_t>(nodes.count);
  Elements out;
  out.position = exec.download<double>(nodes.row.vector(0), nodes.count);
  for (Vec3& x : out.position) x = x + node;
  out.strength = exec.download<double>(nodes.row.vector(3), nodes.count);
  for (std::size_t i = 0; i < count; ++i) out.ring.push_back(static_cast<std::int32_t>(nodes.ring[0][i]));
  out.coreRadius.assign(count, plan.overlap * h);
  out.length.assign(count, h);
  out.volume.assign(count, h * h * h);
  return out;
}

}  // namespace fmm
