#include <cassert>
#include <cmath>

#include "fmm/diagnostics.h"
#include "measures/ring_sums.h"

namespace fmm {
namespace {

/// RingElement(i) of elements on the host.
struct HostElements {
  const Elements* elements;
  const std::vector<Vec3>*velocities, *rates;

  RingElement operator()(Index i) const {
    const auto k = static_cast<std::size_t>(i);
    const auto at = [k](const std::vector<Vec3>& values, double missing) {
      return values.empty() ? Vector3<double>{missing, missing, missing}
                            : Vector3<double>{values[k].x, values[k].y, values[k].z};
    };
    return {at(elements->position, 0), at(elements->strength, 0), at(*velocities, std::nan("")), at(*rates, 0),
            elements->coreRadius[k]};
  }
};

/// Sums in order, on this thread.
struct InOrder {
  template <std::size_t N, class Add>
  std::vector<std::array<double, N>> sumsOfParts(const char*, Index parts, Index, const Add& add) {
    std::vector<std::array<double, N>> totals(static_cast<std::size_t>(parts), std::array<double, N>{});
    for (Index part = 0; part < parts; ++part)
      for (Index i = 0; i < add.count(part); ++i) add(part, i, totals[static_cast<std::size_t>(part)].data());
    return totals;
  }
};

}  // namespace

std::vector<RingMeasures> measureRings(const Elements& elements, const std::vector<Vec3>& velocities,
                                       const std::vector<Vec3>& rates) {
  const std::size_t n = elements.size();
  assert(velocities.empty() || velocities.size() == n);
  assert(rates.empty() || rates.size() == n);
  InOrder exec;
  return measureRings(exec, elements.ring, static_cast<Index>(n), HostElements{&elements, &velocities, &rates});
}

}  // namespace fmm
