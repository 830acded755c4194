#pragma once

#include <cstdint>
#include <vector>

#include "core/math.h"
#include "core/rows.h"
#include "fmm/particle_views.h"
#include "vortex/element_functors.h"

namespace fmm {

template <class Exec, class Real>
void loadRow(Exec& exec, const InputArray& from, Real* to) {
  exec.template load<Real, 1>({from}, {}, {to});
}

/// The caller's elements into rows, and into `others` their volumes, reference radii and rings, all 0 where there are
/// none.
template <class Exec, class Real>
void loadElements(Exec& exec, const ElementViews& elements, const std::vector<std::int32_t>& rings,
                  Rows<Exec, Real, kElementRows>& rows, Rows<Exec, Real, 3>& others) {
  const auto count = static_cast<Index>(elements.size());
  rows.resize(count);
  others.resize(count);
  exec.template load<Real, 3>(arraysOf(elements.position), {}, rows.vector(0));
  exec.template load<Real, 3>(arraysOf(elements.strength), {}, rows.vector(3));
  loadRow(exec, elements.coreRadius, rows[kCoreRow]);
  if (elements.length.count > 0) {
    loadRow(exec, elements.length, rows[kLengthRow]);
  } else {
    const auto coreRadius = exec.template reach<1>({elements.coreRadius});
    exec.forEach("fmm::load", count, LengthsFromCores<Real>{coreRadius[0], rows[kLengthRow]});
  }
  if (elements.volume.count > 0) {
    loadRow(exec, elements.volume, others[0]);
  } else {
    exec.fill(others[0], count, Real(0));
  }
  loadRow(exec, elements.referenceRadius.count > 0 ? elements.referenceRadius : elements.coreRadius, others[1]);
  if (rings.empty()) {
    exec.fill(others[2], count, Real(0));
  } else {
    exec.template uploadRow<Real>(std::vector<double>(rings.begin(), rings.end()), others[2]);
  }
}

}  // namespace fmm
