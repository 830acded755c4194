#pragma once

#include <cstdint>
#include <vector>

#include "fmm/types.h"

namespace app {

/// Recent places of tracers, from which a film's streaks go on.
struct TrailPlaces {
  std::vector<double> times;         ///< at most 64, the oldest first [T]
  std::vector<fmm::Vec3> places;     ///< [paths][times] [L]
  std::vector<std::int32_t> births;  ///< [paths] bits of the tracers' births

  std::size_t paths() const { return births.size(); }
};

}  // namespace app
