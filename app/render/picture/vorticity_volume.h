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
#include "scene/view_settings.h"
#include "state/particle_stream.h"

namespace app {

/// The colours of the rings that the vorticity is from.
struct VorticityTints {
  const Texture& palette;  ///< of Palette
  std::uint32_t rings;     ///< there are
  std::uint32_t places;    ///< on the palette
};

/// The Gaussian that stands for a core function.
struct VorticityBell {
  double width;  ///< over the core radius
  int order;     ///< 2, 4, 6 or 8: so many moments less one are those of a point
  double reach;  ///< over its own width: beyond there is next to nothing
};

/// What a volume of vorticity is made of.
struct VorticityContents {
  const ParticleStream& elements;   ///< with their rings in the place of speeds, where there are tints
  const ParticleStream& strengths;  ///< of the elements: alpha and core radius
  const ViewSettings& view;         ///< its opacity counts
  const CameraRays& rays;
  fmm::Regularisation core;                  ///< of the elements
  std::size_t cells;                         ///< at most
  bool fromEye;                              ///< is bindView() wanted?
  bool plane = false;                        ///< straight vortices along z
  std::optional<VorticityTints> tints = {};  ///< empty: the light has the colours of the view's map
};

/// The vorticity of a flow, omega(x) = sum alpha_i zeta((x - x_i) / sigma_i) / sigma_i^3 [1/T], on a grid of cubic
/// cells in a box around nearly all elements with their cores. Along each axis a core is a Gaussian of its radius,
/// times the polynomial that gives it the order of the solver's core function; algebraic cores and cut-off ones are
/// Gaussians as wide as they are. Strengths are shared out to cells in fixed point, so that the sums do not depend on
/// the order, and blurred along each axis, with weights that add up to 1: the integral of the vorticity is the sum of
/// the strengths. Elements of many core radii are blurred with three, in parts that keep their second moment. Cells are
/// half as wide as the smallest core, or as small as the budget allows. All is chosen on the GPU; nothing is read back.
/// Straight vortices along z, alpha = (0, 0, Gamma), have omega_z(x, y) = sum Gamma_i zeta_2 / sigma_i^2 in the few
/// layers of a flat box.
class VorticityVolume {
 public:
  /// Throws GlError, FileError (shaders).
  VorticityVolume();

  /// Throws GlError.
  void build(const VorticityContents& contents);

  /// Binds what vorticity_field.glsl reads, but for its look: box, census, and the vorticity as texture unit 8, where
  /// the view has a slice or a surface.
  void bind() const;
  /// Binds optical depth and light, where the view shows the volume itself.
  void bindGlow(GLuint unit) const { glow_.bind(unit); }
  /// The largest vorticity in the volume [1/T]; waits for the GPU.
  double largest() const;
  /// Binds the largest vorticity in each brick to a binding point of GL_SHADER_STORAGE_BUFFER.
  void bindBricks(GLuint binding) const { bricks_.bindStorage(binding); }
  /// Binds what the volume leaves of the view from the eye.
  void bindView(GLuint unit) const { view_.bind(unit); }

  /// The grid as of the last build(); for tests.
  struct Grid {
    std::array<int, 3> cells = {};     ///< along x, y, z
    fmm::Vec3 low;                     ///< corner [L]
    double side = 0;                   ///< of a cell [L]
    std::vector<fmm::Vec3> vorticity;  ///< at the middles of the cells, x fastest [1/T]
    double largest = 0;                ///< of its sizes, as the pictures have it [1/T]
  };
  Grid read() const;

 private:
  /// What is blurred into what, by the work groups at this place of the census.
  struct BlurPass {
    const Buffer &sums, &result;
    GLintptr groups;
    bool tints, plane;
  };

  void prepare(std::size_t cells);
  void take(const VorticityContents& contents);
  void place(const VorticityContents& contents);
  void deposit(const VorticityContents& contents, int rank);
  void blur(const VorticityBell& bell, int rank, const BlurPass& pass);
  void depositTints(const VorticityContents& contents);
  void measureColumns(const VorticityContents& contents);
  void store(const VorticityContents& contents);
  void storeGlow(const VorticityContents& contents);

  Program census_, place_, bricksOf_, extinction_;
  ProgramVariants deposit_{"vorticity_deposit.comp"}, blur_{"vorticity_blur.comp"}, measure_{"vorticity_measure.comp"},
      transmittance_{"volume_transmittance.comp"}, store_{"vorticity_store.comp"};
  ZeroFill zero_;
  ParticleBounds bounds_;
  Buffer frame_;                         ///< VolumeFrame of volume_frame.glsl
  Buffer known_;                         ///< VorticityCensus of vorticity_census.glsl
  Buffer sums_;                          ///< [cells][3] int
  Buffer rows_;                          ///< [cells] vec4: blurred along x
  Buffer planes_;                        ///< [cells] vec4: and along y
  Buffer vorticity_;                     ///< [cells] vec4
  Buffer tintSums_;                      ///< [cells][4] int; made when they are first needed, like the next
  Buffer tints_;                         ///< [cells] vec4
  Buffer columns_;                       ///< [3][side / 2][side / 2] uint
  Buffer bricks_;                        ///< float
  VolumeTexture texture_, glow_, view_;  ///< the first two made when they are first needed
  std::size_t budget_ = 0;               ///< cells
  int side_ = 0;                         ///< of the textures
};

}  // namespace app
