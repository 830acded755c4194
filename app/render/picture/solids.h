#pragma once

#include <map>
#include <memory>
#include <vector>

#include "camera/camera.h"
#include "gl/gl_objects.h"
#include "scene/view_settings.h"
#include "state/flow_state.h"

namespace app {

class VorticityPicture;

/// Bodies in space as lit solids, a part of a picture's ground: what is before them shines over them, rays of volumes
/// end on them, and tracers behind them are left out.
class Solids {
 public:
  /// Draws the bodies for a picture of this size. `vorticity`: colours them where fluid turns; may be null. Throws
  /// GlError, FileError (shaders).
  void draw(const std::vector<Solid>& bodies, const Camera& camera, const ViewSettings& view,
            const VorticityPicture* vorticity, int width, int height);
  /// Binds what solids_view.glsl needs.
  void bindDepths() const { depths_.bind(17); }
  /// Binds what ground.glsl needs with SOLIDS.
  void bindColours() const { colours_.bind(18); }

 private:
  /// Corners of a surface with their normals, in the order of its triangles.
  struct Shape {
    std::weak_ptr<const fmm::BodySurface> of;
    Buffer corners;
    int count = 0;
  };

  void resize(int width, int height);
  const Shape& shapeOf(const std::shared_ptr<const fmm::BodySurface>& surface);
  void drawAll(const Program& program, const std::vector<Solid>& bodies, const Camera& camera);

  std::map<const fmm::BodySurface*, Shape> shapes_;
  std::map<Program::Defines, Program> programs_;
  VertexArray vertexArray_;
  int width_ = 0, height_ = 0;
  Texture colours_, depths_;                               ///< RGBA16F, premultiplied linear light; R32F
  GlHandle<FramebufferTraits> smooth_, plain_, resolved_;  ///< several samples a pixel; depths_; colours_
  GlHandle<RenderbufferTraits> smoothColour_, smoothDepth_, plainDepth_;
};

}  // namespace app
