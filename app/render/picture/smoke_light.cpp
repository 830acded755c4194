#include "render/picture/smoke_light.h"

#include "gl/gl_objects.h"

namespace app {
namespace {

constexpr GLint kLamp = 24, kScattering = 25, kLights = 26;  // locations in smoke_light.glsl
constexpr double kLampLight = 2.4;                           // over the ambient light, where each is all there is

}  // namespace

void setSmokeLight(const ViewSettings& view) {
  const fmm::Vec3 lamp = (1 / fmm::norm(view.light)) * view.light;
  glUniform3f(kLamp, static_cast<float>(lamp.x), static_cast<float>(lamp.y), static_cast<float>(lamp.z));
  glUniform1f(kScattering, static_cast<float>(view.scattering));
  // Paper throws light back from everywhere.
  const double ambient = view.background == Background::light ? 0.25 + 0.75 * view.ambient : view.ambient;
  glUniform2f(kLights, static_cast<float>(ambient), static_cast<float>(kLampLight * (1 - ambient)));
}

}  // namespace app
