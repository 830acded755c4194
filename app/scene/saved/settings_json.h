#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "fmm/settings.h"
#include "scene/range.h"

namespace app {

// Values by key from a JSON object of external origin: each must be present, of its type and within its range. Numbers
// are not rounded to whole ones, and true is not a number. Throw fmm::InvalidInput with key, value and allowed values.

double numberAt(const nlohmann::ordered_json& json, const char* key, const Range& range = kNumber);
std::int64_t wholeNumberAt(const nlohmann::ordered_json& json, const char* key, const Range& range);
bool flagAt(const nlohmann::ordered_json& json, const char* key);
/// [x, y, z]
fmm::Vec3 vectorAt(const nlohmann::ordered_json& json, const char* key);
const nlohmann::ordered_json& objectAt(const nlohmann::ordered_json& json, const char* key);

/// [x, y, z]
nlohmann::ordered_json vectorJson(const fmm::Vec3& v);

/// All settings by key; enumerations by name, a ground plane as {"point", "normal"} or null, bodies as the text of
/// their tables in scenes.
nlohmann::ordered_json settingsJson(const fmm::Settings& settings);

/// Reads the result of settingsJson(). Missing settings, as in older files, have the defaults of Settings{}. Throws
/// fmm::InvalidInput.
fmm::Settings parseSettings(const nlohmann::ordered_json& json);

/// Reads the settings with these keys, which must all be present. Throws fmm::InvalidInput.
void readSettings(const nlohmann::ordered_json& json, std::initializer_list<std::string_view> keys,
                  fmm::Settings& settings);

}  // namespace app
