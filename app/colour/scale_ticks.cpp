#include "colour/scale_ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace app {
namespace {

constexpr double kWhole = 1e-9;  // tolerance for rounding errors, in steps

/// Marks at multiples of a step, as the first and the last factor.
struct Multiples {
  double first, last;
  double count() const { return last - first + 1; }
};
Multiples multiplesIn(double low, double high, double step) {
  return {std::ceil(low / step - kWhole), std::floor(high / step + kWhole)};
}

/// Steps of 1, 2, 5, 10, 20, ... as mantissa and power of ten, so that the number of decimals is known.
struct Step {
  int mantissa = 1, power = 0;

  double size() const { return mantissa * std::pow(10.0, power); }
  Step next() const {
    if (mantissa == 5) return {1, power + 1};
    return {mantissa == 1 ? 2 : 5, power};
  }
};

Step stepFor(double low, double high, int most) {
  Step step{1, static_cast<int>(std::floor(std::log10((high - low) / most))) - 1};
  while (multiplesIn(low, high, step.size()).count() > most) step = step.next();
  return step;
}

/// The power of ten left out of the labels of numbers up to `largest`.
int sharedExponent(double largest) {
  constexpr double kSmall = 1e-2, kLarge = 1e4;  // numbers outside this range get long labels
  if (largest == 0 || (largest >= kSmall && largest < kLarge)) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(largest) / 3 + kWhole));
}

std::string label(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  return value < 0 && !zero ? "\u2212" + text : text;
}

}  // namespace

Ticks roundTicks(double low, double high, int most) {
  assert(std::isfinite(low) && std::isfinite(high) && low <= high && most > 0);
  Ticks ticks;
  ticks.exponent = sharedExponent(std::max(std::abs(low), std::abs(high)));
  const double unit = std::pow(10.0, ticks.exponent);
  if (!(high - low > kWhole * std::max(std::abs(low), std::abs(high)))) {
    ticks.marks.push_back({low, fmt::format("{:.4g}", low / unit)});
    return ticks;
  }
  Step step = stepFor(low, high, most);
  Multiples multiples = multiplesIn(low, high, step.size());
  while (multiples.count() < 1) {  // `most` is 1 and 0 is not in the range: take the roundest value that is
    step = stepFor(low, high, ++most);
    multiples = multiplesIn(low, high, step.size());
    multiples.last = multiples.first;
  }
  const int decimals = std::max(0, ticks.exponent - step.power);
  for (double i = multiples.first; i <= multiples.last; ++i) {
    const double value = i * step.mantissa * std::pow(10.0, step.power);
    ticks.marks.push_back({value, label(value / unit, decimals)});
  }
  return ticks;
}

std::string powerOfTen(int exponent) {
  static const std::array<const char*, 10> digits = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                     "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = "10";
  if (exponent < 0) text += "\u207b";
  for (const char digit : std::to_string(std::abs(exponent))) text += digits[static_cast<std::size_t>(digit - '0')];
  return text;
}

}  // namespace app
