#pragma once

#include "fmm/settings.h"
#include "mesh/mesh_grid.h"

namespace fmm {

/// What the parts of a sum over a mesh take, in seconds of one thread, or of a whole GPU: fitted to evaluations of
/// rings and of a cube (docs/performance.md).
struct MeshCosts {
  double value;       ///< a value of the periodic mesh through all transforms
  double give;        ///< a node within reach of an element, or near to that
  double take;        ///< a node about a target
  double point;       ///< an element or a target put in order
  double fixed;       ///< whatever the size
  double mostValues;  ///< of the periodic mesh: memory

  /// Velocities, with gradients or without; nodes that take from elements lie within width + kEdge of them. `points`:
  /// elements and tracers.
  double seconds(const MeshGrid& grid, int width, double elements, double targets, double points) const {
    const double w = width, about = w + MeshBins::kEdge;
    return fixed + value * static_cast<double>(grid.values()) + give * elements * about * about * about +
           take * targets * w * w * w + point * points;
  }
};

/// For threads of the CPU, or for a GPU.
inline MeshCosts meshCosts(bool gpu, Precision precision) {
  const bool single = precision == Precision::single;
  if (gpu) {
    return single ? MeshCosts{3e-11, 5e-13, 8e-13, 0, 2e-4, 1 << 26}
                  : MeshCosts{6.5e-11, 3e-12, 2.6e-12, 0, 3e-4, 1 << 26};
  }
  return single ? MeshCosts{1.5e-8, 3e-10, 3.3e-10, 5.7e-8, 0, 1 << 24}
                : MeshCosts{3e-8, 1e-9, 1.2e-9, 5.7e-8, 0, 1 << 24};
}

}  // namespace fmm
