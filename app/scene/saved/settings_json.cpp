#include "scene/saved/settings_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "files/json.h"
#include "files/user_error.h"
#include "fmm/error.h"
#include "fmm/settings_table.h"
#include "scene/text/body_tables.h"
#include "scene/text/heat_tables.h"

namespace app {
namespace {

template <class Value>
Json valueJson(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return fmm::toString(value);
  } else {
    return value;
  }
}

Json valueJson(const std::optional<fmm::GroundPlane>& ground) {
  if (!ground) return nullptr;
  return {{"point", vectorJson(ground->point)}, {"normal", vectorJson(ground->normal)}};
}

Json valueJson(const std::vector<fmm::Body>& bodies) {
  return formatBodies(bodies);
}

Json valueJson(const std::vector<fmm::HeatSource>& sources) {
  return formatHeatSources(sources);
}

Json valueJson(const fmm::Vec3& value) {
  return vectorJson(value);
}

Json valueJson(fmm::Redistribution value) {
  return value.steps;
}

/// The value as written, abbreviated if long.
std::string shown(const Json& json) {
  constexpr std::size_t kMost = 60;
  if (json.is_number_float()) return fmt::format("{}", json.get<double>());
  std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

[[noreturn]] void refuse(std::string_view key, const Json& json, const std::string& allowed) {
  throw fmm::InvalidInput(fmt::format("{} = {}; allowed: {}", key, shown(json), allowed));
}

const Json& valueAt(const Json& json, std::string_view key) {
  if (!json.is_object() || !json.contains(key)) throw fmm::InvalidInput(fmt::format("{} is missing", key));
  return json.at(std::string(key));
}

/// Checks type and range before a value is converted to a double or an integer.
double numberOf(const Json& json, std::string_view key, const Range& range) {
  if (!json.is_number()) refuse(key, json, "a number, " + range.text());
  const auto number = json.get<double>();
  if (!std::isfinite(number) || !range.contains(number)) refuse(key, json, range.text());
  return number;
}

std::int64_t wholeNumberOf(const Json& json, std::string_view key, const Range& range) {
  if (!json.is_number_integer()) refuse(key, json, "a whole number, " + range.text());
  numberOf(json, key, range);
  return json.get<std::int64_t>();
}

bool flagOf(const Json& json, std::string_view key) {
  if (!json.is_boolean()) refuse(key, json, "true or false");
  return json.get<bool>();
}

std::string nameOf(const Json& json, std::string_view key, const std::string& allowed) {
  if (!json.is_string()) refuse(key, json, allowed);
  return json.get<std::string>();
}

fmm::Vec3 vectorOf(const Json& v, std::string_view key, const Range& range) {
  if (!v.is_array() || v.size() != 3) refuse(key, v, "three numbers [x, y, z]");
  return {numberOf(v[0], key, range), numberOf(v[1], key, range), numberOf(v[2], key, range)};
}

template <class Setting, class Value>
void read(const Setting& setting, const Json& json, Value& out) {
  if constexpr (std::is_enum_v<Value>) {
    const std::string allowed = fmm::allowedNames<Value>();
    const auto value = fmm::parse<Value>(nameOf(json, setting.key, allowed));
    if (!value) refuse(setting.key, json, allowed);
    out = *value;
  } else if constexpr (std::is_same_v<Value, bool>) {
    out = flagOf(json, setting.key);
  } else if constexpr (std::is_integral_v<Value>) {
    out = static_cast<Value>(wholeNumberOf(json, setting.key, setting.range));
  } else {
    out = numberOf(json, setting.key, setting.range);
  }
}

template <class Setting>
void read(const Setting& setting, const Json& json, std::optional<fmm::GroundPlane>& out) {
  if (json.is_null()) return;
  if (!json.is_object()) refuse(setting.key, json, "null or an object of point and normal");
  out = fmm::GroundPlane{vectorAt(json, "point"), vectorAt(json, "normal")};
}

template <class Setting>
void read(const Setting& setting, const Json& json, std::vector<fmm::Body>& out) {
  try {
    out = parseBodies(nameOf(json, setting.key, "text with tables [[body]]"), setting.key);
  } catch (const UserError& error) {
    throw fmm::InvalidInput(error.what());
  }
}

template <class Setting>
void read(const Setting& setting, const Json& json, std::vector<fmm::HeatSource>& out) {
  try {
    out = parseHeatSources(nameOf(json, setting.key, "text with tables [[heat]]"), setting.key);
  } catch (const UserError& error) {
    throw fmm::InvalidInput(error.what());
  }
}

template <class Setting>
void read(const Setting& setting, const Json& json, fmm::Vec3& out) {
  out = vectorOf(json, setting.key, setting.range);
}

template <class Setting>
void read(const Setting& setting, const Json& json, fmm::Redistribution& out) {
  constexpr Range range{fmm::Redistribution::kAutomatic, fmm::Redistribution::kMostSteps};
  if (!json.is_number_integer() || !range.contains(json.get<double>()))
    refuse(setting.key, json, fmt::format("-1 (auto), 0 (off) or 1 to {}", fmm::Redistribution::kMostSteps));
  out.steps = json.get<int>();
}

/// Keys in saved states of every version; later keys have defaults if missing.
constexpr std::array<std::string_view, 13> kAlwaysThere = {
    "backend",   "precision", "solver", "regularisation", "stretching",    "integrator", "dt",
    "tolerance", "threads",   "order",  "theta",          "leaf_elements", "leaf_points"};

}  // namespace

Json vectorJson(const fmm::Vec3& v) {
  return Json::array({v.x, v.y, v.z});
}

double numberAt(const Json& json, const char* key, const Range& range) {
  return numberOf(valueAt(json, key), key, range);
}

std::int64_t wholeNumberAt(const Json& json, const char* key, const Range& range) {
  return wholeNumberOf(valueAt(json, key), key, range);
}

bool flagAt(const Json& json, const char* key) {
  return flagOf(valueAt(json, key), key);
}

fmm::Vec3 vectorAt(const Json& json, const char* key) {
  return vectorOf(valueAt(json, key), key, kNumber);
}

const Json& objectAt(const Json& json, const char* key) {
  const Json& object = valueAt(json, key);
  if (!object.is_object()) refuse(key, object, "an object");
  return object;
}

Json settingsJson(const fmm::Settings& settings) {
  Json json;
  fmm::forEachSetting<fmm::Settings>(
      [&](const auto& setting) { json[setting.key] = valueJson(settings.*setting.member); });
  return json;
}

fmm::Settings parseSettings(const Json& json) {
  fmm::Settings settings;
  fmm::forEachSetting<fmm::Settings>([&](const auto& setting) {
    const bool wanted = std::find(kAlwaysThere.begin(), kAlwaysThere.end(), setting.key) != kAlwaysThere.end();
    if (wanted || json.contains(setting.key)) read(setting, valueAt(json, setting.key), settings.*setting.member);
  });
  settings.validate();
  return settings;
}

void readSettings(const Json& json, std::initializer_list<std::string_view> keys, fmm::Settings& settings) {
  fmm::forEachSetting<fmm::Settings>([&](const auto& setting) {
    if (std::find(keys.begin(), keys.end(), setting.key) != keys.end())
      read(setting, valueAt(json, setting.key), settings.*setting.member);
  });
}

}  // namespace app
