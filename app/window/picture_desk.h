#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "camera/camera.h"
#include "gl/draw_timer.h"
#include "particles/particle_stream.h"
#include "particles/picture_contents.h"
#include "particles/tag_buffer.h"
#include "render/quality_control.h"
#include "render/scene_renderer.h"
#include "scene/scene.h"
#include "simulation/simulation.h"

namespace app {

/// Where the picture lies in the window [pixels]: all of it, or what the panel leaves free.
struct PictureArea {
  int x = 0;
  int width = 0;
  int height = 0;
  int bottom = 0;  ///< rows below it

  double aspect() const { return height > 0 ? static_cast<double>(width) / height : 1; }
};

/// The picture in the window: the particles of the newest state in OpenGL's memory, the scales of their colours, and a
/// renderer that draws them again only where something has changed, as finely as the time allows.
class PictureDesk {
 public:
  /// A display of this many seconds between two pictures [s]. Needs the window's OpenGL context.
  explicit PictureDesk(double refreshInterval);

  /// Takes over the tracers of a state that was just published. True if they come by another way than before, which
  /// note() then tells.
  bool take(const SimulationState& state);
  /// Why particles do not come straight from the solver's memory; empty if they do.
  std::string note() const { return tracers_->note(); }
  /// The state is the first one of `built`, which sets the scales of the colours.
  void begin(const Scene& built);
  /// The colours of rings that have joined shall not all be those of one end of the map.
  void widenScales(const SimulationState& state, const Scene& built);
  double speedScale() const { return speedScale_; }
  double vorticityScale() const { return vorticityScale_; }

  /// What a picture of this state shows; elements and strengths are taken over first where the view looks at them.
  PictureContents contents(const SimulationState& state, const Scene& built, const ViewSettings& view);

  /// Draws for this area unless the last picture shows the same. What stands still is drawn once more at full quality.
  /// Throws what SceneRenderer::draw() does.
  void draw(const SimulationState& state, const Scene& built, const Camera& camera, const ViewSettings& view,
            const PictureArea& area);
  /// Puts the picture into framebuffer 0.
  void present(const PictureArea& area) const;
  /// The same at full quality and of this size, as pixels.
  Image picture(const SimulationState& state, const Scene& built, const Camera& camera, const ViewSettings& view,
                std::pair<int, int> size);

 private:
  using Clock = std::chrono::steady_clock;

  /// What the picture was last drawn from, besides the particles.
  struct Drawn {
    std::uint64_t updates = 0;
    CameraPose camera;
    ViewSettings view;
    std::pair<int, int> size;

    bool operator==(const Drawn& other) const {
      return updates == other.updates && camera == other.camera && view == other.view && size == other.size;
    }
  };

  void render(const PictureContents& contents, const Camera& camera, const ViewSettings& view, std::pair<int, int> size,
              const RenderQuality& wanted);

  SceneRenderer renderer_;
  std::unique_ptr<ParticleStream> tracers_, elements_, strengths_;
  TagBuffer tags_;  // of the tracers
  QualityControl quality_;
  DrawTimer timer_;
  double speedScale_ = 1, vorticityScale_ = 1;
  std::size_t ringsScaled_ = 0;       // of state.launched, as those scales know them
  std::uint64_t updates_ = 0;         // states taken
  std::uint64_t elementsTaken_ = 0;   // the value of updates_ at which the elements were taken over
  std::uint64_t strengthsTaken_ = 0;  // ... and their strengths
  std::optional<Drawn> drawn_;
  Clock::time_point lastDrawn_ = Clock::now();
  bool reduced_ = false;  // was that less than full quality?
};

}  // namespace app
