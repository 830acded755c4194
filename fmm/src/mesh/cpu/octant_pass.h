#pragma once

#include "exec/cpu/exec.h"
#include "mesh/cpu/line_passes.h"
#include "mesh/mesh_meet.h"

namespace fmm {

/// The lines of an octant's component along an axis.
struct OctantLines {
  Index stride;  ///< from a line's value to the next
  Index length;
  OctantLines(const MeshOctant& octant, Index axis)
      : stride(axis == 0 ? 1 : (axis == 1 ? octant.size[0] : octant.size[0] * octant.size[1])),
        length(octant.size[axis]) {}
  Index begin(Index line) const { return line % stride + line / stride * stride * length; }
};

/// Transforms an octant in place along an axis whose period is n; the same result as MeshHalfTransform.
void transformOctant(CpuExec& exec, const MeshOctant& octant, Index axis, Index n, double* values);

}  // namespace fmm
