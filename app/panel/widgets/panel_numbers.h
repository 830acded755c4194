#pragma once

#include <cstddef>
#include <string>

namespace app {

/// 1048576 as "1 048 576".
std::string grouped(std::size_t value);

/// `value` formatted by one printf conversion for a double, such as "%.3g".
std::string formatted(const char* format, double value);

/// "0.3 T", or "0.3" without a unit.
std::string withUnit(const std::string& number, const char* unit);

/// The value, or 0 if it is only round-off compared with `size`.
double withoutRoundOff(double value, double size);

}  // namespace app
