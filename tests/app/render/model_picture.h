#pragma once

#include <memory>
#include <vector>

#include "app/support/picture_support.h"
#include "files/image.h"
#include "render/scene_renderer.h"
#include "state/thinned_tracers.h"

namespace test {

/// A fixed model: two rings of tracers one behind the other, with all overlays. Needs an OpenGL context during its
/// lifetime.
class ModelPicture {
 public:
  /// `share`, 0 to 1: part of the second ring's tracers that exists. Light and opacity are scaled by the number of
  /// tracers, so that an equal loss of both rings would not show.
  explicit ModelPicture(double share = 1);

  /// Draws at the quality of processors, which is the same on every machine.
  app::Image draw(const app::ViewSettings& view, int width = 320, int height = 180);

 private:
  std::unique_ptr<app::ParticleStream> tracers_, elements_, strengths_;
  app::TagBuffer tags_;
  app::FlowState flow_;
};

}  // namespace test
