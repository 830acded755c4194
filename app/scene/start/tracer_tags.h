#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fmm/types.h"
#include "scene/scene.h"
#include "scene/scene_lines.h"

namespace app {

/// What a tracer keeps from its birth on.
struct TracerTag {
  std::uint32_t ring = 0;  ///< index of the ring that it was seeded around
  float birth = 0;         ///< flow's time at which its ring joins as the scene has it [T]; 0 for those of the start

  friend bool operator==(const TracerTag& a, const TracerTag& b) { return a.ring == b.ring && a.birth == b.birth; }
};

/// Tags of all tracers, in their order. Never changed once they are shared: tracers that are added make a new set, so
/// that whoever has drawn with a set knows it again by its address.
using TracerTags = std::vector<TracerTag>;
using SharedTags = std::shared_ptr<const TracerTags>;

/// Times of the first and the last birth of some tracers [T].
struct Births {
  float first = 0, last = 0;
};

/// Times at which the rings of a scene are born [T], by their numbers: those that it begins with, then the ones that
/// join later.
std::vector<double> ringBirths(const Scene& scene);

/// Tags of tracers that are as old as their rings. A ring that `births` does not name was there from the beginning; an
/// index below 0 counts as 0.
SharedTags tagsOf(const fmm::Tracers& tracers, const std::vector<double>& births = {});

/// Rings that the tags tell apart: the largest index + 1, at least 1.
std::uint32_t ringsOf(const TracerTags& tags);
/// Births of the tracers with these tags; zeros without any.
Births birthsOf(const TracerTags& tags);

/// Appends `count` tracers in region number `number` (from 0) of a scene with these lines. Throws fmm::InvalidInput.
void addRegion(const Scene& scene, const std::vector<fmm::LineComponent>& lines, std::size_t number, std::size_t count,
               fmm::Tracers& tracers);

/// `total` shared out in proportion to the weights, by running rounded sums: adds up exactly.
std::vector<std::size_t> shares(const std::vector<double>& weights, std::size_t total);

}  // namespace app
