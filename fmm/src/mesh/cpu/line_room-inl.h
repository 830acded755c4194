#if defined(FMM_LINE_ROOM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_LINE_ROOM_INL_H
#undef FMM_LINE_ROOM_INL_H
#else
#define FMM_LINE_ROOM_INL_H
#endif

#include <algorithm>
#include <vector>

#include "exec/cpu/simd_pack-inl.h"
#include "mesh/butterfly-inl.h"
#include "mesh/cpu/line_passes.h"

// Transforms of lines in SIMD lanes, in place.

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

/// Lines of a thread in SIMD lanes: [field][place] of a register of real and one of imaginary parts.
template <class Real>
class LineRoom {
 public:
  static constexpr Index kLanes = Pack<Real>::kLanes;
  static constexpr Index kAcross = kLanes < kLinesTogether ? kLanes : kLinesTogether;  ///< lines in use

  LineRoom(Index fields, Index n) : n_(n) {
    static thread_local std::vector<Real> values;
    values.resize(static_cast<std::size_t>(2 * kLanes) * static_cast<std::size_t>(fields * n));
    values_ = values.data();
  }
  /// kLanes real parts, then as many imaginary ones.
  Real* at(Index field, Index place) const { return values_ + 2 * kLanes * (field * n_ + place); }

 private:
  Index n_;
  Real* values_;
};

template <int kRadix, bool kInverse, class Real>
HWY_INLINE void lineStage(const LineRoom<Real>& room, Index fields, const MeshLine<Real>& line, Index length) {
  using V = Pack<Real>;
  const Index n = line.plan.n, apart = length / kRadix, turn = n / length;
  for (Index j = 0; j < apart; ++j) {
    V re[kRadix], im[kRadix];
    for (int q = 1; q < kRadix; ++q) {
      const Index at = j * q * turn;
      re[q] = V(line.cosines[static_cast<std::size_t>(at)]);
      im[q] = V(line.sines[static_cast<std::size_t>(at)]);
    }
    for (Index field = 0; field < fields; ++field) {
      for (Index block = j; block < n; block += length) {
        MeshComplex<V> a[kRadix];
        for (Index r = 0; r < kRadix; ++r) {
          const Real* const from = room.at(field, block + r * apart);
          a[r] = {V::load(from), V::load(from + V::kLanes)};
        }
        for (int q = 1; kInverse && q < kRadix; ++q) a[q] = product<true>(a[q], re[q], im[q]);
        Butterfly<kRadix, kInverse, V>::run(a);
        for (int q = 1; !kInverse && q < kRadix; ++q) a[q] = product<false>(a[q], re[q], im[q]);
        for (Index r = 0; r < kRadix; ++r) {
          Real* const to = room.at(field, block + r * apart);
          a[r].re.store(to);
          a[r].im.store(to + V::kLanes);
        }
      }
    }
  }
}

template <bool kInverse, class Real>
void transformLines(const LineRoom<Real>& room, Index fields, const MeshLine<Real>& line) {
  const LinePlan& plan = line.plan;
  Index length = kInverse ? 1 : plan.n;
  for (int k = 0; k < plan.stages; ++k) {
    const int radix = plan.radix[kInverse ? plan.stages - 1 - k : k];
    if (kInverse) length *= radix;
    if (radix == 4) {
      lineStage<4, kInverse>(room, fields, line, length);
    } else if (radix == 2) {
      lineStage<2, kInverse>(room, fields, line, length);
    } else if (radix == 3) {
      lineStage<3, kInverse>(room, fields, line, length);
    } else {
      lineStage<5, kInverse>(room, fields, line, length);
    }
    if (!kInverse) length /= radix;
  }
}

template <class Real>
void clearPlace(Real* at) {
  std::fill_n(at, 2 * Pack<Real>::kLanes, Real(0));
}

/// Calls use(first, count) for the lines of a group, a register at a time.
template <class Real, class Use>
HWY_INLINE void forEachRegister(Index group, Index lines, const Use& use) {
  const Index end = std::min(lines, (group + 1) * kLinesTogether);
  for (Index first = group * kLinesTogether; first < end; first += LineRoom<Real>::kAcross)
    use(first, std::min(end - first, LineRoom<Real>::kAcross));
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();
#endif
