#pragma once

#include <string>
#include <vector>

namespace app {

/// A mark of a scale, with its label.
struct Tick {
  double value = 0;
  std::string label;  ///< value / 10^exponent, with a true minus sign
};

/// The marks of a scale, in rising order.
struct Ticks {
  std::vector<Tick> marks;
  int exponent = 0;  ///< power of ten, a multiple of 3, left out of all labels; 0 for numbers of ordinary size
};

/// Marks at all multiples of 1, 2 or 5 times a power of ten in [low, high], as fine as possible with no more than
/// `most` marks. At least one mark; if `low` = `high`, that value. Needs low <= high, both finite, most > 0.
Ticks roundTicks(double low, double high, int most);

/// "10" with the exponent in superscript digits.
std::string powerOfTen(int exponent);

}  // namespace app
