#pragma once

#include <cstddef>
#include <vector>

#include "exec/cpu/exec.h"
#include "fmm/ranks.h"
#include "ranks/share_gather.h"

namespace fmm {

/// By MPI, as the values lie.
template <class Real>
class ShareGather<CpuExec, Real> {
 public:
  void begin(CpuExec& /*exec*/, Ranks& ranks, const Real* own, Real* all, const std::vector<std::size_t>& counts) {
    std::vector<std::size_t> bytes;
    for (const std::size_t count : counts) bytes.push_back(count * sizeof(Real));
    ranks.beginGather(own, all, bytes);
  }
  void finish(CpuExec& /*exec*/, Ranks& ranks) { ranks.finishGather(); }
};

}  // namespace fmm
