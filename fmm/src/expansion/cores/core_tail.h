#pragma once

namespace fmm {

/// How far a core is from a point's field at a radius: |1 - g| and |rho g'|. Both fall there and outwards; where g
/// swings about 1 closer in, `lack` is 1.
struct CoreTail {
  double lack, slope;
};

}  // namespace fmm
