#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fmm/types.h"
#include "scene/scene.h"
#include "scene/scene_lines.h"

namespace app {

/// Properties of a tracer that are fixed at its birth.
struct TracerTag {
  std::uint32_t ring = 0;  ///< index of the ring that it was seeded around
  float birth = 0;         ///< time at which its ring joins [T]; 0 for initial rings

  friend bool operator==(const TracerTag& a, const TracerTag& b) { return a.ring == b.ring && a.birth == b.birth; }
};

/// Tags of all tracers in order. Shared sets are never changed: added tracers make a new set, so that its address
/// identifies it.
using TracerTags = std::vector<TracerTag>;
using SharedTags = std::shared_ptr<const TracerTags>;

/// Times of the first and the last birth of some tracers [T].
struct Births {
  float first = 0, last = 0;
};

/// Times at which the rings of a scene are born [T], by number: initial ones, then those that join later.
std::vector<double> ringBirths(const Scene& scene);

/// Tags of tracers that have the age of their rings. Rings beyond `births` have existed from the beginning; a negative
/// index counts as 0.
SharedTags tagsOf(const fmm::Tracers& tracers, const std::vector<double>& births = {});

/// Number of rings distinguished by the tags: the largest index + 1, at least 1.
std::uint32_t ringsOf(const TracerTags& tags);
/// Births of the tracers with these tags; zeros without any.
Births birthsOf(const TracerTags& tags);

/// Appends `count` tracers in region number `number` (from 0) of a scene with these lines. Throws fmm::InvalidInput.
void addRegion(const Scene& scene, const std::vector<fmm::LineComponent>& lines, std::size_t number, std::size_t count,
               fmm::Tracers& tracers);

/// Divides `total` in proportion to the weights, by rounding running sums: adds up exactly.
std::vector<std::size_t> shares(const std::vector<double>& weights, std::size_t total);

}  // namespace app
