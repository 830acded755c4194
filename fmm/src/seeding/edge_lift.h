#pragma once

#include <cmath>
#include <limits>

namespace fmm {

/// Gives what is left of a profile beyond the distance `end` to its outer part, so that circulation and mean square
/// stay what they are: a factor 1 + w(q) (a + b q), q = (s/end)^2, with w from 0 to 1 between q = 0.35 and 0.65.
class EdgeLift {
 public:
  EdgeLift() = default;
  /// `density(s)` ds is the profile's part at the distance s; `beyond` and `square` are what it has beyond `end`, and
  /// the integral of q there.
  template <class Density>
  EdgeLift(double end, double beyond, double square, const Density& density) : end_(end) {
    constexpr int kPoints = 4000;
    double w0 = 0, w1 = 0, w2 = 0;
    for (int i = 0; i < kPoints; ++i) {
      const double s = end * (i + 0.5) / kPoints, q = s * s / (end * end);
      const double part = density(s) * window(q) * end / kPoints;
      w0 += part;
      w1 += q * part;
      w2 += q * q * part;
    }
    const double determinant = w0 * w2 - w1 * w1;
    if (!(determinant > 0)) return;
    a_ = (w2 * beyond - w1 * square) / determinant;
    b_ = (w0 * square - w1 * beyond) / determinant;
  }
  /// The factor at the distance s; 0 beyond the end.
  double operator()(double s) const {
    const double q = s * s / (end_ * end_);
    return q < 1 ? 1 + window(q) * (a_ + b_ * q) : 0;
  }

  /// True if no part becomes negative or more than three times as large.
  bool isGentle() const {
    const auto gentle = [this](double q) { return std::abs(a_ + b_ * q - 0.5) < 1.5; };
    return gentle(0.35) && gentle(1);
  }

 private:
  static double window(double q) {
    const double t = q < 0.35 ? 0 : q > 0.65 ? 1 : (q - 0.35) / 0.3;
    return t * t * (3 - 2 * t);
  }

  double end_ = std::numeric_limits<double>::infinity(), a_ = 0, b_ = 0;
};

/// For exp(-s^2) about a point (two dimensions) or a line (one), which ends where it has fallen to exp(-end^2).
inline EdgeLift liftOfBell(double end, int dimensions) {
  const double square = end * end, bell = std::exp(-square);
  if (dimensions == 2)
    return {end, bell / 2, (square + 1) * bell / (2 * square), [](double s) { return s * std::exp(-s * s); }};
  constexpr double kRootPi = 1.7724538509055160273;
  const double beyond = kRootPi / 2 * std::erfc(end);
  return {end, beyond, (end * bell + beyond) / (2 * square), [](double s) { return std::exp(-s * s); }};
}

}  // namespace fmm
