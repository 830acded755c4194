#include "state/flow_state.h"

namespace app {

ShownParts partsFor(const ViewSettings& view) {
  ShownParts parts;
  parts.elements = view.drawElements || view.arrows || showsVorticity(view);
  parts.elementRings = showsVorticityOfRings(view);
  parts.framed = view.framing;
  parts.motion =
      view.follow || view.framing || view.shadow > 0 || describe(view.colourBy).source == ColourSource::distance;
  parts.tags = needsTags(view.colourBy) || parts.elementRings || view.streaks > 0;
  parts.heat = showsVorticity(view) && view.vortexBy == VortexQuantity::buoyancy;
  parts.strengths = view.arrows || (showsVorticity(view) && !parts.heat);
  parts.wallShear = view.grid;
  parts.tree = view.cells;
  parts.streamLines = view.streamLines;
  if (showsVorticity(view) && isNumber(view.vortexBy)) {
    parts.quantity.emplace(QuantityWanted{view.vortexBy});
    if (showsSliceAlone(view)) parts.quantity = {view.vortexBy, view.slice, view.sliceAt};
  }
  parts.scalar = scalarFor(view.colourBy);
  return parts;
}

const FlowState& noFlow() {
  static const FlowState none;
  return none;
}

}  // namespace app
