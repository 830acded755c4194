#include "scene/settings_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "fmm/error.h"
#include "fmm/settings_table.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

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

Json valueJson(fmm::Redistribution value) {
  return value.steps;
}

template <class Setting, class Value>
void take(const Setting& setting, const Json& json, Value& out) {
  if constexpr (std::is_enum_v<Value>) {
    const auto name = json.get<std::string>();
    const auto value = fmm::parse<Value>(name);
    if (!value)
      throw fmm::InvalidInput(fmt::format("{} = \"{}\"; allowed: {}", setting.key, name, fmm::allowedNames<Value>()));
    out = *value;
  } else if constexpr (std::is_same_v<Value, bool>) {
    out = json.get<bool>();
  } else {
    const auto number = json.get<double>();
    if (!setting.range.contains(number))  // before it becomes an integer
      throw fmm::InvalidInput(fmt::format("{} = {}; allowed: {}", setting.key, number, setting.range.text()));
    out = static_cast<Value>(number);
  }
}

template <class Setting>
void take(const Setting&, const Json& json, std::optional<fmm::GroundPlane>& out) {
  if (!json.is_null()) out = fmm::GroundPlane{vectorOf(json.at("point")), vectorOf(json.at("normal"))};
}

template <class Setting>
void take(const Setting& setting, const Json& json, fmm::Redistribution& out) {
  const auto steps = json.get<double>();
  if (!(steps >= fmm::Redistribution::kAutomatic && steps <= fmm::Redistribution::kMostSteps &&
        steps == std::floor(steps)))
    throw fmm::InvalidInput(fmt::format("{} = {}; allowed: -1 (auto), 0 (off) or 1 to {}", setting.key, steps,
                                        fmm::Redistribution::kMostSteps));
  out.steps = static_cast<int>(steps);
}

/// Every saved state has had these from the first one on. What came later is its default where a state lacks it.
constexpr std::array<std::string_view, 13> kAlwaysThere = {
    "backend",   "precision", "solver", "regularisation", "stretching",    "integrator", "dt",
    "tolerance", "threads",   "order",  "theta",          "leaf_elements", "leaf_points"};

}  // namespace

Json vectorJson(const fmm::Vec3& v) {
  return Json::array({v.x, v.y, v.z});
}

fmm::Vec3 vectorOf(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
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
    if (wanted || json.contains(setting.key)) take(setting, json.at(setting.key), settings.*setting.member);
  });
  settings.validate();
  return settings;
}

}  // namespace app
