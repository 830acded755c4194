#pragma once

#include <tuple>

#include "fmm/setting.h"
#include "scene/range.h"
#include "scene/view_settings.h"

namespace app {

using fmm::Setting;

inline constexpr auto kLookSettings = fmm::settingTable<LookSettings>(
    Setting{&LookSettings::mode, "mode", "mode", "View", "", Range{},
            "Tracers as points of light, as lit smoke that casts shadows, or as points within the smoke."},
    Setting{&LookSettings::background, "background", "background", "Background", "", Range{},
            "Background: tracers glow on dark ground and absorb light on light paper."},
    Setting{&LookSettings::backgroundColour, "background_colour", "backgroundColour", "Background colour", "",
            Range{0, 1}, "One colour behind everything, sRGB; how tracers are drawn follows the background still."},
    Setting{&LookSettings::pointSize, "point_size", "pointSize", "Point size", "px", Range{0.1, 100},
            "Diameter of a tracer's splat in a picture of 720 rows; it grows with the picture."},
    Setting{&LookSettings::brightness, "brightness", "brightness", "Brightness", "", Range{0.001, 1000},
            "Factor on the light of every tracer."},
    Setting{&LookSettings::exposure, "exposure", "exposure", "Exposure", "", fmm::zeroOr("follows the picture", 0, 1e6),
            "Constant factor on the light that reaches the picture."},
    Setting{&LookSettings::bloom, "bloom", "bloom", "Glow", "", Range{0, 1},
            "Fraction of the light that spreads around bright places, as in an eye or a lens."},
    Setting{&LookSettings::colourBy, "colour_by", "colourBy", "Colour by", "", Range{},
            "Quantity that colours the tracers."},
    Setting{&LookSettings::colourMap, "colour_map", "colourMap", "Colours", "", Range{},
            "Colour map: equal steps of the number look like equal steps of the colour; dye is made of two colours."},
    Setting{&LookSettings::dyes, "dyes", "dyes", "Dyes", "", Range{0, 1},
            "The two colours of dye, sRGB: of odd and even rings, or of the lower and the upper end."},
    Setting{&LookSettings::opacity, "opacity", "opacity", "Opacity", "", Range{0, 100},
            "Factor on how much light the smoke takes: above 1 dense rings look solid."},
    Setting{&LookSettings::scattering, "scattering", "scattering", "Scattering", "", Range{-0.9, 0.9},
            "Asymmetry g of the smoke: above 0 it passes the light on forwards, as fine droplets do, below 0 it throws "
            "it back."},
    Setting{&LookSettings::ambient, "ambient", "ambient", "Ambient", "", Range{0, 1},
            "Fraction of the light that comes from everywhere and softens the shadows."},
    Setting{&LookSettings::light, "light", "light", "Light", "", fmm::nonZero(-kLongest, kLongest),
            "Direction to the lamp."},
    Setting{&LookSettings::secondLamp, "second_lamp", "secondLamp", "Second lamp", "", Range{0, 4},
            "Light of a second lamp, as a fraction of the first one's: from behind it draws a bright rim; 0: off."},
    Setting{&LookSettings::secondLight, "second_light", "secondLight", "Second light", "",
            fmm::nonZero(-kLongest, kLongest), "Direction to the second lamp."},
    Setting{&LookSettings::lampColours, "lamp_colours", "lampColours", "Lamp colours", "", Range{0, 1},
            "Colours of the two lamps, sRGB."},
    Setting{&LookSettings::shadow, "shadow", "shadow", "Shadow", "", Range{0, 1},
            "How dark the shadow of smoke, vorticity and bodies is on the floor under the scene, not with points."},
    Setting{&LookSettings::grain, "grain", "grain", "Grain", "", Range{0, 1},
            "How much single tracers stand out of the smoke: at 0 they flow together, and where the fluid is stretched "
            "they fade."},
    Setting{
        &LookSettings::vortexBy, "vortex_by", "vortexBy", "Vortex by", "", Range{},
        "What volume, slice and surface show: the size of the vorticity; Q, lambda_2 or the pressure with their signs, "
        "or where these tell a vortex; the size of the buoyancy."},
    Setting{&LookSettings::vorticity, "vorticity", "vorticity", "Vorticity volume", "", Range{0, 100},
            "Opacity of the vorticity, drawn as a glowing volume; 0: off."},
    Setting{&LookSettings::vorticityMap, "vorticity_map", "vorticityMap", "Vorticity colours", "", Range{},
            "Colour map of the vorticity: in its volume, on a slice and of an isosurface; with dye volume and surface "
            "have those of the rings."},
    Setting{&LookSettings::slice, "slice", "slice", "Slice", "", Range{},
            "Plane through the vorticity, perpendicular to this axis."},
    Setting{&LookSettings::sliceAt, "slice_at", "sliceAt", "Slice at", "L", kCoordinate,
            "Where the slice cuts its axis."},
    Setting{&LookSettings::sliceOf, "slice_of", "sliceOf", "Slice shows", "", Range{},
            "The size of the vorticity, or its component along the slice's axis, with its sign; not with vortex_by."},
    Setting{&LookSettings::sliceOpacity, "slice_opacity", "sliceOpacity", "Slice opacity", "", Range{0, 1},
            "How much the slice hides of what is behind it."},
    Setting{&LookSettings::sliceColours, "slice_colours", "sliceColours", "Slice colours", "", Range{0, 1},
            "The two colours of what has a sign, sRGB: of the negative and of the positive end."},
    Setting{
        &LookSettings::isosurface, "isosurface", "isosurface", "Isosurface", "", Range{0, 1},
        "Surface where the vorticity is this fraction of its maximum, with dye of that of the cores, not in flows of "
        "the plane; 0: off."},
    Setting{&LookSettings::isosurfaceOpacity, "isosurface_opacity", "isosurfaceOpacity", "Isosurface opacity", "",
            Range{0, 1}, "How much the surface hides of what is behind it."},
    Setting{&LookSettings::isosurfaceColour, "isosurface_colour", "isosurfaceColour", "Isosurface colour", "",
            Range{0, 1}, "Colour of the surface, sRGB; without one that of the vorticity on it."});

inline constexpr auto kOverlaySettings = fmm::settingTable<OverlaySettings>(
    Setting{&OverlaySettings::speedRange, "speed_range", "speedRange", "Top speed", "L/T",
            fmm::zeroOr("from the rings", 0, kLargestNumber),
            "Speed at the upper end of the colours; faster tracers look the same."},
    Setting{&OverlaySettings::vorticityRange, "vorticity_range", "vorticityRange", "Top vorticity", "1/T",
            fmm::zeroOr("from the flow", 0, kLargestNumber),
            "Vorticity at the upper end of the colours; what has more looks the same."},
    Setting{&OverlaySettings::ageRange, "age_range", "ageRange", "Top age", "T",
            fmm::zeroOr("from the tracers", 0, kLargestNumber),
            "Age at the upper end of the colours; older tracers look the same."},
    Setting{&OverlaySettings::streaks, "streaks", "streaks", "Streaks", "T", Range{0, kLargestNumber},
            "Time through which each tracer draws its path behind it, as a line that fades; 0: off."},
    Setting{&OverlaySettings::drawElements, "elements", "drawElements", "Elements too", "", Range{},
            "Draws the vortex elements too, the particles that carry the vorticity."},
    Setting{&OverlaySettings::arrows, "arrows", "arrows", "Arrows", "", Range{},
            "Draws vortex elements as arrows along their strength \u03b1, their vorticity times their volume."},
    Setting{&OverlaySettings::arrowSize, "arrow_size", "arrowSize", "Arrow size", "", Range{0.1, 10},
            "Factor on the length of the arrows: small ones are more, large ones fewer."},
    Setting{&OverlaySettings::cells, "cells", "cells", "Tree cells", "", Range{},
            "Draws the solver's tree: near boxes meet particle by particle, far ones through expansions."},
    Setting{&OverlaySettings::grid, "grid", "grid", "Ground grid", "", Range{},
            "Draws a floor of lines under the scene."},
    Setting{&OverlaySettings::axes, "axes", "axes", "Axes", "", Range{},
            "Draws x in red, y in green and z in blue from the origin."},
    Setting{&OverlaySettings::streamLines, "stream_lines", "streamLines", "Stream lines", "", Range{},
            "Draws lines along which a plane flow runs at this moment: the same flow between any two neighbours."},
    Setting{&OverlaySettings::scaleBar, "scale_bar", "scaleBar", "Scale bar", "", Range{},
            "Draws a bar of a round length, as it is at the distance of the point that the camera looks at."},
    Setting{&OverlaySettings::legend, "legend", "legend", "Legend", "", Range{},
            "Shows the colours with their numbers and unit in the picture, also in films."});

inline constexpr auto kFollowSettings = fmm::settingTable<FollowSettings>(
    Setting{&FollowSettings::follow, "follow", "follow", "Follow", "", Range{},
            "Moves the camera along with the rings' centroid."},
    Setting{&FollowSettings::framing, "framing", "framing", "Keep in sight", "", Range{},
            "Moves the camera so that the strong vorticity stays in the picture: backwards, never nearer; off as "
            "soon as you move it yourself."});

/// All of ViewSettings.
inline constexpr auto kViewSettings = std::tuple_cat(kLookSettings, kOverlaySettings, kFollowSettings);
static_assert(fmm::settingsDiffer(kViewSettings), "each setting has a key and a name of its own");

constexpr const auto& settingsOf(const LookSettings*) {
  return kLookSettings;
}
constexpr const auto& settingsOf(const OverlaySettings*) {
  return kOverlaySettings;
}
constexpr const auto& settingsOf(const FollowSettings*) {
  return kFollowSettings;
}
constexpr const auto& settingsOf(const ViewSettings*) {
  return kViewSettings;
}

}  // namespace app
