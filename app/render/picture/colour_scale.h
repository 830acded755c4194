#pragma once

#include <cstddef>
#include <cstdint>

#include "camera/camera.h"
#include "fmm/types.h"
#include "gl/gl_objects.h"
#include "particles/picture_contents.h"
#include "scene/view_settings.h"

namespace app {

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
