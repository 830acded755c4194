#pragma once

#include <cstdint>

#include "exec/cuda/warp.cuh"
#include "pairs/cuda/pair_forms.cuh"

// The unit of work is a warp with kWidth targets per lane in registers. It packs sources, 32 at a time and in the frame
// of its targets' box, into two queues in shared memory: sources whose core reaches the box, and sources beyond, whose
// pairs need neither the core nor a guard against coincidence. Where targets are few, the lanes form 2, 4 or 8 groups
// with the same targets, which share the sources. Warps never wait for each other.

namespace fmm {

constexpr int kWarpShift = 5;  // kWarp = 2^kWarpShift

/// Number of targets of a lane.
template <class Real, PairForm kForm>
constexpr int kWidth = sizeof(Real) == sizeof(float) ? (kForm == PairForm::gradient ? 2 : 4)
                                                     : (kForm == PairForm::gradient ? 1 : 2);
/// A warp is split into at most 2^kMostSplit groups of lanes.
constexpr int kMostSplit = 3;

/// Number of targets that fit a warp split into 2^split groups.
template <class Real, PairForm kForm>
FMM_HD constexpr Index roomFor(int split) {
  return (kWarp * kWidth<Real, kForm>) >> split;
}

/// A warp's work space; `kVorticity`: with memory for its sums besides those of velocity and gradient.
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
  static constexpr bool kFactored = kForm == PairForm::factored && !Core::kPlane;
  static_assert(kWidth * Sum::kRows <= Space::kRows);

  __device__ __forceinline__ WarpSums(const Core& core, const TargetArrays<Real>& targets, Index first, Index count,
                                      int split, Space& space)
      : core_(core),
        targets_(targets),
        first_(first),
        count_(count),
        space_(space),
        lane_(static_cast<int>(threadIdx.x) % kWarp),
        split_(split) {
    loadTargets();
    for (int k = 0; k < kWidth * Sum::kRows; ++k) space_.total[k][lane_] = 0;
    clear();
  }

  /// Takes one source per lane (none if not `valid`) for correction if its core, of `reach` in r^2/sigma^2, reaches the
  /// targets' box. Sums the queue when it is full, or with `last` in any case. Sources of take() must not be waiting.
  __device__ __forceinline__ void takeCorrected(const SourceArrays<Real>& sources, Index i, bool valid, bool last,
                                                Real reach) {
    PairSource<Real> s = {};
    if (valid) {
      s = pack(sources, i, origin_);
      valid = gapSquared(s) < reach * s.s2;
    }
    const unsigned taken = __ballot_sync(kAllLanes, valid);
    if (valid) space_.within[withinCount_ + __popc(taken & ((1u << lane_) - 1))] = s;
    withinCount_ += __popc(taken);
    __syncwarp();
    if (withinCount_ > (last ? 0 : Space::kQueue - kWarp)) {
      run<SourceKind::corrected, Coincidence::impossible>(space_.within, withinCount_, y_);
      withinCount_ = 0;
    }
    if (last || summed_ >= kPartial) flush();
  }

  /// Takes one source per lane (none if not `valid`). Sums the queues when they are full, or with `last` in any case.
  __device__ __forceinline__ void take(const SourceArrays<Real>& sources, Index i, bool valid, bool last) {
    PairSource<Real> s = {};
    bool beyond = false, risky = false, losesDigits = false;
    if (valid) {
      s = pack(sources, i, origin_);
      const Real gap2 = gapSquared(s);
      beyond = core_.reach >= 0 && gap2 > core_.reach * s.s2;
      risky = !(gap2 > 0) && (Core::kSingular || s.s2 < 1 / kHugeInverse<Real>);
      if constexpr (kFactored) losesDigits = s.s2 < thin2_ && gap2 < thin2_;
    }
    const unsigned before = (1u << lane_) - 1;
    if constexpr (kFactored) {
      const unsigned losing = __ballot_sync(kAllLanes, losesDigits);
      if (losing) {
        if (withinCount_ > 0) sumWithin();
        if (losesDigits) space_.within[__popc(losing & before)] = pack(sources, i, {0, 0, 0});
        __syncwarp();
        sumByCrossProducts(__popc(losing));
        valid = valid && !losesDigits;
        beyond = beyond && valid;
        risky = risky && valid;
      }
    }
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

  /// Row `row` of target `target` in the frame's unit; call it after the last take() and a __syncwarp.
  __device__ __forceinline__ Real total(Index target, int row) const {
    const Index lanes = kWarp >> split_;
    const Real* const from = space_.total[target / lanes * Sum::kRows + row] + target % lanes;
    Real sum = from[0];
    for (Index lane = lanes; lane < kWarp; lane += lanes) sum += from[lane];
    return sum;
  }

  /// Factor that converts a row to [L/T] or [1/T].
  __device__ __forceinline__ Real factor(int row) const {
    const Real velocity =
        Core::kPlane ? static_cast<Real>(2 * kInverse4Pi) * scale_ : static_cast<Real>(kInverse4Pi) * scale_ * scale_;
    return row < kVelocityRows ? velocity : velocity * scale_;
  }

 private:
  /// Loads the targets and sets the frame: its origin is the middle of the targets' box where sums are factored, to
  /// keep digits; its unit is a power of two, in which the smallest distance between different points is above 1e-8.
  __device__ __forceinline__ void loadTargets() {
    low_ = {INFINITY, INFINITY, INFINITY};
    high_ = {-INFINITY, -INFINITY, -INFINITY};
#pragma unroll
    for (int t = 0; t < kWidth; ++t) {
      y_[t] = target(t);
      low_ = {std::fmin(low_.x, y_[t].x), std::fmin(low_.y, y_[t].y), std::fmin(low_.z, y_[t].z)};
      high_ = {std::fmax(high_.x, y_[t].x), std::fmax(high_.y, y_[t].y), std::fmax(high_.z, y_[t].z)};
    }
    low_ = {warpSmallest(low_.x), warpSmallest(low_.y), warpSmallest(low_.z)};
    high_ = {warpLargest(high_.x), warpLargest(high_.y), warpLargest(high_.z)};
    const Real reach = std::fmax(std::fmax(std::fmax(-low_.x, high_.x), std::fmax(-low_.y, high_.y)),
                                 std::fmax(-low_.z, high_.z));  // largest |coordinate| of the box
    scale_ = reach > 0 ? scalbn(Real(1), -smaller(larger(ilogb(reach), -kMostExponent), kMostExponent)) : Real(1);
    origin_ = {0, 0, 0};
    if constexpr (kFactored) {
      origin_ = {Real(0.5) * (low_.x + high_.x), Real(0.5) * (low_.y + high_.y), Real(0.5) * (low_.z + high_.z)};
    }
    low_ = inFrame(low_, origin_);
    high_ = inFrame(high_, origin_);
    if constexpr (kFactored) thin2_ = squaredDistance(high_) / (kMostLoss<Real> * kMostLoss<Real>);
#pragma unroll
    for (int t = 0; t < kWidth; ++t) y_[t] = inFrame(y_[t], origin_);
  }
  /// This lane's target number t.
  __device__ __forceinline__ Vector3<Real> target(int t) const {
    const int lanes = kWarp >> split_;
    const Index i = first_ + smaller(static_cast<Index>(t * lanes + lane_ % lanes), count_ - 1);
    return {targets_.x[i], targets_.y[i], targets_.z[i]};
  }
  __device__ __forceinline__ Vector3<Real> inFrame(const Vector3<Real>& x, const Vector3<Real>& origin) const {
    return {(x.x - origin.x) * scale_, (x.y - origin.y) * scale_, (x.z - origin.z) * scale_};
  }
  /// Squared distance from the targets' box.
  __device__ __forceinline__ Real gapSquared(const PairSource<Real>& s) const {
    return squaredDistance(
        Vector3<Real>{outside(s.x, low_.x, high_.x), outside(s.y, low_.y, high_.y), outside(s.z, low_.z, high_.z)});
  }
  static __device__ __forceinline__ Real outside(Real x, Real low, Real high) {
    return std::fmax(std::fmax(low - x, x - high), Real(0));
  }

  __device__ __forceinline__ PairSource<Real> pack(const SourceArrays<Real>& sources, Index i,
                                                   const Vector3<Real>& origin) const {
    const Vector3<Real> x = inFrame({sources.x[i], sources.y[i], sources.z[i]}, origin);
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
    if constexpr (kFactored) {
      s.bx = s.ay * s.z - s.az * s.y;
      s.by = s.az * s.x - s.ax * s.z;
      s.bz = s.ax * s.y - s.ay * s.x;
    }
    constexpr bool kCoreUsesPeak = kForm == PairForm::gradient ? Core::kGradientUsesPeak : Core::kVelocityUsesPeak;
    if constexpr (Core::kPlane) {
      s.peak = singular ? Real(0) : s.inverseS2;
    } else if constexpr (kVorticity || kForm == PairForm::vorticity || kCoreUsesPeak) {
      s.peak = singular ? Real(0) : Real(0.79788456080286535588) * s.inverseS2 * plainInverseSqrt(s.s2);
    }
    return s;
  }

  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int t = 0; t < kWidth; ++t) sum_[t] = {};
  }

  template <SourceKind kKind, Coincidence kCoincidence, bool kByCross = false>
  __device__ __forceinline__ void run(const PairSource<Real>* queue, int count, const Vector3<Real>* y) {
    const int group = lane_ >> (kWarpShift - split_), step = 1 << split_;
    const int rounds = (count - group + step - 1) >> split_;
    queue += group;
#pragma unroll 2
    for (int k = 0; k < rounds; ++k, queue += step) {
      const PairSource<Real> s = *queue;
#pragma unroll
      for (int t = 0; t < kWidth; ++t) {
        sum_[t].template add<kKind, kCoincidence, kByCross>(core_, s, {y[t].x - s.x, y[t].y - s.y, y[t].z - s.z});
      }
    }
    __syncwarp();
    summed_ += count;
  }
  __device__ __forceinline__ void sumWithin() {
    if (Sum::kGuard != Coincidence::zero || kForm == PairForm::gradient || Core::kSingular || risk_) {
      run<SourceKind::within, Sum::kGuard>(space_.within, withinCount_, y_);
    } else {
      run<SourceKind::within, Coincidence::impossible>(space_.within, withinCount_, y_);
    }
    withinCount_ = 0;
    risk_ = false;
  }
  /// Sums the first `count` sources of the queue, which are not in the frame: differences of coordinates lose fewest
  /// digits where no frame has rounded them.
  __device__ __forceinline__ void sumByCrossProducts(int count) {
    Vector3<Real> y[kWidth];
#pragma unroll
    for (int t = 0; t < kWidth; ++t) y[t] = inFrame(target(t), {0, 0, 0});
    run<SourceKind::within, Coincidence::zero, true>(space_.within, count, y);
  }
  __device__ __forceinline__ void sumBeyond() {
    run<SourceKind::beyond, Coincidence::impossible>(space_.beyond, beyondCount_, y_);
    beyondCount_ = 0;
  }
  /// Adds the partial sums to the totals, which keeps round-off near 1e-6 in float.
  __device__ __forceinline__ void flush() {
#pragma unroll
    for (int t = 0; t < kWidth; ++t) sum_[t].addTo(y_[t], &space_.total[t * Sum::kRows][lane_]);
    clear();
    summed_ = 0;
  }

  static constexpr int kPartial = 256;      // sources of a partial sum
  static constexpr int kMostExponent = 40;  // scale^3 stays finite

  const Core core_;
  const TargetArrays<Real>& targets_;
  const Index first_, count_;  ///< this warp's targets
  Space& space_;
  const int lane_, split_;
  int withinCount_ = 0, beyondCount_ = 0, summed_ = 0;
  bool risk_ = false;  ///< a waiting source may coincide with a target
  Real scale_;
  Real thin2_ = 0;  ///< squared distance and core radius below which a factored sum loses digits
  Vector3<Real> origin_, low_, high_;
  Vector3<Real> y_[kWidth];
  Sum sum_[kWidth];
};

}  // namespace fmm
