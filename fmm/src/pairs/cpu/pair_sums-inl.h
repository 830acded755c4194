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

/// The sources that a pass over a block of targets sums.
enum class Taken {
  all,
  reaching,  ///< those whose core reaches the targets' box: for corrections
  lasting,   ///< those whose factored sums keep their digits
  losing     ///< the others
};

/// Reads the sources of a pass from successive ranges into tiles, in a frame.
template <class Real>
class TileReader {
 public:
  /// `peaks`: PackedSource::peak is set.
  TileReader(const PairTask<Real>& task, Taken taken, const Vector3<Real>& origin, const TargetBox<Real>& box,
             bool peaks)
      : task_(task),
        taken_(taken),
        origin_(origin),
        box_(box),
        peaks_(peaks),
        thin_(task.radius / kMostLoss<Real>),
        next_(task.rangeCount > 0 ? task.ranges[0].begin : 0) {}

  /// Fills `tile` with up to kTile sources; 0 when none is left.
  Index read(PackedSource<Real>* tile) {
    Index n = 0;
    while (n < kTile && range_ < task_.rangeCount) {
      const Index end = task_.ranges[range_].end;
      if (taken_ == Taken::all) {
        for (; next_ < end && n < kTile; ++next_) tile[n++] = pack(next_);
      } else {
        for (; next_ < end && n < kTile; ++next_) {
          if (takes(next_)) tile[n++] = pack(next_);
        }
      }
      if (next_ < task_.ranges[range_].end) break;
      if (++range_ < task_.rangeCount) next_ = task_.ranges[range_].begin;
    }
    return n;
  }
  /// Whether sources have been passed over.
  bool leftSome() const { return leftSome_; }

 private:
  bool takes(Index i) {
    const bool take = taken_ == Taken::reaching ? reachesTargets(i) : losesDigits(i) == (taken_ == Taken::losing);
    leftSome_ |= !take;
    return take;
  }
  bool reachesTargets(Index i) const {
    const auto& s = task_.sources;
    const Real reach = task_.reach * s.sigma[i];
    return box_.gapSquared(s.x[i] - origin_.x, s.y[i] - origin_.y, s.z[i] - origin_.z) < reach * reach;
  }
  /// The same for all parts of a block of targets, whose sums then do not depend on the division among threads.
  bool losesDigits(Index i) const {
    const auto& s = task_.sources;
    if (s.sigma[i] >= thin_) return false;
    const Vector3<Real> from = Vector3<Real>{s.x[i], s.y[i], s.z[i]} - task_.origin;
    const Real near = task_.radius + thin_;
    return dotProduct(from, from) < near * near;
  }
  PackedSource<Real> pack(Index i) const {
    const auto& s = task_.sources;
    PackedSource<Real> p;
    p.x = s.x[i] - origin_.x;
    p.y = s.y[i] - origin_.y;
    p.z = s.z[i] - origin_.z;
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
  const Taken taken_;
  const Vector3<Real> origin_;
  const TargetBox<Real>& box_;
  const bool peaks_;
  const Real thin_;  // core radius below which the factored sum of a near source loses digits
  bool leftSome_ = false;
  Index range_ = 0;
  Index next_ = 0;
};

/// Sets the coordinates of a block, whose count is set, in a frame.
template <class Real>
void loadTargets(const TargetArrays<Real>& targets, Index first, Index count, const Vector3<Real>& origin,
                 TargetBlock<Real>& block) {
  for (Index i = 0; i < block.count; ++i) {
    const Index from = first + std::min(i, count - 1);
    block.x[i] = targets.x[from] - origin.x;
    block.y[i] = targets.y[from] - origin.y;
    block.z[i] = targets.z[from] - origin.z;
  }
}

/// Sets the count of a block and its sums to 0.
template <class Real>
void clearSums(FieldParts wanted, Index count, TargetBlock<Real>& block) {
  constexpr Index kGroup = 4 * Pack<Real>::kLanes;
  block.count = (count + kGroup - 1) / kGroup * kGroup;
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
  const bool beside = kBeside && wanted.vorticity, field = wanted.velocity || wanted.gradient;
  const bool correction = Core::kFarField && task.correction;
  const auto fieldSum = [&](PairAccuracy accuracy) {
    const auto choose = [&](auto corrected) {
      constexpr bool kCorrection = decltype(corrected)::value;
      return beside ? TileSums<Core, Real, kCorrection, kBeside>::field(wanted.gradient, accuracy)
                    : TileSums<Core, Real, kCorrection, false>::field(wanted.gradient, accuracy);
    };
    return correction ? choose(std::bool_constant<Core::kFarField>()) : choose(std::false_type());
  };
  const bool factored = field && !wanted.gradient && task.accuracy == PairAccuracy::fast;
  const Taken taken = task.correction ? Taken::reaching : factored && task.radius > 0 ? Taken::lasting : Taken::all;
  const bool peaks = wanted.vorticity || kUsesPeak<decltype(Whole::template bodyOf<Whole::kExact>())>;

  constexpr Index kCorrected = 128;  // targets that share one box in the test which sources reach them
  const Index capacity = task.correction ? kCorrected : TargetBlock<Real>::kCapacity;
  HWY_ALIGN PackedSource<Real> tile[kTile];
  TargetBlock<Real> block;
  for (Index first = 0; first < task.targetCount; first += capacity) {
    const Index count = std::min(capacity, task.targetCount - first);
    // Differences of coordinates lose fewest digits where no frame has rounded them.
    const auto sum = [&](Taken which, const Vector3<Real>& origin, PairAccuracy accuracy) {
      loadTargets(task.targets, first, count, origin, block);
      const TargetBox<Real> box(block);
      TileReader<Real> reader(task, which, origin, box, peaks);
      const TileSum<Real> sumField = field ? fieldSum(accuracy) : nullptr;
      while (const Index n = reader.read(tile)) {
        if (sumField) sumField(tile, n, count, block);
        if (wanted.vorticity && !(sumField && beside)) Whole::vorticity(tile, n, count, block);
      }
      return reader.leftSome();
    };
    clearSums(wanted, count, block);
    const bool some = sum(taken, factored ? task.origin : Vector3<Real>{}, task.accuracy);
    if (some && taken == Taken::lasting) sum(Taken::losing, Vector3<Real>{}, PairAccuracy::exact);
    addResults(task, first, count, wanted, block);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();
#endif
