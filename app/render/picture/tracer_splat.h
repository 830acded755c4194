#pragma once

#include "camera/camera.h"
#include "gl/program_variants.h"
#include "particles/particle_stream.h"
#include "render/picture/colour_scale.h"
#include "render/picture/density_volume.h"
#include "render/picture/render_canvas.h"
#include "render/picture/splat_kernel.h"
#include "render/picture/vorticity_picture.h"

namespace app {

/// Adds particles to the pixels of a canvas, by compute shader with integer atomics: the sums do not depend on the
/// order of the particles.
class TracerSplat {
 public:
  /// Tracers into canvas.density and canvas.coarse; of the picture's all there are `total`, with those of other ranks.
  /// `vorticity` dims those behind it; null: there is none. Throws GlError, FileError (shaders).
  void tracers(const ParticleStream& tracers, const ColourScale& colours, const Camera& camera,
               const SplatKernel& kernel, const RenderCanvas& canvas, std::size_t total,
               const VorticityPicture* vorticity);
  /// Tracers as parts of the smoke into canvas.density: each dimmed by what lies in front of it. Marks their tiles in
  /// canvas.lit.
  void smoke(const ParticleStream& tracers, const ColourScale& colours, const Camera& camera, const SplatKernel& kernel,
             const RenderCanvas& canvas, const DensityVolume& volume, std::size_t total,
             const VorticityPicture* vorticity);
  /// Vortex elements into canvas.elementDensity, of all shots together `total`.
  void elements(const ParticleStream& elements, const Camera& camera, const SplatKernel& kernel,
                const RenderCanvas& canvas, std::size_t total);

 private:
  void use(Program::Defines defines, const SplatKernel& kernel, const Camera& camera, const RenderCanvas& canvas,
           std::size_t particles);

  ProgramVariants programs_{"splat.comp"};
};

}  // namespace app
