#pragma once

#include <string>

namespace fmm {

/// The shortest text that reads back to the same bits: "0.1", "1e+12".
std::string shortestText(double value);

/// The numbers that a setting may be: `low` to `high`, both included, and what the other members say.
struct Range {
  double low = 0;
  double high = 0;
  bool excludeLow = false;     ///< only numbers above `low`
  const char* zero = nullptr;  ///< if not null, 0 is allowed besides, and this is what it means: "off"
  bool excludeZero = false;    ///< of numbers from below 0 to above it: all but 0

  /// NaN is in no range.
  constexpr bool contains(double value) const {
    if (value == 0 && zero) return true;
    if (value == 0 && excludeZero) return false;
    return (excludeLow ? value > low : value >= low) && value <= high;
  }

  /// "0.2 to 0.9", "more than 0, at most 1e9", "0 (off) or 1.05 to 10", "-1 to 1, but not 0". `number` makes a text of
  /// a double.
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
