#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "camera/camera_rays.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "gl/gl_objects.h"
#include "render/picture/volume_frame.h"
#include "scene/saved/quantity_grid.h"
#include "scene/view_settings.h"
#include "state/particle_stream.h"

namespace app {

/// The colours of the rings that the vorticity comes from.
struct VorticityTints {
  const Texture& palette;  ///< see Palette
  std::uint32_t rings;     ///< number of rings
  std::uint32_t places;    ///< number of rings on the palette
};

/// The Gaussian that approximates a core function.
struct VorticityBell {
  double width;  ///< its width over the core radius
  int order;     ///< 2, 4, 6 or 8: moments below this order are those of a point
  double reach;  ///< cut-off distance over its own width
};

/// The end of the colours [1/T] that a view sets; 0: that of the picture, as of all quantities but the vorticity.
inline double fixedTop(const ViewSettings& view) {
  return view.vortexBy == VortexQuantity::vorticity ? view.vorticityRange : 0;
}

/// Input of a volume of vorticity.
struct VorticityContents {
  const ParticleStream& elements;   ///< with rings in place of speeds if there are tints
  const ParticleStream& strengths;  ///< of the elements: alpha and core radius
  const ViewSettings& view;         ///< its vorticity settings and first lamp are used
  const CameraRays& rays;
  fmm::Regularisation core;                  ///< core function of the elements
  std::size_t cells;                         ///< largest number of cells
  bool fromEye;                              ///< true if bindView() will be used
  bool plane = false;                        ///< straight vortices along z
  double spacing = 0;                        ///< of the lattice that the elements lie on [L]; 0: none
  const QuantityGrid* given = nullptr;       ///< shown in place of the vorticity; not empty
  bool atBodies = false;                     ///< bind() gives the vorticity whatever the view has
  std::optional<VorticityTints> tints = {};  ///< empty: light in the colours of the view's map
};

/// The vorticity of a flow, omega(x) = sum alpha_i zeta((x - x_i) / sigma_i) / sigma_i^3 [1/T], on a grid of cubic
/// cells in a box around nearly all elements with their cores. Along each axis a core is a Gaussian of its radius,
/// times the polynomial that gives it the order of the solver's core function; algebraic and cut-off cores are
/// Gaussians of matching width. Strengths are spread to cells in fixed point, so that the sums do not depend on the
/// order, and blurred along each axis with weights that add up to 1: the integral of the vorticity is the sum of the
/// strengths. If core radii differ, three radii are used, and elements are split between them so that their second
/// moment is kept. Cells are half as wide as the smallest core, or as small as the budget allows. Everything is chosen
/// on the GPU; build() reads nothing back. Straight vortices along z, alpha = (0, 0, Gamma), have omega_z(x, y) = sum
/// Gamma_i zeta_2 / sigma_i^2 in the few layers of a flat box. A given grid of another quantity takes the place of all
/// this; volume and surface then show where it tells a vortex, slices its number.
class VorticityVolume {
 public:
  /// Throws GlError, FileError (shaders).
  VorticityVolume();

  /// Throws GlError.
  void build(const VorticityContents& contents);

  /// Binds the input of vorticity_field.glsl except its look: box, census, and, if the view has a slice or a surface or
  /// the contents ask for it, the vorticity as texture unit 8; and the rings' colours, if there are some, as texture
  /// unit 15.
  void bind() const;
  /// Binds optical depth and light, if the view shows the volume itself.
  void bindGlow(GLuint unit) const { glow_.bind(unit); }
  /// The vorticity of the cores, by which pictures measure it [1/T]; waits for the GPU. In colours of rings a twentieth
  /// of a Gaussian core's circulation is stronger than 0.95 of it; otherwise it is the largest.
  double cores() const;
  /// Binds the largest vorticity in each brick to a binding point of GL_SHADER_STORAGE_BUFFER.
  void bindBricks(GLuint binding) const { bricks_.bindStorage(binding); }
  /// Binds the transmittance of the volume along the rays from the eye.
  void bindView(GLuint unit) const { view_.bind(unit); }

  /// The grid as of the last build(); for tests.
  struct Grid {
    std::array<int, 3> cells = {};     ///< along x, y, z
    fmm::Vec3 low;                     ///< corner [L]
    double side = 0;                   ///< of a cell [L]
    std::vector<fmm::Vec3> vorticity;  ///< at the cell centres, x fastest [1/T]
    double largest = 0;                ///< largest magnitude [1/T]
    double cores = 0;                  ///< see VorticityVolume::cores()
  };
  Grid read() const;

 private:
  /// Input and output of a blur, and the offset of its work groups in the census.
  struct BlurPass {
    const Buffer &sums, &result;
    GLintptr groups;
    bool tints, plane;
    double least = 0;  ///< smallest width of the blur of tints [L]
  };

  void prepare(const VorticityContents& contents);
  void count(const VorticityContents& contents);
  void place(const VorticityContents& contents);
  void take(const QuantityGrid& grid, bool sliceAlone);
  void deposit(const VorticityContents& contents, int radiusIndex);
  void blur(const VorticityBell& bell, int radiusIndex, const BlurPass& pass);
  void depositTints(const VorticityContents& contents);
  void measureCores();
  void measureColumns(const VorticityContents& contents);
  void store(const VorticityContents& contents);
  void storeGlow(const VorticityContents& contents);
  void storeTints(bool plane);

  Program census_, place_, bricksOf_, extinction_;
  ProgramVariants deposit_{"vorticity_deposit.comp"}, blur_{"vorticity_blur.comp"}, measure_{"vorticity_measure.comp"},
      transmittance_{"volume_transmittance.comp"}, store_{"vorticity_store.comp"};
  ZeroFill zero_;
  ParticleBounds bounds_;
  Buffer frame_;                         ///< VolumeFrame of volume_frame.glsl
  Buffer known_;                         ///< VorticityCensus of vorticity_census.glsl
  Buffer sums_;                          ///< [cells][3] int
  Buffer rows_;                          ///< [cells] vec4: blurred along x
  Buffer planes_;                        ///< [cells] vec4: then also along y
  Buffer vorticity_;                     ///< [cells] vec4
  Buffer tintSums_;                      ///< [cells][4] int; made at first use, like the next
  Buffer tints_;                         ///< [cells] vec4
  Buffer columns_;                       ///< [3][side / 2][side / 2] uint
  Buffer bricks_;                        ///< float
  Buffer shares_;                        ///< [256] uint; made at first use
  VolumeTexture texture_, glow_, view_;  ///< the first two made at first use
  VolumeTexture tintTexture_;            ///< tints_ over their weights; made at first use
  std::size_t budget_ = 0;               ///< cells
  int side_ = 0;                         ///< of the textures
};

}  // namespace app
