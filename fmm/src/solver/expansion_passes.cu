#include "solver/expansion_passes.cuh"

#include "solver/local_evaluation_kernel.cuh"
#include "solver/transfer_kernel.cuh"
#include "solver/tree_kernels.cuh"

namespace fmm {
namespace {

/// Shared memory that a kernel may use without asking.
constexpr std::size_t kPlainSharedBytes = 48 << 10;

template <class Kernel>
void allowShared(Kernel kernel, std::size_t bytes) {
  if (bytes <= kPlainSharedBytes) return;
  FMM_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

/// launch(integral_constant P) with the unrolled kernels' order P, or 0 for those of any order.
template <class Real, class Launch>
void forOrder(int p, const Launch& launch) {
  if constexpr (sizeof(Real) == 4) {
    switch (p) {
      case 4:
        return launch(std::integral_constant<int, 4>());
      case 5:
        return launch(std::integral_constant<int, 5>());
      case 6:
        return launch(std::integral_constant<int, 6>());
      case 7:
        return launch(std::integral_constant<int, 7>());
      case 8:
        return launch(std::integral_constant<int, 8>());
      case 9:
        return launch(std::integral_constant<int, 9>());
      case 10:
        return launch(std::integral_constant<int, 10>());
      case 12:
        return launch(std::integral_constant<int, 12>());
      default:
        break;
    }
  }
  launch(std::integral_constant<int, 0>());
}

/// Blocks for work whose size only the device knows: many more than fit, so that the hardware balances uneven work.
unsigned manyBlocks(const CudaExec& exec) {
  return static_cast<unsigned>(64 * exec.multiprocessors());
}

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

/// Warps of a block: the kernels of any order keep larger expansions, so fewer of them.
template <int P>
constexpr int kWarpsOfBlock = P == 0 ? 1 : 4;

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
void launchTransfer(CudaExec& exec, const CudaFmmView<Real>& view) {
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    const std::size_t bytes = sizeof(Real) * static_cast<std::size_t>(kWarps * kTransferSlots<Real> *
                                                                      ExpansionBatch<Real, P>::slotSize(view.order));
    const auto kernel = transferKernel<Real, P, kWarps, kTransferResident<P>>;
    allowShared(kernel, bytes);
    kernel<<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view);
    exec.checkLaunch("fmm::transfer");
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

template <class Real>
void uploadOperatorTables(OperatorTables<Real>* deviceCopy, cudaStream_t stream) {
  FMM_CUDA(cudaMemcpyAsync(deviceCopy, &operatorTables(Real()), sizeof(OperatorTables<Real>), cudaMemcpyHostToDevice,
                           stream));
}

#define FMM_INSTANTIATE_PASSES(Real)                                        \
  template void launchUpward(CudaExec&, const CudaFmmView<Real>&);          \
  template void launchTransfer(CudaExec&, const CudaFmmView<Real>&);        \
  template void launchDownward(CudaExec&, const CudaFmmView<Real>&);        \
  template void launchLocalEvaluation(CudaExec&, const CudaFmmView<Real>&); \
  template void uploadOperatorTables(OperatorTables<Real>*, cudaStream_t);
FMM_INSTANTIATE_PASSES(float)
FMM_INSTANTIATE_PASSES(double)

}  // namespace fmm
