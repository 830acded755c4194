#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/types.h"
#include "fmm/vortex_line.h"
#include "seeding/centre_line.h"

namespace fmm {

/// A filled core without its centre line.
struct Core {
  CoreProfile profile = CoreProfile::uniform;
  double radius = 0;  ///< a [L]
  CoreLayout layout = CoreLayout::random;
  int layers = 0;  ///< 0: chosen by planLayers()

  double tube() const;  ///< radius that is filled [L]
};

/// Distribution of the elements of a layered core.
struct LayerPlan {
  int layers = 1;
  std::size_t section = 9;  ///< cells of a section, (2 layers + 1)^2
  std::size_t along = 0;    ///< sections
  double spacing = 0;       ///< the larger one of the spacings along and across the line [L]
};

/// The finest plan with at most `count` elements for a line of this length: with core.layers = 0 the number of layers
/// that gives the smallest spacing. Throws InvalidInput if `count` is too small for three sections.
LayerPlan planLayers(const Core& core, double length, std::size_t count);

/// A cell of a section, with its position and its part of the circulation.
struct CoreCell {
  double distance = 0, angle = 0;  ///< about the centre line [L], [rad]
  double share = 0;                ///< the shares add up to 1
};

/// The cells of a section with `layers` layers; layer l is the ring from 2 l - 1 to 2 l + 1 times the middle cell's
/// radius. Each layer's share is the profile's integral over it, its distance the root of the profile's mean square
/// distance there. One factor on all distances makes up for the middle cell, whose distance is 0.
std::vector<CoreCell> layeredSection(const Core& core, int layers);

/// Elements to make along a centre line.
struct Filling {
  Core core;
  double circulation = 1;  ///< Gamma [L^2/T]
  std::size_t count = 0;   ///< elements, at most
  double sigma = 0;        ///< of each [L]
  std::int32_t index = 0;  ///< ring index
  std::uint64_t seed = 1;
  /// Subtracts the sum of all strengths, from each element in proportion to its size.
  bool closed = false;
};

/// Appends the elements. Throws InvalidInput for invalid values.
void fillCore(const CentreLine& line, const Filling& filling, Elements& elements);

/// Spacing of the elements [L]; see meanSpacing().
double spacingOf(const CentreLine& line, const Core& core, std::size_t count);

}  // namespace fmm
