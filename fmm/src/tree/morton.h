#pragma once

#include <cstdint>

#include "core/math.h"

namespace fmm {

/// Levels of one 64-bit key; a second key adds as many, for clusters finer than 2^-21 of the root.
constexpr int kKeyLevels = 21;
constexpr int kDeepestLevel = 2 * kKeyLevels;
/// Bits of a key: three a level, z, y, x from the highest on.
constexpr int kKeyBits = 3 * kKeyLevels, kDeepestBits = 2 * kKeyBits;
/// Key of a point outside the root cube: sorts behind all others.
constexpr std::uint64_t kOutsideKey = ~std::uint64_t(0);

/// Spreads the low 21 bits of x to every third bit.
FMM_HD inline std::uint64_t spreadBits(std::uint64_t x) {
  x &= 0x1FFFFF;
  x = (x | x << 32) & 0x001F00000000FFFFull;
  x = (x | x << 16) & 0x001F0000FF0000FFull;
  x = (x | x << 8) & 0x100F00F00F00F00Full;
  x = (x | x << 4) & 0x10C30C30C30C30C3ull;
  x = (x | x << 2) & 0x1249249249249249ull;
  return x;
}

/// The cube that the tree divides.
struct RootCube {
  double lowX = 0, lowY = 0, lowZ = 0;
  double edge = 1;
};

/// A coordinate relative to the root cube: 0 at the lower face, which belongs to the cube, 1 at the upper face, which
/// does not.
template <class Real>
FMM_HD inline double placeInRoot(Real x, double low, double edge) {
  return (static_cast<double>(x) - low) / edge;
}
FMM_HD inline bool isInRoot(double place) {
  return place >= 0 && place < 1;
}
template <class Real>
FMM_HD inline bool isInRoot(const RootCube& root, Real x, Real y, Real z) {
  return isInRoot(placeInRoot(x, root.lowX, root.edge)) && isInRoot(placeInRoot(y, root.lowY, root.edge)) &&
         isInRoot(placeInRoot(z, root.lowZ, root.edge));
}

/// The two Morton keys of a point: levels 1 to 21 and 22 to 42.
struct MortonKeys {
  std::uint64_t upper, lower;
};

template <class Real>
FMM_HD inline MortonKeys mortonKeys(const RootCube& root, Real x, Real y, Real z) {
  const double scale = static_cast<double>(1 << kKeyLevels);
  const double u[3] = {placeInRoot(x, root.lowX, root.edge), placeInRoot(y, root.lowY, root.edge),
                       placeInRoot(z, root.lowZ, root.edge)};
  std::uint64_t upper = 0, lower = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (!isInRoot(u[axis])) return {kOutsideKey, 0};
    const double scaled = u[axis] * scale;
    const auto whole = static_cast<std::uint64_t>(scaled);
    upper |= spreadBits(whole) << axis;
    lower |= spreadBits(static_cast<std::uint64_t>((scaled - static_cast<double>(whole)) * scale)) << axis;
  }
  return {upper, lower};
}

/// The `count` bits after the first `bits` of a point's keys; they must lie in one key.
FMM_HD inline int digitAt(std::uint64_t upper, std::uint64_t lower, int bits, int count) {
  const int end = bits + count;
  const std::uint64_t digit = end <= kKeyBits ? upper >> (kKeyBits - end) : lower >> (kDeepestBits - end);
  return static_cast<int>(digit & ((std::uint64_t(1) << count) - 1));
}

}  // namespace fmm
