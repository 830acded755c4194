#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/math.h"
#include "core/number_access.h"
#include "exec/key_sorter.h"
#include "fmm/array_view.h"
#include "tree/morton.h"
#include "tree/root_cube.h"

namespace fmm {

template <class Real>
struct KeysOfPoints {
  RootCube root;
  std::array<const Real*, 3> x;
  std::uint64_t* keys;

  FMM_HD void operator()(Index i) const { keys[i] = mortonKeys(root, x[0][i], x[1][i], x[2][i]).upper; }
};

/// Points along the Morton curve through their bounding cube. The order depends on the points alone.
template <class Exec, class Real>
class CurveOrder {
 public:
  /// Of `count` points, one at least.
  void sort(Exec& exec, const std::array<const Real*, 3>& x, Index count) {
    keys_.resize(static_cast<std::size_t>(count));
    order_.resize(static_cast<std::size_t>(count));
    Box<Real> box;
    const auto rangeOf = [&](const Real* row, Real& low, Real& high) {
      const MemorySpace space = Exec::kHostMemory ? MemorySpace::host : MemorySpace::device;
      const NumberRange range = exec.range(StridedSpan<const Real>{row, static_cast<std::size_t>(count), 1, space});
      low = static_cast<Real>(range.low);
      high = static_cast<Real>(range.high);
    };
    rangeOf(x[0], box.low.x, box.high.x);
    rangeOf(x[1], box.low.y, box.high.y);
    rangeOf(x[2], box.low.z, box.high.z);
    exec.forEach("fmm::keysOfShares", count, KeysOfPoints<Real>{rootCubeAround(box), x, keys_.data()});
    sorter_.sort(exec, keys_.data(), order_.data(), count);
  }
  /// [points] the place of each in the order among those that were given.
  const Index* data() const { return order_.data(); }
  std::size_t bytes() const { return keys_.bytes() + order_.bytes(); }

 private:
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  KeySorter<Exec> sorter_;
  Buffer<std::uint64_t> keys_;
  Buffer<Index> order_;
};

}  // namespace fmm
