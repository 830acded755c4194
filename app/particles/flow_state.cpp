#include "particles/flow_state.h"

#include "particles/particle_stream.h"

namespace app {

ShownParts partsFor(const ViewSettings& view) {
  ShownParts parts;
  parts.elements = view.drawElements || view.arrows;
  parts.motion = view.follow || view.colourBy == ColourBy::depth;
  parts.tags = needsTags(view.colourBy);
  parts.strengths = view.arrows;
  parts.tree = view.cells;
  parts.scalar = scalarFor(view.colourBy);
  return parts;
}

}  // namespace app
