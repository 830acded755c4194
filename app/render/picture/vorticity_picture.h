#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/overlay/legend.h"
#include "render/picture/colour_scale.h"
#include "render/picture/density_volume.h"
#include "render/picture/lit_tiles.h"
#include "render/picture/render_quality.h"
#include "render/picture/shot_mean.h"
#include "render/picture/volume_march.h"
#include "render/picture/vorticity_volume.h"
#include "scene/line_list.h"
#include "scene/view_settings.h"
#include "state/picture_contents.h"

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

/// Does this view show the vorticity, and do the contents have the elements for it?
bool hasVorticity(const PictureContents& contents, const ViewSettings& view);

/// What a picture of the vorticity is made from. Its elements and their strengths are known.
struct VorticityInput {
  const PictureContents& contents;
  const CameraRays& rays;
  const ViewSettings& view;
  const RenderQuality& quality;
  int width, height;    ///< of the picture
  const LitTiles& lit;  ///< of the picture: march() marks what it has seen
};

/// The smoke that is drawn in the same march.
struct MarchedDye {
  const DensityVolume& volume;
  const Texture& palette;
  VolumeMarch& march;  ///< its image becomes the smoke's, with what lies before it
};

/// What is seen of the vorticity: a volume, a slice, an isosurface, in one march with the smoke. Made, it throws
/// GlError, FileError (shaders, colour map).
class VorticityPicture {
 public:
  /// Makes the volume. `seenPast`: is bindView() wanted? Throws GlError, FileError.
  void build(const VorticityInput& input, bool seenPast);
  /// Looks through it, and through the smoke (null: there is none). Throws GlError, FileError.
  void march(const VorticityInput& input, const MarchedDye* dye, Shot shot);

  /// Binds what vorticity_view.glsl reads, as of the last march(), and sets its uniforms, for the program in use;
  /// `volume`: does its volume count, too, where build() was told to?
  void bindView(const CameraRays& rays, bool volume = true) const;
  /// Binds what vorticity_over.glsl reads.
  void bindLight() const { image_.bind(6); }

  /// What the colours say: those of the slice, or without one those of the volume and the surface.
  LegendContent legend(const ViewSettings& view) const;

 private:
  void resize(int width, int height, bool surface);

  VorticityVolume volume_;
  VorticityLook look_;
  ProgramVariants programs_{"vorticity_march.comp"};
  ShotMean shots_;
  Texture image_;  ///< RGBA16F: linear light, part that passes through
  Texture hits_;   ///< RGBA32F: distances of the surface; only where there is one
  int width_ = 0, height_ = 0;
  bool throughVolume_ = false;
  double top_ = 0;  ///< vorticity at the end of the colours [1/T], where there is a legend
};

}  // namespace app
