#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "exec/cuda/transfers.h"
#include "tree/source_imports.h"

namespace fmm {

/// Some of the sorted elements, row after row.
template <class Real>
struct GatherElements {
  const Index* elements;  ///< [count]
  Index count;
  std::array<const Real*, 7> rows;
  Real* to;

  __device__ void operator()(Index i) const {
    for (std::size_t k = 0; k < 7; ++k)
      to[k * static_cast<std::size_t>(count) + static_cast<std::size_t>(i)] = rows[k][elements[i]];
  }
};

/// Multipoles of some cells, a number an item.
template <class Real>
struct GatherMultipoles {
  const Index* cells;
  Index length;
  const Real* from;
  Real* to;

  __device__ void operator()(Index i) const {
    to[i] = from[static_cast<std::size_t>(cells[i / length]) * static_cast<std::size_t>(length) +
                 static_cast<std::size_t>(i % length)];
  }
};

/// A tree's elements and multipoles in the GPU's memory, for others.
template <class Real>
class DeviceSources final : public SourceReader<Real> {
 public:
  /// `multipoles` [cells][length]: null where they are not there yet.
  DeviceSources(CudaExec& exec, const SourceArrays<Real>& sources, const Real* multipoles, int length)
      : exec_(exec), sources_(sources), multipoles_(multipoles), length_(length) {}

  std::vector<Real> elements(const std::vector<IndexRange>& ranges, Index count) override {
    std::vector<Index> places;
    places.reserve(static_cast<std::size_t>(count));
    for (const IndexRange& range : ranges)
      for (Index i = range.begin; i < range.end; ++i) places.push_back(i);
    const SourceArrays<Real>& s = sources_;
    return gathered(places, 7 * places.size(), count, [&](const Index* at, Real* to) {
      return GatherElements<Real>{at, count, {s.x, s.y, s.z, s.ax, s.ay, s.az, s.sigma}, to};
    });
  }
  std::vector<Real> multipoles(const std::vector<Index>& cells) override {
    const std::size_t size = cells.size() * static_cast<std::size_t>(length_);
    return gathered(cells, size, static_cast<Index>(size), [&](const Index* at, Real* to) {
      return GatherMultipoles<Real>{at, length_, multipoles_, to};
    });
  }

 private:
  /// `size` numbers that `items` items of a launch gather from these places.
  template <class Gather>
  std::vector<Real> gathered(const std::vector<Index>& places, std::size_t size, Index items, const Gather& gather) {
    std::vector<Real> numbers(size);
    if (size == 0) return numbers;
    places_.resize(places.size());
    numbers_.resize(size);
    FMM_CUDA(cudaMemcpyAsync(places_.data(), places.data(), places.size() * sizeof(Index), cudaMemcpyHostToDevice,
                             exec_.stream()));
    exec_.forEach("fmm::forOthers", items, gather(places_.data(), numbers_.data()));
    enqueueRead(numbers.data(), numbers_.data(), size * sizeof(Real), exec_.stream());
    exec_.synchronize();
    return numbers;
  }

  CudaExec& exec_;
  const SourceArrays<Real> sources_;
  const Real* const multipoles_;
  const int length_;
  CudaBuffer<Index> places_;
  CudaBuffer<Real> numbers_;
};

}  // namespace fmm
