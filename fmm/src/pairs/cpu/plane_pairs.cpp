// The near field of plane flows on SIMD registers, for all cores: lanes are targets, sources are broadcast one by one.
#include "pairs/pair_sums.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pairs/cpu/plane_pairs.cpp"
#include "exec/cpu/simd_targets.h"

#include "exec/cpu/simd_pack-inl.h"
#include "expansion/cores/plane_body-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {
namespace {

template <class Real>
struct PlaneSource {
  Real x, y, circulation, s2, inverseS2, peak;
};
constexpr Index kTile = 256, kBlock = 512;

/// Targets and their sums: velocity, du/dx = -dv/dy, du/dy, dv/dx, vorticity.
template <class Real>
struct PlaneBlock {
  static constexpr Index kPadded = kBlock + 4 * Pack<Real>::kLanes;
  HWY_ALIGN Real x[kPadded], y[kPadded];
  HWY_ALIGN Real sum[6][kPadded];
};

template <class Real>
Index readTile(const PairTask<Real>& task, Index& range, Index& next, PlaneSource<Real>* tile) {
  const SourceArrays<Real>& s = task.sources;
  constexpr Real kHuge = std::numeric_limits<Real>::max() / 4;
  Index n = 0;
  while (n < kTile && range < task.rangeCount) {
    for (; next < task.ranges[range].end && n < kTile; ++next) {
      const Real s2 = s.sigma[next] * s.sigma[next];
      const bool singular = !(s2 > 1 / kHuge);
      const Real inverse = singular ? kHuge : 1 / s2;
      tile[n++] = {s.x[next], s.y[next], s.az[next], s2, inverse, singular ? Real(0) : inverse};
    }
    if (next < task.ranges[range].end) break;
    if (++range < task.rangeCount) next = task.ranges[range].begin;
  }
  return n;
}

/// Adds a tile's velocities at the targets of a group, less `bare` times the singular kernel's.
template <class V, bool kExact, class Body, class Real>
HWY_INLINE void addVelocities(const Body& body, const PlaneSource<Real>* tile, Index n, Real bare,
                              PlaneBlock<Real>& block, Index at) {
  const V x = V::load(block.x + at), y = V::load(block.y + at);
  V u = zero<V>(), v = zero<V>();
  for (Index k = 0; k < n; ++k) {
    const PlaneSource<Real>& s = tile[k];
    const V dx = x - V(s.x), dy = y - V(s.y), r2 = mulAdd(dx, dx, dy * dy);
    const V root = safeInverseSqrt(r2);
    V g;
    if constexpr (kExact) {
      g = body.value(r2, V(s.s2), V(s.inverseS2), V(s.peak)).f;
    } else {
      g = body.velocity(r2, V(s.s2), V(s.inverseS2), V(s.peak));
    }
    const V f = V(s.circulation) * negMulAdd(V(bare) * root, root, g);
    u = negMulAdd(f, dy, u);
    v = mulAdd(f, dx, v);
  }
  (V::load(block.sum[0] + at) + u).store(block.sum[0] + at);
  (V::load(block.sum[1] + at) + v).store(block.sum[1] + at);
}

/// The same with gradient and vorticity.
template <class V, class Body, class Real>
HWY_INLINE void addFields(const Body& body, const PlaneSource<Real>* tile, Index n, Real bare, PlaneBlock<Real>& block,
                          Index at) {
  using S = Scalar<V>;
  const V x = V::load(block.x + at), y = V::load(block.y + at);
  V sum[6];
  for (V& row : sum) row = zero<V>();
  for (Index k = 0; k < n; ++k) {
    const PlaneSource<Real>& s = tile[k];
    const V dx = x - V(s.x), dy = y - V(s.y), r2 = mulAdd(dx, dx, dy * dy);
    const auto value = body.value(r2, V(s.s2), V(s.inverseS2), V(s.peak));
    const V root = safeInverseSqrt(r2), circulation(s.circulation), w = circulation * value.w;
    const V f = circulation * negMulAdd(V(bare) * root, root, value.f), q = negMulAdd(V(S(2)), f, w);
    const V ex = root * dx, ey = root * dy, qx = q * ex, qy = q * ey;
    sum[0] = negMulAdd(f, dy, sum[0]);
    sum[1] = mulAdd(f, dx, sum[1]);
    sum[2] = negMulAdd(qx, ey, sum[2]);
    sum[3] = negMulAdd(qy, ey, sum[3] - f);
    sum[4] = mulAdd(qx, ex, sum[4] + f);
    sum[5] = sum[5] + w;
  }
  for (int c = 0; c < 6; ++c) (V::load(block.sum[c] + at) + sum[c]).store(block.sum[c] + at);
}

template <class Real>
void addResults(const TargetArrays<Real>& t, FieldParts wanted, Index first, Index count,
                const PlaneBlock<Real>& block) {
  const auto add = [&](int row, Real* to, Real sign = 1) {
    const Real factor = sign * static_cast<Real>(2 * kInverse4Pi);
    for (Index i = 0; i < count; ++i) to[first + i] += factor * block.sum[row][i];
  };
  if (wanted.velocity) {
    add(0, t.ux);
    add(1, t.uy);
  }
  if (wanted.gradient) {
    add(2, t.gradient[0]);
    add(3, t.gradient[1]);
    add(4, t.gradient[3]);
    add(2, t.gradient[4], -1);
  }
  if (wanted.vorticity) add(5, t.vorticity[2]);
}

/// The results summed over a tile.
enum class Sums { fastVelocity, velocity, all };

template <class Core, class Real>
void sumBlock(const PlaneSource<Real>* tile, Index n, Sums sums, Real bare, Index count, PlaneBlock<Real>& block) {
  const PlaneBody<Core> body;
  using Group = PackGroup<Real, 2>;
  using One = Pack<Real>;
  switch (sums) {
    case Sums::fastVelocity:
      for (Index at = 0; at < count; at += Group::kLanes) addVelocities<Group, false>(body, tile, n, bare, block, at);
      return;
    case Sums::velocity:
      for (Index at = 0; at < count; at += Group::kLanes) addVelocities<Group, true>(body, tile, n, bare, block, at);
      return;
    case Sums::all:
      for (Index at = 0; at < count; at += One::kLanes) addFields<One>(body, tile, n, bare, block, at);
  }
}

template <class Real>
void sumTask(const PairTask<Real>& task) {
  const FieldParts wanted = task.targets.parts();
  const bool fast = task.accuracy == PairAccuracy::fast;
  const Sums velocity = fast ? Sums::fastVelocity : Sums::velocity;
  const Sums sums = wanted.gradient || wanted.vorticity ? Sums::all : velocity;
  const Real bare = task.correction ? 1 : 0;  // (g - 1) K: expansions have given K
  PlaneBlock<Real> block;
  HWY_ALIGN PlaneSource<Real> tile[kTile];
  for (Index first = 0; first < task.targetCount; first += kBlock) {
    const Index count = std::min(kBlock, task.targetCount - first);
    constexpr Index kGroup = 2 * Pack<Real>::kLanes;
    const Index padded = (count + kGroup - 1) / kGroup * kGroup;
    for (Index i = 0; i < padded; ++i) {
      const Index from = first + std::min(i, count - 1);
      block.x[i] = task.targets.x[from];
      block.y[i] = task.targets.y[from];
    }
    for (auto& row : block.sum) std::fill_n(row, padded, Real(0));
    Index range = 0, next = task.rangeCount > 0 ? task.ranges[0].begin : 0;
    while (const Index n = readTile(task, range, next, tile)) {
      withCore(task.regularisation, [&](auto core) { sumBlock<decltype(core)>(tile, n, sums, bare, padded, block); });
    }
    addResults(task.targets, wanted, first, count, block);
  }
}

constexpr auto& sumFloat = sumTask<float>;
constexpr auto& sumDouble = sumTask<double>;

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(sumFloat);
HWY_EXPORT(sumDouble);

void sumPlanePairs(const PairTask<float>& task) {
  HWY_DYNAMIC_DISPATCH(sumFloat)(task);
}
void sumPlanePairs(const PairTask<double>& task) {
  HWY_DYNAMIC_DISPATCH(sumDouble)(task);
}

}  // namespace fmm
#endif
