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

/// Which variant of splat.comp draws a particle's spot, and how large the spot is.
struct SplatKernel {
  bool bilinear = false;  ///< four pixels
  int reach = 0;          ///< else (2 reach + 1)^2 pixels; 0 = the one that holds the particle
  float radius = 1;       ///< of a round spot, pixels

  /// Density at the middle of one particle's spot.
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

/// Fixed-point weight of a particle at the camera's target, such that `count` of them on one pixel stay below 2^32 even
/// if all are so near that they count for the most that splat.comp allows.
inline double splatUnit(std::size_t count) {
  constexpr double kNearestGain = 4;  // as in splat.comp
  constexpr double kFinest = 16384;
  const double all = 4294967295.0 / kNearestGain / static_cast<double>(std::max<std::size_t>(count, 1));
  return std::max(1.0, std::floor(std::min(kFinest, all)));
}

/// Counts that make one tracer of `count` in a picture that is exposed in `shots` with splatUnit(count * shots).
inline double exposedUnit(std::size_t count, int shots) {
  return splatUnit(count * static_cast<std::size_t>(shots)) * shots;
}

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
