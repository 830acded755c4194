#pragma once

#include "core/math.h"

namespace fmm {

/// The polynomial (c_0 + c_1 x + c_2 x^2 ...)/divisor as a type: its coefficients are constants of the code on every
/// machine. Polynomial<1> is 0.
template <int kDivisor, int... kCoefficients>
struct Polynomial {
  static constexpr bool kIsZero = true;
  template <class T>
  FMM_HD static T at(T /*x*/) {
    return T(0);
  }
};

template <int kDivisor, int kFirst, int... kOthers>
struct Polynomial<kDivisor, kFirst, kOthers...> {
  static constexpr bool kIsZero = false;
  static constexpr double kConstant = static_cast<double>(kFirst) / kDivisor;
  using Rest = Polynomial<kDivisor, kOthers...>;  ///< (c_1 + c_2 x ...)/divisor

  template <class T>
  FMM_HD static T at(T x) {
    return T(kConstant) + x * Rest::at(x);
  }
};

}  // namespace fmm
