#pragma once

#include <cstddef>
#include <optional>

#include "fmm/vortex_line.h"
#include "scene/line_label.h"

namespace app {

/// A vortex ring that joins the flow while it runs.
struct RingLaunch {
  fmm::Ring ring;
  double time = 0;                      ///< simulated, since the reset, at which it joins [T]
  std::optional<std::size_t> elements;  ///< empty: its share of the scene's, by circumference
  std::optional<std::size_t> tracers;
  std::optional<double> tracerTube;  ///< minor radius of the torus that its tracers fill [L]; empty: the scene's
  LineLabel label = {};
  std::optional<double> tracerSheet = {};  ///< half the width of a sheet on which most of them start [L]; empty: none
};

}  // namespace app
