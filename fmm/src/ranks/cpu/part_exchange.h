#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "exec/cpu/exec.h"
#include "fmm/ranks.h"
#include "ranks/part_exchange.h"

namespace fmm {

/// Gathers host arrays by MPI.
template <class Real>
class ShareGather<CpuExec, Real> {
 public:
  void open(Ranks& /*ranks*/) {}
  void begin(CpuExec& /*exec*/, Ranks& ranks, const Real* own, Real* all, const std::vector<std::size_t>& counts) {
    std::vector<std::size_t> bytes;
    for (const std::size_t count : counts) bytes.push_back(count * sizeof(Real));
    ranks.beginGather(own, all, bytes);
  }
  void finish(CpuExec& /*exec*/, Ranks& ranks) { ranks.finishGather(); }
};

/// Exchanges host arrays by MPI.
template <>
class PartExchange<CpuExec> {
 public:
  void begin(CpuExec& /*exec*/, Ranks& ranks, const char* sent, const std::vector<std::size_t>& to, char* received,
             const std::vector<std::size_t>& /*from*/) {
    received_ = received;
    ranks.beginExchange({sent, sent + std::accumulate(to.begin(), to.end(), std::size_t{0})}, to);
  }
  void finish(CpuExec& /*exec*/, Ranks& ranks) {
    const Ranks::Parts parts = ranks.finishExchange();
    std::copy(parts.data.begin(), parts.data.end(), received_);
  }

 private:
  char* received_ = nullptr;
};

template <class T>
void toSpace(CpuExec& /*exec*/, const std::vector<T>& rows, CpuBuffer<T>& to) {
  to.resize(rows.size());
  std::copy(rows.begin(), rows.end(), to.data());
}

}  // namespace fmm
