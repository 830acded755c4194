#pragma once

#include "exec/cuda/exec.cuh"
#include "pairs/cuda/view.cuh"

namespace fmm {

// The passes over expansions on the GPU, Real = float or double. Each is one launch on the execution space's stream;
// counts are read on the device (view.counts), nothing is allocated, and sums run in a fixed order. The only sizes that
// the host uses are view.order and the multiprocessors.

/// P2M: multipoles of the leaves with elements.
template <class Real>
void launchP2m(CudaExec& exec, const CudaFmmView<Real>& view);

/// M2M level by level, deepest first: multipoles of the other cells with elements.
template <class Real>
void launchM2m(CudaExec& exec, const CudaFmmView<Real>& view);

/// M2L along the far lists: sets the locals of every cell with targets (zero where its far list is empty).
template <class Real>
void launchM2l(CudaExec& exec, const CudaFmmView<Real>& view);

/// L2L level by level, root first: adds each cell's local expansion to its children's.
template <class Real>
void launchL2l(CudaExec& exec, const CudaFmmView<Real>& view);

/// L2P: sets velocity [L/T] and, where its rows are given, velocity gradient [1/T] of all sorted targets inside the
/// tree from the locals of their leaves. Row pointers that are null are not written.
template <class Real>
void launchL2p(CudaExec& exec, const CudaFmmView<Real>& view);

}  // namespace fmm
