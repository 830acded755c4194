#include "expansion/operator_tables.h"

#include <cassert>
#include <cmath>
#include <memory>
#include <vector>

namespace fmm {
namespace {

/// b_n^{m,l} of R_n^m(z, y, x) = sum_l b_n^{m,l} R_n^l(x, y, z), |m|, |l| <= n, from the ladder of derivatives
/// (docs/math.md, section 6): under the swap d/dz and d/dx change places, d/dy stays, so that
///   b_n^{m,l}   = (b_{n-1}^{m+1,l} - b_{n-1}^{m-1,l})/2                          |l| <= n-1  (from d/dz)
///   b_n^{m,+-n} = (b_{n-1}^{m+1,+-l} + b_{n-1}^{m-1,+-l})/2 -+ b_{n-1}^{m,+-l}   l = n-1     (from d/dx and d/dy)
class SwapMatrix {
 public:
  SwapMatrix() {
    at(0, 0, 0) = 1;
    for (int n = 1; n <= kMaximumOrder; ++n) {
      for (int m = -n; m <= n; ++m) {
        for (int l = -(n - 1); l <= n - 1; ++l) at(n, m, l) = (get(n - 1, m + 1, l) - get(n - 1, m - 1, l)) / 2;
        const int l = n - 1;
        at(n, m, n) = (get(l, m + 1, l) + get(l, m - 1, l)) / 2 - get(l, m, l);
        at(n, m, -n) = (get(l, m + 1, -l) + get(l, m - 1, -l)) / 2 + get(l, m, -l);
      }
    }
  }
  double get(int n, int m, int l) const { return std::abs(m) > n || std::abs(l) > n ? 0 : values_[index(n, m, l)]; }

 private:
  static constexpr int kWidth = 2 * kMaximumOrder + 1;
  static std::size_t index(int n, int m, int l) {
    return static_cast<std::size_t>((n * kWidth + m + kMaximumOrder) * kWidth + l + kMaximumOrder);
  }
  double& at(int n, int m, int l) { return values_[index(n, m, l)]; }
  std::vector<double> values_ = std::vector<double>((kMaximumOrder + 1) * kWidth * kWidth, 0.0);
};

double sign(int m) {
  return m % 2 == 0 ? 1 : -1;
}

/// Entry of B between real parts (m, l >= 0).
double cosineEntry(const SwapMatrix& b, int n, int m, int l) {
  return l == 0 ? b.get(n, m, 0) : b.get(n, m, l) + sign(l) * b.get(n, m, -l);
}
/// Entry of B between imaginary parts (m, l >= 1).
double sineEntry(const SwapMatrix& b, int n, int m, int l) {
  return b.get(n, m, l) - sign(l) * b.get(n, m, -l);
}
/// The same for L^l = sum_m b^{m,l} L'^m over all m, in real parts.
double cosineEntryTransposed(const SwapMatrix& b, int n, int l, int m) {
  return m == 0 ? b.get(n, 0, l) : b.get(n, m, l) + sign(m) * b.get(n, -m, l);
}
double sineEntryTransposed(const SwapMatrix& b, int n, int l, int m) {
  return b.get(n, m, l) - sign(m) * b.get(n, -m, l);
}

template <class Real>
std::unique_ptr<OperatorTables<Real>> makeTables() {
  auto tables = std::make_unique<OperatorTables<Real>>();
  const SwapMatrix b;
  int entry = 0;
  for (int n = 0; n <= kMaximumOrder; ++n) {
    tables->swapStart[n] = entry;
    for (int m = 0; m <= n; ++m) {
      for (int l = firstCosine(n, m); l <= n; l += 2, ++entry) {
        tables->swap[entry] = static_cast<Real>(cosineEntry(b, n, m, l));
        tables->swapTransposed[entry] = static_cast<Real>(cosineEntryTransposed(b, n, m, l));
      }
    }
    for (int m = 1; m <= n; ++m) {
      for (int l = firstSine(n, m); l <= n; l += 2, ++entry) {
        tables->swap[entry] = static_cast<Real>(sineEntry(b, n, m, l));
        tables->swapTransposed[entry] = static_cast<Real>(sineEntryTransposed(b, n, m, l));
      }
    }
  }
  tables->swapStart[kMaximumOrder + 1] = entry;
  assert(entry <= OperatorTables<Real>::kSwapEntries);

  double diagonal = 1;
  for (int m = 0; m <= kMaximumOrder; ++m) {
    if (m > 0) diagonal *= -1.0 / (2 * m);
    tables->diagonal[m] = static_cast<Real>(diagonal);
    for (int n = m; n <= kMaximumOrder; ++n) {
      const double product = n == m ? 1 : static_cast<double>(n + m) * (n - m);
      tables->risingZ[triangle(n, m)] = static_cast<Real>((2 * n - 1) / product);
      tables->risingR[triangle(n, m)] = static_cast<Real>(1 / product);
    }
  }
  double factorial = 1;
  for (int n = 0; n < 2 * kMaximumOrder + 2; ++n) {
    if (n > 0) factorial *= n;
    tables->factorial[n] = static_cast<Real>(factorial);
    tables->inverseFactorial[n] = static_cast<Real>(1 / factorial);
  }
  return tables;
}

}  // namespace

const OperatorTables<float>& operatorTables(float) {
  static const auto tables = makeTables<float>();
  return *tables;
}
const OperatorTables<double>& operatorTables(double) {
  static const auto tables = makeTables<double>();
  return *tables;
}

}  // namespace fmm
