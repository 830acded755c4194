#pragma once

#include <cstdint>
#include <vector>

#include "scene/line_list.h"
#include "scene/view_settings.h"

namespace app {

/// Number of ring colours on an ordinary map that can be told apart; further rings repeat them.
constexpr std::uint32_t kRingColours = 9;

/// Position of a ring's colour on an ordinary map, 0 to 1: the ends, the middle, the quarters, the eighths.
/// Neighbouring rings are far apart, and adding a ring does not change the others.
double ringColour(std::uint32_t ring);

/// Number of palette positions for a picture that colours this many rings. Ring r has the position (r % places) /
/// (places - 1). Two for the dyes, which alternate; one for each ring on other maps, or if some rings have colours of
/// their own.
std::uint32_t ringPlaces(const ViewSettings& view, std::uint32_t rings, const RingColours& own = {});

/// The view's 256 colours in linear light, for a dark ground, or as inks for a light one: from the colour map or mixed
/// from the dyes. When colouring by ring (`rings` of them), each ring has its colour at its position, with mixtures
/// between neighbours: light adds, inks multiply. `own` overrides the colours of single rings. Otherwise the dyes are
/// the ends of an even gradient. Throws FileError (colour map).
std::vector<Colour> paletteOf(const ViewSettings& view, bool ink, std::uint32_t rings, const RingColours& own = {});

/// The 256 colours, in linear light, for the magnitude of the vorticity from 0 to the end of the scale. They are the
/// view's map unchanged, so that a slice is dark at zero, or adapted to a light ground (`ink`). With the dye map, they
/// rise to the first dye and on towards white. Throws FileError (colour map).
std::vector<Colour> vorticitySizeColours(const ViewSettings& view, bool ink);

/// The view whose palette tints the vorticity volume by ring: the tracers' view if it colours by ring, otherwise the
/// dyes.
ViewSettings ringTints(ViewSettings view);

/// The 256 colours for a component of the vorticity, from minus to plus the end of the scale: between the view's two
/// slice colours through a grey that recedes into the ground.
std::vector<Colour> vorticityComponentColours(const ViewSettings& view, bool ink);

}  // namespace app
