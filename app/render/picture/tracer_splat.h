#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "camera/camera.h"
#include "gl/gl_objects.h"
#include "render/picture/colour_scale.h"
#include "render/picture/density_volume.h"
#include "render/picture/render_canvas.h"
#include "render/picture/vorticity_picture.h"
#include "state/particle_stream.h"

namespace app {

/// Variant of splat.comp for a particle's spot, and the size of the spot.
struct SplatKernel {
  bool bilinear = false;  ///< four pixels
  int reach = 0;          ///< else (2 reach + 1)^2 pixels; 0 = only the particle's pixel
  float radius = 1;       ///< of a round spot, pixels

  /// Density at the centre of a particle's spot.
  double peak() const {
    constexpr double kPi = 3.14159265358979323846;
    return bilinear || reach == 0 ? 1 : 3 / (kPi * radius * radius);
  }
};

/// The kernel for spots of this diameter (full width at half maximum) [pixels].
inline SplatKernel splatKernel(double diameter) {
  constexpr double kLargestRadius = 24;
  constexpr double kRadiusOfWidth = 0.925;  // (1 - d^2/R^2)^2 falls to a half at d = 0.541 R
  if (!(diameter > 1)) return {};
  if (diameter <= 1.4) return {true, 0, 1};
  const double radius = std::min(kLargestRadius, kRadiusOfWidth * diameter);
  return {false, static_cast<int>(std::floor(radius + 0.5)), static_cast<float>(radius)};
}

/// Fixed-point weight of a particle at the camera's target, such that the sum of `count` particles on one pixel stays
/// below 2^32 even if all are as near as counts in splat.comp (kNearestGain).
inline double splatUnit(std::size_t count) {
  constexpr double kNearestGain = 4;  // as in splat.comp
  constexpr double kFinest = 16384;
  const double all = 4294967295.0 / kNearestGain / static_cast<double>(std::max<std::size_t>(count, 1));
  return std::max(1.0, std::floor(std::min(kFinest, all)));
}

/// Total weight of one of `count` tracers over `shots` exposures, each with splatUnit(count * shots).
inline double exposedUnit(std::size_t count, int shots) {
  return splatUnit(count * static_cast<std::size_t>(shots)) * shots;
}

/// Adds particles to the pixels of a canvas by a compute shader with integer atomics: the sums do not depend on the
/// order of the particles.
class TracerSplat {
 public:
  /// Adds tracers to canvas.density and canvas.coarse. `total` is the number of tracers in the picture, with other
  /// ranks and shots. `vorticity` dims tracers behind it; null: none. Throws GlError, FileError (shaders).
  void tracers(const ParticleStream& tracers, const ColourScale& colours, const Camera& camera,
               const SplatKernel& kernel, const RenderCanvas& canvas, std::size_t total,
               const VorticityPicture* vorticity);
  /// Adds tracers as parts of the smoke to canvas.density, each dimmed by the smoke and vorticity in front. Marks their
  /// tiles in canvas.lit.
  void smoke(const ParticleStream& tracers, const ColourScale& colours, const Camera& camera, const SplatKernel& kernel,
             const RenderCanvas& canvas, const DensityVolume& volume, std::size_t total,
             const VorticityPicture* vorticity);
  /// Adds vortex elements to canvas.elementDensity; `total` is their number in all shots.
  void elements(const ParticleStream& elements, const Camera& camera, const SplatKernel& kernel,
                const RenderCanvas& canvas, std::size_t total);

 private:
  void use(Program::Defines defines, const SplatKernel& kernel, const Camera& camera, const RenderCanvas& canvas,
           std::size_t particles);

  ProgramVariants programs_{"splat.comp"};
};

}  // namespace app
