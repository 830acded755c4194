#pragma once

#include <string>

#include "scene/snapshot_file.h"

namespace app {

/// What of a checkpoint stands in its text, /Ringlet/settings, as JSON: settings, tuning, what was split and merged,
/// clock and centroid of the start.
std::string settingsText(const Checkpoint& checkpoint);

/// Takes that text into the checkpoint, whose `steps` are known already and which has so many elements. What came later
/// than the format's first files is as it was then where it is absent. Throws nlohmann's exceptions and
/// fmm::InvalidInput.
void readSettingsText(const std::string& text, std::size_t elements, Checkpoint& checkpoint);

}  // namespace app
