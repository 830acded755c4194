#pragma once

#include <memory>
#include <vector>

#include "app/support/picture_support.h"
#include "files/image.h"
#include "render/scene_renderer.h"
#include "state/thinned_tracers.h"

namespace test {

/// Two rings of tracers one behind the other with everything that can be drawn about them, always the same. Needs an
/// OpenGL context for as long as it lives.
class ModelPicture {
 public:
  /// `share` of the second ring's tracers are there, from 0 to 1: light and opacity go by their number, so that a loss
  /// on both sides alike would not show.
  explicit ModelPicture(double share = 1);

  /// At the quality of a processor, which is the same on every machine.
  app::Image draw(const app::ViewSettings& view, int width = 320, int height = 180);

 private:
  std::unique_ptr<app::ParticleStream> tracers_, elements_, strengths_;
  app::TagBuffer tags_;
  app::TreePicture tree_;
  app::Floor floor_;
};

}  // namespace test
