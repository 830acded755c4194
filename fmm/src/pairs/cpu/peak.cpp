#include "pairs/cpu/peak.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pairs/cpu/peak.cpp"
#include "exec/cpu/simd_targets.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int kChains = 10;  // independent chains: more than units times latency, fewer than registers

/// Computes `rounds` multiply-adds in each chain and returns the number of operations. The sum goes to `out`, so that
/// the compiler removes nothing.
template <class Real>
double multiplyAdds(long rounds, double& out) {
  const hn::ScalableTag<Real> d;
  const auto factor = hn::Set(d, Real(0.999)), term = hn::Set(d, Real(0.001));
  auto a = hn::Set(d, Real(1)), b = hn::Set(d, Real(2)), c = hn::Set(d, Real(3)), e = hn::Set(d, Real(4));
  auto f = hn::Set(d, Real(5)), g = hn::Set(d, Real(6)), h = hn::Set(d, Real(7)), k = hn::Set(d, Real(8));
  auto m = hn::Set(d, Real(9)), n = hn::Set(d, Real(10));
  for (long i = 0; i < rounds; ++i) {
    a = hn::MulAdd(a, factor, term);
    b = hn::MulAdd(b, factor, term);
    c = hn::MulAdd(c, factor, term);
    e = hn::MulAdd(e, factor, term);
    f = hn::MulAdd(f, factor, term);
    g = hn::MulAdd(g, factor, term);
    h = hn::MulAdd(h, factor, term);
    k = hn::MulAdd(k, factor, term);
    m = hn::MulAdd(m, factor, term);
    n = hn::MulAdd(n, factor, term);
  }
  const auto sum =
      hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(f, g), hn::Add(hn::Add(h, k), hn::Add(m, n))));
  out = static_cast<double>(hn::GetLane(sum));
  return 2.0 * kChains * static_cast<double>(hn::Lanes(d)) * static_cast<double>(rounds);
}

double floatAdds(long rounds, double& out) {
  return multiplyAdds<float>(rounds, out);
}
double doubleAdds(long rounds, double& out) {
  return multiplyAdds<double>(rounds, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {
namespace {

HWY_EXPORT(floatAdds);
HWY_EXPORT(doubleAdds);

double adds(bool single, long rounds, double& out) {
  return single ? HWY_DYNAMIC_DISPATCH(floatAdds)(rounds, out) : HWY_DYNAMIC_DISPATCH(doubleAdds)(rounds, out);
}

}  // namespace

double measuredPeak(bool single, int threads) {
  constexpr int kRuns = 4;
  constexpr long kRounds = 4'000'000;
  double best = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> operations(static_cast<std::size_t>(threads)), sums(operations.size());
    std::vector<std::thread> others;
    const auto work = [&](std::size_t i) { operations[i] = adds(single, kRounds, sums[i]); };
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 1; i < operations.size(); ++i) others.emplace_back(work, i);
    work(0);
    for (std::thread& other : others) other.join();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    double all = 0;
    for (const double count : operations) all += count;
    best = std::max(best, all / seconds);
  }
  return best;
}

}  // namespace fmm
#endif
