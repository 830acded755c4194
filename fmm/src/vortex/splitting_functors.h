#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "vortex/dynamics.h"
#include "vortex/element_cuts.h"

namespace fmm {

/// Elements as a system has them.
template <class Real>
struct StoredElements {
  std::array<const Real*, kElementRows> row;
  const Real *volume, *reference;

  FMM_HD LoneElement operator[](Index i) const {
    const double length = row[kLengthRow][i];  // a step that is far too long turns the line round
    return {{row[0][i], row[1][i], row[2][i]},
            {row[3][i], row[4][i], row[5][i]},
            row[kCoreRow][i],
            length < 0 ? -length : length,
            volume[i],
            reference[i]};
  }
};

/// How many elements each becomes.
template <class Real>
struct CountPieces {
  StoredElements<Real> from;
  CutRules rules;
  Index* count;

  FMM_HD void operator()(Index i) const { count[i] = cutOf(rules, from[i]).count(); }
};

/// Sums of elements there will be, of those that are split, and of those of them that have a piece in the ground.
template <class Real>
struct CutSums {
  static constexpr std::size_t kCount = 3;
  StoredElements<Real> from;
  CutRules rules;
  FluidSide fluid;
  const Index* count;

  FMM_HD void operator()(Index i, double* sums) const {
    sums[0] += count[i];
    if (count[i] == 1) return;
    sums[1] += 1;
    if (!staysInFluid<Real>(fluid, rules, from[i], ElementCut::ofCount(count[i]))) sums[2] += 1;
  }
};

/// |alpha| of an element that stays whole, the largest float where that is less; of another one it is infinite.
template <class Real>
struct WholeStrength {
  StoredElements<Real> from;
  const Index* count;

  FMM_HD void operator()(Index i, float* values) const {
    using Floats = std::numeric_limits<float>;
    const double length = lengthOf(from[i].strength);
    const float kept = length > Floats::max() ? Floats::max() : static_cast<float>(length);
    values[0] = count[i] > 1 ? Floats::infinity() : kept;
  }
};

/// Writes what each element becomes from first[i] on: pieces where it stood, with its velocity and ring and their parts
/// of the rate of its strength. Other rates are 0.
template <class Real>
struct WritePieces {
  StoredElements<Real> from;
  std::array<const Real*, kElementRows> fromRate;
  const Real* fromRing;
  CutRules rules;
  const Index* first;  ///< [before]
  Index before, after;
  std::array<Real*, kElementRows> to, rate;
  std::array<Real*, 3> fixed;  ///< volume, reference radius, ring

  FMM_HD void operator()(Index i) const {
    const Index end = i + 1 < before ? first[i + 1] : after;
    const LoneElement whole = from[i];
    if (end - first[i] == 1) return write(first[i], whole, 1, i);
    const CutPieces pieces(rules, whole, ElementCut::ofCount(end - first[i]));
    for (Index at = first[i]; at < end; ++at) write(at, pieces[at - first[i]], pieces.share(at - first[i]), i);
  }

 private:
  FMM_HD void write(Index at, const LoneElement& e, double share, Index parent) const {
    const double numbers[kElementRows] = {e.position.x, e.position.y, e.position.z, e.strength.x,
                                          e.strength.y, e.strength.z, e.coreRadius, e.length};
    for (std::size_t k = 0; k < kElementRows; ++k) to[k][at] = static_cast<Real>(numbers[k]);
    for (std::size_t k = 0; k < 3; ++k) rate[k][at] = fromRate[k][parent];
    for (std::size_t k = 3; k < kCoreRow; ++k) rate[k][at] = static_cast<Real>(share * double(fromRate[k][parent]));
    for (std::size_t k = kCoreRow; k < kElementRows; ++k) rate[k][at] = 0;
    fixed[0][at] = static_cast<Real>(e.volume);
    fixed[1][at] = static_cast<Real>(e.referenceRadius);
    fixed[2][at] = fromRing[parent];
  }
};

}  // namespace fmm
