#pragma once

#include <nlohmann/json.hpp>

#include "fmm/settings.h"

namespace app {

/// [x, y, z]
nlohmann::ordered_json vectorJson(const fmm::Vec3& v);
fmm::Vec3 vectorOf(const nlohmann::ordered_json& json);

/// All settings by their keys; enumerations by their names, a ground plane as {"point", "normal"} or null.
nlohmann::ordered_json settingsJson(const fmm::Settings& settings);

/// What settingsJson() made. Settings that are not there, as in files of before there were any, are as in Settings{}.
/// Throws nlohmann's exceptions and fmm::InvalidInput.
fmm::Settings parseSettings(const nlohmann::ordered_json& json);

}  // namespace app
