#pragma once

#include "pairs/cuda/near_field.cuh"
#include "pairs/cuda/near_field_kernels.cuh"

// The direct sum of one core as a kernel and its launch.

namespace fmm {

constexpr int kDirectWarps = 8;  // warps of a block

template <PairForm kForm, class Real>
__device__ __forceinline__ Real* resultRow(const TargetArrays<Real>& targets, int row) {
  if constexpr (kForm == PairForm::vorticity) return targets.vorticity[row];
  return row == 0 ? targets.ux : row == 1 ? targets.uy : row == 2 ? targets.uz : targets.gradient[row - 3];
}

/// The warps of a block have the same targets and share the sources; their totals are added in the order of the warps.
template <PairForm kForm, class Real, class Core>
__global__ void __launch_bounds__(kDirectWarps* kWarp)
    directSumKernel(const __grid_constant__ SourceArrays<Real> sources, Index sourceCount,
                    const __grid_constant__ TargetArrays<Real> targets, Index targetCount, int split,
                    const __grid_constant__ CoreFits<Real> fits) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const spaces = reinterpret_cast<WarpSpace<Real>*>(memory);
  __shared__ Real totals[kDirectWarps][roomFor<Real, kForm>(0)];
  const auto core = [&] {
    using Cores = PairCores<Real, Core, PairAccuracy::exact>;
    if constexpr (kForm == PairForm::gradient) {
      return Cores::gradient(fits);
    } else {
      return Cores::velocity(fits);
    }
  }();
  const int lane = static_cast<int>(threadIdx.x) % kWarp, warp = static_cast<int>(threadIdx.x) / kWarp;
  const Index room = roomFor<Real, kForm>(split), first = static_cast<Index>(blockIdx.x) * room;
  const Index count = smaller(targetCount - first, room);
  WarpSums<Real, kForm, false, std::decay_t<decltype(core)>, WarpSpace<Real>> sums(core, targets, first, count, split,
                                                                                   spaces[warp]);
  bool last = false;
  for (Index at = warp * kWarp; !last; at += kDirectWarps * kWarp) {
    last = at + kDirectWarps * kWarp >= sourceCount;
    sums.take(sources, at + lane, at + lane < sourceCount, last);
  }
  __syncwarp();
  for (int row = 0; row < PairSum<Real, kForm>::kRows; ++row) {
    for (Index t = lane; t < count; t += kWarp) totals[warp][t] = sums.total(t, row);
    __syncthreads();
    Real* const to = resultRow<kForm>(targets, row);
    for (Index t = static_cast<Index>(threadIdx.x); t < count; t += kDirectWarps * kWarp) {
      Real total = 0;
      for (int w = 0; w < kDirectWarps; ++w) total += totals[w][t];
      to[first + t] = sums.factor(row) * total;
    }
    __syncthreads();
  }
}

template <class Core, class Real>
void launchDirectSumOf(CudaExec& exec, SourceArrays<Real> sources, Index sourceCount, TargetArrays<Real> targets,
                       Index targetCount) {
  if (targetCount <= 0) return;
  const auto launch = [&](auto form) {
    constexpr PairForm kForm = decltype(form)::value;
    const auto kernel = directSumKernel<kForm, Real, Core>;
    constexpr int kBytes = kDirectWarps * static_cast<int>(sizeof(WarpSpace<Real>));
    static const bool ready = [&] {
      FMM_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
      return true;
    }();
    static_cast<void>(ready);
    int split = 0;
    while (split < kMostSplit && roomFor<Real, kForm>(split) * 2 * exec.multiprocessors() > targetCount) ++split;
    const Index room = roomFor<Real, kForm>(split);
    const auto blocks = static_cast<unsigned>((targetCount + room - 1) / room);
    exec.launch("fmm::directSum", [&] {
      kernel<<<blocks, kDirectWarps * kWarp, kBytes, exec.stream()>>>(
          sources, sourceCount, targets, targetCount, split, PairCores<Real, Core, PairAccuracy::exact>::fits());
    });
  };
  if (targets.gradient[0]) {
    launch(std::integral_constant<PairForm, PairForm::gradient>());
  } else if (targets.ux) {
    launch(std::integral_constant<PairForm, PairForm::cross>());
  }
  if (targets.vorticity[0]) launch(std::integral_constant<PairForm, PairForm::vorticity>());
}

}  // namespace fmm
