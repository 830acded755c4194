#pragma once

#include <type_traits>

#include "pairs/cuda/near_field.cuh"
#include "pairs/cuda/near_field_kernels.cuh"

// The near field of one core as a kernel and its launch.

namespace fmm {

template <class Real>
constexpr int kNearWarps = sizeof(Real) == sizeof(float) ? 4 : 2;  // warps of a block
template <class Real>
constexpr int kResidentBlocks = sizeof(Real) == sizeof(float) ? 4 : 3;  // on a multiprocessor, at least

/// Calls take(source, valid, last) for the elements of the cells items[listBegin, listEnd), 32 at a time whatever the
/// cells' sizes.
template <class Real, class Take>
__device__ __forceinline__ void forSourcesOf(const CudaFmmView<Real>& view, const Index* items, Index listBegin,
                                             Index listEnd, const Take& take) {
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  Index window = listBegin;             // first of the next 32 cells
  Index end = 0, shift = 0, total = 0;  // end of this lane's cell among the window's elements; from there to sources
  Index first = 0;
  for (bool last = false; !last;) {
    while (first >= total && window < listEnd) {
      IndexRange range = {0, 0};
      if (window + lane < listEnd) range = view.cells[items[window + lane]].elements;
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
    int owner = 0;  // first lane whose cell ends after `at`
#pragma unroll
    for (int step = kWarp / 2; step > 0; step /= 2) {
      const Index ends = __shfl_sync(kAllLanes, end, owner + step - 1);
      if (ends <= at) owner += step;
    }
    const Index source = at + __shfl_sync(kAllLanes, shift, owner);
    first += kWarp;
    last = first >= total && window >= listEnd;
    take(source, at < total, last);
  }
}

/// Successive targets of one cell, for a warp split into 2^split groups.
struct Piece {
  Index first, count;
  int split;
};

/// The division of a cell's targets among warps: pieces that fill a warp split into 2^split groups, and one or two
/// smaller ones for the rest, so that few lanes are idle.
template <class Real, PairForm kForm>
class Pieces {
 public:
  __device__ Pieces(IndexRange range, int split) : range_(range), split_(split) {
    const Index room = roomFor<Real, kForm>(split);
    whole_ = range.count() / room;
    const Index rest = range.count() - whole_ * room;
    const bool half = split + 2 <= kMostSplit && rest > room / 2 && rest <= room / 2 + room / 4;
    half_ = half ? room / 2 : 0;
    count_ = whole_ + (rest > 0) + half;
  }
  __device__ Index count() const { return count_; }
  __device__ Piece operator[](Index k) const {
    const Index room = roomFor<Real, kForm>(split_), first = range_.begin + smaller(k, whole_) * room;
    if (k < whole_) return {first, room, split_};
    if (k == whole_ && half_ > 0) return {first, half_, split_ + 1};
    Piece rest = {first + half_, range_.end - first - half_, split_};
    while (rest.split < kMostSplit && roomFor<Real, kForm>(rest.split + 1) >= rest.count) ++rest.split;
    return rest;
  }

 private:
  IndexRange range_;
  int split_;
  Index whole_, half_, count_;
};

/// The division of all cells: whole warps if targets are many, split warps if the GPU would not be filled otherwise.
template <class Real, PairForm kVelocity>
struct Division {
  static constexpr Index kHeavyShares = 32, kMostShares = 64;
  static constexpr Index kPiecesPerWarp = 2;  // fewest, so that warps end at about the same time
  /// On average. Leaves differ, and a ticket with two pieces of a large leaf would outlast the other warps' work.
  static constexpr Index kTicketsPerPiece = 2;
  int velocitySplit, gradientSplit;
  Index shares;  ///< tickets of a leaf

  /// For the few leaves with far more pairs than the others.
  static __device__ Division ofHeavyLeaves() { return {kMostSplit, kMostSplit, kHeavyShares}; }

  static __device__ Division ofLeaves(const CudaFmmView<Real>& view) {
    Division d;
    const Index leaves = larger(view.counts->leafCount, 1), warps = static_cast<Index>(gridDim.x * blockDim.x / kWarp);
    const Index elements = view.elementsAreTargets ? view.elementCount : 0;
    const Index most = (elements + view.tracerCount) / (kPiecesPerWarp * warps);
    d.velocitySplit = splitFor<kVelocity>(most);
    d.gradientSplit = splitFor<PairForm::gradient>(most);
    const Index pieces = elements / d.room(view.elementResults) + view.tracerCount / d.room(view.tracerResults);
    const Index busy = kPiecesPerWarp * warps;  // enough tickets for all pieces of large leaves where leaves are few
    const Index wanted = larger(kTicketsPerPiece * pieces, busy);
    d.shares = smaller(larger((wanted + leaves - 1) / leaves, 1), kMostShares);
    return d;
  }

 private:
  template <PairForm kForm>
  static __device__ int splitFor(Index most) {
    int split = 0;
    while (split < kMostSplit && roomFor<Real, kForm>(split) > most) ++split;
    return split;
  }
  __device__ Index room(const TargetArrays<Real>& targets) const {
    return targets.gradient[0] ? roomFor<Real, PairForm::gradient>(gradientSplit)
                               : roomFor<Real, kVelocity>(velocitySplit);
  }
};

/// The results that a kernel computes, and their accuracy.
template <PairAccuracy kHowExactly, bool kWithField, bool kWithVorticity>
struct NearOutputs {
  static constexpr PairAccuracy kAccuracy = kHowExactly;
  static constexpr bool kField = kWithField;  ///< velocities, and gradients where their rows are set
  static constexpr bool kVorticity = kWithVorticity;
  static constexpr bool kBoth = kField && kVorticity;

  template <class Real>
  static constexpr PairForm kVelocityForm =
      !kField                                                            ? PairForm::vorticity
      : kAccuracy == PairAccuracy::fast && sizeof(Real) == sizeof(float) ? PairForm::factored
                                                                         : PairForm::cross;
};
/// Calls use(NearOutputs) with the wanted results as constants. In double, only fitted cores depend on the accuracy.
template <class Core, class Real, class Use>
void withOutputs(FieldParts wanted, PairAccuracy accuracy, const Use& use) {
  const auto useAt = [&](auto exactly) {
    constexpr PairAccuracy kAccuracy = decltype(exactly)::value;
    if (!wanted.vorticity) return use(NearOutputs<kAccuracy, true, false>());
    wanted.velocity ? use(NearOutputs<kAccuracy, true, true>()) : use(NearOutputs<kAccuracy, false, true>());
  };
  if constexpr (Core::kFitted || sizeof(Real) == sizeof(float)) {
    if (accuracy == PairAccuracy::fast) return useAt(std::integral_constant<PairAccuracy, PairAccuracy::fast>());
  }
  useAt(std::integral_constant<PairAccuracy, PairAccuracy::exact>());
}

/// P2P of a piece of a cell's targets: writes the sums over near and correction list plus the results of the expansions
/// to the caller's rows.
template <PairForm kForm, bool kVorticity, class Real, class Core, class Space>
__device__ __forceinline__ void sumPiece(const CudaFmmView<Real>& view, const Core& core, Index cell,
                                         const CudaTargets<Real>& to, const Piece& piece, Space& space) {
  using Sums = WarpSums<Real, kForm, kVorticity, Core, Space>;
  Sums sums(core, to, piece.first, piece.count, piece.split, space);
  const CudaLists& lists = view.lists;
  const Index near = lists.nearBegin[cell], nearCount = lists.nearCount[cell];
  if (nearCount > 0) {
    forSourcesOf(view, lists.nearItems, near, near + nearCount,
                 [&](Index source, bool valid, bool last) { sums.take(view.sources, source, valid, last); });
  }
  const Index corrected = lists.correctedBegin[cell], correctedCount = lists.correctedCount[cell];
  if (correctedCount > 0) {
    forSourcesOf(view, lists.correctedItems, corrected, corrected + correctedCount,
                 [&](Index source, bool valid, bool last) {
                   sums.takeCorrected(view.sources, source, valid, last, view.coreReachSquared);
                 });
  }
  __syncwarp();
  for (Index t = static_cast<Index>(threadIdx.x) % kWarp; t < piece.count; t += kWarp) {
    const Index from = piece.first + t, i = to.order[from];
    const auto row = [&](int k) { return sums.factor(k) * sums.total(t, k); };
    if constexpr (kForm != PairForm::vorticity) {
      to.out.ux[i] = to.ux[from] + row(0);
      to.out.uy[i] = to.uy[from] + row(1);
      to.out.uz[i] = to.uz[from] + row(2);
    }
    if constexpr (kForm == PairForm::gradient) {
      for (int k = 0; k < 9; ++k) to.out.gradient[k][i] = to.gradient[k][from] + row(3 + k);
    }
    if constexpr (kVorticity || kForm == PairForm::vorticity) {
      constexpr int kFirst = Sums::Sum::kRows - 3;
      for (int k = 0; to.vorticity[0] && k < 3; ++k) to.out.vorticity[k][i] = row(kFirst + k);
    }
  }
  __syncwarp();
}

/// Sums every `shares`-th piece of a cell's targets from piece k on; then makes k relative to the end of the pieces.
template <PairForm kForm, bool kVorticity, class Real, class Core, class Space>
__device__ __forceinline__ void sumPieces(const CudaFmmView<Real>& view, const Core& core, Index cell,
                                          const CudaTargets<Real>& to, const Pieces<Real, kForm>& pieces, Index shares,
                                          Index& k, Space& space) {
  for (; k < pieces.count(); k += shares) sumPiece<kForm, kVorticity>(view, core, cell, to, pieces[k], space);
  k -= pieces.count();
}

/// Warps draw (leaf, share) tickets until none is left, those of heavy leaves first. The order of drawing does not
/// affect results, since each target is written by a single warp.
template <class Real, class Core, class Outputs>
__global__ void __launch_bounds__(kNearWarps<Real>* kWarp, kResidentBlocks<Real>)
    nearFieldKernel(const __grid_constant__ CudaFmmView<Real> view, const __grid_constant__ CoreFits<Real> fits,
                    unsigned* ticket) {
  constexpr bool kBoth = Outputs::kBoth;
  __shared__ WarpSpace<Real, kBoth> spaces[kNearWarps<Real>];
  auto& space = spaces[threadIdx.x / kWarp];
  using Cores = PairCores<Real, Core, Outputs::kAccuracy>;
  constexpr PairForm kVelocity = Outputs::template kVelocityForm<Real>;
  const auto velocity = Cores::velocity(fits);
  using Division = fmm::Division<Real, kVelocity>;
  const Index leafShares = Division::ofLeaves(view).shares, heavyTickets = *view.heavyCount * Division::kHeavyShares;
  const Index tickets = heavyTickets + view.counts->leafCount * leafShares;
  // Pieces of the elements, then those of the tracers, both in the same loops.
  for (;;) {
    Index drawn = 0;
    if (threadIdx.x % kWarp == 0) drawn = static_cast<Index>(atomicAdd(ticket, 1u));
    drawn = __shfl_sync(kAllLanes, drawn, 0);
    if (drawn >= tickets) return;
    const bool heavy = drawn < heavyTickets;
    if (!heavy) drawn -= heavyTickets;
    const Division division = heavy ? Division::ofHeavyLeaves() : Division::ofLeaves(view);
    const Index shares = division.shares, cell = heavy ? view.heavyLeaves[drawn / shares] : view.leaves[drawn / shares];
    if (!heavy && view.leafPairs[cell] == kHeavyLeaf) continue;
    Index k = drawn % shares;
    for (int kind = view.elementsAreTargets ? 0 : 1; kind < 2; ++kind) {
      const CudaTargets<Real>& to = kind == 0 ? view.elementResults : view.tracerResults;
      const IndexRange range = kind == 0 ? view.cells[cell].elements : view.cells[cell].tracers;
      const Pieces<Real, kVelocity> pieces(range, division.velocitySplit);
      if constexpr (!Outputs::kField) {
        if (to.vorticity[0]) sumPieces<kVelocity, false>(view, velocity, cell, to, pieces, shares, k, space);
      } else if (to.gradient[0]) {
        const Pieces<Real, PairForm::gradient> gradientPieces(range, division.gradientSplit);
        sumPieces<PairForm::gradient, kBoth>(view, Cores::gradient(fits), cell, to, gradientPieces, shares, k, space);
      } else if (kBoth && to.vorticity[0]) {
        sumPieces<kVelocity, kBoth>(view, velocity, cell, to, pieces, shares, k, space);
      } else if (to.ux) {
        sumPieces<kVelocity, false>(view, velocity, cell, to, pieces, shares, k, space);
      }
    }
  }
}

template <class Core, class Real>
void launchNearFieldOf(CudaExec& exec, const CudaFmmView<Real>& view, unsigned* tickets) {
  if constexpr (Core::kFarField) {
    const FieldParts ofElements = view.elementResults.parts(), ofTracers = view.tracerResults.parts();
    const FieldParts wanted = {ofElements.velocity || ofTracers.velocity, ofElements.gradient || ofTracers.gradient,
                               ofElements.vorticity || ofTracers.vorticity};
    FMM_CUDA(cudaMemsetAsync(tickets, 0, sizeof(unsigned), exec.stream()));
    withOutputs<Core, Real>(wanted, view.accuracy, [&](auto outputs) {
      using Outputs = decltype(outputs);
      constexpr int kThreads = kNearWarps<Real> * kWarp;
      const auto kernel = nearFieldKernel<Real, Core, Outputs>;
      static const int blocks = [&] {
        int resident = 0;
        FMM_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                      cudaSharedmemCarveoutMaxShared));
        FMM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, 0));
        return std::max(resident, 1);
      }();
      exec.launch("fmm::nearField", [&] {
        kernel<<<static_cast<unsigned>(blocks * exec.multiprocessors()), kThreads, 0, exec.stream()>>>(
            view, PairCores<Real, Core, Outputs::kAccuracy>::fits(), tickets);
      });
    });
  } else {
    throw InvalidInput("the " + std::string(toString(Core::kKind)) + " core has no far field: solver direct");
  }
}

}  // namespace fmm
