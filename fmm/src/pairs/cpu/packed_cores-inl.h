// Velocities of fitted cores in the CPU's near field in float. The softening is a fourth power, which takes a third
// fewer steps than the polynomial that all machines share and agrees to the fit's accuracy
// (tests/fmm/pairs/test_packed_cores.cpp).

#if defined(FMM_PACKED_CORES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_PACKED_CORES_INL_H
#undef FMM_PACKED_CORES_INL_H
#else
#define FMM_PACKED_CORES_INL_H
#endif

#include <type_traits>

#include "exec/cpu/simd_pack-inl.h"
#include "expansion/cores/pair_body-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

/// The softening of the Gaussian core of order 2 as c = p^4, p a polynomial in x = 2 s/S - 1. The softening falls like
/// exp(-s/2); its fourth root is flatter, and its errors matter less where it is small, so a lower degree suffices. The
/// coefficients minimise the largest relative error of g/rho^3, by Lawson's iteration of weighted least squares in 3000
/// Chebyshev nodes: 2.9e-6 at degree 7, 1.1e-7 at degree 10.
template <FitQuality kQuality>
struct FourthRoot;
template <>
struct FourthRoot<FitQuality::fast> {
  static constexpr int kDegree = 7;
  static constexpr float kRange = 25;
  static constexpr float kCoefficients[kDegree + 1] = {0.4705627719f,   -0.569277308f,   0.2736447944f,
                                                       -0.02502178557f, -0.06799961522f, 0.04546891089f,
                                                       0.01362659501f,  -0.008327493435f};
};
template <>
struct FourthRoot<FitQuality::fine> {
  static constexpr int kDegree = 10;
  static constexpr float kRange = 31;
  static constexpr float kCoefficients[kDegree + 1] = {
      0.3490917358f,   -0.5510331074f, 0.3768777912f,  -0.1018709955f,  -0.04567173421f, 0.05758434099f,
      -0.05669293345f, 0.02417877399f, 0.05091094364f, -0.01905085327f, -0.01771605358f};
};

/// A fitted core with velocities from FourthRoot, everything else from `Shared`, the body of all machines.
template <class Core, FitQuality kQuality, class Shared>
struct PackedBody {
  Shared shared;

  template <class V>
  HWY_INLINE V velocity(V r2, V s2, V inverseS2, V peak) const {
    using Root = FourthRoot<kQuality>;
    const V x = minimum(mulAdd(r2, inverseS2 * V(2 / Root::kRange), V(-1.0f)), V(1.0f));
    V root = V(Root::kCoefficients[Root::kDegree]);
    for (int k = Root::kDegree - 1; k >= 0; --k) root = mulAdd(root, x, V(Root::kCoefficients[k]));
    const V square = root * root;
    const V f = inverseCube(mulAdd(s2, square * square, r2));
    if constexpr (Core::ShareTerm::kIsZero) {
      return f;
    } else {
      // exp(-s/2) = 2^-y, which is negligible compared with f from y = kBinaryEnd on.
      const V y = minimum(r2 * (inverseS2 * V(kBinary)), V(kBinaryEnd));
      return mulAdd(quickPower2(V(0.0f) - y), shapedPeak<typename Core::ShareTerm>(y, peak, 1), f);
    }
  }
  template <class V>
  HWY_INLINE CoreValue<V> gradient(V r2, V s2, V inverseS2, V peak) const {
    return shared.gradient(r2, s2, inverseS2, peak);
  }
  template <class V>
  HWY_INLINE V density(V r2, V s2, V inverseS2, V peak) const {
    return shared.density(r2, s2, inverseS2, peak);
  }

 private:
  static constexpr float kBinary = 0.72134752f, kBinaryEnd = 124;

  /// unit times the peak times the polynomial at s = y/kBinary. Products of the source alone are computed once for all
  /// registers.
  template <class Terms, class V>
  static HWY_INLINE V shapedPeak(V y, V peak, float unit) {
    const V constant = peak * V(unit * static_cast<float>(Terms::kConstant));
    if constexpr (Terms::Rest::kIsZero) {
      return constant;
    } else {
      return mulAdd(shapedPeak<typename Terms::Rest>(y, peak, unit / kBinary), y, constant);
    }
  }
};
template <class Core, FitQuality kQuality, class Shared>
constexpr bool kUsesPeak<PackedBody<Core, kQuality, Shared>> = kUsesPeak<Shared>;

/// The body of any core at a quality on registers.
template <class Core, FitQuality kQuality, class Real>
HWY_INLINE auto packedBody() {
  const auto shared = pairBody<Core, kQuality>(coreFit<Core, Real>(kQuality));
  if constexpr (Core::kFitted && sizeof(Real) == sizeof(float)) {
    return PackedBody<Core, kQuality, std::decay_t<decltype(shared)>>{shared};
  } else {
    return shared;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();
#endif
