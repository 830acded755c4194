#include <cmath>

#include "exec/cpu/exec.h"
#include "expansion/cores/with_core.h"
#include "fmm/error.h"
#include "fmm/field.h"
#include "vortex/array_checks.h"
#include "vortex/array_shapes.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// psi 4 pi at one point; an element without a core is singular there and does not count at itself.
template <class Core>
Vec3 potentialAt(const Elements& elements, Vec3 y) {
  Vec3 sum;
  for (std::size_t p = 0; p < elements.size(); ++p) {
    const double distance = norm(y - elements.position[p]), sigma = elements.coreRadius[p];
    if (sigma > 0) {
      sum = sum + (Core::potential(distance / sigma) / sigma) * elements.strength[p];
    } else if (distance > 0) {
      sum = sum + (1 / distance) * elements.strength[p];
    }
  }
  return sum;
}

}  // namespace

std::vector<Vec3> vectorPotential(const FieldSettings& settings, const Elements& elements,
                                  const std::vector<Vec3>& targets) {
  if (settings.ground) throw InvalidInput("the vector potential is that of a flow without a ground");
  const ElementViews views = viewOf(elements);
  requireShape(views);
  HostMemory host;
  requireSound(host, views);
  requireInRange(host, Precision::real64, views);
  requireFinite(host, viewOf(targets), "target");
  std::vector<Vec3> potential(targets.size());
  withCore(settings.regularisation, [&](auto core) {
    CpuExec(settings.threads)
        .forEachTeam("fmm::vectorPotential", static_cast<Index>(targets.size()), [&](CpuTeam, Index i) {
          const auto k = static_cast<std::size_t>(i);
          potential[k] = (1 / (4 * kPi)) * potentialAt<decltype(core)>(elements, targets[k]);
        });
  });
  return potential;
}

}  // namespace fmm
