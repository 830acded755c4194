#pragma once

#include <string>
#include <vector>

namespace app {

/// A mark of a scale and the number that stands at it.
struct Tick {
  double value = 0;
  std::string label;  ///< value / 10^exponent, with a true minus sign
};

/// The marks of a scale, in rising order.
struct Ticks {
  std::vector<Tick> marks;
  int exponent = 0;  ///< power of ten, a multiple of 3, that all labels leave out; 0 for numbers of an ordinary size
};

/// Marks at all multiples of 1, 2 or 5 times a power of ten from `low` to `high`, both included, as fine as that gives
/// no more than `most`. At least one mark; where `low` = `high` that value. Needs low <= high, both finite, most > 0.
Ticks roundTicks(double low, double high, int most);

/// "10" with the exponent in superscript digits.
std::string powerOfTen(int exponent);

}  // namespace app
