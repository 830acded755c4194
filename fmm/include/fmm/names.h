#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fmm {

/// The values of an enumeration with their names, in the order of the values. Beside each enumeration that people
/// choose from stands a function namesOf(Enum) that returns its table; what is below finds it there.
template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

/// The name as it stands in files, on the command line and in the panel.
template <class Enum, class = decltype(namesOf(Enum{}))>
std::string_view toString(Enum value) {
  for (const auto& [candidate, name] : namesOf(Enum{})) {
    if (candidate == value) return name;
  }
  assert(false && "enumerator without a name");
  return "?";
}

/// The value of that name; empty if there is none.
template <class Enum>
std::optional<Enum> parse(std::string_view name) {
  for (const auto& [candidate, candidateName] : namesOf(Enum{})) {
    if (candidateName == name) return candidate;
  }
  return std::nullopt;
}

/// All names, "a, b or c", for messages.
template <class Enum>
std::string allowedNames() {
  const auto table = namesOf(Enum{});
  std::string names;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i > 0) names += i + 1 == table.size() ? " or " : ", ";
    names += table[i].second;
  }
  return names;
}

}  // namespace fmm
