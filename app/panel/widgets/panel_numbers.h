#pragma once

#include <cstddef>
#include <string>

namespace app {

/// 1048576 as "1 048 576".
std::string grouped(std::size_t value);

/// `value` through one conversion of printf for a double, as "%.3g".
std::string formatted(const char* format, double value);

/// "0.3 T", or "0.3" where there is no unit.
std::string withUnit(const std::string& number, const char* unit);

/// The value, or 0 where it is no more than round-off beside values of this size.
double withoutRoundOff(double value, double size);

}  // namespace app
