#include "expansion/fixed_constants.h"
#include "expansion/harmonics-inl.h"
#include "expansion/local_derivatives.h"
#include "pairs/cuda/view.cuh"
#include "solver/cuda/expansion_batch.cuh"
#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/plane_passes.cuh"

namespace fmm {

/// A leaf's expansions of velocity and gradient in shared memory. Unrolled orders align a coefficient's components to
/// 16 bytes.
template <class Real, int P>
struct LeafExpansions {
  static constexpr int kVelocity = P == 0 ? 3 : 4, kGradient = P == 0 ? 9 : 12;

  Real* local;     ///< [(p+1)^2][3] of the vector potential
  Real* plain;     ///< [p^2][3] of velocity
  Real* velocity;  ///< [p^2][kVelocity], coefficients of m > 0 doubled
  Real* gradient;  ///< [(p-1)^2][kGradient], the same

  static __host__ __device__ constexpr int padded(int n) { return (n + 3) / 4 * 4; }
  static __host__ __device__ constexpr int size(int p) {
    return padded(vectorLength(p)) + padded(3 * p * p) + padded(kVelocity * p * p) +
           padded(kGradient * (p - 1) * (p - 1));
  }
  static __device__ LeafExpansions at(Real* memory, int p) {
    LeafExpansions e;
    e.local = memory;
    e.plain = e.local + padded(vectorLength(p));
    e.velocity = e.plain + padded(3 * p * p);
    e.gradient = e.velocity + padded(kVelocity * p * p);
    return e;
  }

  /// Computes curl() with all threads of a block; `factor` = 1/(4 pi scale).
  __device__ void setVelocity(int p, Real factor) const {
    for (int i = static_cast<int>(threadIdx.x); i < 3 * p * p; i += static_cast<int>(blockDim.x)) {
      const int n = i / (3 * p), m = i / 3 % p, c = i % 3;
      if (m > n) continue;
      const int next = (c + 1) % 3, last = (c + 2) % 3;
      const ComplexCoefficient<Real> plus = derivativeAt(local, 3, last, n, m, next);
      const ComplexCoefficient<Real> minus = derivativeAt(local, 3, next, n, m, last);
      const ComplexCoefficient<Real> u = {factor * (plus.real - minus.real),
                                          factor * (plus.imaginary - minus.imaginary)};
      const Real fold = m == 0 ? Real(1) : Real(2);
      storeCoefficient(plain, 3, c, n, m, u);
      storeCoefficient(velocity, kVelocity, c, n, m, {fold * u.real, fold * u.imaginary});
    }
  }
  /// Computes gradientOf() with all threads of a block, after setVelocity(); `factor` = 1/scale.
  __device__ void setGradient(int p, Real factor) const {
    const int degrees = p - 1;
    for (int i = static_cast<int>(threadIdx.x); i < 9 * degrees * degrees; i += static_cast<int>(blockDim.x)) {
      const int n = i / (9 * degrees), m = i / 9 % degrees, c = i % 9;
      if (m > n) continue;
      const ComplexCoefficient<Real> d = derivativeAt(plain, 3, c / 3, n, m, c % 3);
      const Real fold = m == 0 ? factor : 2 * factor;
      storeCoefficient(gradient, kGradient, c, n, m, {fold * d.real, fold * d.imaginary});
    }
  }
};

/// l2p() of degree P - Below, known when compiling; if P = 0, of the view's order less Below.
template <int Count, int Stride, int P, int Below, class Real>
__device__ __forceinline__ void l2pBelow(const CudaFmmView<Real>& view, Vector3<Real> offset, const Real* coefficients,
                                         Real* out) {
  if constexpr (P == 0) {
    l2p<Count, Stride>(*view.tables, view.order - Below, offset, coefficients, out);
  } else {
    l2p<Count, Stride>(FixedConstants<Real>(), Fixed<P - Below>(), offset, coefficients, out);
  }
}

/// Sets velocity and gradient of target i; centre and `inverse` = 1/radius are those of the leaf.
template <class Real, int P>
__device__ __forceinline__ void evaluateTarget(const CudaFmmView<Real>& view, const LeafExpansions<Real, P>& leaf,
                                               Vector3<Real> centre, Real inverse, const TargetArrays<Real>& t,
                                               Index i) {
  const Vector3<Real> offset = {(t.x[i] - centre.x) * inverse, (t.y[i] - centre.y) * inverse,
                                (t.z[i] - centre.z) * inverse};
  if (t.ux) {
    Real u[3];
    l2pBelow<3, LeafExpansions<Real, P>::kVelocity, P, 1>(view, offset, leaf.velocity, u);
    t.ux[i] = u[0];
    t.uy[i] = u[1];
    t.uz[i] = u[2];
  }
  if (t.gradient[0]) {
    Real j[9];
    l2pBelow<9, LeafExpansions<Real, P>::kGradient, P, 2>(view, offset, leaf.gradient, j);
#pragma unroll
    for (int c = 0; c < 9; ++c) t.gradient[c][i] = j[c];
  }
}

/// L2P, a block per leaf: the block derives the expansions of velocity and gradient from the leaf's local expansion,
/// then each thread evaluates targets. Warps take 32 targets in turn: elements, which may want gradients, then tracers.
template <class Real, int P, int Warps>
__global__ void __launch_bounds__(kWarp* Warps) l2pKernel(CudaFmmView<Real> view) {
  const int p = P == 0 ? view.order : P;
  const auto expansions = LeafExpansions<Real, P>::at(sharedOfWarp<Real>(0), p);
  const int warp = static_cast<int>(threadIdx.x) / kWarp, lane = static_cast<int>(threadIdx.x) % kWarp;
  const TargetArrays<Real>&elementTargets = view.elementResults, &tracerTargets = view.tracerResults;
  const bool elementsWanted = view.elementsAreTargets && (elementTargets.ux || elementTargets.gradient[0]);
  const bool tracersWanted = tracerTargets.ux || tracerTargets.gradient[0];
  const Index leaves = view.counts->leafCount;
  for (Index k = static_cast<Index>(blockIdx.x); k < leaves; k += static_cast<Index>(gridDim.x)) {
    const Index c = view.leaves[k];
    const Cell cell = view.cells[c];
    const CellBounds<Real>& bounds = view.bounds[c];
    const Index elements = elementsWanted ? cell.elements.count() : 0;
    const Index tracers = tracersWanted ? cell.tracers.count() : 0;
    if (elements + tracers == 0) continue;
    const Vector3<Real> centre = bounds.targets.middle();
    const Real inverse = 1 / bounds.targetRadius;
    const Real* local = expansionOf(view.locals, c, vectorLength(p));
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < vectorLength(p); i += kWarp * Warps) expansions.local[i] = local[i];
    __syncthreads();
    expansions.setVelocity(p, static_cast<Real>(kInverse4Pi) * inverse);
    if ((elements > 0 && elementTargets.gradient[0]) || (tracers > 0 && tracerTargets.gradient[0])) {
      __syncthreads();
      expansions.setGradient(p, inverse);
    }
    __syncthreads();
    const Index elementTasks = (elements + kWarp - 1) / kWarp, tasks = elementTasks + (tracers + kWarp - 1) / kWarp;
    for (Index task = warp; task < tasks; task += Warps) {
      const bool isElement = task < elementTasks;
      const TargetArrays<Real> targets = isElement ? elementTargets : tracerTargets;
      const IndexRange range = isElement ? cell.elements : cell.tracers;
      const Index i = range.begin + kWarp * (isElement ? task : task - elementTasks) + lane;
      if (i < range.end) evaluateTarget(view, expansions, centre, inverse, targets, i);
    }
  }
}

template <class Real>
void launchL2p(CudaExec& exec, const CudaFmmView<Real>& view) {
  if (view.space == Space::plane) return launchPlaneL2p(exec, view);
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = 4;
    const std::size_t bytes = sizeof(Real) * static_cast<std::size_t>(LeafExpansions<Real, P>::size(view.order));
    const auto kernel = l2pKernel<Real, P, kWarps>;
    allowShared(kernel, bytes);
    exec.launch("fmm::l2p", [&] { kernel<<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view); });
  });
}

template void launchL2p(CudaExec&, const CudaFmmView<float>&);
template void launchL2p(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
