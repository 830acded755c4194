#pragma once

#include <cstdint>

#include "core/particles.h"
#include "fmm/settings.h"

namespace fmm {

/// Every pair, O(N M): the reference and the ceiling to beat.
template <class Exec, class Real>
class DirectSum;

/// Pairs of an element and a target in a task.
template <class Real>
std::uint64_t pairsOf(const FieldTask<Real>& task) {
  const auto targets =
      static_cast<std::uint64_t>(task.tracerCount + (task.elementsAreTargets() ? task.elementCount : 0));
  return targets * static_cast<std::uint64_t>(task.elementCount);
}

}  // namespace fmm
