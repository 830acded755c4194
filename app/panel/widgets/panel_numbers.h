#pragma once

#include <cstddef>
#include <string>

namespace app {

/// 1048576 as "1 048 576".
std::string grouped(std::size_t value);
/// The same of a bound: whole numbers in groups from 10 000 on, others with ten digits at most.
std::string grouped(double value);

/// `value` formatted by one printf conversion for a double, such as "%.3g"; never "-0".
std::string formatted(const char* format, double value);

/// The text of a number without the sign of a zero: "0.000" for "-0.000".
std::string withoutSignOfZero(std::string number);

/// "0.3 T", or "0.3" without a unit.
std::string withUnit(const std::string& number, const char* unit);

/// The value, or 0 if it is only round-off compared with `size`.
double withoutRoundOff(double value, double size);

}  // namespace app
