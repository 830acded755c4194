#include "render/picture/floor_shadow.h"

#include <glm/gtc/type_ptr.hpp>

namespace app {
namespace {

// Locations in floor_shadow.glsl.
constexpr GLint kPlane = 30, kEye = 31, kForward = 32, kRight = 33, kUp = 34, kPool = 35, kShade = 36;
constexpr double kLowest = 0.1;       // sine of the lamp's height above the floor from which on there are shadows
constexpr double kPoolOfScene = 2.5;  // width of the lamp's light on the floor over the size of the scene

void setUniform(GLint location, const fmm::Vec3& v, double w) {
  glUniform4f(location, static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z),
              static_cast<float>(w));
}

}  // namespace

bool throwsShadow(const PictureContents& contents, const ViewSettings& view) {
  return view.shadow > 0 && contents.floor != nullptr &&
         fmm::dot(contents.floor->up, view.light) > kLowest * fmm::norm(view.light);
}

void setFloorShadow(const PictureContents& contents, const ViewSettings& view, const CameraRays& rays,
                    const DensityVolume& volume) {
  const Floor& floor = *contents.floor;
  setUniform(kPlane, floor.up, floor.height);
  glUniform3fv(kEye, 1, glm::value_ptr(rays.eye));
  glUniform3fv(kForward, 1, glm::value_ptr(rays.middle));
  glUniform3fv(kRight, 1, glm::value_ptr(rays.right));
  glUniform3fv(kUp, 1, glm::value_ptr(rays.up));
  const fmm::Vec3 middle = contents.centre + (floor.height - fmm::dot(floor.up, contents.centre)) * floor.up;
  setUniform(kPool, middle, 1 / (kPoolOfScene * floor.size));
  glUniform1f(kShade, static_cast<float>(view.shadow));
  volume.bindFrame();
  volume.bindLight(4);
}

}  // namespace app
