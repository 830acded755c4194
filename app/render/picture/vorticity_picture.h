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
#include "render/picture/vorticity_bloom.h"
#include "render/picture/vorticity_surface.h"
#include "render/picture/vorticity_volume.h"
#include "scene/line_list.h"
#include "scene/view_settings.h"
#include "state/picture_contents.h"

namespace app {

class Solids;

/// Parameters of a view for drawing vorticity, as shaders read them.
class VorticityLook {
 public:
  /// Throws GlError.
  VorticityLook();

  /// Updates the parameters to the view and the number of rings, some with colours of their own. A slice has a line
  /// along its rim, but not in the `plane`, where it shows the whole flow and no cut. Throws FileError
  /// (colour map).
  void update(const ViewSettings& view, std::uint32_t rings, const RingColours& own, bool plane);
  /// Binds the look in vorticity_field.glsl.
  void bind() const;

  /// Colours of magnitudes, and of components along the slice's axis; linear light.
  const std::vector<Colour>& sizes() const { return sizes_; }
  const std::vector<Colour>& components() const { return components_; }
  /// Colours of rings, see Palette.
  const Texture& rings() const { return rings_.colours(); }

 private:
  void updateColours(const ViewSettings& view);

  Buffer block_;     ///< VorticityLook of vorticity_field.glsl
  Texture colours_;  ///< 256 x 2
  Palette rings_;
  std::vector<Colour> sizes_, components_;
  std::optional<ViewSettings> view_;  ///< view of the colours
};

/// True if this view shows the vorticity and the contents have the elements for it.
bool hasVorticity(const PictureContents& contents, const ViewSettings& view);

/// A line for the place of its legend if this view asks for what is not known in this flow, and why; else empty.
LegendContent unknownQuantity(const PictureContents& contents, const ViewSettings& view);

/// Input of a picture of the vorticity. The contents must have elements and strengths.
struct VorticityInput {
  const PictureContents& contents;
  const CameraRays& rays;
  const ViewSettings& view;
  const RenderQuality& quality;
  int width, height;               ///< of the picture
  const LitTiles& lit;             ///< tiles of the picture; march() marks those it draws on
  const Solids* solids = nullptr;  ///< on which rays end
};

/// Smoke drawn in the same march.
struct MarchedDye {
  const DensityVolume& volume;
  const Texture& palette;
  VolumeMarch& march;  ///< receives the image of the smoke, dimmed by the vorticity before it
};

/// Draws the vorticity: a volume, a slice, an isosurface, in one march with the smoke. The constructor throws GlError,
/// FileError (shaders, colour map).
class VorticityPicture {
 public:
  /// Builds the volume. `seenPast`: true if bindView() will be used. Throws GlError, FileError.
  void build(const VorticityInput& input, bool seenPast);
  /// Marches through the vorticity, and through the smoke (null: none). Throws GlError, FileError.
  void march(const VorticityInput& input, const MarchedDye* dye, Shot shot);

  /// Binds the input of vorticity_view.glsl, as of the last march(), and sets its uniforms for the program in use.
  /// `volume`: include the volume, if build() was called with `seenPast`.
  void bindView(const CameraRays& rays, bool volume = true) const;
  /// Binds the input of vorticity_field.glsl.
  void bindField() const;
  /// Binds the input of vorticity_over.glsl.
  void bindLight() const {
    image_.bind(6);
    if (blooms_) bloom_.bind(16);
  }
  /// Its variant.
  Program::Defines overDefines() const;

  /// Draws the light that the vorticity of the last build() leaves on the floor of the contents, which bindFloor()
  /// binds for floor_shadow.glsl. Throws GlError, FileError (shader).
  void drawFloor(const PictureContents& contents, const ViewSettings& view);
  void bindFloor() const { floor_.bind(8); }

  /// Legend of the slice, or without a slice, of the volume and the surface.
  LegendContent legend(const ViewSettings& view) const;

 private:
  VorticityVolume volume_;
  VorticityLook look_;
  ProgramVariants programs_{"vorticity_march.comp"};
  ShotMean shots_;
  Texture image_;              ///< RGBA16F: linear light, transmittance
  PictureSize size_ = {0, 0};  ///< of image_
  VorticitySurface surface_;
  Program floorProgram_;  ///< made at first use, like the next
  Texture floor_;         ///< R16F: light of the first lamp on shadowSquare()
  VorticityBloom bloom_;
  bool drawsSurface_ = false;  ///< in the last march
  bool lit_ = false;           ///< it has light of any strength, no colours of a scale
  bool blooms_ = false;        ///< in the last march
  bool throughVolume_ = false;
  bool fades_ = false;       ///< the surface has the rings' colours, and leaves to the glow where it is thin
  bool ownColours_ = false;  ///< the scene sets colours of rings
  std::uint32_t rings_ = 0;  ///< rings whose colours the volume's light has; 0: those of the view's map
  double top_ = 0;           ///< vorticity at the end of the colours [1/T], if there is a legend
};

}  // namespace app
