#include "expansion/operator_tables.h"

#include <cassert>
#include <memory>

#include "expansion/operator_constants.h"

namespace fmm {
namespace {

template <class Real>
std::unique_ptr<OperatorTables<Real>> makeTables() {
  auto tables = std::make_unique<OperatorTables<Real>>();
  SwapLadder<kMaximumOrder> b;
  int entry = 0;
  for (int n = 0; n <= kMaximumOrder; ++n) {
    if (n > 0) b.climb();
    tables->swapStart[n] = entry;
    for (int m = 0; m <= n; ++m) {
      for (int l = firstCosine(n, m); l <= n; l += 2, ++entry) {
        tables->swap[entry] = static_cast<Real>(b.cosine(m, l));
        tables->swapTransposed[entry] = static_cast<Real>(b.cosineTransposed(m, l));
      }
    }
    for (int m = 1; m <= n; ++m) {
      for (int l = firstSine(n, m); l <= n; l += 2, ++entry) {
        tables->swap[entry] = static_cast<Real>(b.sine(m, l));
        tables->swapTransposed[entry] = static_cast<Real>(b.sineTransposed(m, l));
      }
    }
  }
  tables->swapStart[kMaximumOrder + 1] = entry;
  assert(entry <= OperatorTables<Real>::kSwapEntries);

  for (int m = 0; m <= kMaximumOrder; ++m) {
    tables->diagonal[m] = static_cast<Real>(columnStart(m));
    for (int n = m + 1; n <= kMaximumOrder; ++n) {
      tables->risingZ[triangle(n, m)] = static_cast<Real>(risingZ(n, m));
      tables->risingR[triangle(n, m)] = static_cast<Real>(risingR(n, m));
    }
  }
  for (int n = 0; n < 2 * kMaximumOrder + 2; ++n) {
    tables->factorial[n] = static_cast<Real>(factorialOf(n));
    tables->inverseFactorial[n] = static_cast<Real>(1 / factorialOf(n));
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
