#include "solver/cpu/energy_pass.h"

#include "expansion/cores/with_core.h"
#include "expansion/local_derivatives.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/cpu/energy_pass.cpp"
#include "exec/cpu/simd_targets.h"

#include "exec/cpu/simd_pack-inl.h"
#include "expansion/harmonics-inl.h"
#include "solver/energy_pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

/// Up to one register of targets; lanes beyond the last repeat it.
template <class Real>
struct TargetLanes {
  static constexpr Index kCount = Pack<Real>::kLanes;

  HWY_ALIGN Real x[HWY_LANES(Real)], y[HWY_LANES(Real)], z[HWY_LANES(Real)], sigma2[HWY_LANES(Real)];
  double sums[6][HWY_LANES(Real)] = {};

  TargetLanes(const SourceArrays<Real>& s, IndexRange range) {
    for (Index k = 0; k < kCount; ++k) {
      const Index i = smaller(range.begin + k, range.end - 1);
      x[k] = s.x[i];
      y[k] = s.y[i];
      z[k] = s.z[i];
      sigma2[k] = s.sigma[i] * s.sigma[i];
    }
  }
  Vector3<Pack<Real>> positions() const { return {Pack<Real>::load(x), Pack<Real>::load(y), Pack<Real>::load(z)}; }
  /// Adds `count` of the six sums.
  HWY_INLINE void add(const Pack<Real>* part, int count) {
    HWY_ALIGN Real lane[HWY_LANES(Real)];
    for (int c = 0; c < count; ++c) {
      part[c].store(lane);
      for (Index k = 0; k < kCount; ++k) sums[c][k] += static_cast<double>(lane[k]);
    }
  }
};

template <class Core, class Real>
void addNear(const EnergyTask<Real>& task, TargetLanes<Real>& lanes) {
  const auto forEachRange = [&task](const auto& f) HWY_ATTR {
    for (Index k = 0; k < task.rangeCount; ++k) f(task.ranges[k]);
  };
  sumEnergyPairs<Core>(task.sources, forEachRange, lanes.positions(), Pack<Real>::load(lanes.sigma2),
                       [&lanes](const Pack<Real>* part) HWY_ATTR { lanes.add(part, 6); });
}

template <class Real>
void addFar(const EnergyTask<Real>& task, TargetLanes<Real>& lanes) {
  const Pack<Real> inverse(1 / task.radius);
  const Vector3<Pack<Real>> y = lanes.positions();
  const Vector3<Pack<Real>> offset = {(y.x - Pack<Real>(task.centre.x)) * inverse,
                                      (y.y - Pack<Real>(task.centre.y)) * inverse,
                                      (y.z - Pack<Real>(task.centre.z)) * inverse};
  Pack<Real> potential[3];
  l2p<3, kComponentStride>(operatorTables(Real()), task.order, offset, task.local, potential);
  lanes.add(potential, 3);
}

template <class Real>
FlowEnergy sumTargets(const EnergyTask<Real>& task) {
  const SourceArrays<Real>& s = task.sources;
  const bool plane = task.space == Space::plane;
  if (task.local && !plane) foldNegativeOrders(task.order, kComponentStride, task.local);
  FlowEnergy total;
  for (Index first = task.targets.begin; first < task.targets.end; first += TargetLanes<Real>::kCount) {
    TargetLanes<Real> lanes(s, {first, task.targets.end});
    withCore(task.regularisation, [&](auto core) {
      using Core = decltype(core);
      plane ? addNear<PlaneOf<Core>>(task, lanes) : addNear<Core>(task, lanes);
    });
    if (task.local && !plane) addFar(task, lanes);
    const Index used = smaller(TargetLanes<Real>::kCount, task.targets.end - first);
    for (Index k = 0; k < used; ++k) {
      const Index i = first + k;
      double sums[6];
      for (int c = 0; c < 6; ++c) sums[c] = lanes.sums[c][k];
      if (task.local && plane)  // 4 pi G* = -2 ln r
        sums[2] -= 2 * (task.middle + double(task.radius) * integralOf(task.order, task.local,
                                                                       double(s.x[i] - task.centre.x) / task.radius,
                                                                       double(s.y[i] - task.centre.y) / task.radius));
      const FlowEnergy e = energyOfElement({double(s.ax[i]), double(s.ay[i]), double(s.az[i])}, s.sigma[i], sums);
      total.energy += e.energy;
      total.enstrophy += e.enstrophy;
    }
  }
  return total;
}

FlowEnergy sumFloat(const EnergyTask<float>& task) {
  return sumTargets(task);
}
FlowEnergy sumDouble(const EnergyTask<double>& task) {
  return sumTargets(task);
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(sumFloat);
HWY_EXPORT(sumDouble);

FlowEnergy sumEnergy(const EnergyTask<float>& task) {
  return HWY_DYNAMIC_DISPATCH(sumFloat)(task);
}
FlowEnergy sumEnergy(const EnergyTask<double>& task) {
  return HWY_DYNAMIC_DISPATCH(sumDouble)(task);
}

}  // namespace fmm
#endif
