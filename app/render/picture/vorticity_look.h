#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gl/gl_objects.h"
#include "render/picture/palette.h"
#include "scene/line_label.h"
#include "scene/view_settings.h"

namespace app {

/// How a view draws the vorticity, as shaders read it.
class VorticityLook {
 public:
  /// Throws GlError.
  VorticityLook();

  /// Makes it what this view wants where there are so many rings, some with colours of their own. Throws FileError
  /// (colour map).
  void update(const ViewSettings& view, std::uint32_t rings, const RingColours& own);
  /// Binds what vorticity_field.glsl reads of it.
  void bind() const;

  /// Colours of sizes and of components along the slice's axis; linear light.
  const std::vector<Colour>& sizes() const { return sizes_; }
  const std::vector<Colour>& components() const { return components_; }
  /// Of rings, as Palette has them.
  const Texture& rings() const { return rings_.colours(); }

 private:
  void updateColours(const ViewSettings& view);

  Buffer block_;     ///< VorticityLook of vorticity_field.glsl
  Texture colours_;  ///< 256 x 2
  Palette rings_;
  std::vector<Colour> sizes_, components_;
  std::optional<ViewSettings> view_;  ///< that the colours were made for
};

}  // namespace app
