#include "render/picture/ground.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/type_ptr.hpp>

#include "render/picture/solids.h"
#include "state/particle_store.h"

namespace app {
namespace {

// Linear light.
constexpr Colour kNightAbove = {0.0034F, 0.0056F, 0.0125F}, kNightBelow = {0.0018F, 0.0022F, 0.0040F};
constexpr Colour kPaper = {0.930F, 0.922F, 0.896F};
constexpr Colour kBackdropAbove = {0.58F, 0.62F, 0.66F};
constexpr Colour kBackdropBelow = {0.012F, 0.014F, 0.019F};

// Squares behind glowing tracers, and behind absorbing ones.
constexpr Colour kSquare = {0.045F, 0.045F, 0.045F}, kOtherSquare = {0.020F, 0.020F, 0.020F};
constexpr Colour kPaperSquare = {0.90F, 0.90F, 0.90F}, kOtherPaperSquare = {0.65F, 0.65F, 0.65F};

constexpr std::size_t kGroup = 8;                      // as in ground.comp
constexpr GLint kAbove = 16, kBelow = 17, kSize = 18;  // uniform locations in ground.glsl

/// Linear light to sRGB as ground.glsl does it, so that the cleared ground has the same bytes as the drawn one.
float encoded(float v) {
  const float root = std::sqrt(v), fourth = std::sqrt(root);
  return 0.585122381F * root + 0.783140355F * fourth - 0.368262736F * std::sqrt(fourth);
}

/// Linear light that encoded() turns into exactly this sRGB value. The standard curve would miss it, as encoded() is
/// approximate.
float lightOf(float srgb) {
  if (srgb <= 0) return 0;
  float low = 0, high = 1;
  for (int halving = 0; halving < 30; ++halving) {
    const float middle = (low + high) / 2;
    (encoded(middle) < srgb ? low : high) = middle;
  }
  return high;
}

Colour aboveFloor(const GroundLook& look) {
  if (look.leftOut) return look.background == Background::light ? kPaperSquare : kSquare;
  if (look.colour) return {lightOf((*look.colour)[0]), lightOf((*look.colour)[1]), lightOf((*look.colour)[2])};
  if (look.background == Background::gradient) return kBackdropAbove;
  return look.background == Background::light ? kPaper : kNightAbove;
}
Colour below(const GroundLook& look) {
  if (look.leftOut) return look.background == Background::light ? kOtherPaperSquare : kOtherSquare;
  if (look.isNight()) return kNightBelow;
  return look.isBackdrop() ? kBackdropBelow : aboveFloor(look);
}

}  // namespace

void setGround(const GroundLook& look, int width, int height) {
  const Colour high = aboveFloor(look), low = below(look);
  glUniform3f(kAbove, high[0], high[1], high[2]);
  glUniform3f(kBelow, low[0], low[1], low[2]);
  glUniform2f(kSize, static_cast<float>(width), static_cast<float>(height));
  if (look.solids != nullptr) look.solids->bindColours();
}

void Ground::paint(const GroundLook& look, const Texture& picture, const Framebuffer& framebuffer, int width,
                   int height) {
  if (!look.changes()) {
    const Colour ground = aboveFloor(look);
    const GLfloat colour[] = {encoded(ground[0]), encoded(ground[1]), encoded(ground[2]), 1};
    glClearNamedFramebufferfv(framebuffer.name(), GL_COLOR, 0, colour);
    return;
  }
  if (drawn_.name() == 0 || look.solids != nullptr || look_.solids != nullptr || width != width_ || height != height_ ||
      !(look == look_))
    draw(look, picture.format(), width, height);
  glCopyImageSubData(drawn_.name(), GL_TEXTURE_2D, 0, 0, 0, 0, picture.name(), GL_TEXTURE_2D, 0, 0, 0, 0, width, height,
                     1);
  checkGl("glCopyImageSubData");
}

void Ground::draw(const GroundLook& look, GLenum format, int width, int height) {
  drawn_ = Texture(format, width, height, GL_NEAREST);
  width_ = width;
  height_ = height;
  look_ = look;
  programs_.with(look.defines()).use();
  setGround(look, width, height);
  drawn_.bindImage(0);
  glDispatchCompute(workGroups(static_cast<std::size_t>(width), kGroup),
                    workGroups(static_cast<std::size_t>(height), kGroup), 1);
  glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
  checkGl("glDispatchCompute(ground)");
}

namespace {

// Uniform locations in floor_shadow.glsl.
constexpr GLint kPlane = 30, kEye = 31, kForward = 32, kRight = 33, kUp = 34, kPool = 35, kShade = 36, kAcross = 37,
                kAlong = 38;
constexpr double kLowest = 0.1;       // sine of the lamp's height above the floor below which there are no shadows
constexpr double kPoolOfScene = 2.5;  // width of the lamp's pool of light over the size of the scene
constexpr double kSquareOfScene = 6;  // side of the square with shadows over the size of the scene

void setUniform(GLint location, const fmm::Vec3& v, double w) {
  glUniform4f(location, static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z),
              static_cast<float>(w));
}

void setUniform(GLint location, const fmm::Vec3& v) {
  glUniform3f(location, static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
}

}  // namespace

ShadowSquare shadowSquare(const PictureContents& contents) {
  const Floor& floor = *contents.flow.floor;
  const fmm::Vec3 centre = contents.flow.centroid;
  const double x = std::abs(floor.up.x), y = std::abs(floor.up.y), z = std::abs(floor.up.z);
  const fmm::Vec3 flat = x <= y && x <= z ? fmm::Vec3{1, 0, 0} : z <= y ? fmm::Vec3{0, 0, 1} : fmm::Vec3{0, 1, 0};
  const fmm::Vec3 across = flat - fmm::dot(flat, floor.up) * floor.up, along = fmm::cross(across, floor.up);
  const double side = kSquareOfScene * std::max(floor.size, contents.flow.radius()) / fmm::norm(across);
  return {centre + (floor.height - fmm::dot(floor.up, centre)) * floor.up, side * across, side * along};
}

bool throwsShadow(const PictureContents& contents, const ViewSettings& view) {
  return view.shadow > 0 && contents.flow.floor &&
         fmm::dot(contents.flow.floor->up, view.light) > kLowest * fmm::norm(view.light);
}

void setFloorShadow(const PictureContents& contents, const ViewSettings& view, const CameraRays& rays,
                    const DensityVolume& volume) {
  const Floor& floor = *contents.flow.floor;
  setUniform(kPlane, floor.up, floor.height);
  glUniform3fv(kEye, 1, glm::value_ptr(rays.eye));
  glUniform3fv(kForward, 1, glm::value_ptr(rays.middle));
  glUniform3fv(kRight, 1, glm::value_ptr(rays.right));
  glUniform3fv(kUp, 1, glm::value_ptr(rays.up));
  const ShadowSquare square = shadowSquare(contents);
  setUniform(kPool, square.middle, 1 / (kPoolOfScene * floor.size));
  glUniform1f(kShade, static_cast<float>(view.shadow));
  volume.bindFrame();
  volume.bindLight(4);
}

void setShadowSquare(const PictureContents& contents) {
  const ShadowSquare square = shadowSquare(contents);
  setUniform(kAcross, (1 / fmm::dot(square.across, square.across)) * square.across);
  setUniform(kAlong, (1 / fmm::dot(square.along, square.along)) * square.along);
}

}  // namespace app
