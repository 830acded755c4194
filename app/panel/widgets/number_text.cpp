#include "panel/widgets/number_text.h"

#include <cmath>
#include <cstdio>

namespace app {

std::string grouped(std::size_t value) {
  std::string digits = std::to_string(value);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), " ");
  return digits;
}

std::string formatted(const char* format, double value) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

double withoutRoundOff(double value, double size) {
  constexpr double kRoundOff = 1e-12;
  return std::abs(value) < kRoundOff * std::abs(size) ? 0 : value;
}

std::string withUnit(const std::string& number, const char* unit) {
  return unit[0] == '\0' ? number : number + ' ' + unit;
}

}  // namespace app
