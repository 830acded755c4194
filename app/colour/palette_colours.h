#pragma once

#include <cstdint>
#include <vector>

#include "scene/line_list.h"
#include "scene/view_settings.h"

namespace app {

/// Rings whose colours of an ordinary map can be told apart; those that follow have the same again.
constexpr std::uint32_t kRingColours = 9;

/// Where on an ordinary map the colour of a ring lies, 0 to 1: the ends, the middle, the quarters, the eighths. Rings
/// next to each other are far apart there, and a ring that is added leaves the others theirs.
double ringColour(std::uint32_t ring);

/// Places on the palette of a picture whose colours tell so many rings apart: ring r stands at the part
/// (r % places) / (places - 1). Two for the dyes, which rings take in turn, else one for each ring.
/// Where some rings have colours of their own there is one for each, too.
std::uint32_t ringPlaces(const ViewSettings& view, std::uint32_t rings, const RingColours& own = {});

/// The 256 colours of the view, in linear light, on a dark ground or as inks on a light one: of its colour map, or made
/// of its dyes. Where colours tell the rings (so many there are), each ring has its own at its place, and between
/// neighbours lies what they look like mixed: light adds up, inks multiply; `own` are colours that rings have in place
/// of those that follow from their numbers. Else dyes are the ends of an even change. Throws FileError (colour map).
std::vector<Colour> paletteOf(const ViewSettings& view, bool ink, std::uint32_t rings, const RingColours& own = {});

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
