#pragma once

#include <cstddef>

#include "camera/camera.h"
#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/colour_scale.h"
#include "render/picture/render_quality.h"
#include "render/picture/shot_mean.h"
#include "render/picture/volume_frame.h"
#include "scene/view_settings.h"
#include "state/particle_stream.h"

namespace app {

/// What a density volume is made of.
struct VolumeContents {
  const ParticleStream& tracers;
  const ColourScale& colours;
  const ViewSettings& view;  ///< opacity and light count
  const CameraRays& rays;
  double distance;               ///< of the camera from its target [L]
  const RenderQuality& quality;  ///< how many cells
  bool fromEye;                  ///< is bindEye() wanted?
  std::size_t others = 0;        ///< tracers of other ranks ...
  PictureSum* sum = nullptr;     ///< ... that are counted along with these; null: there are none
};

/// The fluid that the tracers mark, as a density in a box around nearly all of them, and the light of two lamps that
/// reaches each part of it (Hu 2013, 3.3.2). Tracers are counted into cubic cells with integer atomics, the counts
/// smoothed, and followed along parallel rays from the lamps and along rays from the eye: Beer and Lambert. Box, cells
/// and rays are chosen on the GPU; nothing is read back. The extinction is such that typical parts of the scene are
/// about opaque, be the tracers few or many and the scene small or large.
class DensityVolume {
 public:
  /// Throws GlError, FileError (shaders).
  DensityVolume();

  /// Makes the volume of these tracers, and of those of other ranks, which has it then, too. Throws GlError.
  void build(const VolumeContents& contents);

  /// Binds what march.comp reads: box and rays, bricks, and as texture unit 0 the density with colour and light.
  void bind() const;
  /// Binds box and rays alone.
  void bindFrame() const { frame_.bindUniform(0); }
  /// Binds the part of the first lamp's light, or of the view from the eye, that is left at each place along those
  /// rays.
  void bindLight(GLuint unit) const { light_.bind(unit); }
  void bindEye(GLuint unit) const { eye_.bind(unit); }

  /// Has it tints in the place of colours' places on the palette? Then bind() binds them, too, as texture unit 13.
  bool tinted() const { return tinted_; }

  /// Cells that it may have, as of the last build().
  std::size_t cells() const { return budget_; }

  /// Tracers in the volume and their mean place on the colour map, as of the last build(); for tests.
  struct Sums {
    double tracers = 0;
    double colour = 0;
  };
  Sums readSums() const;

 private:
  void clearLast();
  void prepare(std::size_t tracers, const RenderQuality& quality);
  void tint(bool wanted);
  void place(const VolumeContents& contents);
  void count(const VolumeContents& contents);
  void listBricks(PictureSum* sum);
  void sumCounts(PictureSum& sum);
  std::size_t brickCount() const;
  void fill(double opacity);
  void follow(bool fromSecond, bool fromEye);

  Program place_, extinction_, fill_;
  ProgramVariants smooth_, clear_, count_, list_, transmittance_, lighting_, pack_;
  ZeroFill zero_;
  ParticleBounds bounds_;
  Buffer frame_;      ///< VolumeFrame of volume_frame.glsl
  Buffer counts_;     ///< [cells][2] uint
  Buffer more_;       ///< the same of green and blue of tints; made when it is first needed, like tints_
  Buffer bricks_;     ///< uint: is it filled, on how many ranks?
  Buffer touched_;    ///< uint a brick: which of 3 x 3 x 3 around it do tracers in it fill? Then how many are listed
  Buffer lists_[2];   ///< BrickList of brick_list.glsl: of the last volume and of the one before, in turn
  Buffer columns_;    ///< [3][columnSide][columnSide] uint
  Buffer packed_[2];  ///< counts of filled bricks, and their tints, for other ranks
  Buffer listed_;     ///< number of listed bricks, for the host
  VolumeTexture density_, lit_, light_, second_, eye_, tints_;
  std::size_t budget_ = 0;  ///< cells
  double unit_ = 1;         ///< weight of a tracer in counts_
  int turn_ = 0;            ///< of lists_
  bool tinted_ = false;
};

}  // namespace app
