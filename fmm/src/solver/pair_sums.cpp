#include "solver/pair_sums.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/pair_sums.cpp"
#include "exec/simd_targets.h"

#include "solver/pair_kernels-inl.h"

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
    return p;
  }

  const PairTask<Real>& task_;
  Index range_ = 0;
  Index next_ = 0;
};

template <class Real>
void loadTargets(const PairTask<Real>& task, Index first, Index count, bool gradient, TargetBlock<Real>& block) {
  constexpr Index kGroup = 2 * Pack<Real>::kLanes;
  block.count = (count + kGroup - 1) / kGroup * kGroup;
  for (Index i = 0; i < block.count; ++i) {
    const Index from = first + std::min(i, count - 1);
    block.x[i] = task.targets.x[from] - task.originX;
    block.y[i] = task.targets.y[from] - task.originY;
    block.z[i] = task.targets.z[from] - task.originZ;
  }
  for (int c = 0; c < 3; ++c) std::fill_n(block.u[c], block.count, Real(0));
  if (gradient) {
    for (int c = 0; c < 9; ++c) std::fill_n(block.j[c], block.count, Real(0));
  }
}

template <class Real>
void addResults(const PairTask<Real>& task, Index first, Index count, bool gradient, const TargetBlock<Real>& block) {
  constexpr Real kFactor = static_cast<Real>(kInverse4Pi);
  const TargetArrays<Real>& t = task.targets;
  for (Index i = 0; i < count; ++i) t.ux[first + i] += kFactor * block.u[0][i];
  for (Index i = 0; i < count; ++i) t.uy[first + i] += kFactor * block.u[1][i];
  for (Index i = 0; i < count; ++i) t.uz[first + i] += kFactor * block.u[2][i];
  if (!gradient) return;
  for (int c = 0; c < 9; ++c) {
    for (Index i = 0; i < count; ++i) t.gradient[c][first + i] += kFactor * block.j[c][i];
  }
}

template <class Real, class Core>
void sumWith(const Core& core, const PairTask<Real>& task) {
  constexpr Index kLanes = Pack<Real>::kLanes;
  const bool gradient = task.targets.gradient[0] != nullptr;
  const bool factored = task.accuracy == PairAccuracy::fast;
  HWY_ALIGN PackedSource<Real> tile[kTile];
  TargetBlock<Real> block;
  for (Index first = 0; first < task.targetCount; first += TargetBlock<Real>::kCapacity) {
    const Index count = std::min(TargetBlock<Real>::kCapacity, task.targetCount - first);
    loadTargets(task, first, count, gradient, block);
    TileReader<Real> reader(task);
    while (const Index n = reader.read(tile)) {
      if (gradient) {
        for (Index t = 0; t < count; t += kLanes) velocityAndGradient(core, tile, n, block, t);
      } else if (factored) {
        for (Index t = 0; t < count; t += 2 * kLanes) velocityFactored<2>(core, tile, n, block, t);
      } else {
        for (Index t = 0; t < count; t += 2 * kLanes) velocityCross<2>(core, tile, n, block, t);
      }
    }
    addResults(task, first, count, gradient, block);
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
