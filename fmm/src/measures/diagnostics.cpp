#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/equal_runs.h"
#include "fmm/diagnostics.h"
#include "measures/ring_sums.h"

namespace fmm {

Invariants invariants(const Elements& elements, Vec3 about) {
  assert(elements.strength.size() == elements.position.size());
  Vec3 total, moment, doubleMoment;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i] - about;
    const Vec3 alpha = elements.strength[i];
    const Vec3 xCrossAlpha = cross(x, alpha);
    total = total + alpha;
    moment = moment + xCrossAlpha;
    doubleMoment = doubleMoment + cross(x, xCrossAlpha);
  }
  return {total, 0.5 * moment, (1.0 / 3.0) * doubleMoment};
}

Vec3 centroid(const Elements& elements) {
  Vec3 weighted, plain;
  double size = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double part = norm(elements.strength[i]);
    weighted = weighted + part * elements.position[i];
    plain = plain + elements.position[i];
    size += part;
  }
  if (size > 0) return (1 / size) * weighted;
  return elements.size() > 0 ? (1 / static_cast<double>(elements.size())) * plain : Vec3{};
}

double absoluteImpulse(const Elements& elements) {
  const Vec3 centre = centroid(elements);
  double sum = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    sum += norm(cross(elements.position[i] - centre, elements.strength[i]));
  return sum / 2;
}

double helicity(const Elements& elements, const std::vector<Vec3>& velocities) {
  assert(velocities.size() == elements.size());
  double sum = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) sum += dot(elements.strength[i], velocities[i]);
  return sum;
}

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
