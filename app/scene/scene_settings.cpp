#include "scene/scene_settings.h"

#include "scene/scene_settings_table.h"
#include "scene/view_settings.h"
#include "scene/view_settings_table.h"

namespace app {

bool operator==(const ParticleSettings& a, const ParticleSettings& b) {
  return fmm::sameSettings(a, b);
}
bool operator==(const WidthSettings& a, const WidthSettings& b) {
  return fmm::sameSettings(a, b);
}
bool operator==(const CameraPose& a, const CameraPose& b) {
  return fmm::sameSettings(a, b);
}

bool operator==(const ViewSettings& a, const ViewSettings& b) {
  return fmm::sameSettings(a, b);
}

}  // namespace app
