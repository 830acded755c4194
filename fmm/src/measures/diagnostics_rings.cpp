#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/equal_runs.h"
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
  template <class T>
  using Buffer = std::vector<T>;

  template <std::size_t N, class Add>
  void sumParts(const char*, Index parts, Index, const Add& add, double* total) {
    std::fill_n(total, static_cast<std::size_t>(parts) * N, 0.0);
    for (Index part = 0; part < parts; ++part)
      for (Index i = 0; i < add.count(part); ++i) add(part, i, total + static_cast<std::size_t>(part) * N);
  }
  template <class F>
  void forEach(const char*, Index n, const F& f) {
    for (Index i = 0; i < n; ++i) f(i);
  }
  void fill(double* row, Index n, double value) { std::fill_n(row, n, value); }
  Later<std::vector<double>> read(const double* from, std::size_t count) {
    return Later<std::vector<double>>(std::vector<double>(from, from + count));
  }
};

}  // namespace

std::vector<RingMeasures> measureRings(const Elements& elements, const std::vector<Vec3>& velocities,
                                       const std::vector<Vec3>& rates) {
  const std::size_t n = elements.size();
  assert(velocities.empty() || velocities.size() == n);
  assert(rates.empty() || rates.size() == n);
  InOrder exec;
  return RingSummer<InOrder>()
      .begin(exec, equalRuns(elements.ring, static_cast<Index>(n)), HostElements{&elements, &velocities, &rates})
      .measures();
}

}  // namespace fmm
