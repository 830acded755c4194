#pragma once

#include "fmm/names.h"

namespace app {

using fmm::Range;

constexpr double kLongest = 1e9;                    // coordinates and lengths
constexpr double kLargestNumber = 1e30;             // times, speeds, circulations
constexpr double kLargestCount = 1e9;               // elements, tracers
constexpr double kLargestWhole = 9007199254740992;  // 2^53: exact in every number format used
constexpr Range kCoordinate{-kLongest, kLongest};
constexpr Range kLength = fmm::above(0, kLongest);
constexpr Range kNumber{-kLargestNumber, kLargestNumber};

}  // namespace app
