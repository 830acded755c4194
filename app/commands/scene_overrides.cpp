#include "commands/commands.h"
#include "fmm/settings_table.h"
#include "scene/look_file.h"
#include "scene/scene_settings_table.h"
#include "scene/view_settings_table.h"

namespace app {

void SceneOverrides::applyTo(Scene& scene) const {
  particles.applyTo(scene);
  field.applyTo(scene.settings);
  if (look) applyLook(loadLook(*look), scene.view);
  view.applyTo(scene.view);
}

bool SceneOverrides::any() const {
  return particles.any() || field.any() || look || view.any();
}

}  // namespace app
