#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "exec/cpu/exec.h"
#include "exec/running_sums.h"

namespace fmm {

/// Sums of stretches by all threads, then those within them.
template <>
class RunningSums<CpuExec> {
 public:
  void before(CpuExec& exec, Index* counts, Index n) {
    constexpr Index kStretch = 16384;
    const Index stretches = (n + kStretch - 1) / kStretch;
    sums_.resize(static_cast<std::size_t>(stretches));
    const auto forEachStretch = [&](const auto& f) {
      exec.forEach(
          "fmm::runningSums", stretches,
          [&](Index s) { f(s, counts + s * kStretch, counts + std::min(n, (s + 1) * kStretch)); }, 1);
    };
    forEachStretch([&](Index s, Index* first, Index* end) { at(s) = std::accumulate(first, end, Index(0)); });
    std::exclusive_scan(sums_.begin(), sums_.end(), sums_.begin(), Index(0));
    forEachStretch([&](Index s, Index* first, Index* end) { std::exclusive_scan(first, end, first, at(s)); });
  }
  std::size_t bytes() const { return sums_.capacity() * sizeof(Index); }

 private:
  Index& at(Index stretch) { return sums_[static_cast<std::size_t>(stretch)]; }

  std::vector<Index> sums_;
};

}  // namespace fmm
