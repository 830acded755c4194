#include <cooperative_groups.h>

#include "pairs/cuda/view.cuh"
#include "solver/cuda/expansion_batch.cuh"
#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/plane_passes.cuh"

namespace fmm {

/// M2M level by level, deepest first, a warp per parent: each lane translates one component of one child. A cooperative
/// launch.
template <class Real, int P, int Warps>
__global__ void __launch_bounds__(kWarp* Warps) m2mKernel(CudaFmmView<Real> view) {
  if (!view.readsMultipoles()) return;
  using Batch = ExpansionBatch<Real, P>;
  const Batch batch = {sharedOfWarp<Real>((kChildren + 1) * Batch::slotSize(view.order)), view.order};
  const int warp = static_cast<int>(threadIdx.x) / kWarp, lane = Batch::lane(), length = batch.length();
  const auto grid = cooperative_groups::this_grid();
  for (int level = view.counts->levels - 2; level >= 0; --level) {
    const Index end = view.counts->levelStart[level + 1];
    for (Index c =
             view.counts->levelStart[level] + static_cast<Index>(blockIdx.x) + warp * static_cast<Index>(gridDim.x);
         c < end; c += static_cast<Index>(gridDim.x) * Warps) {
      const Cell cell = view.cells[c];
      if (cell.isLeaf() || cell.elements.count() == 0) continue;
      const Index child = cell.firstChild + smaller(lane / 3, cell.childCount - 1);
      const CellBounds<Real>& source = view.bounds[child];
      const CellBounds<Real>& parent = view.bounds[c];
      const bool full = lane < 3 * cell.childCount && !source.sources.isEmpty();
      const unsigned lanes = __ballot_sync(kAllLanes, full);
      for (int s = 0; s < cell.childCount; ++s) {
        if (lanes >> 3 * s & 1) batch.fetch(s, expansionOf(view.multipoles, cell.firstChild + s, length));
      }
      const Vector3<Real> d = source.sources.middle() - parent.sources.middle();
      const Real childRadius = source.sourceRadius, parentRadius = parent.sourceRadius;
      batch.arrive();
      if (full) {
        Real* own = batch.slot(lane / 3) + lane % 3;
        Batch::Translations::m2m(*view.tables, view.order, d, childRadius, parentRadius, own, own);
      }
      __syncwarp();
      Real sum[Batch::kRounds] = {};
      for (int s = 0; s < cell.childCount; ++s) {
        if (lanes >> 3 * s & 1) batch.addSlot(s, sum);
      }
      batch.write(sum, expansionOf(view.multipoles, c, length));
      __syncwarp();
    }
    grid.sync();
  }
}

template <class Real>
void launchM2m(CudaExec& exec, const CudaFmmView<Real>& view) {
  if (view.space == Space::plane) return launchPlaneM2m(exec, view);
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    launchLevels(exec, "fmm::m2m", m2mKernel<Real, P, kWarps>, kWarps, familyBytes<Real, P>(kWarps, view.order), view);
  });
}

template void launchM2m(CudaExec&, const CudaFmmView<float>&);
template void launchM2m(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
