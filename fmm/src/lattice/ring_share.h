#pragma once

#include <cstdint>

#include "core/math.h"

namespace fmm {

/// Which ring gives most of something. Exact where no more than four rings meet; of more, the last takes the place of
/// the least together with what that had (the space-saving counter of Metwally, Agrawal and El Abbadi 2005).
class RingShare {
 public:
  static constexpr std::int32_t kNone = -2147483647 - 1;

  FMM_HD RingShare() {
    for (int k = 0; k < kRings; ++k) {
      ring_[k] = kNone;
      share_[k] = 0;
    }
  }
  FMM_HD void add(std::int32_t ring, float amount) {
    if (!(amount > 0)) return;
    int at = 0;  // its own place, else that of the least; no index that a GPU would have to look up
    float least = share_[0];
    bool found = ring_[0] == ring;
    for (int k = 1; k < kRings; ++k) {
      const bool own = ring_[k] == ring;
      if (own || (!found && share_[k] < least)) {
        at = k;
        least = share_[k];
      }
      found = found || own;
    }
    for (int k = 0; k < kRings; ++k)
      if (k == at) {
        ring_[k] = ring;
        share_[k] += amount;
      }
  }
  /// kNone where nothing was added. Of equal ones the ring with the lowest number.
  FMM_HD std::int32_t largest() const {
    std::int32_t ring = ring_[0];
    float most = share_[0];
    for (int k = 1; k < kRings; ++k) {
      const bool lower = share_[k] == most && ring_[k] != kNone && (ring == kNone || ring_[k] < ring);
      if (share_[k] > most || lower) {
        ring = ring_[k];
        most = share_[k];
      }
    }
    return ring;
  }
  /// The share of the ring that comes after the largest; 0 where only one ring gave.
  FMM_HD float second() const {
    float most = 0, next = 0;
    for (int k = 0; k < kRings; ++k) {
      next = larger(next, smaller(most, share_[k]));
      most = larger(most, share_[k]);
    }
    return next;
  }

 private:
  static constexpr int kRings = 4;
  std::int32_t ring_[kRings];
  float share_[kRings];
};

}  // namespace fmm
