// The pairs of a core in the GPU's near field: one source and one target at a time, in a warp's frame. Cores in closed
// form, and fitted cores in double, use the body that all machines share. Fitted cores in float have a separate form,
// which agrees to the fit's accuracy (tests/fmm/pairs/test_pair_cores.cpp).

#if defined(FMM_PAIR_CORES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_PAIR_CORES_INL_H
#undef FMM_PAIR_CORES_INL_H
#else
#define FMM_PAIR_CORES_INL_H
#endif

#include <limits>

#include "expansion/cores/pair_body-inl.h"
#include "expansion/cores/plane_body-inl.h"
#include "pairs/pair_sums.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// How a loop treats coincident pairs, r = 0.
enum class Coincidence {
  impossible,  ///< there are none: 1/r is unguarded
  bounded,     ///< f is finite; the caller's product with r = 0 makes the pair 0
  zero,        ///< f = 0
};

/// 1/sqrt(x): in float the hardware's approximation, relative error 2^-22.9, infinite for 0.
FMM_INLINE float plainInverseSqrt(float x) {
#if defined(__CUDA_ARCH__)
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1 / std::sqrt(x);
#endif
}
FMM_INLINE double plainInverseSqrt(double x) {
#if defined(__CUDA_ARCH__)
  return rsqrt(x);
#else
  return 1 / std::sqrt(x);
#endif
}

/// 1/x, to 1 ulp in float.
FMM_INLINE float plainInverse(float x) {
#if defined(__CUDA_ARCH__)
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1 / x;
#endif
}
FMM_INLINE double plainInverse(double x) {
  return 1 / x;
}

/// exp(x): in float by the hardware's power of two, relative error 2^-22 for x near 0.
FMM_INLINE float plainExp(float x) {
#if defined(__CUDA_ARCH__)
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 1.44269504f));
  return y;
#else
  return std::exp(x);
#endif
}
FMM_INLINE double plainExp(double x) {
  return std::exp(x);
}

/// Smallest r^2 that `Coincidence::bounded` distinguishes from 0; its power -3/2 is finite.
template <class Real>
constexpr Real kSmallestSquare = sizeof(Real) == sizeof(float) ? Real(1e-24f) : Real(1e-190);

/// 1/sigma^2 of a singular element.
template <class Real>
constexpr Real kHugeInverse = std::numeric_limits<Real>::max() / 4;

/// The number type of the pair loops, with the interface of a CPU's SIMD register for the bodies of pair_body-inl.h.
template <class Real, Coincidence kCoincidence>
struct PairReal {
  Real v;

  PairReal() = default;
  FMM_INLINE explicit PairReal(Real value) : v(value) {}
  friend FMM_INLINE PairReal operator+(PairReal a, PairReal b) { return PairReal(a.v + b.v); }
  friend FMM_INLINE PairReal operator-(PairReal a, PairReal b) { return PairReal(a.v - b.v); }
  friend FMM_INLINE PairReal operator*(PairReal a, PairReal b) { return PairReal(a.v * b.v); }
  friend FMM_INLINE PairReal minimum(PairReal a, PairReal b) { return PairReal(std::fmin(a.v, b.v)); }
  friend FMM_INLINE PairReal selectLess(PairReal a, PairReal b, PairReal yes, PairReal no) {
    return a.v < b.v ? yes : no;
  }
  friend FMM_INLINE PairReal safeInverseSqrt(PairReal x) {
    if constexpr (kCoincidence == Coincidence::impossible) return PairReal(plainInverseSqrt(x.v));
    if constexpr (kCoincidence == Coincidence::bounded)
      return PairReal(plainInverseSqrt(std::fmax(x.v, kSmallestSquare<Real>)));
    return PairReal(x.v > 0 ? plainInverseSqrt(x.v) : Real(0));
  }
  friend FMM_INLINE PairReal fallingExp(PairReal x) { return PairReal(plainExp(x.v)); }
};
template <class Real, Coincidence kCoincidence>
struct ScalarOf<PairReal<Real, kCoincidence>> {
  using Type = Real;
};

/// A source in the frame of a warp's targets, with derived values for its pairs. Coordinates are in the frame's unit.
template <class Real>
struct alignas(16) PairSource {
  Real x, y, z;
  Real ax, ay, az;  ///< alpha
  Real inverseS2;   ///< 1/sigma^2, finite
  Real s2;          ///< sigma^2
  Real bx, by, bz;  ///< alpha x position, for factored sums
  Real peak;        ///< for vorticity, and cores that use it: sqrt(2/pi)/sigma^3, the bell at r = 0; 0 for a
                    ///< singular element
};

/// f and 2 f' = weight inverse of one pair, as two factors so that close pairs of a singular core do not overflow.
template <class Real>
struct PairValue {
  Real f, weight, inverse;
};

/// A core by its body in pair_body-inl.h. Beyond `reach` (r^2/sigma^2), f is 1/r^3 to the accuracy; negative: never.
template <class Real, class Core, class Body>
struct PortablePairs {
  static constexpr bool kPlane = false;
  static constexpr bool kSingular = !Core::kFiniteCentre;  ///< f has no limit at r = 0
  static constexpr bool kVelocityUsesPeak = kUsesPeak<Body>, kGradientUsesPeak = kUsesPeak<Body>;
  Body body;
  Real reach;

  template <Coincidence kCoincidence>
  FMM_INLINE Real velocity(Real r2, const PairSource<Real>& s) const {
    using V = PairReal<Real, kCoincidence>;
    return body.velocity(V(r2), V(s.s2), V(s.inverseS2), V(s.peak)).v;
  }
  template <Coincidence kCoincidence>
  FMM_INLINE PairValue<Real> gradient(Real r2, const PairSource<Real>& s) const {
    using V = PairReal<Real, kCoincidence>;
    const CoreValue<V> value = body.gradient(V(r2), V(s.s2), V(s.inverseS2), V(s.peak));
    return {value.f.v, (value.slope.v + value.slope.v) * value.inverse.v, value.inverse.v};
  }
  /// 4 pi zeta_sigma.
  template <Coincidence kCoincidence>
  FMM_INLINE Real density(Real r2, const PairSource<Real>& s) const {
    using V = PairReal<Real, kCoincidence>;
    return body.density(V(r2), V(s.s2), V(s.inverseS2), V(s.peak)).v;
  }
};

/// A fitted core in float: the polynomial of FittedBody, its argument clamped by a saturating multiplication, and the
/// slope from (2.4) instead of the fit's derivative,
///   2 f' = (4 pi zeta_sigma - 3 f)/r^2,
/// which loses digits only where 2 f' r^2 is small compared with f.
template <class Core, int kDegree>
struct FittedPairs {
  static constexpr bool kPlane = false;
  static constexpr bool kSingular = !Core::kFiniteCentre;
  static constexpr bool kVelocityUsesPeak = !Core::ShareTerm::kIsZero, kGradientUsesPeak = true;
  const CoreFit<float>* fit;
  float reach;

  FMM_INLINE float softened(float r2, const PairSource<float>& s) const {
    const float share = saturated(r2 * (s.inverseS2 * (0.5f * fit->scale)));
    const float x = mulAdd(share, 2.0f, -1.0f);
    float c = fit->coefficients[kDegree];
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int k = kDegree - 1; k >= 0; --k) c = mulAdd(c, x, fit->coefficients[k]);
    return mulAdd(s.s2, c, r2);
  }
  template <Coincidence kCoincidence>
  FMM_INLINE float velocity(float r2, const PairSource<float>& s) const {
    const float t = safeInverseSqrt(PairReal<float, kCoincidence>(softened(r2, s))).v;
    const float f = t * t * t;
    if constexpr (Core::ShareTerm::kIsZero) {
      return f;
    } else {
      return mulAdd(bell(r2, s), shapedPeak<typename Core::ShareTerm>(r2, s), f);
    }
  }
  template <Coincidence kCoincidence>
  FMM_INLINE PairValue<float> gradient(float r2, const PairSource<float>& s) const {
    const float f = velocity<kCoincidence>(r2, s);
    const float density = mulAdd(bell(r2, s), shapedPeak<typename Core::Bell>(r2, s), -3 * f);
    return {f, density * plainInverse(r2 + kSmallestSquare<float>), 1};
  }
  /// 4 pi zeta_sigma.
  template <Coincidence>
  FMM_INLINE float density(float r2, const PairSource<float>& s) const {
    return shapedPeak<typename Core::Bell>(r2, s) * bell(r2, s);
  }

 private:
  /// exp(-rho^2/2).
  static FMM_INLINE float bell(float r2, const PairSource<float>& s) {
    return exponential2(r2 * (s.inverseS2 * -0.72134752f));
  }
  /// The peak times a polynomial of s.
  template <class Terms>
  static FMM_INLINE float shapedPeak(float r2, const PairSource<float>& s) {
    return s.peak * besideBell(Terms(), std::fmin(r2 * s.inverseS2, static_cast<float>(kBellEnd)));
  }
  static FMM_INLINE float saturated(float x) {
#if defined(__CUDA_ARCH__)
    return __saturatef(x);
#else
    return std::fmin(std::fmax(x, 0.0f), 1.0f);
#endif
  }
  static FMM_INLINE float exponential2(float x) {
#if defined(__CUDA_ARCH__)
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#else
    return std::exp2(x);
#endif
  }
};

/// A core in the plane, by its body in plane_body-inl.h. Beyond `reach` (r^2/sigma^2), f is 1/r^2 to round-off;
/// negative: never. The peak of a source is 1/sigma^2; 0 for a singular element.
template <class Real, class Core, PairAccuracy kAccuracy>
struct PlanePairs {
  static constexpr bool kPlane = true;
  static constexpr bool kSingular = Core::kFilterOrder > 0 || !Core::kFiniteCentre;  ///< 1/r^2 is evaluated
  static constexpr bool kVelocityUsesPeak = true, kGradientUsesPeak = true;
  Real reach;

  static FMM_INLINE PlanePairs make() {
    constexpr double kFloat[] = {33, 40, 45, 49}, kDouble[] = {75, 84, 90, 96};
    constexpr int n = Core::kFilterOrder - 1;
    if constexpr (n >= 0) {
      return {Real(sizeof(Real) == sizeof(float) ? kFloat[n] : kDouble[n])};
    } else {
      return {Real(Core::kReach)};
    }
  }
  template <Coincidence kCoincidence>
  FMM_INLINE Real velocity(Real r2, const PairSource<Real>& s) const {
    using V = PairReal<Real, kCoincidence>;
    if constexpr (kAccuracy == PairAccuracy::exact) return value<kCoincidence>(r2, s).f;
    return PlaneBody<Core>().velocity(V(r2), V(s.s2), V(s.inverseS2), V(s.peak)).v;
  }
  template <Coincidence kCoincidence>
  FMM_INLINE PlaneValue<Real> value(Real r2, const PairSource<Real>& s) const {
    using V = PairReal<Real, kCoincidence>;
    const PlaneValue<V> value = PlaneBody<Core>().value(V(r2), V(s.s2), V(s.inverseS2), V(s.peak));
    return {value.f.v, value.w.v};
  }
  template <Coincidence kCoincidence>
  FMM_INLINE Real density(Real r2, const PairSource<Real>& s) const {
    return value<kCoincidence>(r2, s).w;
  }
};

/// The fits passed with a launch, in constant memory.
template <class Real>
struct CoreFits {
  CoreFit<Real> velocity, gradient;
};

/// The forms in which a kernel computes velocities and gradients of a core at an accuracy.
template <class Real, class Core, PairAccuracy kAccuracy>
struct PairCores {
  /// The fits to pass with a launch.
  static CoreFits<Real> fits() {
    if constexpr (Core::kFitted) {
      return {*coreFit<Core, Real>(kVelocity), *coreFit<Core, Real>(kGradient)};
    } else {
      return {};
    }
  }
  static FMM_INLINE auto velocity(const CoreFits<Real>& fits) { return make<kVelocity, false>(fits.velocity); }
  static FMM_INLINE auto gradient(const CoreFits<Real>& fits) { return make<kGradient, kFast>(fits.gradient); }

 private:
  static constexpr bool kFast = kAccuracy == PairAccuracy::fast, kDouble = sizeof(Real) == sizeof(double);
  static constexpr FitQuality kVelocity = kFast ? FitQuality::fast : kDouble ? FitQuality::exact : FitQuality::fine;
  static constexpr FitQuality kGradient = kFast && kDouble ? FitQuality::fine : kVelocity;

  /// `kBell`: the reach covers that of the core's bell, too.
  template <FitQuality kQuality, bool kBell>
  static FMM_INLINE auto make([[maybe_unused]] const CoreFit<Real>& fit) {
    if constexpr (!Core::kFitted) {
      return PortablePairs<Real, Core, ClosedBody<Core>>{{}, Real(Core::kReach)};
    } else {
      constexpr FitPlan plan = fitPlan<Core>(kQuality);
      constexpr Real reach = Real(kBell && Core::kBellReach > plan.reach ? Core::kBellReach : plan.reach);
      if constexpr (kDouble) {
        return PortablePairs<Real, Core, decltype(pairBody<Core, kQuality>(&fit))>{{&fit}, reach};
      } else {
        return FittedPairs<Core, plan.degree>{&fit, reach};
      }
    }
  }
};

template <class Real, class Core, PairAccuracy kAccuracy>
struct PairCores<Real, PlaneOf<Core>, kAccuracy> {
  static CoreFits<Real> fits() { return {}; }
  static FMM_INLINE auto velocity(const CoreFits<Real>&) { return PlanePairs<Real, Core, kAccuracy>::make(); }
  static FMM_INLINE auto gradient(const CoreFits<Real>&) { return PlanePairs<Real, Core, kAccuracy>::make(); }
};

FMM_PORTABLE_END
#endif
