#include "mesh/cpu/tap_passes.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/cpu/tap_passes.cpp"
#include "exec/cpu/simd_targets.h"

#include "exec/cpu/simd_pack-inl.h"
#include "mesh/mesh_taps.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

/// Scratch memory of a thread for `count` numbers.
template <class Real>
Real* roomOf(Index count) {
  static thread_local std::vector<Real> room;
  if (room.size() < static_cast<std::size_t>(count)) room.resize(static_cast<std::size_t>(count));
  return room.data();
}

/// Adds the taps of one field, of term `term`, to the sums of a register: sums[n] gets n - term powers of this axis.
/// Neighbours along the axis are `apart` numbers from each other.
template <Index kTerms, class Real>
HWY_INLINE void addTerms(const TapFields<Real>& fields, Index term, const Real* place, Index apart, Pack<Real>* sums) {
  using V = Pack<Real>;
  for (Index d = 0; d <= fields.reach; ++d) {
    const V both = d == 0 ? V::load(place) : V::load(place - d * apart) + V::load(place + d * apart);
    for (Index n = term; n < kTerms; ++n) sums[n] = mulAdd(V(fields.tapsOf(n - term)[d]), both, sums[n]);
  }
}

/// Sums the terms of a block of a row over the first `from` fields, `slab` numbers apart; use(term, x, sum) takes them.
template <Index kTerms, class Real, class Use>
HWY_INLINE void sumBlock(const TapFields<Real>& fields, Index from, const Real* place, Index apart, Index slab,
                         const Use& use) {
  using V = Pack<Real>;
  for (Index x = 0; x < TapFields<Real>::kBlock; x += V::kLanes) {
    V sums[kTerms];
    for (V& sum : sums) sum = zero<V>();
    for (Index term = 0; term < from; ++term) addTerms<kTerms>(fields, term, place + term * slab + x, apart, sums);
    for (Index term = 0; term < kTerms; ++term) use(term, x, sums[term]);
  }
}

template <Index kTerms, class Real>
void alongZ(const MeshStrengths<Real>& from, const TapFields<Real>& fields, Index item) {
  constexpr Index kBlock = TapFields<Real>::kBlock;
  const Index component = item / fields.grid.nodes[1], y = item % fields.grid.nodes[1], nodes = fields.grid.nodes[2],
              columns = fields.grid.nodes[0], row = fields.row(), margin = fields.reach * row;
  Real* const room = roomOf<Real>(nodes * row + 2 * margin);
  std::fill_n(room, margin, Real(0));
  std::fill_n(room + margin + nodes * row, margin, Real(0));
  std::uint8_t* const filled = fields.filledOf(false, component, y);
  std::fill_n(filled, fields.blocks(), std::uint8_t(0));
  for (Index z = 0; z < nodes; ++z) {
    Real* const to = room + margin + z * row;
    std::copy_n(&from.at(static_cast<std::size_t>(component), 0, y, z), columns, to);
    std::fill_n(to + columns, row - columns, Real(0));
    for (Index block = 0; block < fields.blocks(); ++block) {
      Real size = 0;
      for (Index x = 0; x < kBlock; ++x) size += std::abs(to[block * kBlock + x]);
      filled[block] |= size == 0 ? 0 : 1;
    }
  }
  for (Index z = 0; z < nodes; ++z) {
    for (Index block = 0; block < fields.blocks(); ++block) {
      const Index first = block * kBlock;
      if (!filled[block]) {
        for (Index term = 0; term < kTerms; ++term)
          std::fill_n(fields.at(term, component, y, z) + first, kBlock, Real(0));
        continue;
      }
      sumBlock<kTerms>(fields, 1, room + margin + z * row + first, row, 0,
                       [&](Index term, Index x, Pack<Real> sum)
                           FMM_INLINE_LAMBDA { sum.store(fields.at(term, component, y, z) + first + x); });
    }
  }
}

template <Index kTerms, class Real>
void alongY(const TapFields<Real>& fields, Index item) {
  constexpr Index kBlock = TapFields<Real>::kBlock;
  const Index component = item / fields.grid.nodes[2], z = item % fields.grid.nodes[2], nodes = fields.grid.nodes[1],
              row = fields.row(), margin = fields.reach * row, slab = nodes * row + 2 * margin;
  Real* const room = roomOf<Real>(kTerms * slab);
  for (Index term = 0; term < kTerms; ++term) {
    Real* const to = room + term * slab;
    std::fill_n(to, margin, Real(0));
    std::copy_n(fields.at(term, component, 0, z), nodes * row, to + margin);
    std::fill_n(to + margin + nodes * row, margin, Real(0));
  }
  for (Index y = 0; y < nodes; ++y) {
    const std::uint8_t* const filled = fields.filledOf(true, component, y);
    for (Index block = 0; block < fields.blocks(); ++block) {
      if (!filled[block]) continue;  // already 0
      const Index first = block * kBlock;
      sumBlock<kTerms>(fields, kTerms, room + margin + y * row + first, row, slab,
                       [&](Index term, Index x, Pack<Real> sum)
                           FMM_INLINE_LAMBDA { sum.store(fields.at(term, component, y, z) + first + x); });
    }
  }
}

/// Calls use() with the number of terms as a std::integral_constant.
template <class Use>
HWY_INLINE void withTerms(Index terms, const Use& use) {
  static_assert(MeshTaps::kMostTerms == 4, "cores of order 2 have one term, those of order 8 four");
  if (terms == 1) return use(std::integral_constant<Index, 1>());
  use(std::integral_constant<Index, 4>());
}

/// Sums a block of a component's row, with zeros to either side, with the taps of the last axis.
template <class Real>
HWY_INLINE void sumLast(const TapFields<Real>& fields, const Real* place, Index apart, Real* to) {
  using V = Pack<Real>;
  for (Index x = 0; x < TapFields<Real>::kBlock; x += V::kLanes) {
    V sum = zero<V>();
    for (Index term = 0; term < fields.terms; ++term) {
      const Real *const taps = fields.lastTapsOf(term), *const here = place + term * apart + x;
      sum = mulAdd(V(taps[0]), V::load(here), sum);
      for (Index d = 1; d <= fields.reach; ++d) sum = mulAdd(V(taps[d]), V::load(here - d) + V::load(here + d), sum);
    }
    sum.store(to + x);
  }
}

template <class Real>
void alongX(const TapFields<Real>& fields, MeshVector<Real>* to, const MeshRows& rows) {
  constexpr Index kBlock = TapFields<Real>::kBlock;
  static_assert(MeshTaps::kMostReach <= kBlock, "no farther than to the next block");
  const Index columns = fields.grid.nodes[0], row = fields.row(), padded = row + 2 * kBlock, blocks = fields.blocks();
  Real* const room = roomOf<Real>(3 * fields.terms * padded);
  std::fill_n(room, 3 * fields.terms * padded, Real(0));
  for (Index y = rows.first; y < rows.end; ++y) {
    for (Index c = 0; c < 3; ++c)
      for (Index term = 0; term < fields.terms; ++term)
        std::copy_n(fields.at(term, c, y, rows.z), row, room + (c * fields.terms + term) * padded + kBlock);
    MeshVector<Real>* const nodes =
        to + 2 * static_cast<std::size_t>(columns) *
                 (static_cast<std::size_t>(rows.z) * static_cast<std::size_t>(fields.grid.nodes[1]) +
                  static_cast<std::size_t>(y));
    for (Index block = 0; block < blocks; ++block) {
      const Index first = block * kBlock, count = std::min(kBlock, columns - first);
      HWY_ALIGN Real sum[3][kBlock] = {};
      for (Index c = 0; c < 3; ++c) {
        const std::uint8_t* const filled = fields.filledOf(true, c, y);
        if (filled[block] || (block > 0 && filled[block - 1]) || (block + 1 < blocks && filled[block + 1]))
          sumLast(fields, room + c * fields.terms * padded + kBlock + first, padded, sum[c]);
      }
      for (Index k = 0; k < count; ++k) nodes[2 * (first + k) + 1] = {sum[0][k], sum[1][k], sum[2][k], 0};
    }
  }
}

// Highway's dispatch takes no templates.
#define FMM_TAP_PASSES(Real, NAME)                                                                    \
  void alongZ##NAME(const MeshStrengths<Real>& from, const TapFields<Real>& fields, Index item) {     \
    withTerms(fields.terms, [&](auto terms) { alongZ<decltype(terms)::value>(from, fields, item); }); \
  }                                                                                                   \
  void alongY##NAME(const TapFields<Real>& fields, Index item) {                                      \
    withTerms(fields.terms, [&](auto terms) { alongY<decltype(terms)::value>(fields, item); });       \
  }                                                                                                   \
  void alongX##NAME(const TapFields<Real>& fields, MeshVector<Real>* to, const MeshRows& rows) {      \
    alongX(fields, to, rows);                                                                         \
  }
FMM_TAP_PASSES(float, Float)
FMM_TAP_PASSES(double, Double)
#undef FMM_TAP_PASSES

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

template <class Real>
void widen(const TapFields<Real>& fields) {
  for (Index component = 0; component < 3; ++component) {
    for (Index y = 0; y < fields.grid.nodes[1]; ++y) {
      std::uint8_t* const wide = fields.filledOf(true, component, y);
      std::fill_n(wide, fields.blocks(), std::uint8_t(0));
      const Index first = std::max(Index(0), y - fields.reach),
                  last = std::min(fields.grid.nodes[1] - 1, y + fields.reach);
      for (Index other = first; other <= last; ++other)
        for (Index block = 0; block < fields.blocks(); ++block)
          wide[block] |= fields.filledOf(false, component, other)[block];
    }
  }
}
template void widen(const TapFields<float>& fields);
template void widen(const TapFields<double>& fields);

#define FMM_EXPORT(Real, NAME)                                                                 \
  HWY_EXPORT(alongZ##NAME);                                                                    \
  HWY_EXPORT(alongY##NAME);                                                                    \
  HWY_EXPORT(alongX##NAME);                                                                    \
  template <>                                                                                  \
  void sumAlongZ(const MeshStrengths<Real>& from, const TapFields<Real>& fields, Index item) { \
    HWY_DYNAMIC_DISPATCH(alongZ##NAME)(from, fields, item);                                    \
  }                                                                                            \
  template <>                                                                                  \
  void sumAlongY(const TapFields<Real>& fields, Index item) {                                  \
    HWY_DYNAMIC_DISPATCH(alongY##NAME)(fields, item);                                          \
  }                                                                                            \
  template <>                                                                                  \
  void sumAlongX(const TapFields<Real>& fields, MeshVector<Real>* to, const MeshRows& rows) {  \
    HWY_DYNAMIC_DISPATCH(alongX##NAME)(fields, to, rows);                                      \
  }
FMM_EXPORT(float, Float)
FMM_EXPORT(double, Double)
#undef FMM_EXPORT

}  // namespace fmm
#endif
