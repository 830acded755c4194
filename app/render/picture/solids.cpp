#include "render/picture/solids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <glm/gtc/type_ptr.hpp>

#include "camera/camera_rays.h"
#include "render/picture/smoke_picture.h"
#include "render/picture/vorticity_picture.h"

namespace app {
namespace {

constexpr int kSamples = 4;                                                            // of a pixel
constexpr Colour kClay = {0.36F, 0.38F, 0.42F}, kClayOnPaper = {0.50F, 0.50F, 0.50F};  // linear
constexpr float kNowhere = 1e30F;
constexpr int kShadowSide = 512, kShadowLevels = 10;
constexpr double kLamp = 0.09;                                             // as in floor_shadow.glsl
constexpr GLint kShadowAcross = 42, kShadowAlong = 43, kShadowReach = 44;  // uniform locations there

struct Corner {
  float place[3], normal[3];
};

fmm::Vec3 unit(const fmm::Vec3& x) {
  const double length = fmm::norm(x);
  return length > 0 ? (1 / length) * x : x;
}

/// Corners of all triangles, with a normal that is a mean over the triangles about a corner, without those beyond an
/// edge.
std::vector<Corner> cornersOf(const fmm::BodySurface& surface) {
  constexpr double kEdge = 0.7;            // cosine of the angle between triangles from which on an edge is sharp
  constexpr std::size_t kMostAbout = 200;  // of more triangles about a corner each keeps its own normal
  std::vector<fmm::Vec3> faces;            // normals times twice the area
  std::vector<std::vector<std::uint32_t>> about(surface.corner.size());
  for (const auto& triangle : surface.triangle) {
    const fmm::Vec3 a = surface.corner[triangle[0]];
    for (const std::uint32_t k : triangle) about[k].push_back(static_cast<std::uint32_t>(faces.size()));
    faces.push_back(fmm::cross(surface.corner[triangle[1]] - a, surface.corner[triangle[2]] - a));
  }
  std::vector<Corner> corners;
  for (std::size_t t = 0; t < surface.triangle.size(); ++t)
    for (const std::uint32_t k : surface.triangle[t]) {
      const fmm::Vec3 own = unit(faces[t]), at = surface.corner[k];
      fmm::Vec3 sum;
      if (about[k].size() <= kMostAbout)
        for (const std::uint32_t other : about[k])
          if (fmm::dot(unit(faces[other]), own) > kEdge) sum = sum + faces[other];
      const fmm::Vec3 normal = fmm::norm(sum) > 0 ? unit(sum) : own;
      corners.push_back({{static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)},
                         {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)}});
    }
  return corners;
}

glm::mat4 poseOf(const Solid& body) {
  glm::mat4 pose(1);
  const auto set = [&pose](int column, const fmm::Vec3& x) {
    pose[column][0] = static_cast<float>(x.x);
    pose[column][1] = static_cast<float>(x.y);
    pose[column][2] = static_cast<float>(x.z);
  };
  for (std::size_t k = 0; k < 3; ++k) set(static_cast<int>(k), body.axes[k]);
  set(3, body.centre);
  return pose;
}

GlHandle<FramebufferTraits> newFramebuffer() {
  GLuint name = 0;
  glCreateFramebuffers(1, &name);
  return GlHandle<FramebufferTraits>(name);
}

GlHandle<RenderbufferTraits> newRenderbuffer(GLenum format, int samples, int width, int height) {
  GLuint name = 0;
  glCreateRenderbuffers(1, &name);
  GlHandle<RenderbufferTraits> handle(name);
  glNamedRenderbufferStorageMultisample(name, samples, format, width, height);
  checkGl("glNamedRenderbufferStorageMultisample");
  return handle;
}

/// The state for opaque triangles; the destructor restores it.
class SolidState {
 public:
  explicit SolidState(const VertexArray& vertexArray) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &former_);
    for (const GLenum state : {GL_SCISSOR_TEST, GL_CULL_FACE, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB, GL_BLEND})
      glDisable(state);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glBindVertexArray(vertexArray.name());
  }
  ~SolidState() {
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
    glUseProgram(0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(former_));
  }
  SolidState(const SolidState&) = delete;
  SolidState& operator=(const SolidState&) = delete;

 private:
  GLint former_ = 0;
};

void begin(GLuint framebuffer, const std::array<GLfloat, 4>& colour, int width, int height) {
  const GLfloat far = 1;
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, width, height);
  glClearNamedFramebufferfv(framebuffer, GL_COLOR, 0, colour.data());
  glClearNamedFramebufferfv(framebuffer, GL_DEPTH, 0, &far);
}

}  // namespace

void Solids::resize(int width, int height) {
  if (width == width_ && height == height_) return;
  colours_ = Texture(GL_RGBA16F, width, height, GL_NEAREST);
  depths_ = Texture(GL_R32F, width, height, GL_NEAREST);
  smoothColour_ = newRenderbuffer(GL_RGBA16F, kSamples, width, height);
  smoothDepth_ = newRenderbuffer(GL_DEPTH_COMPONENT24, kSamples, width, height);
  plainDepth_ = newRenderbuffer(GL_DEPTH_COMPONENT24, 0, width, height);
  smooth_ = newFramebuffer();
  plain_ = newFramebuffer();
  resolved_ = newFramebuffer();
  glNamedFramebufferRenderbuffer(smooth_.name(), GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, smoothColour_.name());
  glNamedFramebufferRenderbuffer(smooth_.name(), GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, smoothDepth_.name());
  glNamedFramebufferTexture(plain_.name(), GL_COLOR_ATTACHMENT0, depths_.name(), 0);
  glNamedFramebufferRenderbuffer(plain_.name(), GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, plainDepth_.name());
  glNamedFramebufferTexture(resolved_.name(), GL_COLOR_ATTACHMENT0, colours_.name(), 0);
  for (const auto* framebuffer : {&smooth_, &plain_, &resolved_})
    if (glCheckNamedFramebufferStatus(framebuffer->name(), GL_DRAW_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      throw GlError("glCheckNamedFramebufferStatus: the driver cannot draw bodies to these formats");
  width_ = width;
  height_ = height;
}

const Solids::Shape& Solids::shapeOf(const std::shared_ptr<const fmm::BodySurface>& surface) {
  for (auto shape = shapes_.begin(); shape != shapes_.end();)
    shape = shape->second.of.expired() ? shapes_.erase(shape) : std::next(shape);
  Shape& shape = shapes_[surface.get()];
  if (shape.count == 0) {
    const std::vector<Corner> corners = cornersOf(*surface);
    shape.of = surface;
    shape.corners = Buffer(corners.size() * sizeof(Corner), corners.data());
    shape.count = static_cast<int>(corners.size());
    for (const fmm::Vec3& x : surface->corner) shape.reach = std::max(shape.reach, fmm::norm(x));
  }
  return shape;
}

const Program& Solids::program(const Program::Defines& defines) {
  Program& made = programs_[defines];
  if (!made) made = Program::graphics("solid.vert", "solid.frag", defines);
  if (vertexArray_.name() == 0) vertexArray_ = VertexArray::create();
  return made;
}

void Solids::drawAll(const Program& program, const std::vector<Solid>& bodies, const glm::mat4& viewProjection) {
  program.use();
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(viewProjection));
  for (const Solid& body : bodies) {
    const Shape& shape = shapeOf(body.surface);
    shape.corners.bindStorage(0);
    glUniformMatrix4fv(1, 1, GL_FALSE, glm::value_ptr(poseOf(body)));
    glDrawArrays(GL_TRIANGLES, 0, shape.count);
  }
  checkGl("glDrawArrays(solids)");
}

void Solids::draw(const std::vector<Solid>& bodies, const Camera& camera, const ViewSettings& view,
                  const VorticityPicture* vorticity, int width, int height) {
  resize(width, height);
  const glm::mat4 viewProjection = camera.viewProjection(static_cast<double>(width) / height);
  const Program &depths = program({"DEPTH"}),
                &lit = program(vorticity != nullptr ? Program::Defines{"VORTICITY"} : Program::Defines{});
  const SolidState state(vertexArray_);
  begin(plain_.name(), {kNowhere, 0, 0, 0}, width, height);
  drawAll(depths, bodies, viewProjection);
  begin(smooth_.name(), {0, 0, 0, 0}, width, height);
  lit.use();
  const CameraRays rays = cameraRays(camera, static_cast<double>(width) / height);
  const Colour& clay = view.background == Background::light ? kClayOnPaper : kClay;
  glUniform3fv(2, 1, glm::value_ptr(rays.eye));
  glUniform3f(3, clay[0], clay[1], clay[2]);
  setSmokeLight(view);
  if (vorticity != nullptr) vorticity->bindField();
  drawAll(lit, bodies, viewProjection);
  glBlitNamedFramebuffer(smooth_.name(), resolved_.name(), 0, 0, width, height, 0, 0, width, height,
                         GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  checkGl("glBlitNamedFramebuffer(solids)");
}

Solids::ShadowRays Solids::shadowRays(const PictureContents& contents, const ViewSettings& view) {
  const Floor& floor = *contents.flow.floor;
  const fmm::Vec3 lamp = lampDirection(view, 0), across = unit(shadowSquare(contents).across);
  const std::array<fmm::Vec3, 2> side = {across, fmm::cross(floor.up, across)};
  const double rise = fmm::dot(floor.up, lamp);
  ShadowRays rays;
  std::array<double, 2> low = {kNowhere, kNowhere}, high = {-kNowhere, -kNowhere};
  for (const Solid& body : contents.flow.solids) {
    const double reach = shapeOf(body.surface).reach, length = (fmm::dot(floor.up, body.centre) - floor.height) / rise,
                 longest = std::max(length + reach / rise, 1e-3 * reach);
    rays.height = std::max(rays.height, longest);
    const fmm::Vec3 foot = body.centre - length * lamp;
    for (std::size_t k = 0; k < 2; ++k) {
      const double lean = fmm::dot(side[k], lamp) / rise, half = reach * std::hypot(1, lean) + 2 * kLamp * longest;
      low[k] = std::min(low[k], fmm::dot(side[k], foot) - half);
      high[k] = std::max(high[k], fmm::dot(side[k], foot) + half);
    }
  }
  const auto row = [&rays](int k, const fmm::Vec3& x, double offset) {
    rays.map[0][k] = static_cast<float>(x.x);
    rays.map[1][k] = static_cast<float>(x.y);
    rays.map[2][k] = static_cast<float>(x.z);
    rays.map[3][k] = static_cast<float>(offset);
  };
  for (std::size_t k = 0; k < 2; ++k) {
    const double lean = fmm::dot(side[k], lamp) / rise, half = 0.5 * (high[k] - low[k]);
    rays.half[k] = half;
    row(static_cast<int>(k), (1 / half) * (side[k] - lean * floor.up),
        (lean * floor.height - 0.5 * (low[k] + high[k])) / half);
  }
  const double twice = 2 / (rise * rays.height);
  row(2, twice * floor.up, -twice * floor.height - 1);
  return rays;
}

void Solids::drawShadow(const PictureContents& contents, const ViewSettings& view) {
  if (shadows_.name() == 0) {
    shadow_ = MipTexture(GL_RG16F, kShadowSide, kShadowSide, kShadowLevels);
    glTextureParameteri(shadow_.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    shadowDepth_ = newRenderbuffer(GL_DEPTH_COMPONENT24, 0, kShadowSide, kShadowSide);
    shadows_ = newFramebuffer();
    glNamedFramebufferTexture(shadows_.name(), GL_COLOR_ATTACHMENT0, shadow_.name(), 0);
    glNamedFramebufferRenderbuffer(shadows_.name(), GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, shadowDepth_.name());
  }
  rays_ = shadowRays(contents, view);
  const Program& heights = program({"SHADOW"});
  const SolidState state(vertexArray_);
  begin(shadows_.name(), {0, 0, 0, 0}, kShadowSide, kShadowSide);
  drawAll(heights, contents.flow.solids, rays_.map);
  glGenerateTextureMipmap(shadow_.name());
  checkGl("glGenerateTextureMipmap(solids)");
}

void Solids::bindShadow() const {
  const auto row = [this](int k) {
    return glm::vec4(rays_.map[0][k], rays_.map[1][k], rays_.map[2][k], rays_.map[3][k]);
  };
  const glm::vec4 middle(0, 0, 0, 0.5F);
  glUniform4fv(kShadowAcross, 1, glm::value_ptr(0.5F * row(0) + middle));
  glUniform4fv(kShadowAlong, 1, glm::value_ptr(0.5F * row(1) + middle));
  glUniform3f(kShadowReach, static_cast<float>(0.5 / rays_.half[0]), static_cast<float>(0.5 / rays_.half[1]),
              static_cast<float>(rays_.height));
  shadow_.bind(19);
}

}  // namespace app
