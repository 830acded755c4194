#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/math.h"
#include "tree/morton.h"
#include "tree/octree.h"

namespace fmm {

/// The smallest root cube: the elements' bounding cube, twice as wide, so that tracers near the elements are inside.
template <class Real>
FMM_HD inline RootCube rootCubeAround(const Box<Real>& box) {
  if (box.isEmpty()) return {};
  const double low[3] = {static_cast<double>(box.low.x), static_cast<double>(box.low.y),
                         static_cast<double>(box.low.z)};
  const double high[3] = {static_cast<double>(box.high.x), static_cast<double>(box.high.y),
                          static_cast<double>(box.high.z)};
  double middle[3], extent = 0, farthest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    middle[axis] = low[axis] + (high[axis] - low[axis]) / 2;
    extent = larger(extent, high[axis] - low[axis]);
    farthest = larger(farthest, larger(-middle[axis], middle[axis]));
  }
  // If all elements coincide, any cube around them will do, as long as coordinates resolve it.
  const double edge = extent > 0 ? 2 * extent : farthest > 0 ? farthest : 1;
  return {middle[0] - edge / 2, middle[1] - edge / 2, middle[2] - edge / 2, edge};
}

/// The cube with the same centre and `scale` times the edge.
FMM_HD inline RootCube scaled(const RootCube& root, double scale) {
  const double more = (scale - 1) * root.edge / 2;
  return {root.lowX - more, root.lowY - more, root.lowZ - more, scale * root.edge};
}

/// Pseudo-random sample k of `count` indices, since the order of particles may follow their positions.
FMM_HD inline Index scatteredIndex(Index k, Index count) {
  std::uint64_t h = (static_cast<std::uint64_t>(k) + 1) * 0x9e3779b97f4a7c15U;
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9U;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebU;
  return static_cast<Index>((((h ^ (h >> 31)) >> 32) * static_cast<std::uint64_t>(count)) >> 32);
}

/// Number of times to double the root cube for the tracers: each tracer outside walks through the tree alone, while
/// tracers of a leaf share the work. A sample of tracers is counted by the doublings that each needs. A doubled root
/// with the same centre has the octants of the smaller one among its cells, and one level more. Tracers beyond all
/// doublings stay outside, where a walk ends early, and so do a few others.
struct TracerSpread {
  static constexpr int kMostDoublings = 5;
  static constexpr int kCounts = kMostDoublings + 2;  ///< the last: beyond the widest
  static constexpr Index kSamples = 2048;
  static constexpr double kStrays = 8, kStraysOfAll = 1.0 / 256;  ///< tracers, or a part of all particles, may stay out

  RootCube root;  ///< of the elements
  Index elements, tracers;

  FMM_HD Index samples() const { return smaller(tracers, kSamples); }
  FMM_HD Index sample(Index k) const { return tracers <= kSamples ? k : scatteredIndex(k, tracers); }
  template <class Real>
  FMM_HD int doublingsFor(const Vector3<Real>& x) const {
    int doublings = 0;
    for (double scale = 1; doublings <= kMostDoublings; ++doublings, scale *= 2)
      if (isInRoot(scaled(root, scale), x.x, x.y, x.z)) break;
    return doublings;
  }
  /// The scale for a sample of which counts[d] need d doublings.
  template <class Counts>
  FMM_HD double scaleFor(const Counts& counts) const {
    if (tracers == 0) return 1;
    const double each = static_cast<double>(tracers) / samples();
    const double strays = larger(kStrays, kStraysOfAll * (static_cast<double>(elements) + tracers));
    double outside = 0, scale = 1;
    for (int d = 1; d <= kMostDoublings; ++d) outside += counts[d];
    for (int d = 1; d <= kMostDoublings && outside * each > strays; ++d) {
      outside -= counts[d];
      scale *= 2;
    }
    return scale;
  }
};

/// Factor on the root's edge that gives cubic leaves. If elements fill their box evenly, all octants of a level hold
/// about as many. If that is too few, and too many on the level above, all leaves would be halves and quarters of
/// octants, which have more neighbours. A sample of the elements in a coarse grid over their box gives the part phi
/// that they fill, phi = S(S - 1) / (cells sum n(n - 1)), with n of the S samples in a cell.
template <class Real>
struct EvenFill {
  static constexpr int kSide = 8, kCells = kSide * kSide * kSide;
  static constexpr Index kSamples = 8192;

  Box<Real> box;  ///< of the elements
  Index elements, tracers;

  /// True if the factor pays. With fewer elements most of a tree's time is in its levels; with many tracers the tracers
  /// fill the leaves.
  FMM_HD bool matters() const {
    return elements >= 1 << 14 && tracers / 4 <= elements && extent() > 0 && extent() < INFINITY;
  }

  FMM_HD Index sample(Index k) const { return scatteredIndex(k, elements); }
  FMM_HD int cellOf(const Vector3<Real>& x) const {
    return (along(x.x, box.low.x, box.high.x) * kSide + along(x.y, box.low.y, box.high.y)) * kSide +
           along(x.z, box.low.z, box.high.z);
  }

  /// `pairs`: the sum of n(n - 1) over the cells. The factor is rounded to float, so that all machines get the same.
  FMM_HD double rootScale(double pairs) const {
    // Usual contents of undivided leaves, for leaves of 44 elements (UsualLeaves) or twice as many. Trees of other leaf
    // sizes share the root and the sorted particles.
    constexpr double kFewest = 29, kMost = 72, kWanted = 32;
    // Measured fill: 0.60 of a solid ball, 0.56 of a solid torus, 0.41 of a sphere's surface, 0.45 of a torus', 0.5 of
    // a cube's; cells on the boundary count almost whole. Clumps within a cell are not seen.
    constexpr double kEven = 0.53;
    constexpr double kThinnest = 1e-3;  // below: a sheet or a rod for any tree
    constexpr double kThinnestInOctants = 4;
    if (!(pairs > 0)) return 1;
    const double fill = static_cast<double>(kSamples) * (kSamples - 1) / (kCells * pairs);
    const double most = extent();
    const double sides[3] = {side(box.low.x, box.high.x) / most, side(box.low.y, box.high.y) / most,
                             side(box.low.z, box.high.z) / most};
    const double thinnest = smaller(sides[0], smaller(sides[1], sides[2]));
    if (!(fill >= kEven) || !(thinnest >= kThinnest)) return 1;
    double held = 8.0 * static_cast<double>(elements) / (fill * sides[0] * sides[1] * sides[2]);  // by an octant
    double edge = 2;
    while (held > kMost) held /= 8, edge /= 2;
    if (held >= kFewest || thinnest < kThinnestInOctants * edge) return 1;
    return static_cast<double>(static_cast<float>(std::cbrt(kWanted / held)));
  }

 private:
  static FMM_HD int along(Real x, Real low, Real high) {
    const Real part = kSide * ((x - low) / (high - low));
    return part >= Real(0) ? (part < Real(kSide) ? static_cast<int>(part) : kSide - 1) : 0;
  }
  static FMM_HD double side(Real low, Real high) { return static_cast<double>(high) - static_cast<double>(low); }
  FMM_HD double extent() const {
    return larger(side(box.low.x, box.high.x), larger(side(box.low.y, box.high.y), side(box.low.z, box.high.z)));
  }
};

/// Number of samples in each cell.
template <class Real>
using SampleCounts = std::array<double, EvenFill<Real>::kCells>;

template <class Real>
double rootScaleOf(const EvenFill<Real>& fill, const SampleCounts<Real>& counts) {
  double pairs = 0;
  for (const double n : counts) pairs += n * (n - 1);
  return fill.rootScale(pairs);
}
/// The factor for elements at at(i), computed serially.
template <class Real, class At>
double rootScaleOf(const EvenFill<Real>& fill, const At& at) {
  if (!fill.matters()) return 1;
  SampleCounts<Real> counts{};
  for (Index k = 0; k < EvenFill<Real>::kSamples; ++k)
    ++counts[static_cast<std::size_t>(fill.cellOf(at(fill.sample(k))))];
  return rootScaleOf(fill, counts);
}

}  // namespace fmm
