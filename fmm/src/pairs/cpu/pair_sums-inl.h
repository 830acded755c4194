// The near field of one core on SIMD registers: sources in tiles, targets in blocks, the loops of pair_kernels-inl.h.

#if defined(FMM_PAIR_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_PAIR_SUMS_INL_H
#undef FMM_PAIR_SUMS_INL_H
#else
#define FMM_PAIR_SUMS_INL_H
#endif

#include <algorithm>
#include <limits>
#include <type_traits>

#include "pairs/cpu/packed_cores-inl.h"
#include "pairs/cpu/pair_kernels-inl.h"
#include "pairs/pair_sums.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

constexpr Index kTile = 256;  // sources per partial sum: 11 KiB in float, stays in the first-level cache

/// Tight box of a block's targets in their frame.
template <class Real>
struct TargetBox {
  Real low[3], high[3];

  explicit TargetBox(const TargetBlock<Real>& block) {
    const Real* const x[3] = {block.x, block.y, block.z};
    for (int axis = 0; axis < 3; ++axis) {
      const auto [least, most] = std::minmax_element(x[axis], x[axis] + block.count);
      low[axis] = *least;
      high[axis] = *most;
    }
  }
  Real gapSquared(Real x, Real y, Real z) const {
    const Real gapX = std::max(std::max(low[0] - x, x - high[0]), Real(0));
    const Real gapY = std::max(std::max(low[1] - y, y - high[1]), Real(0));
    const Real gapZ = std::max(std::max(low[2] - z, z - high[2]), Real(0));
    return gapX * gapX + gapY * gapY + gapZ * gapZ;
  }
};

/// Reads sources of successive ranges into tiles in the targets' frame; for corrections only those that reach the box.
template <class Real>
class TileReader {
 public:
  /// `peaks`: PackedSource::peak is set.
  TileReader(const PairTask<Real>& task, const TargetBox<Real>& box, bool peaks)
      : task_(task), box_(box), peaks_(peaks), next_(task.rangeCount > 0 ? task.ranges[0].begin : 0) {}

  /// Fills `tile` with up to kTile sources; 0 when none is left.
  Index read(PackedSource<Real>* tile) {
    Index n = 0;
    while (n < kTile && range_ < task_.rangeCount) {
      const Index end = task_.ranges[range_].end;
      if (!task_.correction) {
        for (; next_ < end && n < kTile; ++next_) tile[n++] = pack(next_);
      } else {
        for (; next_ < end && n < kTile; ++next_) {
          if (reachesTargets(next_)) tile[n++] = pack(next_);
        }
      }
      if (next_ < task_.ranges[range_].end) break;
      if (++range_ < task_.rangeCount) next_ = task_.ranges[range_].begin;
    }
    return n;
  }

 private:
  bool reachesTargets(Index i) const {
    const auto& s = task_.sources;
    const Real reach = task_.reach * s.sigma[i];
    return box_.gapSquared(s.x[i] - task_.origin.x, s.y[i] - task_.origin.y, s.z[i] - task_.origin.z) < reach * reach;
  }
  PackedSource<Real> pack(Index i) const {
    const auto& s = task_.sources;
    PackedSource<Real> p;
    p.x = s.x[i] - task_.origin.x;
    p.y = s.y[i] - task_.origin.y;
    p.z = s.z[i] - task_.origin.z;
    p.ax = s.ax[i];
    p.ay = s.ay[i];
    p.az = s.az[i];
    p.s2 = s.sigma[i] * s.sigma[i];
    constexpr Real kHuge = std::numeric_limits<Real>::max() / 4;
    p.inverseS2 = p.s2 > 1 / kHuge ? 1 / p.s2 : kHuge;
    p.bx = p.ay * p.z - p.az * p.y;
    p.by = p.az * p.x - p.ax * p.z;
    p.bz = p.ax * p.y - p.ay * p.x;
    p.peak = 0;
    if (peaks_) p.peak = bellPeak(p.s2, p.inverseS2, kHuge);
    return p;
  }

  const PairTask<Real>& task_;
  const TargetBox<Real>& box_;
  const bool peaks_;
  Index range_ = 0;
  Index next_ = 0;
};

template <class Real>
void loadTargets(const PairTask<Real>& task, Index first, Index count, FieldParts wanted, TargetBlock<Real>& block) {
  constexpr Index kGroup = 4 * Pack<Real>::kLanes;
  block.count = (count + kGroup - 1) / kGroup * kGroup;
  for (Index i = 0; i < block.count; ++i) {
    const Index from = first + std::min(i, count - 1);
    block.x[i] = task.targets.x[from] - task.origin.x;
    block.y[i] = task.targets.y[from] - task.origin.y;
    block.z[i] = task.targets.z[from] - task.origin.z;
  }
  for (int c = 0; wanted.velocity && c < 3; ++c) std::fill_n(block.u[c], block.count, Real(0));
  for (int c = 0; wanted.gradient && c < 9; ++c) std::fill_n(block.j[c], block.count, Real(0));
  for (int c = 0; wanted.vorticity && c < 3; ++c) std::fill_n(block.w[c], block.count, Real(0));
}

template <class Real>
void addResults(const PairTask<Real>& task, Index first, Index count, FieldParts wanted,
                const TargetBlock<Real>& block) {
  const auto add = [&](const Real* from, Real* to) {
    constexpr Real kFactor = static_cast<Real>(kInverse4Pi);
    for (Index i = 0; i < count; ++i) to[first + i] += kFactor * from[i];
  };
  const TargetArrays<Real>& t = task.targets;
  Real* const velocity[3] = {t.ux, t.uy, t.uz};
  for (int c = 0; wanted.velocity && c < 3; ++c) add(block.u[c], velocity[c]);
  for (int c = 0; wanted.gradient && c < 9; ++c) add(block.j[c], t.gradient[c]);
  for (int c = 0; wanted.vorticity && c < 3; ++c) add(block.w[c], t.vorticity[c]);
}

/// Number of target registers computed side by side, which hides a body's latency. Bodies of closed cores in float have
/// little of it, and with more than two AVX2 would run out of registers.
template <class Real, class Body>
constexpr int kSideBySide = sizeof(Real) == sizeof(float) ? 2 : 4;
template <class Core, FitQuality kQuality, class Shared>
constexpr int kSideBySide<float, PackedBody<Core, kQuality, Shared>> = 4;
template <class Real, class Body>
constexpr int kSideBySide<Real, CorrectionBody<Body>> = kSideBySide<Real, Body>;

/// Calls use(group, first) for PackGroups that cover `count` targets of a block; `group` only carries the type.
template <class Body, class Real, class Use>
HWY_INLINE void forEachGroup(Index count, const Use& use) {
  using Few = PackGroup<Real, 2>;
  using Most = PackGroup<Real, kSideBySide<Real, Body>>;
  Index t = 0;
  for (; count - t > Few::kLanes; t += Most::kLanes) use(Most(), t);
  for (; t < count; t += Few::kLanes) use(Few(), t);
}

/// P2P: adds the sums over a tile's `n` sources to the first `count` targets of a block.
template <class Real>
using TileSum = void (*)(const PackedSource<Real>* tile, Index n, Index count, TargetBlock<Real>& block);

/// The tile sums of a core, each compiled only with the fit that it needs; closed cores have one form. `kCorrection`:
/// sums (g - 1) K instead of g K; `kVorticity`: vorticity along with velocity.
template <class Core, class Real, bool kCorrection, bool kVorticity>
struct TileSums {
  static constexpr bool kSingle = sizeof(Real) == sizeof(float);
  static constexpr FitQuality kExact = Core::kFitted && kSingle ? FitQuality::fine : FitQuality::exact;
  static constexpr FitQuality kFastGradient = Core::kFitted ? FitQuality::fine : FitQuality::exact;
  static constexpr FitQuality kFast = Core::kFitted && kSingle ? FitQuality::fast : kFastGradient;

  static TileSum<Real> field(bool gradient, PairAccuracy accuracy) {
    const bool exact = accuracy == PairAccuracy::exact;
    if (gradient) return exact ? velocityGradient<kExact> : velocityGradient<kFastGradient>;
    return exact ? velocityByCross : velocityByFactors;
  }
  /// Vorticity only, which uses no fit.
  static void vorticity(const PackedSource<Real>* tile, Index n, Index count, TargetBlock<Real>& block) {
    const auto body = bodyOf<kExact>();
    forEachGroup<std::decay_t<decltype(body)>, Real>(count, [&](auto group, Index t) FMM_INLINE_LAMBDA {
      vorticityAlone<decltype(group)>(body, tile, n, block, t);
    });
  }
  template <FitQuality kQuality>
  static HWY_INLINE auto bodyOf() {
    const auto body = packedBody<Core, kQuality, Real>();
    if constexpr (kCorrection) {
      return CorrectionBody<std::decay_t<decltype(body)>>{body};
    } else {
      return body;
    }
  }

 private:
  static void velocityByFactors(const PackedSource<Real>* tile, Index n, Index count, TargetBlock<Real>& block) {
    const auto body = bodyOf<kFast>();
    forEachGroup<std::decay_t<decltype(body)>, Real>(count, [&](auto group, Index t) FMM_INLINE_LAMBDA {
      velocityFactored<decltype(group), kVorticity>(body, tile, n, block, t);
    });
  }
  static void velocityByCross(const PackedSource<Real>* tile, Index n, Index count, TargetBlock<Real>& block) {
    const auto body = bodyOf<kExact>();
    forEachGroup<std::decay_t<decltype(body)>, Real>(count, [&](auto group, Index t) FMM_INLINE_LAMBDA {
      velocityCross<decltype(group), kVorticity>(body, tile, n, block, t);
    });
  }
  template <FitQuality kQuality>
  static void velocityGradient(const PackedSource<Real>* tile, Index n, Index count, TargetBlock<Real>& block) {
    const auto body = bodyOf<kQuality>();
    for (Index t = 0; t < count; t += Pack<Real>::kLanes) velocityAndGradient<kVorticity>(body, tile, n, block, t);
  }
};

/// Computes a task for one core.
template <class Core, class Real>
void sumTask(const PairTask<Real>& task) {
  // In float, vorticity is summed in the velocities' loop, which saves computing distances twice. In double it is
  // rarely wanted, and would double the compiled code.
  constexpr bool kBeside = sizeof(Real) == sizeof(float);
  using Whole = TileSums<Core, Real, false, false>;
  const FieldParts wanted = task.targets.parts();
  const bool beside = kBeside && wanted.vorticity;
  TileSum<Real> field = nullptr, vorticity = nullptr;
  if (wanted.velocity || wanted.gradient) {
    const auto choose = [&](auto correction) {
      constexpr bool kCorrection = decltype(correction)::value;
      return beside ? TileSums<Core, Real, kCorrection, kBeside>::field(wanted.gradient, task.accuracy)
                    : TileSums<Core, Real, kCorrection, false>::field(wanted.gradient, task.accuracy);
    };
    field =
        Core::kFarField && task.correction ? choose(std::bool_constant<Core::kFarField>()) : choose(std::false_type());
  }
  if (wanted.vorticity && !(field && beside)) vorticity = Whole::vorticity;
  const bool peaks = wanted.vorticity || kUsesPeak<decltype(Whole::template bodyOf<Whole::kExact>())>;

  constexpr Index kCorrected = 128;  // targets that share one box in the test which sources reach them
  const Index capacity = task.correction ? kCorrected : TargetBlock<Real>::kCapacity;
  HWY_ALIGN PackedSource<Real> tile[kTile];
  TargetBlock<Real> block;
  for (Index first = 0; first < task.targetCount; first += capacity) {
    const Index count = std::min(capacity, task.targetCount - first);
    loadTargets(task, first, count, wanted, block);
    const TargetBox<Real> box(block);
    TileReader<Real> reader(task, box, peaks);
    while (const Index n = reader.read(tile)) {
      if (field) field(tile, n, count, block);
      if (vorticity) vorticity(tile, n, count, block);
    }
    addResults(task, first, count, wanted, block);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();
#endif
