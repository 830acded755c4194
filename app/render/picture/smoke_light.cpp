#include "render/picture/smoke_light.h"

#include "colour/oklab.h"
#include "gl/gl_objects.h"

namespace app {
namespace {

constexpr GLint kLamps = 24, kLampLights = 26, kMedium = 28;  // locations in smoke_light.glsl
constexpr double kLampLight = 2.4;                            // over the ambient light, where each is all there is

}  // namespace

fmm::Vec3 lampDirection(const ViewSettings& view, int lamp) {
  const fmm::Vec3& light = lamp == 0 ? view.light : view.secondLight;
  return (1 / fmm::norm(light)) * light;
}

void setSmokeLight(const ViewSettings& view) {
  // Paper throws light back from everywhere.
  const double ambient = view.background == Background::light ? 0.25 + 0.75 * view.ambient : view.ambient;
  for (int lamp = 0; lamp < 2; ++lamp) {
    const fmm::Vec3 direction = lampDirection(view, lamp);
    glUniform3f(kLamps + lamp, static_cast<float>(direction.x), static_cast<float>(direction.y),
                static_cast<float>(direction.z));
    const auto strength = static_cast<float>(kLampLight * (1 - ambient) * (lamp == 0 ? 1 : view.secondLamp));
    const Colour& colour = view.lampColours[static_cast<std::size_t>(lamp)];
    glUniform3f(kLampLights + lamp, strength * toLinear(colour[0]), strength * toLinear(colour[1]),
                strength * toLinear(colour[2]));
  }
  glUniform2f(kMedium, static_cast<float>(ambient), static_cast<float>(view.scattering));
}

}  // namespace app
