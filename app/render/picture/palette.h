#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gl/gl_objects.h"
#include "scene/line_label.h"
#include "scene/view_settings.h"

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

}  // namespace app
