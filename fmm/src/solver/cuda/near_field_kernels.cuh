#pragma once

#include <cstdint>

#include "exec/cuda/warp.cuh"
#include "solver/cuda/view.cuh"
#include "solver/pair_cores-inl.h"

// The unit of work is a warp with T targets a lane in registers. It packs sources 32 at a time into two queues in its
// shared memory, in the frame of its targets' box: those that the core reaches, and those beyond it, whose pairs need
// neither core nor guard against coincidence. Where targets are few, its lanes form 2, 4 or 8 groups that have the same
// targets and share the sources. Warps never wait for each other.

namespace fmm {

constexpr int kWarpShift = 5;  // kWarp = 2^kWarpShift

/// How a source acts on a warp's targets.
enum class SourceKind {
  within,    ///< by its core
  beyond,    ///< all targets are beyond its core: by the bare kernel
  corrected  ///< expansions gave the bare kernel: by what the core changes of it
};

/// How the pairs of a target are summed.
enum class PairForm {
  factored,  ///< (sum f alpha) x y - sum f (alpha x x): fewest operations, digits as good as the frame is local
  cross,     ///< sum f (alpha x r)
  gradient,  ///< velocity by cross products, and J = sum f [alpha]_x + 2 f' (alpha x r) r^T
  vorticity  ///< sum 4 pi zeta alpha and nothing else; sources beyond the core's reach are none
};

template <class Real>
__device__ __forceinline__ Real squaredDistance(const Vector3<Real>& d) {
  return d.x * d.x + (d.y * d.y + d.z * d.z);
}

/// f of a pair, g/r^3 as the kind of its source has it.
template <SourceKind kKind, Coincidence kCoincidence, class Core, class Real>
__device__ __forceinline__ Real velocityFactor(const Core& core, Real r2, const PairSource<Real>& s) {
  if constexpr (kKind == SourceKind::within) {
    return core.template velocity<kCoincidence>(r2, s);
  } else {
    const Real t = plainInverseSqrt(r2), bare = t * t * t;
    if constexpr (kKind == SourceKind::beyond) {
      return bare;
    } else {
      return core.template velocity<kCoincidence>(r2, s) - bare;
    }
  }
}

/// Running sums of one target over the sources of a queue, and their sum into rows of totals.
template <class Real, PairForm kForm>
struct PairSum;

template <class Real>
struct PairSum<Real, PairForm::factored> {
  static constexpr int kRows = 3;
  static constexpr Coincidence kGuard = Coincidence::zero;
  Vector3<Real> a, b;

  template <SourceKind kKind, Coincidence kCoincidence, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    const Real r2 = squaredDistance(d);
    const Real f = velocityFactor<kKind, kCoincidence>(core, r2, s);
    a = {a.x + f * s.ax, a.y + f * s.ay, a.z + f * s.az};
    b = {b.x + f * s.bx, b.y + f * s.by, b.z + f * s.bz};
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& y, Real* row) const {
    row[0 * kWarp] += a.y * y.z - a.z * y.y - b.x;
    row[1 * kWarp] += a.z * y.x - a.x * y.z - b.y;
    row[2 * kWarp] += a.x * y.y - a.y * y.x - b.z;
  }
};

template <class Real>
struct PairSum<Real, PairForm::cross> {
  static constexpr int kRows = 3;
  static constexpr Coincidence kGuard = Coincidence::bounded;
  Vector3<Real> u;

  template <SourceKind kKind, Coincidence kCoincidence, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    const Real r2 = squaredDistance(d);
    const Real f = velocityFactor<kKind, kCoincidence>(core, r2, s);
    const Real fx = f * d.x, fy = f * d.y, fz = f * d.z;
    u.x = s.ay * fz + (u.x - s.az * fy);
    u.y = s.az * fx + (u.y - s.ax * fz);
    u.z = s.ax * fy + (u.z - s.ay * fx);
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& /*y*/, Real* row) const {
    row[0 * kWarp] += u.x;
    row[1 * kWarp] += u.y;
    row[2 * kWarp] += u.z;
  }
};

template <class Real>
struct PairSum<Real, PairForm::gradient> {
  static constexpr int kRows = 12;
  static constexpr Coincidence kGuard = Coincidence::zero;
  Vector3<Real> u, a;
  Real j[8];  // of the part 2 f' (alpha x r) r^T, which has no trace

  template <SourceKind kKind, Coincidence kCoincidence, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    const Real r2 = squaredDistance(d);
    const Vector3<Real> c = {s.ay * d.z - s.az * d.y, s.az * d.x - s.ax * d.z, s.ax * d.y - s.ay * d.x};
    Vector3<Real> w, g = d;
    Real f;
    if constexpr (kKind == SourceKind::within) {
      const PairValue<Real> value = core.template gradient<kCoincidence>(r2, s);
      f = value.f;
      w = {value.weight * c.x, value.weight * c.y, value.weight * c.z};
      g = {value.inverse * d.x, value.inverse * d.y, value.inverse * d.z};
    } else {
      const Real t = plainInverseSqrt(r2), t2 = t * t;
      f = t * t2;
      Real weight = Real(-3) * f * t2;
      if constexpr (kKind == SourceKind::corrected) {
        const PairValue<Real> value = core.template gradient<kCoincidence>(r2, s);
        f = value.f - f;
        weight = value.weight * value.inverse - weight;
      }
      w = {weight * c.x, weight * c.y, weight * c.z};
    }
    u = {u.x + f * c.x, u.y + f * c.y, u.z + f * c.z};
    a = {a.x + f * s.ax, a.y + f * s.ay, a.z + f * s.az};
    j[0] += w.x * g.x;
    j[1] += w.x * g.y;
    j[2] += w.x * g.z;
    j[3] += w.y * g.x;
    j[4] += w.y * g.y;
    j[5] += w.y * g.z;
    j[6] += w.z * g.x;
    j[7] += w.z * g.y;
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& /*y*/, Real* row) const {
    row[0 * kWarp] += u.x;
    row[1 * kWarp] += u.y;
    row[2 * kWarp] += u.z;
    row[3 * kWarp] += j[0];
    row[4 * kWarp] += j[1] - a.z;
    row[5 * kWarp] += j[2] + a.y;
    row[6 * kWarp] += j[3] + a.z;
    row[7 * kWarp] += j[4];
    row[8 * kWarp] += j[5] - a.x;
    row[9 * kWarp] += j[6] - a.y;
    row[10 * kWarp] += j[7] + a.x;
    row[11 * kWarp] -= j[0] + j[4];
  }
};

template <class Real>
struct PairSum<Real, PairForm::vorticity> {
  static constexpr int kRows = 3;
  static constexpr Coincidence kGuard = Coincidence::zero;
  Vector3<Real> w;

  template <SourceKind kKind, Coincidence kCoincidence, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    if constexpr (kKind != SourceKind::beyond) {
      const Real density = core.template density<kCoincidence>(squaredDistance(d), s);
      w = {w.x + density * s.ax, w.y + density * s.ay, w.z + density * s.az};
    }
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& /*y*/, Real* row) const {
    row[0 * kWarp] += w.x;
    row[1 * kWarp] += w.y;
    row[2 * kWarp] += w.z;
  }
};

/// A form's sums with those of vorticity behind them.
template <class Real, PairForm kForm>
struct PairSumWithVorticity {
  using Field = PairSum<Real, kForm>;
  static constexpr int kRows = Field::kRows + 3;
  static constexpr Coincidence kGuard = Coincidence::zero;
  Field field;
  PairSum<Real, PairForm::vorticity> blobs;

  template <SourceKind kKind, Coincidence kCoincidence, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    field.template add<kKind, kCoincidence>(core, s, d);
    blobs.template add<kKind, kCoincidence>(core, s, d);
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& y, Real* row) const {
    field.addTo(y, row);
    blobs.addTo(y, row + Field::kRows * kWarp);
  }
};

/// Targets of a lane.
template <class Real, PairForm kForm>
constexpr int kWidth = sizeof(Real) == sizeof(float) ? (kForm == PairForm::gradient ? 2 : 4)
                                                     : (kForm == PairForm::gradient ? 1 : 2);
/// Most a warp is split: into 2^kMostSplit groups of lanes.
constexpr int kMostSplit = 3;

/// Targets that a warp split into 2^split groups has room for.
template <class Real, PairForm kForm>
FMM_HD constexpr Index roomFor(int split) {
  return (kWarp * kWidth<Real, kForm>) >> split;
}

/// A warp's work space; `kVorticity`: with room for its sums beside those of velocity and gradient.
template <class Real, bool kVorticity = false>
struct alignas(16) WarpSpace {
  static constexpr int kQueue = sizeof(Real) == sizeof(float) ? 64 : 48;
  static constexpr int kRows = (kVorticity ? 15 : 12) * kWidth<Real, PairForm::gradient>;
  PairSource<Real> within[kQueue], beyond[kQueue];
  Real total[kRows][kWarp];
};

template <class Real>
__device__ __forceinline__ Real warpSmallest(Real x) {
  for (int step = kWarp / 2; step > 0; step /= 2) x = std::fmin(x, __shfl_xor_sync(kAllLanes, x, step));
  return x;
}
template <class Real>
__device__ __forceinline__ Real warpLargest(Real x) {
  return -warpSmallest(-x);
}

/// The sums of one warp's targets. All lanes call every function together.
template <class Real, PairForm kForm, bool kVorticity, class Core, class Space>
class WarpSums {
 public:
  using Sum = std::conditional_t<kVorticity, PairSumWithVorticity<Real, kForm>, PairSum<Real, kForm>>;
  static constexpr int kWidth = fmm::kWidth<Real, kForm>;
  static constexpr int kVelocityRows = kForm == PairForm::vorticity ? 0 : 3;
  static_assert(kWidth * Sum::kRows <= Space::kRows);

  __device__ __forceinline__ WarpSums(const Core& core, const TargetArrays<Real>& targets, Index first, Index count,
                                      int split, Space& space)
      : core_(core), space_(space), lane_(static_cast<int>(threadIdx.x) % kWarp), split_(split) {
    loadTargets(targets, first, count);
    for (int k = 0; k < kWidth * Sum::kRows; ++k) space_.total[k][lane_] = 0;
    clear();
  }

  /// Takes a source a lane (`valid` false: none) whose core is to be corrected if it reaches further than the targets'
  /// box is away, `reach` in r^2/sigma^2; sums what has gathered, `last`: to the end. No whole sources may wait.
  __device__ __forceinline__ void takeCorrected(const SourceArrays<Real>& sources, Index i, bool valid, bool last,
                                                Real reach) {
    PairSource<Real> s = {};
    if (valid) {
      s = pack(sources, i);
      valid = gapSquared(s) < reach * s.s2;
    }
    const unsigned taken = __ballot_sync(kAllLanes, valid);
    if (valid) space_.within[withinCount_ + __popc(taken & ((1u << lane_) - 1))] = s;
    withinCount_ += __popc(taken);
    __syncwarp();
    if (withinCount_ > (last ? 0 : Space::kQueue - kWarp)) {
      run<SourceKind::corrected, Coincidence::impossible>(space_.within, withinCount_);
      withinCount_ = 0;
    }
    if (last || summed_ >= kPartial) flush();
  }

  /// Takes a source a lane (`valid` false: none), and sums what has gathered; `last`: to the end.
  __device__ __forceinline__ void take(const SourceArrays<Real>& sources, Index i, bool valid, bool last) {
    PairSource<Real> s = {};
    bool beyond = false, risky = false;
    if (valid) {
      s = pack(sources, i);
      const Real gap2 = gapSquared(s);
      beyond = core_.reach >= 0 && gap2 > core_.reach * s.s2;
      risky = !(gap2 > 0) && (Core::kSingular || s.s2 < 1 / kHugeInverse<Real>);
    }
    const unsigned before = (1u << lane_) - 1;
    const unsigned far = __ballot_sync(kAllLanes, beyond), near = __ballot_sync(kAllLanes, valid && !beyond);
    risk_ |= __any_sync(kAllLanes, risky) != 0;
    if (valid && !(beyond && kForm == PairForm::vorticity)) {
      PairSource<Real>* const to = beyond ? space_.beyond + beyondCount_ + __popc(far & before)
                                          : space_.within + withinCount_ + __popc(near & before);
      *to = s;
    }
    if (kForm != PairForm::vorticity) beyondCount_ += __popc(far);
    withinCount_ += __popc(near);
    __syncwarp();
    const int full = last ? 0 : Space::kQueue - kWarp;
    if (withinCount_ > full) sumWithin();
    if (core_.reach >= 0 && beyondCount_ > full) sumBeyond();
    if (last || summed_ >= kPartial) flush();
  }

  /// Row `row` of target `target` after the last take() and a __syncwarp, in the frame's unit.
  __device__ __forceinline__ Real total(Index target, int row) const {
    const Index lanes = kWarp >> split_;
    const Real* const from = space_.total[target / lanes * Sum::kRows + row] + target % lanes;
    Real sum = from[0];
    for (Index lane = lanes; lane < kWarp; lane += lanes) sum += from[lane];
    return sum;
  }

  /// Factor of row k that makes it [L/T] or [1/T].
  __device__ __forceinline__ Real factor(int row) const {
    const Real velocity = static_cast<Real>(kInverse4Pi) * scale_ * scale_;
    return row < kVelocityRows ? velocity : velocity * scale_;
  }

 private:
  /// Coordinates in the frame: origin at the middle of the targets' box where sums are factored, so that digits are
  /// kept; a power of two as unit, in which the smallest distance between different points is above 1e-8.
  __device__ __forceinline__ void loadTargets(const TargetArrays<Real>& targets, Index first, Index count) {
    const int lanes = kWarp >> split_;
    low_ = {INFINITY, INFINITY, INFINITY};
    high_ = {-INFINITY, -INFINITY, -INFINITY};
#pragma unroll
    for (int t = 0; t < kWidth; ++t) {
      const Index i = first + smaller(static_cast<Index>(t * lanes + lane_ % lanes), count - 1);
      y_[t] = {targets.x[i], targets.y[i], targets.z[i]};
      low_ = {std::fmin(low_.x, y_[t].x), std::fmin(low_.y, y_[t].y), std::fmin(low_.z, y_[t].z)};
      high_ = {std::fmax(high_.x, y_[t].x), std::fmax(high_.y, y_[t].y), std::fmax(high_.z, y_[t].z)};
    }
    low_ = {warpSmallest(low_.x), warpSmallest(low_.y), warpSmallest(low_.z)};
    high_ = {warpLargest(high_.x), warpLargest(high_.y), warpLargest(high_.z)};
    const Real reach = std::fmax(std::fmax(std::fmax(-low_.x, high_.x), std::fmax(-low_.y, high_.y)),
                                 std::fmax(-low_.z, high_.z));  // at least half of the largest coordinate's
    scale_ = reach > 0 ? scalbn(Real(1), -smaller(larger(ilogb(reach), -kMostExponent), kMostExponent)) : Real(1);
    origin_ = {0, 0, 0};
    if constexpr (kForm == PairForm::factored) {
      origin_ = {Real(0.5) * (low_.x + high_.x), Real(0.5) * (low_.y + high_.y), Real(0.5) * (low_.z + high_.z)};
    }
    low_ = inFrame(low_);
    high_ = inFrame(high_);
#pragma unroll
    for (int t = 0; t < kWidth; ++t) y_[t] = inFrame(y_[t]);
  }
  __device__ __forceinline__ Vector3<Real> inFrame(const Vector3<Real>& x) const {
    return {(x.x - origin_.x) * scale_, (x.y - origin_.y) * scale_, (x.z - origin_.z) * scale_};
  }
  /// From the targets' box.
  __device__ __forceinline__ Real gapSquared(const PairSource<Real>& s) const {
    return squaredDistance(
        Vector3<Real>{outside(s.x, low_.x, high_.x), outside(s.y, low_.y, high_.y), outside(s.z, low_.z, high_.z)});
  }
  static __device__ __forceinline__ Real outside(Real x, Real low, Real high) {
    return std::fmax(std::fmax(low - x, x - high), Real(0));
  }

  __device__ __forceinline__ PairSource<Real> pack(const SourceArrays<Real>& sources, Index i) const {
    const Vector3<Real> x = inFrame({sources.x[i], sources.y[i], sources.z[i]});
    PairSource<Real> s;
    s.x = x.x;
    s.y = x.y;
    s.z = x.z;
    s.ax = sources.ax[i];
    s.ay = sources.ay[i];
    s.az = sources.az[i];
    const Real sigma = sources.sigma[i] * scale_;
    s.s2 = sigma * sigma;
    const bool singular = !(s.s2 > 1 / kHugeInverse<Real>);
    s.inverseS2 = singular ? kHugeInverse<Real> : plainInverse(s.s2);
    if constexpr (kForm == PairForm::factored) {
      s.bx = s.ay * s.z - s.az * s.y;
      s.by = s.az * s.x - s.ax * s.z;
      s.bz = s.ax * s.y - s.ay * s.x;
    }
    constexpr bool kCoreUsesPeak = kForm == PairForm::gradient ? Core::kGradientUsesPeak : Core::kVelocityUsesPeak;
    if constexpr (kVorticity || kForm == PairForm::vorticity || kCoreUsesPeak) {
      s.peak = singular ? Real(0) : Real(0.79788456080286535588) * s.inverseS2 * plainInverseSqrt(s.s2);
    }
    return s;
  }

  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int t = 0; t < kWidth; ++t) sum_[t] = {};
  }

  template <SourceKind kKind, Coincidence kCoincidence>
  __device__ __forceinline__ void run(const PairSource<Real>* queue, int count) {
    const int group = lane_ >> (kWarpShift - split_), step = 1 << split_;
    const int rounds = (count - group + step - 1) >> split_;
    queue += group;
#pragma unroll 2
    for (int k = 0; k < rounds; ++k, queue += step) {
      const PairSource<Real> s = *queue;
#pragma unroll
      for (int t = 0; t < kWidth; ++t) {
        sum_[t].template add<kKind, kCoincidence>(core_, s, {y_[t].x - s.x, y_[t].y - s.y, y_[t].z - s.z});
      }
    }
    __syncwarp();
    summed_ += count;
  }
  __device__ __forceinline__ void sumWithin() {
    if (Sum::kGuard != Coincidence::zero || kForm == PairForm::gradient || Core::kSingular || risk_) {
      run<SourceKind::within, Sum::kGuard>(space_.within, withinCount_);
    } else {
      run<SourceKind::within, Coincidence::impossible>(space_.within, withinCount_);
    }
    withinCount_ = 0;
    risk_ = false;
  }
  __device__ __forceinline__ void sumBeyond() {
    run<SourceKind::beyond, Coincidence::impossible>(space_.beyond, beyondCount_);
    beyondCount_ = 0;
  }
  /// Partial sums into the totals: keeps round-off near 1e-6 in float.
  __device__ __forceinline__ void flush() {
#pragma unroll
    for (int t = 0; t < kWidth; ++t) sum_[t].addTo(y_[t], &space_.total[t * Sum::kRows][lane_]);
    clear();
    summed_ = 0;
  }

  static constexpr int kPartial = 256;      // sources of a partial sum
  static constexpr int kMostExponent = 40;  // scale^3 stays finite

  const Core core_;
  Space& space_;
  const int lane_, split_;
  int withinCount_ = 0, beyondCount_ = 0, summed_ = 0;
  bool risk_ = false;
  Real scale_;
  Vector3<Real> origin_, low_, high_;
  Vector3<Real> y_[kWidth];
  Sum sum_[kWidth];
};

}  // namespace fmm
