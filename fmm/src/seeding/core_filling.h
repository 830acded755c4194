#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"
#include "seeding/centre_line.h"
#include "seeding/core_layers.h"

namespace fmm {

/// What is made of a centre line.
struct Filling {
  Core core;
  double circulation = 1;  ///< Gamma [L^2/T]
  std::size_t count = 0;   ///< elements, at most
  double sigma = 0;        ///< of each [L]
  std::int32_t index = 0;  ///< of the ring
  std::uint64_t seed = 1;
  /// Takes from every element its share of what the strengths add up to.
  bool closed = false;
};

/// Appends the elements. Throws InvalidInput for values that make none.
void fillCore(const CentreLine& line, const Filling& filling, Elements& elements);

/// Spacing of the elements [L]; see meanSpacing().
double spacingOf(const CentreLine& line, const Core& core, std::size_t count);

}  // namespace fmm
