#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "files/suggest.h"
#include "fmm/setting.h"
#include "fmm/settings.h"
#include "scene/text/toml_reader.h"
#include "scene/text/toml_text.h"

namespace app {

// Settings in files, by their tables. Values are read and written by type. An empty optional number is written as 0 if
// its range has a meaning for 0; other empty values are omitted.

/// Reads a value from the table if present; returns whether it was. Throws UserError with the allowed values.
inline bool readValue(TomlTable& table, const char* key, const Range&, bool& out) {
  return table.read(key, out);
}
inline bool readValue(TomlTable& table, const char* key, const Range&, std::string& out) {
  return table.read(key, out);
}
inline bool readValue(TomlTable& table, const char* key, const Range&, std::array<Colour, 2>& out) {
  return table.read(key, out);
}
inline bool readValue(TomlTable& table, const char* key, const Range&, std::optional<Colour>& out) {
  return table.read(key, out);
}
inline bool readValue(TomlTable& table, const char* key, const Range& range, PictureSize& out) {
  std::pair<int, int> size{out.width, out.height};
  const bool there = table.read(key, size, range);
  out = {size.first, size.second};
  return there;
}
inline bool readValue(TomlTable& table, const char* key, const Range& range, fmm::Vec3& out) {
  const bool there = table.read(key, out, Range{range.low, range.high});  // of each component
  if (range.excludeZero && fmm::norm(out) == 0) table.fail(key, "= [0, 0, 0] has no direction");
  return there;
}
template <class Value>
bool readValue(TomlTable& table, const char* key, const Range& range, Value& out) {
  if constexpr (std::is_enum_v<Value>) {
    std::string name;
    if (!table.read(key, name)) return false;
    const auto value = fmm::parse<Value>(name);
    if (!value) {
      std::vector<std::string> names;
      for (const auto& named : namesOf(Value{})) names.emplace_back(named.second);
      table.fail(key, fmt::format("= \"{}\" is not known; allowed: {}{}", name, fmm::allowedNames<Value>(),
                                  didYouMean(name, names)));
    }
    out = *value;
    return true;
  } else if constexpr (std::is_integral_v<Value>) {
    std::int64_t whole = 0;
    const bool there = table.read(key, whole, range);
    if (there) out = static_cast<Value>(whole);
    return there;
  } else {
    return table.read(key, out, range);
  }
}
template <class Value>
bool readValue(TomlTable& table, const char* key, const Range& range, std::optional<Value>& out) {
  Value value{};
  if (!readValue(table, key, range, value)) return false;
  out = range.zero && value == Value{} ? std::nullopt : std::optional(value);
  return true;
}

/// "off", "auto" or a number of steps.
inline bool readValue(TomlTable& table, const char* key, const Range&, fmm::Redistribution& out) {
  if (!table.has(key)) return false;
  const std::string allowed =
      fmt::format("allowed: \"off\", \"auto\" or 1 to {} steps", fmm::Redistribution::kMostSteps);
  std::string name;
  if (table.isText(key)) {
    table.read(key, name);
    if (name != "off" && name != "auto") table.fail(key, fmt::format("= \"{}\" is not known; {}", name, allowed));
    out.steps = name == "off" ? fmm::Redistribution::kOff : fmm::Redistribution::kAutomatic;
    return true;
  }
  std::int64_t steps = 0;
  table.read(key, steps, Range{1, fmm::Redistribution::kMostSteps});
  out.steps = static_cast<int>(steps);
  return true;
}

/// A ground plane has a table of its own, [ground].
inline bool readValue(TomlTable&, const char*, const Range&, std::optional<fmm::GroundPlane>&) {
  return false;
}

/// Bodies and sources of heat have tables of their own, [[body]] and [[heat]].
template <class Thing>
bool readValue(TomlTable&, const char*, const Range&, std::vector<Thing>&) {
  return false;
}

/// The line "key = value" of a setting; empty for an omitted optional value.
template <class Value>
std::string settingLine(const char* key, const Range&, const Value& value) {
  return fmt::format("{} = {}\n", key, tomlText(value));
}
template <class Value>
std::string settingLine(const char* key, const Range& range, const std::optional<Value>& value) {
  if (!value && !range.zero) return {};
  return settingLine(key, range, value.value_or(Value{}));
}
inline std::string settingLine(const char*, const Range&, const std::optional<fmm::GroundPlane>&) {
  return {};
}
template <class Thing>
std::string settingLine(const char*, const Range&, const std::vector<Thing>&) {
  return {};
}
template <class Setting>
std::string settingLine(const Setting& setting, const typename Setting::Group& group) {
  return settingLine(setting.key, setting.range, group.*setting.member);
}

/// Reads the settings of a group that are kept in scenes.
template <class Group>
void readSettings(TomlTable& table, Group& group) {
  fmm::forEachSetting<Group>([&](const auto& setting) {
    if (setting.kept == fmm::Kept::inScenes) readValue(table, setting.key, setting.range, group.*setting.member);
  });
}

/// The lines of a group's settings that are kept in scenes.
template <class Group>
std::string formatSettings(const Group& group) {
  std::string text;
  fmm::forEachSetting<Group>([&](const auto& setting) {
    if (setting.kept == fmm::Kept::inScenes) text += settingLine(setting, group);
  });
  return text;
}

}  // namespace app
