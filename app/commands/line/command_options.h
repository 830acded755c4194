#pragma once

// Options of the command line that several commands share, on top of CLI11. Private to command_line.cpp and its parts.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "commands/commands.h"
#include "fmm/setting.h"

namespace app {

constexpr std::int64_t kMaximumCount = 1'000'000'000;

/// Reads the number at the beginning of the text; returns its end, or null.
inline const char* takeNumber(const char* begin, const char* end, int& out) {
  const auto [rest, code] = std::from_chars(begin, end, out);
  return code == std::errc() ? rest : nullptr;
}

/// Accepts only numbers in the range (CLI::Range accepts NaN).
inline CLI::Validator numberIn(const fmm::Range& range) {
  const std::string text = range.text([](double number) { return fmt::format("{}", number); });
  return CLI::Validator(
      [range, text](const std::string& value) -> std::string {
        double number = 0;
        if (!CLI::detail::lexical_cast(value, number)) return value + " is not a number; allowed: " + text;
        if (!range.contains(number)) return value + " is out of range; allowed: " + text;
        return {};
      },
      text);
}

/// Accepts only whole numbers in the range.
inline CLI::Validator wholeIn(const fmm::Range& range) {
  const std::string text = range.text([](double number) { return fmt::format("{:.0f}", number); });
  return CLI::Validator(
      [range, text](const std::string& value) -> std::string {
        std::int64_t number = 0;
        const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (code == std::errc::invalid_argument || end != value.data() + value.size())
          return value + " is not a whole number; allowed: " + text;
        // Beyond 2^53 neighbouring integers are the same double.
        const bool above = number > static_cast<std::int64_t>(range.high);
        if (code != std::errc() || above || !range.contains(static_cast<double>(number)))
          return value + " is out of range; allowed: " + text;
        return {};
      },
      text);
}

/// Refuses an empty path, as from a script with an unset variable.
inline CLI::Validator givenPath() {
  return CLI::Validator(
      [](const std::string& path) { return path.empty() ? std::string("the path is empty") : std::string(); }, "");
}

/// Accepts paths whose ending `knows` accepts, and the word `other` unless empty.
inline CLI::Validator endingOr(bool (*knows)(const std::string&), std::string_view other, const std::string& allowed) {
  return CLI::Validator(
      [knows, other = std::string(other), allowed](const std::string& path) {
        const bool good = knows(path) || (!other.empty() && path == other);
        return good ? std::string() : path + ": ending is not known; allowed: " + allowed;
      },
      "");
}

/// The type of a setting's value, without std::optional.
template <class Value>
struct Bare {
  using Type = Value;
};
template <class Value>
struct Bare<std::optional<Value>> {
  using Type = Value;
};

/// The names of an enumeration separated by bars, as shown by help and completion.
template <class Enum>
std::string alternatives() {
  std::string names;
  for (const auto& entry : namesOf(Enum{})) names.append(names.empty() ? "" : "|").append(entry.second);
  return names;
}

/// Adds an option for a setting with its range and its help, followed by `more`; calls take(value).
template <class Group, class Value, class Take>
CLI::Option* addSetting(CLI::App& app, const std::string& name, const fmm::Setting<Group, Value>& setting,
                        const Take& take, const std::string& more) {
  using Given = typename Bare<Value>::Type;
  std::string help = setting.help;
  help.pop_back();  // the full stop
  if (!more.empty()) help += "; " + more;
  if constexpr (std::is_enum_v<Given>) {
    const std::string names = fmm::allowedNames<Given>();
    return app
        .add_option_function<std::string>(
            name,
            [name, names, take](const std::string& text) {
              const auto parsed = fmm::parse<Given>(text);
              if (!parsed) throw CLI::ValidationError(name, text + " is not known; allowed: " + names);
              take(*parsed);
            },
            help)
        ->type_name(alternatives<Given>());
  } else {
    return app.add_option_function<Given>(name, take, help)
        ->check(std::is_integral_v<Given> ? wholeIn(setting.range) : numberIn(setting.range));
  }
}
template <class Group, class Value>
CLI::Option* addSetting(CLI::App& app, const std::string& name, GivenSettings<Group>& out, Value Group::*member,
                        const std::string& more = {}) {
  const auto take = [&out, member](const typename Bare<Value>::Type& value) { out.set(member, Value(value)); };
  return addSetting(app, name, fmm::settingOf(member), take, more);
}
template <class Group, class Value>
CLI::Option* addSetting(CLI::App& app, const std::string& name, Group& out, Value Group::*member,
                        const std::string& more = {}) {
  const auto take = [&out, member](const Value& value) { out.*member = value; };
  return addSetting(app, name, fmm::settingOf(member), take, more);
}

/// Adds --sharing: how the elements are distributed among several ranks.
void addSharing(CLI::App& app, fmm::ElementSharing& out);

/// Adds options for what the fast multipole method otherwise chooses: order, opening angle, leaf sizes, and whether a
/// mesh replaces it.
template <class Out>
void addTuning(CLI::App& app, Out& out) {
  using fmm::FieldSettings;
  addSetting(app, "--order", out, &FieldSettings::order, "default 0: chosen by the program");
  addSetting(app, "--theta", out, &FieldSettings::theta, "default 0: chosen by the program");
  addSetting(app, "--leaf-elements", out, &FieldSettings::leafElements, "default 0: chosen by the program");
  addSetting(app, "--leaf-points", out, &FieldSettings::leafPoints, "default 0: chosen by the program");
  addSetting(app, "--mesh", out, &FieldSettings::mesh, "default auto");
}

/// Throws for settings that a direct sum, given with them, leaves without effect.
void requireEffect(const fmm::FieldSettings& given);

/// Adds --help and --version to the program or one of its commands.
void addHelpAndVersion(CLI::App& app);

/// --size WxH, each number in 16 to 16384.
CLI::Option* addSize(CLI::App& app, const std::function<void(PictureSize)>& take, const std::string& description,
                     PictureSize least = {0, 0});

/// --seed, --elements, --tracers, --tolerance, --solver, --precision, --backend, --threads, --look, --view,
/// --background, --background-colour, --deterministic.
void addSceneOverrides(CLI::App& app, SceneOverrides& out);

/// Adds --gpu to a command that may compute or draw on one.
void addGpu(CLI::App& app, MachineOptions& out);

}  // namespace app
