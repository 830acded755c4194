#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "camera/camera.h"
#include "fmm/types.h"
#include "gl/gl_objects.h"
#include "scene/line_list.h"
#include "scene/view_settings.h"
#include "state/picture_contents.h"

namespace app {

/// The 256 colours of a view as one-row textures.
class Palette {
 public:
  Palette();

  /// Updates the colours to the view and the number of rings, some with colours of their own, if anything changed.
  /// Throws FileError (colour map), GlError.
  void update(const ViewSettings& view, std::uint32_t rings, const RingColours& own = {});

  /// Linear light.
  const std::vector<Colour>& linear() const { return linear_; }
  /// The same as RGBA32F.
  const Texture& colours() const { return colours_; }
  /// RGBA32F: base-2 logarithm of the part of the background that one unit of light, or of ink, leaves.
  const Texture& exponents() const { return exponents_; }
  /// RGBA32F: the colours in a form that can be averaged, 0 to 1 (tracer_sums.glsl): light itself, which adds up, or
  /// the logarithm of an ink's transmittance, which multiplies.
  const Texture& tints() const { return tints_; }

 private:
  std::vector<Colour> linear_;
  Texture colours_, exponents_, tints_;
  std::optional<ViewSettings> view_;  ///< of the last update()
  std::uint32_t rings_ = 1;           ///< of the last update()
  RingColours own_;
};

/// True if tracers absorb light, as ink on paper, instead of emitting it.
inline bool inks(const ViewSettings& view) {
  return view.background == Background::light;
}

/// Variant of tracer_sums.glsl for sums of tints, or of palette positions.
inline Program::Defines sumDefines(bool tints) {
  return tints ? Program::Defines{"TINTS"} : Program::Defines{};
}
/// The same for passes that turn the sums into colours of this view.
inline Program::Defines tintDefines(bool tints, const ViewSettings& view) {
  if (!tints) return {};
  return inks(view) ? Program::Defines{"TINTS", "INK_TINTS"} : Program::Defines{"TINTS"};
}

/// Colour scale of one picture: a property of the tracers, and its values at both ends of the map. Shaders use it by
/// including colour_index.glsl.
struct ColourScale {
  ColourBy by = ColourBy::speed;
  double low = 0, high = 1;         ///< at the ends of the map, in the quantity's unit
  std::uint32_t rings = 1;          ///< number of rings
  std::uint32_t places = 1;         ///< number of rings on the palette, see ringPlaces()
  RingColours own;                  ///< colours set for rings, in place of those from their numbers
  fmm::Vec3 eye;                    ///< origin of depths [L]
  double time = 0;                  ///< origin of ages [T]
  const TagBuffer* tags = nullptr;  ///< of the tracers; null if unknown or not needed
  const Texture* tints = nullptr;   ///< the palette's tints if sums are of tints; null: sums of palette positions

  /// True if there are so many rings that the mean of two palette positions could be that of a third ring.
  bool wantsTints() const { return by == ColourBy::ring && tags != nullptr && places > 2; }

  /// Variant of a shader that includes colour_index.glsl.
  Program::Defines defines() const;
  /// Sets the uniforms of the program in use, a variant with defines().
  void setUniforms() const;
  /// Binds the tags of the tracers `first` to `first + count`; `first` is a multiple of 32.
  void bindTags(std::size_t first, std::size_t count) const {
    if (tags != nullptr && count > 0) tags->bind(first, count);
  }
};

/// The scale of a picture. Ranges left open by the view come from the contents: the scene's estimates, the tracers'
/// births, the ball that holds the flow.
ColourScale colourScale(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

}  // namespace app
