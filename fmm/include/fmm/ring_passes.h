#pragma once

#include <limits>
#include <vector>

namespace fmm {

/// How often two coaxial rings have passed through each other: the sign of z_1 - z_2, the distance of their centroids
/// along the axis, changes, and both then part by more than kApart of their radius.
class RingPasses {
 public:
  static constexpr double kApart = 0.1;

  /// The rings at `time` [T]: z_1 - z_2 [L], and the mean of their radii [L]. Times go forwards; where one lies before
  /// the last, passes behind it are taken back.
  void add(double time, double distance, double radius);
  /// When the sign changed [T], between two calls by a straight line.
  const std::vector<double>& times() const { return times_; }

 private:
  std::vector<double> times_;
  double time_ = -std::numeric_limits<double>::infinity(), distance_ = 0;  ///< of the last call
  double side_ = 0;     ///< sign of the distance where they were last apart; 0: they never were
  double crossed_ = 0;  ///< when the sign changed the last time [T]
};

}  // namespace fmm
