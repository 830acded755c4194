#pragma once

#include <algorithm>
#include <vector>

#include "core/particles.h"
#include "solver/error_samples.h"
#include "tree/target_sample.h"

namespace fmm {

/// Targets whose results are computed to judge parameters, by sorted positions, rising.
struct SampledTargets {
  std::vector<Index> elements, tracers;

  std::size_t size() const { return elements.size() + tracers.size(); }
};

/// About `samples` of `count` sorted targets, or all of them where these are few: a few in each of some blocks of
/// neighbours, which a machine computes together, one block in each of equal parts of the order.
inline std::vector<Index> sampleSorted(Index count, std::size_t samples) {
  constexpr Index kBlock = 32, kOfBlock = 2, kStride = kBlock / kOfBlock;
  std::vector<Index> sorted;
  const auto n = static_cast<std::size_t>(count);
  if (n <= 2 * samples) {
    for (const std::size_t i : sampleIndices(n, n)) sorted.push_back(static_cast<Index>(i));
    return sorted;
  }
  Index turn = 0;
  for (const std::size_t block : sampleIndices(n / kBlock, std::max<std::size_t>(1, samples / kOfBlock))) {
    turn = (turn + 5) % kStride;  // other places in the next block, so that regular grids are not met in step
    for (Index k = 0; k < kOfBlock; ++k) sorted.push_back(static_cast<Index>(block) * kBlock + k * kStride + turn);
  }
  return sorted;
}

/// The sample of a task as launches see it; `elements` and `tracers` are the numbers in their memory.
template <class Real>
TargetSample targetSample(const SampledTargets& sampled, const Index* elements, const Index* tracers,
                          const FieldTask<Real>& task) {
  TargetSample sample;
  sample.elements = elements;
  sample.tracers = tracers;
  sample.elementCount = static_cast<Index>(sampled.elements.size());
  sample.tracerCount = static_cast<Index>(sampled.tracers.size());
  if (sample.elementCount > 0) sample.targetsPerElement = static_cast<double>(task.elementCount) / sample.elementCount;
  if (sample.tracerCount > 0) sample.targetsPerTracer = static_cast<double>(task.tracerCount) / sample.tracerCount;
  sample.all = false;
  return sample;
}

}  // namespace fmm
