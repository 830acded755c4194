#pragma once

#include <cstdint>

#include "solver/work_counts.h"
#include "tree/cuda/lists.cuh"

namespace fmm {

/// What CountWork asks of lists.
template <class Real>
struct CudaListCounts {
  CudaLists lists;
  const Cell* cells;
  CorrectionReach<Real> reach;

  __device__ Index farCount(Index c) const { return lists.farCount[c]; }
  __device__ Index nearCount(Index c) const { return lists.nearCount[c]; }
  __device__ Index correctedCount(Index c) const { return lists.correctedCount[c]; }
  __device__ std::int64_t nearElements(Index c) const {
    return elementsOf(lists.nearItems + lists.nearBegin[c], lists.nearCount[c]);
  }
  __device__ std::int64_t correctedElements(Index c) const {
    return elementsOf(lists.correctedItems + lists.correctedBegin[c], lists.correctedCount[c]);
  }
  __device__ std::int64_t reachingElements(Index c) const {
    std::int64_t sum = 0;
    const Index* const items = lists.correctedItems + lists.correctedBegin[c];
    for (Index k = 0; k < lists.correctedCount[c]; ++k) sum += reach.countIn(cells[items[k]].elements, c);
    return sum;
  }

 private:
  __device__ std::int64_t elementsOf(const Index* items, Index count) const {
    std::int64_t sum = 0;
    for (Index k = 0; k < count; ++k) sum += cells[items[k]].elements.count();
    return sum;
  }
};

}  // namespace fmm
