#pragma once

namespace fmm {

/// Coefficients of a polynomial, for constant expressions only: the variables do not exist on a GPU.
template <int kDegree>
struct FilterPolynomial {
  double c[kDegree + 1] = {};
};

/// The squared filter of the Gaussian core of order 2m, e^(-x) sum_n c_n x^n with x = (k sigma')^2/2 and
/// sigma' = sqrt(2) sigma: docs/math.md, (15.6). c = (1) and, for m = 4, (1, 1, 1/2, 1/6, 7/192, 1/192, 1/2304).
template <int m>
struct SquaredFilter {
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
    for (int n = 0; n <= kDegree; ++n) addLaguerre(n, 0.5, coefficient(n) * factorial(n), sum);
    return sum;
  }
  /// In the plane, of L_n^0: 2 pi sigma'^2 zeta*/e^(-u).
  static constexpr Polynomial densityInPlane() {
    Polynomial sum;
    for (int n = 0; n <= kDegree; ++n) addLaguerre(n, 0, coefficient(n) * factorial(n), sum);
    return sum;
  }
  /// In the plane 4 pi G* less that of order 2, over e^(-u): sum_(n>=1) c_n (n-1)! L_(n-1)(u).
  static constexpr Polynomial potentialInPlane() {
    Polynomial sum;
    for (int n = 1; n <= kDegree; ++n) addLaguerre(n - 1, 0, coefficient(n) * factorial(n - 1), sum);
    return sum;
  }
  /// 4 pi sigma' G* less erf(rho'/sqrt 2)/rho', over e^(-u): 1/2 sqrt(2/pi) sum_(n>=1) c_n (n-1)! L_(n-1)^(1/2)(u).
  static constexpr Polynomial potential() {
    constexpr double kHalfRootTwoOverPi = 0.39894228040143267794;
    Polynomial sum;
    for (int n = 1; n <= kDegree; ++n)
      addLaguerre(n - 1, 0.5, kHalfRootTwoOverPi * coefficient(n) * factorial(n - 1), sum);
    return sum;
  }

 private:
  static constexpr double factorial(int n) {
    double product = 1;
    for (int i = 2; i <= n; ++i) product *= i;
    return product;
  }
  /// sum += weight L_n^a, whose coefficient of u^k is (-1)^k/k! binomial(n + a, n - k).
  static constexpr void addLaguerre(int n, double a, double weight, Polynomial& sum) {
    for (int k = 0; k <= n; ++k) {
      double binomial = 1;
      for (int i = 1; i <= n - k; ++i) binomial *= (k + a + i) / i;
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

template <int m>
struct PlaneDensityTerms {
  static constexpr int kDegree = SquaredFilter<m>::kDegree;
  static constexpr FilterPolynomial<kDegree> kNumbers = SquaredFilter<m>::densityInPlane();
};
template <int m>
struct PlanePotentialTerms {
  static constexpr int kDegree = SquaredFilter<m>::kDegree;
  static constexpr FilterPolynomial<kDegree> kNumbers = SquaredFilter<m>::potentialInPlane();
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

/// Ein(u) = int_0^u (1 - e^-t)/t dt = sum_(k>=1) (-1)^(k+1) u^k/(k k!), over u, for u < kNearEin.
constexpr double kNearEin = 1.5;
template <int kDegree>
constexpr FilterPolynomial<kDegree> nearEinTerms() {
  FilterPolynomial<kDegree> sum;
  double term = 1;  // (-1)^(k+1)/k!
  for (int k = 1; k <= kDegree + 1; ++k) {
    sum.c[k - 1] = term / k;
    term *= -1.0 / (k + 1);
  }
  return sum;
}
template <class Real>
struct NearEin {
  static constexpr int kDegree = sizeof(Real) == sizeof(float) ? 11 : 18;
  static constexpr FilterPolynomial<kDegree> kNumbers = nearEinTerms<kDegree>();
};

/// e^u E1(u) = t (c_0 + c_1 t + ...), t = 1/(1 + kPole u), E1 the exponential integral. Fitted for u = kNearEin to 60
/// so that the largest error of E1 is least: 4e-8 for float, 3e-12 for double.
template <class Real>
struct ExpintFit;
template <>
struct ExpintFit<float> {
  static constexpr int kDegree = 5;
  static constexpr double kPole = 0.5;
  static constexpr FilterPolynomial<kDegree> kNumbers = {{0.480279716987181388, 0.513159164603772187,
                                                          -1.15598389239105711, 3.91788190860815208,
                                                          -5.01777557362091406, 3.1574277947126097}};
};
template <>
struct ExpintFit<double> {
  static constexpr int kDegree = 11;
  static constexpr double kPole = 0.4;
  static constexpr FilterPolynomial<kDegree> kNumbers = {
      {0.396816581312231274, 0.33178815271134762, -0.981150585546131552, 9.29725149326102528, -46.3046908421039183,
       163.936180796032826, -409.640225718066597, 728.009823966875834, -901.503716835374727, 743.234427010240767,
       -367.991004002384271, 83.5520478709989732}};
};

}  // namespace fmm
