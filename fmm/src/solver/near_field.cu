#include "solver/near_field.cuh"

#include "solver/near_field_kernels.cuh"

namespace fmm {
namespace {

template <class Real>
constexpr int kWarps = sizeof(Real) == sizeof(float) ? 4 : 2;  // of a block
template <class Real>
constexpr int kResidentBlocks = sizeof(Real) == sizeof(float) ? 5 : 4;  // wanted on a multiprocessor

/// Gives the elements of a cell's near list to the warp's sums, 32 at a time whatever the cells' sizes.
template <class Real, class Sums>
__device__ __forceinline__ void takeNearList(const CudaFmmView<Real>& view, Index cell, Sums& sums) {
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const Index listBegin = view.lists.nearBegin[cell], listEnd = listBegin + view.lists.nearCount[cell];
  Index window = listBegin;             // first of the next 32 cells
  Index end = 0, shift = 0, total = 0;  // this lane's cell: end among the window's elements, and from there to sources
  Index first = 0;
  for (bool last = false; !last;) {
    while (first >= total && window < listEnd) {
      IndexRange range = {0, 0};
      if (window + lane < listEnd) range = view.cells[view.lists.nearItems[window + lane]].elements;
      end = range.count();
      for (int step = 1; step < kWarp; step *= 2) {
        const Index below = __shfl_up_sync(kAllLanes, end, step);
        if (lane >= step) end += below;
      }
      shift = range.end - end;
      total = __shfl_sync(kAllLanes, end, kWarp - 1);
      first = 0;
      window += kWarp;
    }
    const Index at = first + lane;
    int owner = 0;  // the first lane whose cell ends behind `at`
#pragma unroll
    for (int step = kWarp / 2; step > 0; step /= 2) {
      const Index ends = __shfl_sync(kAllLanes, end, owner + step - 1);
      if (ends <= at) owner += step;
    }
    const Index source = at + __shfl_sync(kAllLanes, shift, owner);
    first += kWarp;
    last = first >= total && window >= listEnd;
    sums.take(view.sources, source, at < total, last);
  }
}

/// results[first + i] += totals of a warp's targets.
template <int kWidth, int kRows, class Real, class Sums>
__device__ __forceinline__ void addTotals(const Sums& sums, const WarpSpace<Real>& space, const TargetArrays<Real>& to,
                                          Index first, Index count) {
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  for (int t = 0; t < kWidth; ++t) {
    if (t * kWarp + lane >= count) return;
    const Index i = first + t * kWarp + lane;
    const auto row = [&](int k) { return sums.factor(k) * space.total[t * kRows + k][lane]; };
    to.ux[i] += row(0);
    to.uy[i] += row(1);
    to.uz[i] += row(2);
    if constexpr (kRows > 3) {
#pragma unroll
      for (int k = 0; k < 9; ++k) to.gradient[k][i] += row(3 + k);
    }
  }
}

template <PairForm kForm, int kWidth, class Real, class Core>
__device__ __forceinline__ void sumTargets(const CudaFmmView<Real>& view, const Core& core, Index cell,
                                           const TargetArrays<Real>& targets, Index first, Index count,
                                           WarpSpace<Real>& space) {
  WarpSums<Real, kForm, kWidth, Core> sums(core, targets, first, count, space);
  takeNearList(view, cell, sums);
  addTotals<kWidth, PairSum<Real, kForm>::kRows>(sums, space, targets, first, count);
  __syncwarp();
}

/// Chunk `chunk` of `chunks` of a cell's targets, which are divided in groups of 32: every chunk has as many groups as
/// any other, or one more.
template <PairForm kForm, class Real, class Core>
__device__ __forceinline__ void sumChunk(const CudaFmmView<Real>& view, const Core& core, Index cell,
                                         const TargetArrays<Real>& targets, IndexRange range, Index chunk, Index chunks,
                                         WarpSpace<Real>& space) {
  const Index groups = (range.count() + kWarp - 1) / kWarp;
  const Index from = chunk * groups / chunks, to = (chunk + 1) * groups / chunks;
  const Index first = range.begin + from * kWarp;
  const Index count = smaller(range.end - first, (to - from) * kWarp);
  constexpr int kMost = kWidest<Real, kForm>;
  switch (to - from) {
    case 1:
      return sumTargets<kForm, 1>(view, core, cell, targets, first, count, space);
    case 2:
      if constexpr (kMost >= 2) return sumTargets<kForm, 2>(view, core, cell, targets, first, count, space);
      break;
    case 3:
      if constexpr (kMost >= 3) return sumTargets<kForm, 3>(view, core, cell, targets, first, count, space);
      break;
    default:
      if constexpr (kMost >= 4) return sumTargets<kForm, 4>(view, core, cell, targets, first, count, space);
  }
}

/// How the targets of an evaluation are divided among warps: wide chunks when there are plenty, narrow ones when the
/// device would run dry.
template <class Real, PairForm kVelocity>
struct Division {
  Index elementGroups, tracerGroups;  ///< of 32 targets, most in a chunk
  Index shares;                       ///< tickets of a leaf

  __device__ Division(const CudaFmmView<Real>& view) {
    const Index leaves = larger(view.counts->leafCount, 1), warps = static_cast<Index>(gridDim.x * blockDim.x / kWarp);
    const Index elements = view.elementResults.ux ? view.elementCount : 0;
    const Index groups = (elements + view.tracerCount) / kWarp;
    const Index width = groups / warps;
    const bool gradient = view.elementResults.gradient[0], tracerGradient = view.tracerResults.gradient[0];
    elementGroups = smaller(larger(width, 1), gradient ? kWidest<Real, PairForm::gradient> : kWidest<Real, kVelocity>);
    tracerGroups =
        smaller(larger(width, 1), tracerGradient ? kWidest<Real, PairForm::gradient> : kWidest<Real, kVelocity>);
    const Index chunks = elements / (kWarp * elementGroups) + view.tracerCount / (kWarp * tracerGroups);
    shares = smaller(larger((chunks + leaves - 1) / leaves, 1), 64);
  }
  static __device__ Index chunks(IndexRange range, Index groups) {
    return (range.count() + kWarp * groups - 1) / (kWarp * groups);
  }
};

/// Warps draw (leaf, share) tickets until there are none: the order in which they come changes nothing, since one warp
/// alone writes a target.
template <class Real, Regularisation kRegularisation, PairAccuracy kAccuracy>
__global__ void __launch_bounds__(kWarps<Real>* kWarp, kResidentBlocks<Real>)
    nearFieldKernel(const __grid_constant__ CudaFmmView<Real> view, const __grid_constant__ CoreFits<Real> fits,
                    unsigned* ticket) {
  __shared__ WarpSpace<Real> spaces[kWarps<Real>];
  WarpSpace<Real>& space = spaces[threadIdx.x / kWarp];
  using Cores = PairCores<Real, kRegularisation, kAccuracy>;
  constexpr PairForm kVelocity =
      kAccuracy == PairAccuracy::fast && sizeof(Real) == sizeof(float) ? PairForm::factored : PairForm::cross;
  const auto velocity = Cores::velocity(fits);
  const auto gradient = Cores::gradient(fits);
  const Division<Real, kVelocity> division(view);
  const Index tickets = view.counts->leafCount * division.shares;
  const auto sum = [&](Index cell, const TargetArrays<Real>& targets, IndexRange range, Index chunk, Index chunks) {
    if (targets.gradient[0]) {
      sumChunk<PairForm::gradient>(view, gradient, cell, targets, range, chunk, chunks, space);
    } else {
      sumChunk<kVelocity>(view, velocity, cell, targets, range, chunk, chunks, space);
    }
  };
  for (;;) {
    Index drawn = 0;
    if (threadIdx.x % kWarp == 0) drawn = static_cast<Index>(atomicAdd(ticket, 1u));
    drawn = __shfl_sync(kAllLanes, drawn, 0);
    if (drawn >= tickets) return;
    const Index cell = view.leaves[drawn / division.shares];
    if (view.lists.nearCount[cell] == 0) continue;
    const IndexRange tracers = view.cells[cell].tracers;
    IndexRange elements = view.cells[cell].elements;
    if (!view.elementResults.ux) elements.end = elements.begin;
    const Index elementChunks = Division<Real, kVelocity>::chunks(elements, division.elementGroups);
    const Index tracerChunks = Division<Real, kVelocity>::chunks(tracers, division.tracerGroups);
    for (Index k = drawn % division.shares; k < elementChunks + tracerChunks; k += division.shares) {
      if (k < elementChunks) {
        sum(cell, view.elementResults, elements, k, elementChunks);
      } else {
        sum(cell, view.tracerResults, tracers, k - elementChunks, tracerChunks);
      }
    }
  }
}

}  // namespace

template <class Real>
void launchNearField(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets) {
  FMM_CUDA(cudaMemsetAsync(tickets, 0, sizeof(unsigned), exec.stream()));
  const auto launch = [&](auto regularisation, auto accuracy) {
    constexpr auto kRegularisation = decltype(regularisation)::value;
    constexpr auto kAccuracy = decltype(accuracy)::value;
    constexpr int kThreads = kWarps<Real> * kWarp;
    const auto kernel = nearFieldKernel<Real, kRegularisation, kAccuracy>;
    static const int blocks = [&] {
      int resident = 0;
      FMM_CUDA(
          cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
      FMM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, 0));
      return std::max(resident, 1);
    }();
    kernel<<<static_cast<unsigned>(blocks * exec.multiprocessors()), kThreads, 0, exec.stream()>>>(
        view, coreFits<Real, kRegularisation, kAccuracy>(), tickets);
    exec.checkLaunch("fmm::nearField");
  };
  constexpr bool kSingle = sizeof(Real) == sizeof(float);
  switch (view.regularisation) {
    case Regularisation::cutoff:
      return withAccuracy<Regularisation::cutoff, kSingle>(view.accuracy, launch);
    case Regularisation::winckelmans:
      return withAccuracy<Regularisation::winckelmans, kSingle>(view.accuracy, launch);
    case Regularisation::gaussian:
      return withAccuracy<Regularisation::gaussian, true>(view.accuracy, launch);
    case Regularisation::rosenhead:
      throw InvalidInput("the rosenhead core has no far field: solver direct");
  }
}

template void launchNearField(CudaExec&, const CudaFmmView<float>&, unsigned*);
template void launchNearField(CudaExec&, const CudaFmmView<double>&, unsigned*);

}  // namespace fmm
