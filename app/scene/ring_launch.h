#pragma once

#include <cstddef>

#include "fmm/initial_conditions.h"

namespace app {

/// A vortex ring that joins the flow while it runs.
struct RingLaunch {
  fmm::Ring ring;
  double time = 0;  ///< simulated, since the reset, at which it joins [T]
  std::size_t elements = 1024;
  std::size_t tracers = 16384;
  double tracerTube = 0.1;  ///< minor radius of the torus that its tracers fill [L]
};

}  // namespace app
