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

/// The 256 colours of a view as textures of one row.
class Palette {
 public:
  Palette();

  /// Makes them what the view wants where there are so many rings, some with colours of their own, unless they are.
  /// Throws FileError (colour map), GlError.
  void update(const ViewSettings& view, std::uint32_t rings, const RingColours& own = {});

  /// Linear light.
  const std::vector<Colour>& linear() const { return linear_; }
  /// RGBA32F: the same.
  const Texture& colours() const { return colours_; }
  /// RGBA32F: 2 to the power of this is what one unit of light, or of ink where the view inks, leaves of the ground.
  const Texture& exponents() const { return exponents_; }
  /// RGBA32F: the colours as they are to be averaged, parts from 0 to 1: light as it is, which adds up, of inks the
  /// logarithm of what they let through, which multiplies (tracer_sums.glsl).
  const Texture& tints() const { return tints_; }

 private:
  std::vector<Colour> linear_;
  Texture colours_, exponents_, tints_;
  std::optional<ViewSettings> view_;  ///< that they were made for
  std::uint32_t rings_ = 1;           ///< likewise
  RingColours own_;
};

/// Do tracers take light away, as ink on paper, instead of giving it?
inline bool inks(const ViewSettings& view) {
  return view.background == Background::light;
}

/// Variant of tracer_sums.glsl for sums of tints, or for those of places on the palette.
inline Program::Defines sumDefines(bool tints) {
  return tints ? Program::Defines{"TINTS"} : Program::Defines{};
}
/// The same where the sums become colours of this view.
inline Program::Defines tintDefines(bool tints, const ViewSettings& view) {
  if (!tints) return {};
  return inks(view) ? Program::Defines{"TINTS", "INK_TINTS"} : Program::Defines{"TINTS"};
}

/// What the colours of one picture say: which property of a tracer, and its values at the two ends of the map. Shaders
/// take it by including colour_index.glsl.
struct ColourScale {
  ColourBy by = ColourBy::speed;
  double low = 0, high = 1;         ///< at the ends of the map, in the quantity's unit
  std::uint32_t rings = 1;          ///< there are
  std::uint32_t places = 1;         ///< of rings on the palette, as ringPlaces() has it
  RingColours own;                  ///< colours of rings, in place of those that follow from their numbers
  fmm::Vec3 eye;                    ///< depths count from here [L]
  double time = 0;                  ///< ages count from here [T]
  const TagBuffer* tags = nullptr;  ///< of the tracers; null where none are known or needed
  const Texture* tints = nullptr;   ///< of the palette where sums are taken of them; null: of places on the palette

  /// Do tracers tell so many rings apart that a mean of two places on the palette is the place of a third?
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

/// The scale of a picture. Ranges that the view leaves open come from the contents: the scene's estimates, the
/// tracers' births, the ball that holds the flow.
ColourScale colourScale(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

}  // namespace app
