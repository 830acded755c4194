#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fmm/types.h"
#include "scene/line_label.h"

namespace app {

enum class EmitterShape { disc, ball };

/// A place where tracers come into the flow as long as it runs. Tracer number n, from 0, comes at start + n/rate; where
/// there are `most` of them it takes the place of the oldest.
struct Emitter {
  EmitterShape shape = EmitterShape::disc;
  fmm::Vec3 centre;              ///< [L]
  fmm::Vec3 normal = {0, 0, 1};  ///< of a disc, any length but 0
  double radius = 0.1;           ///< [L]
  double rate = 10000;           ///< tracers in a unit of time [1/T]
  std::size_t most = 65536;      ///< that there are at a time
  double start = 0;              ///< when the first one comes [T]
  LineLabel label = {};

  friend bool operator==(const Emitter& a, const Emitter& b) {
    return a.shape == b.shape && a.centre == b.centre && a.normal == b.normal && a.radius == b.radius &&
           a.rate == b.rate && a.most == b.most && a.start == b.start && a.label == b.label;
  }
};

/// Ring index that the tracers of emitter `number` (from 0) bear in the flow: below 0, so that no ring has it.
constexpr std::int32_t emitterMark(std::size_t number) {
  return -1 - static_cast<std::int32_t>(number);
}

/// Where tracer n of the emitter comes into the flow: evenly spread over the disc or in the ball, by the seed alone.
fmm::Vec3 emittedAt(const Emitter& emitter, std::uint64_t seed, std::int64_t n);

/// Most tracers that all of them have at a time.
std::size_t emittedCount(const std::vector<Emitter>& emitters);

}  // namespace app
