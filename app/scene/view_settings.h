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

/// A colour in sRGB or linear light, as the context says; each part from 0 to 1.
using Colour = std::array<float, 3>;

/// A size of films that has a name, as on televisions, cameras and pages.
struct NamedSize {
  const char* name;
  PictureSize size;
};

/// Lying pictures, then those for telephones.
inline constexpr std::array<NamedSize, 6> kNamedSizes = {{{"720p", {1280, 720}},
                                                          {"1080p", {1920, 1080}},
                                                          {"1440p", {2560, 1440}},
                                                          {"4K", {3840, 2160}},
                                                          {"square", {1080, 1080}},
                                                          {"upright", {1080, 1920}}}};

using fmm::toString;

/// What of the tracers is drawn: each one as a point of light; the fluid that they mark, as a lit, ray-traced density;
/// the points within that density, dimmed by what lies in front of them.
enum class ViewMode { points, density, both };
constexpr fmm::Names<ViewMode, 3> namesOf(ViewMode) {
  return {{{ViewMode::points, "points"}, {ViewMode::density, "density"}, {ViewMode::both, "both"}}};
}

/// What is behind: near black, white paper, a studio's gradient from light to dark.
enum class Background { dark, light, gradient };
constexpr fmm::Names<Background, 3> namesOf(Background) {
  return {{{Background::dark, "dark"}, {Background::light, "light"}, {Background::gradient, "gradient"}}};
}

/// What the colour of a tracer says; colour_quantity.h describes each.
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

/// The axis across which a slice through the vorticity lies.
enum class SliceAxis { none, x, y, z };
constexpr fmm::Names<SliceAxis, 4> namesOf(SliceAxis) {
  return {{{SliceAxis::none, "none"}, {SliceAxis::x, "x"}, {SliceAxis::y, "y"}, {SliceAxis::z, "z"}}};
}

/// What the colours of the slice say: |omega|, or omega's component along the slice's axis.
enum class SliceQuantity { magnitude, normal };
constexpr fmm::Names<SliceQuantity, 2> namesOf(SliceQuantity) {
  return {{{SliceQuantity::magnitude, "magnitude"}, {SliceQuantity::normal, "normal"}}};
}

/// The value after this one, the first one after the last.
template <class Enum>
Enum nextOf(Enum value) {
  return static_cast<Enum>((static_cast<std::size_t>(value) + 1) % namesOf(Enum{}).size());
}

/// The colour map that is made of ViewSettings::dyes instead of a file.
constexpr std::string_view kDyeMap = "dye";

// Plain data; view_settings_table.h describes each member.

/// How particles are drawn: what every look says.
struct LookSettings {
  ViewMode mode = ViewMode::points;
  Background background = Background::dark;
  std::optional<Colour> backgroundColour;  ///< sRGB, in the place of what the background has; empty: that

  double pointSize = 1.5;          ///< diameter of a tracer's splat at 720 rows, pixels; scales with the height
  double brightness = 1;           ///< factor on the light of every tracer
  std::optional<double> exposure;  ///< fixed: factor on the light that reaches the film; empty: follows the picture
  double bloom = 0.25;             ///< part of the light that spreads around bright places, 0 to 1

  ColourBy colourBy = ColourBy::speed;
  std::string colourMap = "inferno";  ///< a file of assets/colormaps without ".csv", or "dye"
  /// Of "dye", sRGB: rings take them in turn where colours tell the rings, else they are the ends of the map.
  std::array<Colour, 2> dyes = {{{0.95F, 0.45F, 0.15F}, {0.20F, 0.60F, 0.95F}}};

  double opacity = 1;                          ///< factor on the extinction of the density
  double scattering = 0.4;                     ///< asymmetry g of the phase function, -0.9 (back) to 0.9 (forward)
  double ambient = 0.15;                       ///< part of the light that comes from everywhere, 0 to 1
  fmm::Vec3 light = {0.45, 0.85, 0.1};         ///< direction to the light, any length but 0
  double secondLamp = 0;                       ///< light of a second lamp, as part of the first one's, 0 to 4
  fmm::Vec3 secondLight = {-0.6, 0.3, -0.75};  ///< direction to it, any length but 0
  std::array<Colour, 2> lampColours = {{{1, 1, 1}, {1, 1, 1}}};  ///< of the two lamps, sRGB
  double shadow = 0;                                             ///< of the smoke on the floor, 0 to 1
  double grain = 0.35;  ///< how much single tracers stand out of the smoke, 0 to 1

  double vorticity = 0;                  ///< opacity of the vorticity as a volume of its own; 0: none
  std::string vorticityMap = "inferno";  ///< its colours, and a slice's, as colourMap; "dye": the volume has its rings'
  SliceAxis slice = SliceAxis::none;     ///< a plane through the vorticity
  double sliceAt = 0;                    ///< where it cuts its axis [L]
  SliceQuantity sliceOf = SliceQuantity::magnitude;
  double sliceOpacity = 0.9;  ///< 0 to 1
  /// Of the component along the axis, sRGB: of the negative end and of the positive one.
  std::array<Colour, 2> sliceColours = {{{0.16F, 0.50F, 0.94F}, {0.93F, 0.36F, 0.20F}}};
  double isosurface = 0;                   ///< level of |omega|, as part of its maximum, 0 to 1; 0: none
  double isosurfaceOpacity = 1;            ///< 0 to 1
  std::optional<Colour> isosurfaceColour;  ///< sRGB; empty: what vorticityMap has for its level
};

/// Does a picture in this look show the vorticity itself?
inline bool showsVorticity(const LookSettings& look) {
  return look.vorticity > 0 || look.slice != SliceAxis::none || look.isosurface > 0;
}

/// Has its volume the colours of the rings that the vorticity is from?
inline bool showsVorticityOfRings(const LookSettings& look) {
  return look.vorticity > 0 && look.vorticityMap == kDyeMap;
}

/// What is shown and over which ranges: a look may leave it as it is.
struct OverlaySettings {
  double speedRange = 0;      ///< [L/T] at the upper end of the colour map; 0 = Gamma/(2 R) scale taken from the scene
  double vorticityRange = 0;  ///< [1/T] at the upper end of the colour map; 0 = of tracers the peak of the scene's
                              ///< strongest core, of the vorticity itself its largest in the picture
  double ageRange = 0;        ///< [T] at the upper end of the colour map; 0 = from the youngest tracer to the oldest
  bool drawElements = false;  ///< vortex elements as well as tracers
  bool arrows = false;        ///< vortex elements as arrows along their strength
  double arrowSize = 1;       ///< factor on their lengths
  bool cells = false;         ///< boxes of the tree, coloured by level
  bool grid = false;          ///< a ground grid
  bool axes = false;          ///< x, y, z at the origin
  bool legend = false;        ///< the colour map with its numbers and unit, in the picture
};

/// What is the camera's.
struct FollowSettings {
  bool follow = true;    ///< the camera moves along with the centroid of the elements
  bool framing = false;  ///< and so that where the vorticity is strong fills the picture
};

/// How particles are drawn. Everything here applies at once, without a reset.
struct ViewSettings : LookSettings, OverlaySettings, FollowSettings {
  friend bool operator==(const ViewSettings& a, const ViewSettings& b);
  friend bool operator!=(const ViewSettings& a, const ViewSettings& b) { return !(a == b); }
};

}  // namespace app
