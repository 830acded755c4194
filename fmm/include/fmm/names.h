#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fmm {

/// The values of an enumeration with their names, in the order of the values. Each enumeration that users choose from
/// has a function namesOf(Enum) beside it that returns this table; the functions below find it there.
template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

/// The name used in files, on the command line and in the panel.
template <class Enum, class = decltype(namesOf(Enum{}))>
std::string_view toString(Enum value) {
  for (const auto& [candidate, name] : namesOf(Enum{})) {
    if (candidate == value) return name;
  }
  assert(false && "enumerator without a name");
  return "?";
}

/// The value with that name; empty if there is none.
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

/// The shortest text that reads back to the same bits: "0.1", "1e+12".
std::string shortestText(double value);

/// The allowed values of a numeric setting: `low` to `high`, both included, with the exceptions below.
struct Range {
  double low = 0;
  double high = 0;
  bool excludeLow = false;     ///< only numbers above `low`
  const char* zero = nullptr;  ///< if not null, 0 is also allowed; its meaning as text: "off"
  bool excludeZero = false;    ///< 0 is not allowed although it lies between `low` and `high`

  /// NaN is in no range.
  constexpr bool contains(double value) const {
    if (value == 0 && zero) return true;
    if (value == 0 && excludeZero) return false;
    return (excludeLow ? value > low : value >= low) && value <= high;
  }

  /// "0.2 to 0.9", "more than 0, at most 1e9", "0 (off) or 1.05 to 10", "-1 to 1, but not 0". `number` formats a
  /// double.
  template <class Format>
  std::string text(const Format& number) const {
    if (excludeLow) return "more than " + number(low) + ", at most " + number(high);
    std::string text = number(low) + " to " + number(high);
    if (zero && low == 0) text = "0 (" + std::string(zero) + ") to " + number(high);
    if (zero && low != 0) text = "0 (" + std::string(zero) + ") or " + text;
    return excludeZero ? text + ", but not 0" : text;
  }
  std::string text() const { return text(shortestText); }
};

/// 0, with that meaning, or a number from low to high.
constexpr Range zeroOr(const char* meaning, double low, double high) {
  return {low, high, false, meaning};
}
/// Any number from low to high but 0.
constexpr Range nonZero(double low, double high) {
  return {low, high, false, nullptr, true};
}
/// More than low, at most high.
constexpr Range above(double low, double high) {
  return {low, high, true};
}

}  // namespace fmm
