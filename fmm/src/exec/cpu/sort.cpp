#include "exec/cpu/sort.h"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <vector>

namespace fmm {
namespace {

using Pair = hwy::uint128_t;  // key above, index below, so that all pairs differ

bool less(const Pair& a, const Pair& b) {
  return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

/// Merges two adjacent sorted runs [a, b) and [b, c) of `from` into `to`, in `pieces` independent parts: part k starts
/// at the k-th fraction of the left run and the matching position in the right run.
void mergeRuns(CpuExec& exec, const Pair* from, Index a, Index b, Index c, Pair* to, Index pieces) {
  std::vector<Index> cutLeft{a}, cutRight{b};
  for (Index k = 1; k < pieces; ++k) {
    const Index left = a + static_cast<Index>(static_cast<std::int64_t>(b - a) * k / pieces);
    const auto right = left < b ? std::lower_bound(from + b, from + c, from[left], less) : from + c;
    cutLeft.push_back(left);
    cutRight.push_back(static_cast<Index>(right - from));
  }
  cutLeft.push_back(b);
  cutRight.push_back(c);
  exec.forEachTeam("fmm::merge", pieces, [&](const CpuTeam&, Index k) {
    const auto i = static_cast<std::size_t>(k);
    std::merge(from + cutLeft[i], from + cutLeft[i + 1], from + cutRight[i], from + cutRight[i + 1],
               to + cutLeft[i] + (cutRight[i] - b), less);
  });
}

}  // namespace

void sortKeys(CpuExec& exec, std::uint64_t* keys, Index* order, Index n, CpuSortScratch& scratch) {
  if (n <= 0) return;
  const auto size = static_cast<std::size_t>(n);
  scratch.pairs.resize(size);
  Pair* pairs = scratch.pairs.data();
  exec.forEach(
      "fmm::pack", n,
      [=](Index i) {
        pairs[i] = {static_cast<std::uint64_t>(i), keys[i]};
      },
      16384);

  const Index runs = n < 16384 ? 1 : std::min<Index>(exec.threads(), 64);
  std::vector<Index> start(static_cast<std::size_t>(runs) + 1);
  for (Index r = 0; r <= runs; ++r) {
    start[static_cast<std::size_t>(r)] = static_cast<Index>(static_cast<std::int64_t>(n) * r / runs);
  }
  exec.forEachTeam("fmm::sort", runs, [&](const CpuTeam&, Index r) {
    const auto at = static_cast<std::size_t>(r);
    hwy::Sorter()(pairs + start[at], static_cast<std::size_t>(start[at + 1] - start[at]), hwy::SortAscending());
  });

  if (runs > 1) scratch.merged.resize(size);
  Pair* other = scratch.merged.data();
  while (start.size() > 2) {
    std::vector<Index> next{0};
    for (std::size_t r = 0; r + 1 < start.size(); r += 2) {
      const Index last = r + 2 < start.size() ? start[r + 2] : start[r + 1];
      mergeRuns(exec, pairs, start[r], start[r + 1], last, other, 2 * runs);
      next.push_back(last);
    }
    std::swap(pairs, other);
    start = next;
  }
  exec.forEach(
      "fmm::unpack", n,
      [=](Index i) {
        keys[i] = pairs[i].hi;
        order[i] = static_cast<Index>(pairs[i].lo);
      },
      16384);
}

}  // namespace fmm
