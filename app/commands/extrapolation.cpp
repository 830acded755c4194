#include "commands/extrapolation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
namespace {

constexpr double kLowestOrder = 0.5, kHighestOrder = 12, kSafety = 1.25;

/// (v0 - v1)/(v1 - v2) of a power of the width; grows with the order.
double ratioOf(const std::array<double, 3>& w, double order) {
  const double a = std::pow(w[0] / w[2], order), b = std::pow(w[1] / w[2], order);
  return (a - b) / (b - 1);
}

double orderOf(const std::array<double, 3>& w, double ratio) {
  double low = kLowestOrder, high = kHighestOrder;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (ratioOf(w, middle) < ratio ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

Extrapolation extrapolate(const std::array<double, 3>& width, const std::array<double, 3>& value) {
  const double first = value[0] - value[1], second = value[1] - value[2], ratio = first / second;
  const bool approaches = ratio >= ratioOf(width, kLowestOrder) && ratio <= ratioOf(width, kHighestOrder);
  if (!approaches) {
    const double last = std::abs(second);
    return {std::numeric_limits<double>::quiet_NaN(), value[2], std::isnan(first) ? first : last};
  }
  const double order = orderOf(width, ratio);
  const double step = second / (std::pow(width[1] / width[2], order) - 1);
  return {order, value[2] - step, kSafety * std::abs(step)};
}

}  // namespace app
