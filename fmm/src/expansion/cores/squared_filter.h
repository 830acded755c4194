#pragma once

namespace fmm {

/// Coefficients of a polynomial that are known when compiling: to be read in constant expressions alone, since a GPU
/// has no such variables.
template <int kDegree>
struct FilterPolynomial {
  double c[kDegree + 1] = {};
};

/// The squared filter of the Gaussian core of order 2m, e^(-x) sum_n c_n x^n with x = (k sigma')^2/2 and
/// sigma' = sqrt(2) sigma: docs/math.md, (15.6). c = (1), (1, 1, 1/4), (1, 1, 1/2, 1/8, 1/64) and (1, 1,
/// 1/2, 1/6, 7/192, 1/192, 1/2304).
template <int m>
struct SquaredFilter {
  static_assert(m >= 1 && m <= 4, "Gaussian cores have orders 2, 4, 6 and 8");
  static constexpr int kDegree = 2 * m - 2;
  using Polynomial = FilterPolynomial<kDegree>;

  /// c_n = 2^-n sum_(i+j=n) 1/(i! j!), i and j below m.
  static constexpr double coefficient(int n) {
    double sum = 0;
    for (int i = 0; i <= n; ++i)
      if (i < m && n - i < m) sum += 1 / (factorial(i) * factorial(n - i));
    for (int i = 0; i < n; ++i) sum /= 2;
    return sum;
  }
  /// zeta*/zeta_2 = sum_n c_n n! L_n^(1/2)(u), u = s'/2.
  static constexpr Polynomial density() {
    Polynomial sum;
    for (int n = 0; n <= kDegree; ++n) addLaguerre(n, coefficient(n) * factorial(n), sum);
    return sum;
  }
  /// 4 pi sigma' G* less erf(rho'/sqrt 2)/rho', over e^(-u): 1/2 sqrt(2/pi) sum_(n>=1) c_n (n-1)! L_(n-1)^(1/2)(u).
  static constexpr Polynomial potential() {
    constexpr double kHalfRootTwoOverPi = 0.39894228040143267794;
    Polynomial sum;
    for (int n = 1; n <= kDegree; ++n) addLaguerre(n - 1, kHalfRootTwoOverPi * coefficient(n) * factorial(n - 1), sum);
    return sum;
  }

 private:
  static constexpr double factorial(int n) {
    double product = 1;
    for (int i = 2; i <= n; ++i) product *= i;
    return product;
  }
  /// sum += weight L_n^(1/2), whose coefficient of u^k is (-1)^k/k! binomial(n + 1/2, n - k).
  static constexpr void addLaguerre(int n, double weight, Polynomial& sum) {
    for (int k = 0; k <= n; ++k) {
      double binomial = 1;
      for (int i = 1; i <= n - k; ++i) binomial *= (k + 0.5 + i) / i;
      sum.c[k] += (k % 2 == 0 ? weight : -weight) * binomial / factorial(k);
    }
  }
};

template <int m>
struct DensityTerms {
  static constexpr int kDegree = SquaredFilter<m>::kDegree;
  static constexpr FilterPolynomial<kDegree> kNumbers = SquaredFilter<m>::density();
};
template <int m>
struct PotentialTerms {
  static constexpr int kDegree = SquaredFilter<m>::kDegree;
  static constexpr FilterPolynomial<kDegree> kNumbers = SquaredFilter<m>::potential();
};

/// erf(rho/sqrt 2)/rho = sqrt(2/pi) sum_k (-s/2)^k/(k! (2k + 1)) for s = rho^2 < kNearErf, where the closed form loses
/// digits; so many terms that the rest is round-off.
constexpr double kNearErf = 0.25;
template <int kDegree>
constexpr FilterPolynomial<kDegree> nearErfTerms() {
  FilterPolynomial<kDegree> sum;
  double term = 0.79788456080286535588;
  for (int k = 0; k <= kDegree; ++k) {
    sum.c[k] = term / (2 * k + 1);
    term *= -0.5 / (k + 1);
  }
  return sum;
}
template <class Real>
struct NearErf {
  static constexpr int kDegree = sizeof(Real) == sizeof(float) ? 5 : 9;
  static constexpr FilterPolynomial<kDegree> kNumbers = nearErfTerms<kDegree>();
};

/// e^(s/2) erfc(rho/sqrt 2) = t (c_0 + c_1 t + ...), t = 1/(1 + kPole rho). Fitted for rho = 0.49 to 10 so that the
/// largest error of erfc is least: 5e-9 for float, 1e-13 for double.
template <class Real>
struct ErfcFit;
template <>
struct ErfcFit<float> {
  static constexpr int kDegree = 5;
  static constexpr double kPole = 0.4;
  static constexpr FilterPolynomial<kDegree> kNumbers = {{0.3129344477856215, 0.3808241311405335, 0.01675614276644394,
                                                          0.6927695001640537, -0.5185155106411767, 0.1152304406045862}};
};
template <>
struct ErfcFit<double> {
  static constexpr int kDegree = 9;
  static constexpr double kPole = 0.35;
  static constexpr FilterPolynomial<kDegree> kNumbers = {
      {0.2789130531271519, 0.285078476131708, 0.2013761317499135, 0.3688124204164857, -0.4582471606968151,
       1.023932901255724, -1.302875400276008, 0.8482905394163713, -0.2854743943445348, 0.04019345819792591}};
};

}  // namespace fmm
