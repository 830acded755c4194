#include "solver/near_field.cuh"
#include "solver/near_field_kernels.cuh"

namespace fmm {
namespace {

/// A block has 32 kWidth targets; its warps share the sources, and their totals are added in the order of the warps.
template <int kWarps, int kWidth, PairForm kForm, class Real, Regularisation kRegularisation, PairAccuracy kAccuracy>
__global__ void __launch_bounds__(kWarps* kWarp)
    directSumKernel(const __grid_constant__ SourceArrays<Real> sources, Index sourceCount,
                    const __grid_constant__ TargetArrays<Real> targets, Index targetCount,
                    const __grid_constant__ CoreFits<Real> fits) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const spaces = reinterpret_cast<WarpSpace<Real>*>(memory);
  constexpr int kRows = PairSum<Real, kForm>::kRows;
  const auto core = [&] {
    using Cores = PairCores<Real, kRegularisation, kAccuracy>;
    if constexpr (kForm == PairForm::gradient) {
      return Cores::gradient(fits);
    } else {
      return Cores::velocity(fits);
    }
  }();
  const int lane = static_cast<int>(threadIdx.x) % kWarp, warp = static_cast<int>(threadIdx.x) / kWarp;
  const Index first = static_cast<Index>(blockIdx.x) * (kWarp * kWidth);
  const Index count = smaller(targetCount - first, static_cast<Index>(kWarp * kWidth));
  WarpSums<Real, kForm, kWidth, std::decay_t<decltype(core)>> sums(core, targets, first, count, spaces[warp]);
  for (Index at = warp * kWarp;; at += kWarps * kWarp) {
    const bool last = at + kWarps * kWarp >= sourceCount;
    sums.take(sources, at + lane, at + lane < sourceCount, last);
    if (last) break;
  }
  __syncthreads();
  for (int k = warp; k < kWidth * kRows; k += kWarps) {
    const int t = k / kRows, row = k % kRows;
    if (t * kWarp + lane >= count) continue;
    Real total = 0;
    for (int w = 0; w < kWarps; ++w) total += spaces[w].total[k][lane];
    Real* const to = row == 0 ? targets.ux : row == 1 ? targets.uy : row == 2 ? targets.uz : targets.gradient[row - 3];
    to[first + t * kWarp + lane] = sums.factor(row) * total;
  }
}

}  // namespace

template <class Real>
void launchDirectSum(CudaExec& exec, SourceArrays<Real> sources, Index sourceCount, TargetArrays<Real> targets,
                     Index targetCount, Regularisation regularisation, PairAccuracy accuracy,
                     const GaussianFit<Real>* /*fits*/) {
  if (targetCount <= 0) return;
  const auto launch = [&](auto chosenCore, auto chosenAccuracy) {
    constexpr auto kRegularisation = decltype(chosenCore)::value;
    constexpr auto kAccuracy = decltype(chosenAccuracy)::value;
    const auto launchShape = [&](auto form, auto width, auto warps) {
      constexpr int kWidth = decltype(width)::value, kWarps = decltype(warps)::value;
      const auto kernel = directSumKernel<kWarps, kWidth, decltype(form)::value, Real, kRegularisation, kAccuracy>;
      constexpr int kBytes = kWarps * static_cast<int>(sizeof(WarpSpace<Real>));
      static const bool ready = [&] {
        FMM_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
        return true;
      }();
      static_cast<void>(ready);
      constexpr Index kTargets = kWarp * kWidth;
      kernel<<<static_cast<unsigned>((targetCount + kTargets - 1) / kTargets), kWarps * kWarp, kBytes, exec.stream()>>>(
          sources, sourceCount, targets, targetCount, coreFits<Real, kRegularisation, kAccuracy>());
      exec.checkLaunch("fmm::directSum");
    };
    // Few targets: all warps of a multiprocessor share 32 of them.
    const auto launchForm = [&](auto form) {
      constexpr int kWidth = kWidest<Real, decltype(form)::value>;
      constexpr int kMany = 4, kAll = sizeof(Real) == sizeof(float) ? 16 : 8;
      if (targetCount >= kWarp * kWidth * 4 * exec.multiprocessors()) {
        launchShape(form, std::integral_constant<int, kWidth>(), std::integral_constant<int, kMany>());
      } else {
        launchShape(form, std::integral_constant<int, 1>(), std::integral_constant<int, kAll>());
      }
    };
    if (targets.gradient[0]) {
      launchForm(std::integral_constant<PairForm, PairForm::gradient>());
    } else {
      launchForm(std::integral_constant<PairForm, PairForm::cross>());
    }
  };
  switch (regularisation) {
    case Regularisation::cutoff:
      return withAccuracy<Regularisation::cutoff, false>(accuracy, launch);
    case Regularisation::winckelmans:
      return withAccuracy<Regularisation::winckelmans, false>(accuracy, launch);
    case Regularisation::rosenhead:
      return withAccuracy<Regularisation::rosenhead, false>(accuracy, launch);
    case Regularisation::gaussian:
      return withAccuracy<Regularisation::gaussian, true>(accuracy, launch);
  }
}

template void launchDirectSum(CudaExec&, SourceArrays<float>, Index, TargetArrays<float>, Index, Regularisation,
                              PairAccuracy, const GaussianFit<float>*);
template void launchDirectSum(CudaExec&, SourceArrays<double>, Index, TargetArrays<double>, Index, Regularisation,
                              PairAccuracy, const GaussianFit<double>*);

}  // namespace fmm
