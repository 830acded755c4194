#pragma once

#include <optional>
#include <vector>

#include "gl/gl_objects.h"
#include "particles/picture_contents.h"
#include "scene/view_settings.h"

namespace app {

/// Vorticity at the end of the colours of its volume, its slice and its surface [1/T], above 0: what the view fixes, or
/// the scene's estimate.
double vorticityTop(const PictureContents& contents, const ViewSettings& view);

/// How a view draws the vorticity, as shaders read it.
class VorticityLook {
 public:
  /// Throws GlError.
  VorticityLook();

  /// Makes it what this view wants where the colours end at `top`. Throws FileError (colour map).
  void update(const ViewSettings& view, double top);
  /// Binds what vorticity_field.glsl reads of it.
  void bind() const;

  /// Colours of sizes and of components along the slice's axis; linear light.
  const std::vector<Colour>& sizes() const { return sizes_; }
  const std::vector<Colour>& components() const { return components_; }

 private:
  void updateColours(const ViewSettings& view);

  Buffer block_;     ///< VorticityLook of vorticity_field.glsl
  Texture colours_;  ///< 256 x 2
  std::vector<Colour> sizes_, components_;
  std::optional<ViewSettings> view_;  ///< that the colours were made for
};

}  // namespace app
