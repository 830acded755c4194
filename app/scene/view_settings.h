#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "fmm/setting.h"
#include "fmm/types.h"
#include "scene/scene_settings.h"

namespace app {

/// A colour in sRGB or linear light, depending on context; each component from 0 to 1.
using Colour = std::array<float, 3>;

/// A named size of films, as used by televisions, cameras and web pages.
struct NamedSize {
  const char* name;
  PictureSize size;
};

/// Landscape formats, then those for telephones.
inline constexpr std::array<NamedSize, 6> kNamedSizes = {{{"720p", {1280, 720}},
                                                          {"1080p", {1920, 1080}},
                                                          {"1440p", {2560, 1440}},
                                                          {"4K", {3840, 2160}},
                                                          {"square", {1080, 1080}},
                                                          {"upright", {1080, 1920}}}};

using fmm::toString;

/// Drawing of the tracers: each as a point of light; the fluid they mark as a lit, ray-traced density; or the points
/// within that density, dimmed by the density in front of them.
enum class ViewMode { points, density, both };
constexpr fmm::Names<ViewMode, 3> namesOf(ViewMode) {
  return {{{ViewMode::points, "points"}, {ViewMode::density, "density"}, {ViewMode::both, "both"}}};
}

/// Background: a night, nearly black and a little blue, white paper, or a studio's gradient from light to dark.
enum class Background { dark, light, gradient };
constexpr fmm::Names<Background, 3> namesOf(Background) {
  return {{{Background::dark, "dark"}, {Background::light, "light"}, {Background::gradient, "gradient"}}};
}

/// Quantity shown by the colour of a tracer; described in colour_quantity.h.
enum class ColourBy {
  speed,      ///< |u|
  vorticity,  ///< |omega| of the elements' blobs
  ring,       ///< the ring that the tracer was seeded around
  age,        ///< time since it was seeded
  depth       ///< distance from the camera
};
constexpr fmm::Names<ColourBy, 5> namesOf(ColourBy) {
  return {{{ColourBy::speed, "speed"},
           {ColourBy::vorticity, "vorticity"},
           {ColourBy::ring, "ring"},
           {ColourBy::age, "age"},
           {ColourBy::depth, "depth"}}};
}

/// The axis perpendicular to a slice through the vorticity.
enum class SliceAxis { none, x, y, z };
constexpr fmm::Names<SliceAxis, 4> namesOf(SliceAxis) {
  return {{{SliceAxis::none, "none"}, {SliceAxis::x, "x"}, {SliceAxis::y, "y"}, {SliceAxis::z, "z"}}};
}

/// Quantity shown by the slice's colours: |omega|, or omega's component along the slice's axis.
enum class SliceQuantity { magnitude, normal };
constexpr fmm::Names<SliceQuantity, 2> namesOf(SliceQuantity) {
  return {{{SliceQuantity::magnitude, "magnitude"}, {SliceQuantity::normal, "normal"}}};
}

/// What the vorticity's volume, slice and surface show: |omega|, or what tells a vortex from strain: Q, lambda_2, or
/// the pressure over the density. Volume and surface show where Q is positive and the other two are negative.
enum class VortexQuantity { vorticity, q, lambda2, pressure, buoyancy };
constexpr fmm::Names<VortexQuantity, 5> namesOf(VortexQuantity) {
  return {{{VortexQuantity::vorticity, "vorticity"},
           {VortexQuantity::q, "q"},
           {VortexQuantity::lambda2, "lambda_2"},
           {VortexQuantity::pressure, "pressure"},
           {VortexQuantity::buoyancy, "buoyancy"}}};
}
/// True for a number with a sign that is summed on a grid; vorticity and buoyancy are made of the elements themselves.
constexpr bool isNumber(VortexQuantity quantity) {
  return quantity != VortexQuantity::vorticity && quantity != VortexQuantity::buoyancy;
}

/// The next value, cyclically.
template <class Enum>
Enum nextOf(Enum value) {
  return static_cast<Enum>((static_cast<std::size_t>(value) + 1) % namesOf(Enum{}).size());
}

/// The colour map made of ViewSettings::dyes instead of a file.
constexpr std::string_view kDyeMap = "dye";

// Plain data; view_settings_table.h describes each member.

/// How particles are drawn: the part that every look defines.
struct LookSettings {
  ViewMode mode = ViewMode::points;
  Background background = Background::dark;
  std::optional<Colour> backgroundColour;  ///< sRGB, replaces the colour of `background`; empty: keeps it

  double pointSize = 1.5;          ///< diameter of a tracer's splat at 720 rows, pixels; scales with the height
  double brightness = 1;           ///< factor on the light of every tracer
  std::optional<double> exposure;  ///< fixed factor on the light that reaches the film; empty: follows the picture
  double bloom = 0.25;             ///< fraction of the light that spreads around bright places, 0 to 1

  ColourBy colourBy = ColourBy::speed;
  std::string colourMap = "inferno";  ///< a file of assets/colormaps without ".csv", or "dye"
  /// Colours of "dye", sRGB: alternating among rings if colours distinguish rings, else the ends of the map.
  std::array<Colour, 2> dyes = {{{0.95F, 0.45F, 0.15F}, {0.20F, 0.60F, 0.95F}}};

  double opacity = 1;                          ///< factor on the extinction of the density
  double scattering = 0.4;                     ///< asymmetry g of the phase function, -0.9 (back) to 0.9 (forward)
  double ambient = 0.15;                       ///< fraction of the light that is isotropic, 0 to 1
  fmm::Vec3 light = {0.45, 0.85, 0.1};         ///< direction to the light, any length but 0
  double secondLamp = 0;                       ///< light of a second lamp relative to the first, 0 to 4
  fmm::Vec3 secondLight = {-0.6, 0.3, -0.75};  ///< direction to the second lamp, any length but 0
  std::array<Colour, 2> lampColours = {{{1, 1, 1}, {1, 1, 1}}};  ///< of the two lamps, sRGB
  double shadow = 0;                                             ///< of smoke and vorticity on the floor, 0 to 1
  double grain = 0.35;  ///< how much single tracers stand out of the smoke, 0 to 1

  VortexQuantity vortexBy = VortexQuantity::vorticity;  ///< what the following show
  double vorticity = 0;                                 ///< opacity of the vorticity's own volume; 0: none
  std::string vorticityMap = "inferno";  ///< of volume and slice, as colourMap; "dye": colours of the volume's rings
  SliceAxis slice = SliceAxis::none;     ///< a plane through the vorticity
  double sliceAt = 0;                    ///< position on its axis [L]
  SliceQuantity sliceOf = SliceQuantity::magnitude;
  double sliceOpacity = 0.9;  ///< 0 to 1
  /// For SliceQuantity::normal and VortexQuantity but the vorticity, sRGB: colours of the negative and the positive
  /// end.
  std::array<Colour, 2> sliceColours = {{{0.16F, 0.50F, 0.94F}, {0.93F, 0.36F, 0.20F}}};
  double isosurface = 0;                   ///< level of |omega| as a fraction of its maximum, 0 to 1; 0: none
  double isosurfaceOpacity = 1;            ///< 0 to 1
  std::optional<Colour> isosurfaceColour;  ///< sRGB; empty: of its rings, or of vorticityMap at its level
};

/// True if a picture in this look shows the vorticity itself.
inline bool showsVorticity(const LookSettings& look) {
  return look.vorticity > 0 || look.slice != SliceAxis::none || look.isosurface > 0;
}

/// ... and that on a slice alone.
inline bool showsSliceAlone(const LookSettings& look) {
  return look.slice != SliceAxis::none && look.vorticity == 0 && look.isosurface == 0;
}

/// True if the vorticity's volume has the colours of the rings.
inline bool showsVorticityOfRings(const LookSettings& look) {
  return look.vorticity > 0 && look.vorticityMap == kDyeMap;
}

/// Overlays and colour ranges: a look may leave them unchanged.
struct OverlaySettings {
  double speedRange = 0;  ///< [L/T] at the upper end of the colour map; 0: of the order of Gamma/(2 R), from the scene
  double vorticityRange = 0;  ///< [1/T] at the upper end of the colour map; 0: for tracers the peak of the scene's
                              ///< strongest core, for the vorticity itself its largest value in the picture
  double ageRange = 0;        ///< [T] at the upper end of the colour map; 0: the age of the oldest tracer
  double streaks = 0;         ///< [T] stretch of its recent path that each tracer draws behind it; 0: none
  bool drawElements = false;  ///< vortex elements as well as tracers
  bool arrows = false;        ///< vortex elements as arrows along their strength
  double arrowSize = 1;       ///< factor on their lengths
  bool cells = false;         ///< boxes of the tree, coloured by level
  bool grid = false;          ///< a ground grid
  bool axes = false;          ///< x, y, z at the origin
  bool streamLines = false;   ///< of a plane flow
  bool scaleBar = false;      ///< a bar of a round length
  bool legend = false;        ///< the colour map with numbers and unit, in the picture
};

/// Settings of the camera.
struct FollowSettings {
  bool follow = true;    ///< the camera moves with the centroid of the elements
  bool framing = false;  ///< the camera keeps strong vorticity in the picture
};

/// How particles are drawn. Everything here applies at once, without a reset.
struct ViewSettings : LookSettings, OverlaySettings, FollowSettings {
  friend bool operator==(const ViewSettings& a, const ViewSettings& b);
  friend bool operator!=(const ViewSettings& a, const ViewSettings& b) { return !(a == b); }
};

}  // namespace app
