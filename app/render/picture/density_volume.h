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

/// Input of a density volume.
struct VolumeContents {
  const ParticleStream& tracers;
  const ColourScale& colours;
  const ViewSettings& view;  ///< its opacity and lamps are used
  const CameraRays& rays;
  double distance;               ///< of the camera from its target [L]
  const RenderQuality& quality;  ///< sets the number of cells
  bool fromEye;                  ///< true if bindEye() will be used
  std::size_t others = 0;        ///< number of tracers of other ranks
  PictureSum* sum = nullptr;     ///< sums the counts of all ranks; null: single rank
};

/// The fluid marked by the tracers as a density in a box around nearly all of them, with the light of two lamps that
/// reaches each cell (Hu 2013, 3.3.2). Tracers are counted into cubic cells with integer atomics; the smoothed counts
/// attenuate parallel rays from the lamps and rays from the eye (Beer and Lambert). The GPU chooses box, cells and
/// rays; the host reads back only the brick count for sums over ranks. The extinction is scaled so that typical parts
/// of the scene are about opaque, for any number of tracers and size of the scene.
class DensityVolume {
 public:
  /// Throws GlError, FileError (shaders).
  DensityVolume();

  /// Builds the volume of these tracers and those of other ranks; all ranks get it. Throws GlError.
  void build(const VolumeContents& contents);

  /// Binds the input of march.comp: box and rays, bricks, and the density with colour and light as texture unit 0.
  void bind() const;
  /// Binds only box and rays.
  void bindFrame() const { frame_.bindUniform(0); }
  /// Binds the transmittance along the rays of the first lamp, or of the eye.
  void bindLight(GLuint unit) const { light_.bind(unit); }
  void bindEye(GLuint unit) const { eye_.bind(unit); }

  /// True if the volume has tints instead of palette positions. Then bind() binds the tints too, as texture unit 13.
  bool tinted() const { return tinted_; }

  /// Largest number of cells, as of the last build().
  std::size_t cells() const { return budget_; }

  /// Number of tracers in the volume and their mean position on the colour map, as of the last build(); for tests.
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
  Buffer more_;       ///< the same for green and blue of tints; made at first use, like tints_
  Buffer bricks_;     ///< uint: number of ranks that fill the brick
  Buffer touched_;    ///< uint per brick: which of 3 x 3 x 3 bricks its tracers fill; later counts of listed bricks
  Buffer lists_[2];   ///< BrickList of brick_list.glsl, of this volume and the last, alternating
  Buffer columns_;    ///< [3][columnSide][columnSide] uint
  Buffer packed_[2];  ///< counts of filled bricks and their tints, to sum over ranks
  Buffer listed_;     ///< number of listed bricks, read by the host
  VolumeTexture density_, lit_, light_, second_, eye_, tints_;
  std::size_t budget_ = 0;  ///< cells
  double unit_ = 1;         ///< fixed-point weight of a tracer in counts_
  int turn_ = 0;            ///< index of the current list in lists_
  bool tinted_ = false;
};

}  // namespace app
