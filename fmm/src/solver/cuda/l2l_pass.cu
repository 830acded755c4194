#include <cooperative_groups.h>

#include "pairs/cuda/view.cuh"
#include "solver/cuda/expansion_batch.cuh"
#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/plane_passes.cuh"

namespace fmm {

/// L2L level by level, root first, a warp per parent: each lane translates one component for one child. A cooperative
/// launch.
template <class Real, int P, int Warps>
__global__ void __launch_bounds__(kWarp* Warps) l2lKernel(CudaFmmView<Real> view) {
  using Batch = ExpansionBatch<Real, P>;
  const Batch batch = {sharedOfWarp<Real>((kChildren + 1) * Batch::slotSize(view.order)), view.order};
  const int warp = static_cast<int>(threadIdx.x) / kWarp, lane = Batch::lane(), length = batch.length();
  const auto grid = cooperative_groups::this_grid();
  const int levels = view.counts->levels;
  for (int level = 0; level + 1 < levels; ++level) {
    const Index end = view.counts->levelStart[level + 1];
    for (Index c =
             view.counts->levelStart[level] + static_cast<Index>(blockIdx.x) + warp * static_cast<Index>(gridDim.x);
         c < end; c += static_cast<Index>(gridDim.x) * Warps) {
      const Cell cell = view.cells[c];
      const CellBounds<Real>& parent = view.bounds[c];
      if (cell.isLeaf() || parent.targets.isEmpty()) continue;
      batch.fetch(kChildren, expansionOf(view.locals, c, length));
      const CellBounds<Real>& target = view.bounds[cell.firstChild + smaller(lane / 3, cell.childCount - 1)];
      const bool full = lane < 3 * cell.childCount && !target.targets.isEmpty();
      const Vector3<Real> d = target.targets.middle() - parent.targets.middle();
      const Real parentRadius = parent.targetRadius, childRadius = target.targetRadius;
      const unsigned lanes = __ballot_sync(kAllLanes, full);
      batch.arrive();
      if (full) {
        Batch::Translations::l2l(*view.tables, view.order, d, parentRadius, childRadius,
                                 batch.slot(kChildren) + lane % 3, batch.slot(lane / 3) + lane % 3);
      }
      __syncwarp();
      for (int s = 0; s < cell.childCount; ++s) {
        if ((lanes >> 3 * s & 1) == 0) continue;
        Real* local = expansionOf(view.locals, cell.firstChild + s, length);
        Real sum[Batch::kRounds];
        batch.read(local, sum);
        batch.addSlot(s, sum);
        batch.write(sum, local);
      }
      __syncwarp();
    }
    grid.sync();
  }
}

template <class Real>
void launchL2l(CudaExec& exec, const CudaFmmView<Real>& view) {
  if (view.space == Space::plane) return launchPlaneL2l(exec, view);
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    launchLevels(exec, "fmm::l2l", l2lKernel<Real, P, kWarps>, kWarps, familyBytes<Real, P>(kWarps, view.order), view);
  });
}

template void launchL2l(CudaExec&, const CudaFmmView<float>&);
template void launchL2l(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
