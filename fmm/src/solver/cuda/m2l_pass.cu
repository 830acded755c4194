#include "pairs/cuda/view.cuh"
#include "solver/cuda/expansion_batch.cuh"
#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/plane_passes.cuh"

namespace fmm {

/// Most source cells that one warp translates at once, with 3 lanes each.
constexpr int kM2lSlots = 10;
/// The same for slots of `slotBytes` in the kernels of any order, whose blocks of one warp use at most 64 KiB.
FMM_HD constexpr int m2lSlots(int slotBytes) {
  return kM2lSlots * slotBytes <= 64 << 10 ? kM2lSlots : (64 << 10) / slotBytes;
}

/// Fewest blocks of 4 warps on a multiprocessor: a thread needs registers for (p+1)^2 coefficients and about 40 more.
template <int P>
constexpr int kM2lResident = P == 0    ? 1
                             : P <= 5  ? 6
                             : P == 6  ? 5
                             : P <= 8  ? 4
                             : P <= 10 ? 3
                                       : 2;

/// M2L, a block of `Warps` warps per target cell: the warps take batches of the far list in turn, and each lane
/// translates one component of one source cell. Sums run in the order of the batches, then of the warps.
template <class Real, int P, int Warps, int Resident>
__global__ void __launch_bounds__(kWarp* Warps, Resident) m2lKernel(CudaFmmView<Real> view) {
  using Batch = ExpansionBatch<Real, P>;
  const int slotSize = Batch::slotSize(view.order);
  const int slots = P == 0 ? m2lSlots(slotSize * static_cast<int>(sizeof(Real))) : kM2lSlots;
  const int perWarp = slots * slotSize;
  const Batch batch = {sharedOfWarp<Real>(perWarp), view.order};
  const int warp = static_cast<int>(threadIdx.x) / kWarp, lane = Batch::lane(), length = batch.length();
  const Index cells = view.counts->cellCount;
  for (Index c = static_cast<Index>(blockIdx.x); c < cells; c += static_cast<Index>(gridDim.x)) {
    const CellBounds<Real>& target = view.bounds[c];
    if (target.targets.isEmpty()) continue;
    const Vector3<Real> centre = target.targets.middle();
    const Real targetRadius = target.targetRadius;
    const Index* far = view.lists.farItems + view.lists.farBegin[c];
    const Index count = view.lists.farCount[c];
    Real sum[Batch::kRounds] = {};
    for (Index first = warp * slots; first < count; first += Warps * slots) {
      const int used = smaller(static_cast<int>(count - first), slots);
      const Index ownSource = far[first + smaller(lane / 3, used - 1)];
#pragma unroll 2
      for (int s = 0; s < used; ++s) {
        batch.fetch(s, expansionOf(view.multipoles, __shfl_sync(kAllLanes, ownSource, 3 * s), length));
      }
      const CellBounds<Real>& source = view.bounds[ownSource];
      const Vector3<Real> d = centre - source.sources.middle();
      const Real sourceRadius = source.sourceRadius;
      batch.arrive();
      if (lane < 3 * used) {
        Real* own = batch.slot(lane / 3) + lane % 3;
        Batch::Translations::m2l(*view.tables, view.order, d, sourceRadius, targetRadius, own, own);
      }
      __syncwarp();
#pragma unroll
      for (int s = 0; s < kM2lSlots; ++s) {
        if (s < used) batch.addSlot(s, sum);
      }
      __syncwarp();
    }
    Real* out = expansionOf(view.locals, c, length);
    if (Warps == 1) {
      batch.write(sum, out);
      continue;
    }
    batch.write(sum, batch.slots);
    __syncthreads();
    const Real* partial = sharedOfWarp<Real>(0);
    for (int i = static_cast<int>(threadIdx.x); i < length; i += kWarp * Warps) {
      Real total = partial[i];
      for (int w = 1; w < Warps; ++w) total += partial[w * perWarp + i];
      out[i] = total;
    }
    __syncthreads();
  }
}

template <class Real>
void launchM2l(CudaExec& exec, const CudaFmmView<Real>& view) {
  if (view.space == Space::plane) return launchPlaneM2l(exec, view);
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    const int slotBytes = ExpansionBatch<Real, P>::slotSize(view.order) * static_cast<int>(sizeof(Real));
    const int slots = P == 0 ? m2lSlots(slotBytes) : kM2lSlots;
    const auto bytes = static_cast<std::size_t>(kWarps * slots * slotBytes);
    const auto kernel = m2lKernel<Real, P, kWarps, kM2lResident<P>>;
    allowShared(kernel, bytes);
    exec.launch("fmm::m2l", [&] { kernel<<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view); });
  });
}

template void launchM2l(CudaExec&, const CudaFmmView<float>&);
template void launchM2l(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
