#pragma once

// Options of the command line that several commands share, on top of CLI11. Private to command_line.cpp and its parts.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "commands/commands.h"

namespace app {

/// Accepts finite numbers in [low, high] only (CLI::Range lets NaN through).
inline CLI::Validator numberIn(double low, double high) {
  const std::string text = fmt::format("{} to {}", low, high);
  return CLI::Validator(
      [low, high, text](const std::string& value) -> std::string {
        double number = 0;
        if (!CLI::detail::lexical_cast(value, number)) return value + " is not a number; allowed: " + text;
        if (!(number >= low && number <= high)) return value + " is out of range; allowed: " + text;
        return {};
      },
      text);
}

/// Accepts whole numbers in [low, high] only.
inline CLI::Validator wholeIn(std::int64_t low, std::int64_t high) {
  const std::string text = fmt::format("{} to {}", low, high);
  return CLI::Validator(
      [low, high, text](const std::string& value) -> std::string {
        std::int64_t number = 0;
        const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (code == std::errc::invalid_argument || end != value.data() + value.size())
          return value + " is not a whole number; allowed: " + text;
        if (code != std::errc() || number < low || number > high) return value + " is out of range; allowed: " + text;
        return {};
      },
      text);
}

/// Refuses an empty path, as a script passes it whose variable is not set.
inline CLI::Validator givenPath() {
  return CLI::Validator(
      [](const std::string& path) { return path.empty() ? std::string("the path is empty") : std::string(); }, "");
}

/// An option that takes one of the names of an fmm enumeration. `out` is the enumeration or an optional of it.
template <class Enum, class Out>
CLI::Option* addEnum(CLI::App& app, const std::string& name, Out& out, const std::string& description) {
  return app
      .add_option_function<std::string>(
          name,
          [name, &out](const std::string& value) {
            const auto parsed = fmm::parse<Enum>(value);
            if (!parsed)
              throw CLI::ValidationError(name, value + " is not known; allowed: " + fmm::allowedNames<Enum>());
            out = *parsed;
          },
          fmt::format("{}: {}", description, fmm::allowedNames<Enum>()))
      ->type_name("NAME");
}

/// An option that takes one of the names of an enumeration of how pictures look.
template <class Enum>
CLI::Option* addViewName(CLI::App& app, const std::string& name, std::optional<Enum>& out,
                         const std::string& description) {
  const std::vector<std::string>& names = viewNames<Enum>();
  return app
      .add_option_function<std::string>(
          name,
          [name, &names, &out](const std::string& value) {
            const auto found = std::find(names.begin(), names.end(), value);
            if (found == names.end())
              throw CLI::ValidationError(name,
                                         fmt::format("{} is not known; allowed: {}", value, fmt::join(names, ", ")));
            out = static_cast<Enum>(found - names.begin());
          },
          fmt::format("{}: {}", description, fmt::join(names, ", ")))
      ->type_name("NAME");
}

/// --size WxH, each number in 16 to 16384.
CLI::Option* addSize(CLI::App& app, std::optional<std::pair<int, int>>& out, const std::string& description,
                     std::pair<int, int> least = {0, 0});

/// --seed, --elements, --tracers, --tolerance, --solver, --precision, --backend, --threads, --view, --background.
void addSceneOverrides(CLI::App& app, SceneOverrides& out);

void addRunCommand(CLI::App& root, RunOptions& out);
void addEvalCommand(CLI::App& root, EvalOptions& out);
void addVerifyCommand(CLI::App& root, VerifyOptions& out);
void addInfoCommand(CLI::App& root, InfoOptions& out);

}  // namespace app
