#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/support/support.h"
#include "fmm/types.h"

namespace fmm_test {

/// Elements in a cube, ten to a ring, with random strengths, cores, lengths and volumes.
inline Elements randomElements(std::size_t count, double edge = 1) {
  Random random(3);
  Elements elements;
  for (std::size_t i = 0; i < count; ++i) {
    elements.position.push_back(edge * random.inCube());
    elements.strength.push_back(random.inCube(-1, 1));
    elements.coreRadius.push_back(random.uniform(0.05, 0.15));
    elements.length.push_back(random.uniform(0.02, 0.4));
    elements.volume.push_back(random.uniform(0, 1));
    elements.ring.push_back(static_cast<std::int32_t>(i / 10));
  }
  return elements;
}

}  // namespace fmm_test
