#include "scene/view_settings.h"

#include "scene/view_settings_table.h"

namespace app {

bool operator==(const ViewSettings& a, const ViewSettings& b) {
  return fmm::sameSettings(a, b);
}

}  // namespace app
