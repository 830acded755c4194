#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "fmm/settings.h"
#include "scene/range.h"

namespace app {

// Values of a JSON object from outside, each by its key: it must be there, of its type and within its range. Numbers
// are not rounded to whole ones, and true is none. Throw fmm::InvalidInput with key, value and what is allowed.

double numberAt(const nlohmann::ordered_json& json, const char* key, const Range& range = kNumber);
std::int64_t wholeNumberAt(const nlohmann::ordered_json& json, const char* key, const Range& range);
bool flagAt(const nlohmann::ordered_json& json, const char* key);
/// [x, y, z]
fmm::Vec3 vectorAt(const nlohmann::ordered_json& json, const char* key);
const nlohmann::ordered_json& objectAt(const nlohmann::ordered_json& json, const char* key);

/// [x, y, z]
nlohmann::ordered_json vectorJson(const fmm::Vec3& v);

/// All settings by their keys; enumerations by their names, a ground plane as {"point", "normal"} or null.
nlohmann::ordered_json settingsJson(const fmm::Settings& settings);

/// What settingsJson() made. Settings that are not there, as in files of before there were any, are as in Settings{}.
/// Throws fmm::InvalidInput.
fmm::Settings parseSettings(const nlohmann::ordered_json& json);

/// Takes the settings of these keys, which must all be there. Throws fmm::InvalidInput.
void takeSettings(const nlohmann::ordered_json& json, std::initializer_list<std::string_view> keys,
                  fmm::Settings& settings);

}  // namespace app
