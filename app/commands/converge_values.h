#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scene/scene.h"
#include "simulation/flow.h"

namespace app {

/// A number of the flow in the end. Not a number: there is none.
struct FlowValue {
  std::string name;  ///< "energy", "ring 1 speed"
  std::string unit;
  double value = 0;
};

/// What one run came to.
struct ConvergedFlow {
  std::size_t elements = 0;  ///< in the beginning
  double spacing = 0;        ///< h of its lattice in the beginning [L]; 0: it has none
  double seconds = 0;        ///< wall time
  bool coarsened = false;    ///< the budget made h grow or weaker nodes go
  std::vector<FlowValue> values;
};

/// Steps the flow of `scene` and measures it: energy and enstrophy with what viscosity has still to do done, and of
/// each ring position and speed along its axis. `stepped` hears of every step. Throws as Flow does, and UserError where
/// the flow is lost on the way.
ConvergedFlow runFlow(const Scene& scene, std::int64_t steps, const std::function<void()>& stepped);

}  // namespace app
