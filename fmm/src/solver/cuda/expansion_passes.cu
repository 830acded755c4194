#include "solver/cuda/expansion_passes.cuh"

#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/local_evaluation_kernel.cuh"
#include "solver/cuda/translation_kernels.cuh"

namespace fmm {
namespace {

/// A launch with a barrier between levels: as many blocks as run at once, at most `most` on a multiprocessor.
template <class Real, class Kernel>
void launchLevels(CudaExec& exec, const char* name, Kernel kernel, int warps, std::size_t bytes, int most,
                  const CudaFmmView<Real>& view) {
  allowShared(kernel, bytes);
  int resident = 0;
  FMM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kWarp * warps, bytes));
  CudaFmmView<Real> argument = view;
  void* arguments[] = {&argument};
  const unsigned blocks = static_cast<unsigned>(std::min(most, resident) * exec.multiprocessors());
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), dim3(blocks),
                              dim3(static_cast<unsigned>(kWarp * warps)), arguments, bytes, exec.stream());
  exec.checkLaunch(name);
}

template <class Real, int P>
std::size_t childBytes(int warps, int p) {
  return static_cast<std::size_t>(warps * (kChildren + 1) * ExpansionBatch<Real, P>::slotSize(p)) * sizeof(Real);
}

}  // namespace

template <class Real>
void launchUpward(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    const std::size_t bytes = static_cast<std::size_t>(kWarps * multipoleShare(view.order)) * sizeof(Real);
    allowShared(multipoleKernel<Real, P, kWarps>, bytes);
    multipoleKernel<Real, P, kWarps><<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view);
    exec.checkLaunch("fmm::leafMultipoles");
    launchLevels(exec, "fmm::gatherMultipoles", gatherKernel<Real, P, kWarps>, kWarps,
                 childBytes<Real, P>(kWarps, view.order), 2, view);
  });
}

template <class Real>
void launchDownward(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    launchLevels(exec, "fmm::downward", scatterKernel<Real, P, kWarps>, kWarps, childBytes<Real, P>(kWarps, view.order),
                 2, view);
  });
}

template <class Real>
void launchLocalEvaluation(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = 4;
    const std::size_t bytes = sizeof(Real) * static_cast<std::size_t>(LeafExpansions<Real, P>::size(view.order));
    allowShared(localEvaluationKernel<Real, P, kWarps>, bytes);
    localEvaluationKernel<Real, P, kWarps><<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view);
    exec.checkLaunch("fmm::evaluateLeaves");
  });
}

#define FMM_INSTANTIATE_PASSES(Real)                                 \
  template void launchUpward(CudaExec&, const CudaFmmView<Real>&);   \
  template void launchDownward(CudaExec&, const CudaFmmView<Real>&); \
  template void launchLocalEvaluation(CudaExec&, const CudaFmmView<Real>&);
FMM_INSTANTIATE_PASSES(float)
FMM_INSTANTIATE_PASSES(double)

}  // namespace fmm
