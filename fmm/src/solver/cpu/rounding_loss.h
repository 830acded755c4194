#pragma once

#include <algorithm>
#include <cmath>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// What floats leave of a target's sum over elements, docs/math.md (9.4): what comes of the digits that coordinates
/// lose on their way into them, which are known, and what the terms round off.
class RoundingLoss {
 public:
  explicit RoundingLoss(Regularisation core) : core_(core) {}

  /// An element at `offset` from the target, which in floats is off by `shift`.
  void add(Vec3 offset, Vec3 shift, Vec3 strength, double sigma) {
    const Vec3 moved = offset + shift;
    const double distance = norm(offset), factor = factorAt(distance, sigma), inFloats = factorAt(norm(moved), sigma);
    moved_ = moved_ + cross(strength, inFloats * moved - factor * offset);
    factors_ = factors_ + inFloats * strength;
    const double size = norm(strength), single = inFloats * size, term = factor * size * distance;
    singles_ += single * single;
    squares_ += term * term;
  }
  /// Where terms are summed about the middle of targets within `radius`.
  double within(double radius) const {
    constexpr double kRounding = 0x1p-24;
    return norm(moved_) + kRounding * (radius * (norm(factors_) + std::sqrt(singles_)) + std::sqrt(squares_));
  }

 private:
  /// About f of the core: that of the cutoff grows towards the middle, where sums take it for 0, the others' level off
  /// at about sigma.
  double factorAt(double r, double sigma) const {
    if (!(r > 0) && (core_ == Regularisation::cutoff || !(sigma > 0))) return 0;
    const double outer = std::max(r, sigma), squared = r * r + sigma * sigma;
    return 1 / (core_ == Regularisation::cutoff ? r * outer * outer : squared * std::sqrt(squared));
  }

  Regularisation core_;
  Vec3 moved_, factors_;
  double singles_ = 0, squares_ = 0;
};

}  // namespace fmm
