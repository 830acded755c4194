#pragma once

#include <functional>
#include <vector>

namespace fmm {

/// Arc length of a closed curve over its parameter t = 0 to 2 pi, and its inverse.
class ArcLength {
 public:
  /// `speed` = |dx/dt|, smooth over each of `pieces` equal intervals of t.
  ArcLength(std::function<double(double)> speed, int pieces);

  double total() const { return lengthTo_.back(); }
  /// t where the curve has the length `length`, 0 to total().
  double parameterAt(double length) const;

 private:
  double between(double from, double to) const;

  std::function<double(double)> speed_;
  std::vector<double> lengthTo_;    ///< [pieces + 1] arc length to the beginning of each piece
  std::vector<double> slownessAt_;  ///< [pieces + 1] dt/dlength there
};

}  // namespace fmm
