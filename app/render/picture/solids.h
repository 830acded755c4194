#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include <glm/mat4x4.hpp>

#include "camera/camera.h"
#include "gl/gl_objects.h"
#include "scene/view_settings.h"
#include "state/flow_state.h"
#include "state/picture_contents.h"

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
  /// Draws where the contents' bodies stand in the light of the first lamp on their floor, which must throwsShadow().
  /// Throws as draw() does.
  void drawShadow(const PictureContents& contents, const ViewSettings& view);
  /// Binds what floor_shadow.glsl needs with SOLIDS, and sets its uniforms, for the program in use.
  void bindShadow() const;
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
    double reach = 0;  ///< from its origin [L]
  };
  /// Maps places along the lamp's rays to the shadow's picture: from -1 to 1 across it and from the floor to the
  /// highest body.
  struct ShadowRays {
    glm::mat4 map{1};
    double height = 0;                ///< length of the rays [L]
    std::array<double, 2> half = {};  ///< half the sides of the picture on the floor [L]
  };

  void resize(int width, int height);
  const Shape& shapeOf(const std::shared_ptr<const fmm::BodySurface>& surface);
  const Program& program(const Program::Defines& defines);
  ShadowRays shadowRays(const PictureContents& contents, const ViewSettings& view);
  void drawAll(const Program& program, const std::vector<Solid>& bodies, const glm::mat4& viewProjection);

  std::map<const fmm::BodySurface*, Shape> shapes_;
  std::map<Program::Defines, Program> programs_;
  VertexArray vertexArray_;
  int width_ = 0, height_ = 0;
  Texture colours_, depths_;                               ///< RGBA16F, premultiplied linear light; R32F
  GlHandle<FramebufferTraits> smooth_, plain_, resolved_;  ///< several samples a pixel; depths_; colours_
  GlHandle<RenderbufferTraits> smoothColour_, smoothDepth_, plainDepth_;
  MipTexture shadow_;  ///< RG16F: part of a texel in shadow, the same * height over rays_.height; made at first use
  GlHandle<FramebufferTraits> shadows_;
  GlHandle<RenderbufferTraits> shadowDepth_;
  ShadowRays rays_;  ///< of shadow_
};

}  // namespace app
