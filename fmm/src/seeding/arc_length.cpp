#include "seeding/arc_length.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kClose = 1e-8;  // of a piece

}  // namespace

ArcLength::ArcLength(std::function<double(double)> speed, int pieces) : speed_(std::move(speed)), lengthTo_(1, 0) {
  for (int k = 0; k < pieces; ++k)
    lengthTo_.push_back(lengthTo_.back() + between(2 * kPi * k / pieces, 2 * kPi * (k + 1) / pieces));
  for (int k = 0; k <= pieces; ++k) slownessAt_.push_back(1 / speed_(2 * kPi * k / pieces));
}

/// Gauss-Legendre quadrature of 5 points within one piece.
double ArcLength::between(double from, double to) const {
  constexpr double kNode[] = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr double kWeight[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double middle = 0.5 * (from + to);
  const double half = 0.5 * (to - from);
  double sum = kWeight[0] * speed_(middle);
  for (int i = 1; i < 3; ++i) sum += kWeight[i] * (speed_(middle - half * kNode[i]) + speed_(middle + half * kNode[i]));
  return half * sum;
}

/// Newton's method from Hermite's cubic over the piece, whose error is so small already that one step or two do.
double ArcLength::parameterAt(double length) const {
  const auto next = std::upper_bound(lengthTo_.begin() + 1, lengthTo_.end() - 1, length);
  const auto piece = static_cast<std::size_t>(next - lengthTo_.begin() - 1);
  const double step = 2 * kPi / static_cast<double>(lengthTo_.size() - 1);
  const double from = step * static_cast<double>(piece);
  const double whole = *next - lengthTo_[piece], part = (length - lengthTo_[piece]) / whole, rest = 1 - part;
  const double first = slownessAt_[piece] * whole, last = slownessAt_[piece + 1] * whole;
  double t = from + part * part * (3 - 2 * part) * step + part * rest * (rest * first - part * last);
  for (int i = 0; i < 4; ++i) {
    const double change = (lengthTo_[piece] + between(from, t) - length) / speed_(t);
    t -= change;
    if (std::abs(change) < kClose * step) break;  // the next step would be about the square of it
  }
  return t;
}

}  // namespace fmm
