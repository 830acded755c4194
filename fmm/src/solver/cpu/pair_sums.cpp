#include "solver/pair_sums.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/cpu/pair_sums.cpp"
#include "exec/cpu/simd_targets.h"

#include "solver/cpu/pair_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

constexpr Index kTile = 256;  // sources per partial sum: 11 KiB in float, stays in the first-level cache

/// Fetches sources of successive ranges into tiles in the targets' frame.
template <class Real>
class TileReader {
 public:
  explicit TileReader(const PairTask<Real>& task)
      : task_(task), next_(task.rangeCount > 0 ? task.ranges[0].begin : 0) {}

  /// Fills `tile` with up to kTile sources; 0 when none is left.
  Index read(PackedSource<Real>* tile) {
    Index n = 0;
    while (n < kTile && range_ < task_.rangeCount) {
      const Index end = std::min(task_.ranges[range_].end, next_ + kTile - n);
      for (; next_ < end; ++next_) tile[n++] = pack(next_);
      if (next_ < task_.ranges[range_].end) break;
      if (++range_ < task_.rangeCount) next_ = task_.ranges[range_].begin;
    }
    return n;
  }

 private:
  PackedSource<Real> pack(Index i) const {
    const auto& s = task_.sources;
    PackedSource<Real> p;
    p.x = s.x[i] - task_.originX;
    p.y = s.y[i] - task_.originY;
    p.z = s.z[i] - task_.originZ;
    p.ax = s.ax[i];
    p.ay = s.ay[i];
    p.az = s.az[i];
    p.s2 = s.sigma[i] * s.sigma[i];
    constexpr Real kHuge = std::numeric_limits<Real>::max() / 4;
    p.inverseS2 = p.s2 > 1 / kHuge ? 1 / p.s2 : kHuge;
    p.bx = p.ay * p.z - p.az * p.y;
    p.by = p.az * p.x - p.ax * p.z;
    p.bz = p.ax * p.y - p.ay * p.x;
    if (task_.targets.vorticity[0]) p.peak = bellPeak(p.s2, p.inverseS2, kHuge);
    return p;
  }

  const PairTask<Real>& task_;
  Index range_ = 0;
  Index next_ = 0;
};

/// What the targets of a task want.
template <class Real>
struct Wanted {
  bool velocity, gradient, vorticity;
  explicit Wanted(const TargetArrays<Real>& t)
      : velocity(t.ux != nullptr), gradient(t.gradient[0] != nullptr), vorticity(t.vorticity[0] != nullptr) {}
};

template <class Real>
void loadTargets(const PairTask<Real>& task, Index first, Index count, const Wanted<Real>& wanted,
                 TargetBlock<Real>& block) {
  constexpr Index kGroup = 2 * Pack<Real>::kLanes;
  block.count = (count + kGroup - 1) / kGroup * kGroup;
  for (Index i = 0; i < block.count; ++i) {
    const Index from = first + std::min(i, count - 1);
    block.x[i] = task.targets.x[from] - task.originX;
    block.y[i] = task.targets.y[from] - task.originY;
    block.z[i] = task.targets.z[from] - task.originZ;
  }
  for (int c = 0; wanted.velocity && c < 3; ++c) std::fill_n(block.u[c], block.count, Real(0));
  for (int c = 0; wanted.gradient && c < 9; ++c) std::fill_n(block.j[c], block.count, Real(0));
  for (int c = 0; wanted.vorticity && c < 3; ++c) std::fill_n(block.w[c], block.count, Real(0));
}

template <class Real>
void addResults(const PairTask<Real>& task, Index first, Index count, const Wanted<Real>& wanted,
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

/// Velocities, and gradients if they are wanted, of a block's targets from a tile.
template <bool kVorticity, class Real, class Core>
void sumTile(const Core& core, const PackedSource<Real>* tile, Index n, Index count, const Wanted<Real>& wanted,
             bool factored, TargetBlock<Real>& block) {
  constexpr Index kLanes = Pack<Real>::kLanes;
  if (wanted.gradient) {
    for (Index t = 0; t < count; t += kLanes) velocityAndGradient<kVorticity>(core, tile, n, block, t);
  } else if (factored) {
    for (Index t = 0; t < count; t += 2 * kLanes) velocityFactored<2, kVorticity>(core, tile, n, block, t);
  } else {
    for (Index t = 0; t < count; t += 2 * kLanes) velocityCross<2, kVorticity>(core, tile, n, block, t);
  }
}

template <class Real, class Core>
void sumWith(const Core& core, const PairTask<Real>& task) {
  constexpr Index kLanes = Pack<Real>::kLanes;
  const Wanted<Real> wanted(task.targets);
  const bool factored = task.accuracy == PairAccuracy::fast;
  HWY_ALIGN PackedSource<Real> tile[kTile];
  TargetBlock<Real> block;
  for (Index first = 0; first < task.targetCount; first += TargetBlock<Real>::kCapacity) {
    const Index count = std::min(TargetBlock<Real>::kCapacity, task.targetCount - first);
    loadTargets(task, first, count, wanted, block);
    TileReader<Real> reader(task);
    while (const Index n = reader.read(tile)) {
      if (!wanted.vorticity) {
        sumTile<false>(core, tile, n, count, wanted, factored, block);
      } else if (wanted.velocity) {
        sumTile<true>(core, tile, n, count, wanted, factored, block);
      } else {
        for (Index t = 0; t < count; t += 2 * kLanes) vorticityAlone<2>(core, tile, n, block, t);
      }
    }
    addResults(task, first, count, wanted, block);
  }
}

template <GaussianDegree Degree, class Real>
void sumGaussian(const PairTask<Real>& task) {
  sumWith(GaussianCore<Real, static_cast<int>(Degree)>{&gaussianFit(Degree, Real())}, task);
}

template <class Real>
void sumAny(const PairTask<Real>& task) {
  const bool gradient = task.targets.gradient[0] != nullptr;
  switch (task.regularisation) {
    case Regularisation::cutoff:
      return sumWith(CutoffCore(), task);
    case Regularisation::winckelmans:
      return sumWith(WinckelmansCore(), task);
    case Regularisation::rosenhead:
      return sumWith(RosenheadCore(), task);
    case Regularisation::gaussian:
      break;
  }
  if (task.accuracy == PairAccuracy::fast && !gradient) return sumGaussian<GaussianDegree::fast>(task);
  if (sizeof(Real) == sizeof(float) || task.accuracy == PairAccuracy::fast) {
    return sumGaussian<GaussianDegree::fine>(task);
  }
  return sumGaussian<GaussianDegree::exact>(task);
}

const char* targetName() {
  switch (HWY_TARGET) {
    case HWY_AVX3:
      return "AVX-512";
    case HWY_AVX2:
      return "AVX2";
    case HWY_SSE4:
      return "SSE4";
    default:
      return "portable code, no SIMD";
  }
}

void sumPairsFloat(const PairTask<float>& task) {
  sumAny(task);
}
void sumPairsDouble(const PairTask<double>& task) {
  sumAny(task);
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(targetName);
HWY_EXPORT(sumPairsFloat);
HWY_EXPORT(sumPairsDouble);

void sumPairs(const PairTask<float>& task) {
  HWY_DYNAMIC_DISPATCH(sumPairsFloat)(task);
}
void sumPairs(const PairTask<double>& task) {
  HWY_DYNAMIC_DISPATCH(sumPairsDouble)(task);
}

const char* simdName() {
  return HWY_DYNAMIC_DISPATCH(targetName)();
}

}  // namespace fmm
#endif
