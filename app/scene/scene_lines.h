#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "fmm/initial_conditions.h"
#include "scene/scene.h"

namespace app {

/// One of the closed lines that a knot consists of.
struct KnotLine {
  fmm::TorusKnot knot;
  int component = 0;
};

/// A closed vortex line of a scene.
using VortexLine = std::variant<fmm::Ring, KnotLine>;

/// The lines that a scene begins with, in the order of their ring indices: its rings, then the components of its knots.
/// Random phases of waves are drawn from the scene's seed.
std::vector<VortexLine> linesOf(const Scene& scene);
/// How many these are.
std::size_t lineCount(const Scene& scene);
/// The ring that joins as number `index`, its phase drawn from the scene's seed as well.
fmm::Ring launchedRing(const Scene& scene, const fmm::Ring& ring, std::int32_t index);

/// A circle as long as the line, with the same circulation and core: the ring itself, or one to count with in place of
/// a knot. Throws fmm::InvalidInput.
fmm::Ring asRing(const VortexLine& line);

/// One seed a purpose: splitmix64, so that neighbouring seeds have nothing in common.
std::uint64_t seedFor(std::uint64_t seed, std::uint64_t stream);

}  // namespace app
