#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "camera/camera_path.h"
#include "files/image.h"
#include "film/film_renderer.h"
#include "fmm/vortex_system.h"
#include "gl/headless_context.h"
#include "particles/particle_store.h"
#include "particles/particle_stream.h"
#include "scene/floor.h"
#include "scene/scene.h"
#include "simulation/element_sample.h"

namespace app {

/// How the frames of a film look.
struct FrameSettings {
  int width = 1280;  ///< pixels
  int height = 720;
  double framesPerSecond = 30;  ///< turns frame numbers into the camera path's time
  ViewSettings view;
  double speedRange = 1;                ///< [L/T], upper end of the colour map
  CameraPath camera;                    ///< a single key for a camera at rest
  fmm::Vec3 startCentroid = {};         ///< of the elements at frame 0: where view.follow measures from [L]
  double tracerTube = 0;                ///< how far tracers start from the elements [L]
  std::vector<double> ringBirths = {};  ///< as ringBirths() gives them
  bool cuda = false;                    ///< the system will run on the GPU: draw on the same one
  int supersampling = 1;                ///< each pixel is the mean of this many squared
  Floor floor = {};                     ///< of the scene
  double vorticityRange = 1;            ///< [1/T], as speedRange
};

/// Makes the pictures of a vortex system without a window, on the thread that constructs it.
class FrameMaker {
 public:
  /// Throws GlError (no OpenGL), FileError (shaders).
  explicit FrameMaker(const FrameSettings& settings);

  /// Takes the particles over from the system, which is free again afterwards. Throws GlError, fmm::EnvironmentError.
  void load(fmm::VortexSystem& system);
  /// The elements' centroid has moved by `shift` without the flow's doing: the camera does not follow that. Not while
  /// load() runs.
  void moveStart(fmm::Vec3 shift) { settings_.startCentroid = settings_.startCentroid + shift; }
  /// Draws what was loaded as frame `number` of the film. At most kMostPending - 1 pictures wait to be taken.
  /// Throws GlError, FileError.
  void draw(std::int64_t number);
  static constexpr std::size_t kMostPending = FilmRenderer::kMostPending;
  /// Pictures drawn, but not yet taken.
  std::size_t pending() const { return renderer_.pending(); }
  /// The oldest of them; waits until OpenGL has it. Throws GlError.
  Image take() { return renderer_.take(); }

  const std::string& rendererName() const { return rendererName_; }
  /// Why the particles take the way through host memory though the GPU computes them; empty if they do not.
  std::string note() const { return tracers_->note(); }

 private:
  void loadElements(fmm::VortexSystem& system, bool device);
  void loadTags(const fmm::VortexSystem& system);
  void loadInside(fmm::VortexSystem& system, bool device);

  FrameSettings settings_;
  HeadlessContext context_;
  std::string rendererName_;
  FilmRenderer renderer_;
  std::unique_ptr<ParticleStream> tracers_, elements_, strengths_;
  TreeLook tree_;
  std::unique_ptr<ParticleStore> elementStore_;
  TagBuffer tags_;
  fmm::Vec3 shift_;
  fmm::Vec3 centre_;   ///< of the elements [L]
  double extent_ = 0;  ///< of the ball that holds the flow [L]; 0 where nobody asks for it
  double time_ = 0;    ///< of the flow that was loaded [T]
};

}  // namespace app
