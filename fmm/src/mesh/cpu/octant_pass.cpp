#include "mesh/cpu/octant_pass.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/cpu/octant_pass.cpp"
#include "exec/cpu/simd_targets.h"

#include <algorithm>

#include "mesh/cpu/line_room-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

/// Lines of an octant's component that are transformed together. The symmetry of a line extends it to a full period.
/// The transform of an even line is real, that of an odd line imaginary: two lines share one complex transform, one as
/// its real part and one as its imaginary part.
class LinesOfOctant {
 public:
  static constexpr Index kAcross = LineRoom<double>::kAcross, kMost = 2 * kAcross;

  LinesOfOctant(const OctantLines& all, double* component, Index first, Index count)
      : stride_(all.stride), count_{std::min(count, kAcross), std::max<Index>(0, count - kAcross)} {
    for (Index k = 0; k < count; ++k) values_[k / kAcross][k % kAcross] = component + all.begin(first + k);
  }
  void load(const LineRoom<double>& room, Index n, double sign) const {
    const Index half = n / 2;
    for (Index place = 0; count_[0] + count_[1] < kMost && place < n; ++place) clearPlace(room.at(0, place));
    for (Index m = 0; m <= half; ++m) {
      const bool own = m == 0 || m == half;  // its own mirror image
      for (int part = 0; part < 2; ++part) {
        double* const at = room.at(0, m) + part * kLanes;
        double* const mirrored = room.at(0, own ? m : n - m) + part * kLanes;
        for (Index k = 0; k < count_[part]; ++k) {
          const double value = values_[part][k][m * stride_];
          mirrored[k] = sign * value;
          at[k] = value;
        }
      }
    }
  }
  /// An odd line in the real part has its transform in the imaginary part; an odd line in the imaginary part has minus
  /// its transform in the real part.
  void store(const LineRoom<double>& room, const MeshLine<double>& line, bool odd) const {
    const Index half = line.plan.n / 2;
    for (Index m = 0; m <= half; ++m) {
      const double* const at = room.at(0, line.places[static_cast<std::size_t>(m)]);
      for (int part = 0; part < 2; ++part) {
        const double* const from = at + (odd ? 1 - part : part) * kLanes;
        const double sign = odd && part == 1 ? -1 : 1;
        for (Index k = 0; k < count_[part]; ++k) values_[part][k][m * stride_] = sign * from[k];
      }
    }
  }

 private:
  static constexpr Index kLanes = LineRoom<double>::kLanes;

  const Index stride_;
  const Index count_[2];  ///< in the real and in the imaginary part
  double* values_[2][kAcross];
};

void transformOctantLines(const MeshOctant& octant, const MeshLine<double>& line, Index axis, double* values,
                          Index item) {
  const Index n = line.plan.n, lines = octant.count() / octant.size[axis];
  const Index groups = (lines + kLinesTogether - 1) / kLinesTogether, component = item / groups, group = item % groups;
  const bool odd = component == axis;
  const LineRoom<double> room(1, n);
  const OctantLines all(octant, axis);
  const Index end = std::min(lines, (group + 1) * kLinesTogether);
  for (Index first = group * kLinesTogether; first < end; first += LinesOfOctant::kMost) {
    const LinesOfOctant together(all, values + component * octant.count(), first,
                                 std::min(end - first, LinesOfOctant::kMost));
    together.load(room, n, odd ? -1 : 1);
    transformLines<false>(room, 1, line);
    together.store(room, line, odd);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(transformOctantLines);

void transformOctant(CpuExec& exec, const MeshOctant& octant, Index axis, Index n, double* values) {
  const MeshLine<double> line(n);
  const Index lines = octant.count() / octant.size[axis];
  exec.forEach(
      "fmm::meshKernel", 3 * ((lines + kLinesTogether - 1) / kLinesTogether),
      [&](Index item) {
        HWY_DYNAMIC_DISPATCH(transformOctantLines)
        (octant, line, axis, values, item);
      },
      1);
}

}  // namespace fmm
#endif
