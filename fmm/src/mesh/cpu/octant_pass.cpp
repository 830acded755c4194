#include "mesh/cpu/octant_pass.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/cpu/octant_pass.cpp"
#include "exec/cpu/simd_targets.h"

#include "mesh/cpu/line_room-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

/// Every line goes around by its own symmetry: its transform is real where it is even, imaginary where it is odd.
void transformOctantLines(const MeshOctant& octant, const MeshLine<double>& line, Index axis, const double* from,
                          double* to, Index item) {
  using V = Pack<double>;
  const Index n = line.plan.n, half = n / 2, lines = octant.count() / octant.size[axis];
  const Index groups = (lines + kLinesTogether - 1) / kLinesTogether, component = item / groups;
  const bool odd = component == axis;
  const LineRoom<double> room(1, n);
  const OctantLines all(octant, axis);
  forEachRegister<double>(item % groups, lines, [&](Index first, Index count) FMM_INLINE_LAMBDA {
    for (Index place = 0; place < n; ++place) clearPlace(room.at(0, place));
    for (Index k = 0; k < count; ++k) {
      const double* const values = from + component * octant.count() + all.begin(first + k);
      for (Index m = 0; m <= half; ++m) {
        const double value = values[m * all.stride];
        room.at(0, m)[k] = value;
        if (m > 0 && m < half) room.at(0, n - m)[k] = odd ? -value : value;
      }
    }
    transformLines<false>(room, 1, line);
    const Index part = odd ? V::kLanes : 0;
    for (Index k = 0; k < count; ++k) {
      double* const values = to + component * octant.count() + all.begin(first + k);
      for (Index m = 0; m <= half; ++m)
        values[m * all.stride] = room.at(0, line.places[static_cast<std::size_t>(m)])[part + k];
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(transformOctantLines);

void transformOctant(CpuExec& exec, const MeshOctant& octant, Index axis, Index n, CpuExec::Buffer<double>& /*room*/,
                     const double* from, double* to) {
  const MeshLine<double> line(n);
  const Index lines = octant.count() / octant.size[axis];
  exec.forEach(
      "fmm::meshKernel", 3 * ((lines + kLinesTogether - 1) / kLinesTogether),
      [&](Index item) {
        HWY_DYNAMIC_DISPATCH(transformOctantLines)
        (octant, line, axis, from, to, item);
      },
      1);
}

}  // namespace fmm
#endif
