#pragma once

#include <string>

namespace app {

/// Closed interval of allowed values; `excludeLow` opens it below.
struct Range {
  double low = 0;
  double high = 0;
  bool excludeLow = false;

  bool contains(double value) const { return (excludeLow ? value > low : value >= low) && value <= high; }
  /// "0.2 to 0.9" or "more than 0, at most 1e9"
  std::string text() const;
};

constexpr double kLongest = 1e9;         // coordinates and lengths
constexpr double kLargestNumber = 1e30;  // times, speeds, circulations
constexpr Range kCoordinate{-kLongest, kLongest};
constexpr Range kLength{0, kLongest, true};
constexpr Range kNumber{-kLargestNumber, kLargestNumber};

}  // namespace app
