#pragma once

#include <vector>

#include "scene/colour.h"
#include "scene/view_settings.h"

namespace app {

/// The 256 colours, in linear light, of sizes of the vorticity from 0 to the end of the scale: the view's map for them
/// as it is, so that a slice is dark where there is none, or deep enough for a light ground (`ink`). Those of the dye
/// map are the first one's, which gets nearly white. Throws FileError (colour map).
std::vector<Colour> vorticitySizeColours(const ViewSettings& view, bool ink);

/// The view by whose palette rings tint the volume of the vorticity: that of the tracers where their colours tell the
/// rings, else the dyes.
ViewSettings ringTints(ViewSettings view);

/// The same of a component, from minus the end of the scale to plus that: from one of the view's two colours to the
/// other over a grey that recedes into the ground.
std::vector<Colour> vorticityComponentColours(const ViewSettings& view, bool ink);

}  // namespace app
