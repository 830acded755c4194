#pragma once

#include "mesh/butterfly-inl.h"
#include "mesh/fourier.h"
#include "mesh/line_plan.h"
#include "mesh/mesh_interpolation.h"

namespace fmm {

// Transforms of lines in a block's shared memory, in place: the forward stages leave modes in the plan's order, the
// inverse applies the same stages in reverse to modes in this order.

/// A line's plan and its tables on the device.
template <class Real>
struct LineTables {
  LinePlan plan;
  const MeshComplex<Real>* twiddles;  ///< [n] exp(-2 pi i k/n)
  const Index* modes;                 ///< [n] the mode at each place
  const Index* places;                ///< [n] the place of each mode
};

/// A thread's line, and its share of the butterflies.
struct LineShare {
  Index first, step;   ///< of the butterflies
  Index place;         ///< stride from a place of a line to the next, in values
  Index line, others;  ///< start of the line, and stride to the same line of the next field
};

template <int kRadix, bool kInverse, int kFields, class Real>
__device__ void lineStage(MeshComplex<Real>* room, const LineTables<Real>& tables, int stage, Index length,
                          const LineShare& share) {
  const LinePlan& plan = tables.plan;
  const Index apart = length / kRadix, turn = plan.n / length;
  for (Index b = share.first; b < plan.n / kRadix; b += share.step) {
    const Index block = apart > 1 ? static_cast<Index>(__umulhi(static_cast<unsigned>(b), plan.magic[stage])) : b;
    const Index j = b - block * apart;
    MeshComplex<Real> twiddles[kRadix];
#pragma unroll
    for (int q = 1; q < kRadix; ++q) {
      twiddles[q] = tables.twiddles[j * q * turn];
    }
    MeshComplex<Real>* const first = room + share.line + (block * length + j) * share.place;
#pragma unroll
    for (int f = 0; f < kFields; ++f) {
      MeshComplex<Real>* const at = first + f * share.others;
      MeshComplex<Real> a[kRadix];
#pragma unroll
      for (int r = 0; r < kRadix; ++r) a[r] = at[r * apart * share.place];
      if (kInverse) {
#pragma unroll
        for (int q = 1; q < kRadix; ++q) a[q] = product<kInverse>(a[q], twiddles[q].re, twiddles[q].im);
      }
      Butterfly<kRadix, kInverse, Real>::run(a);
      if (!kInverse) {
#pragma unroll
        for (int q = 1; q < kRadix; ++q) a[q] = product<kInverse>(a[q], twiddles[q].re, twiddles[q].im);
      }
#pragma unroll
      for (int r = 0; r < kRadix; ++r) at[r * apart * share.place] = a[r];
    }
  }
}

/// All stages, each followed by a barrier. The caller needs a barrier between filling the lines and this call.
template <bool kInverse, int kFields, class Real>
__device__ void transformLines(MeshComplex<Real>* room, const LineTables<Real>& tables, const LineShare& share) {
  const LinePlan& plan = tables.plan;
  Index length = kInverse ? 1 : plan.n;
  for (int k = 0; k < plan.stages; ++k) {
    const int stage = kInverse ? plan.stages - 1 - k : k, radix = plan.radix[stage];
    if (kInverse) length *= radix;
    if (radix == 4) {
      lineStage<4, kInverse, kFields>(room, tables, stage, length, share);
    } else if (radix == 2) {
      lineStage<2, kInverse, kFields>(room, tables, stage, length, share);
    } else if (radix == 3) {
      lineStage<3, kInverse, kFields>(room, tables, stage, length, share);
    } else {
      lineStage<5, kInverse, kFields>(room, tables, stage, length, share);
    }
    if (!kInverse) length /= radix;
    __syncthreads();
  }
}

// The passes of MeshFourier on a GPU. A block loads lines into shared memory, transforms them and stores them. It skips
// zeros and values that nobody reads: nodes fill at most half of the periodic mesh along each axis.

/// Spectra along x, then x and y, of slabs with nodes: [3][nodes[2]][size[1]][modes()].
template <class Real>
struct MeshSlabs {
  MeshGrid grid;
  MeshComplex<Real>* values;

  __device__ MeshComplex<Real>* row(Index field, Index y, Index z) const {
    const auto rows = static_cast<std::size_t>(grid.size[1]), slabs = static_cast<std::size_t>(grid.nodes[2]);
    const std::size_t at =
        (static_cast<std::size_t>(field) * slabs + static_cast<std::size_t>(z)) * rows + static_cast<std::size_t>(y);
    return values + at * static_cast<std::size_t>(grid.modes());
  }
  /// Stride from a row to the same row of the next slab, and of the next field.
  __device__ std::size_t slab() const {
    return static_cast<std::size_t>(grid.size[1]) * static_cast<std::size_t>(grid.modes());
  }
  __device__ std::size_t field() const { return slab() * static_cast<std::size_t>(grid.nodes[2]); }
};

template <class Real>
__device__ inline MeshComplex<Real>* lineRoom() {
  extern __shared__ __align__(16) unsigned char meshRoom[];
  return reinterpret_cast<MeshComplex<Real>*>(meshRoom);
}

constexpr int kRowThreads = 64, kRowLines = 4;

/// Transforms pairs of real rows, each as one complex line; at most kRowLines pairs a block.
template <class Real>
__global__ void __launch_bounds__(kRowThreads* kRowLines)
    meshRowsForward(MeshStrengths<Real> strengths, LineTables<Real> along, MeshSlabs<Real> slabs) {
  using Complex = MeshComplex<Real>;
  const MeshGrid& grid = slabs.grid;
  const Index n = along.plan.n, me = static_cast<Index>(threadIdx.x), z = static_cast<Index>(blockIdx.y),
              field = static_cast<Index>(blockIdx.z);
  const Index y = 2 * static_cast<Index>(blockIdx.x * blockDim.y + threadIdx.y);
  const bool first = y < grid.nodes[1], second = y + 1 < grid.nodes[1];
  Complex* const room = lineRoom<Real>();
  Complex* const line = room + static_cast<Index>(threadIdx.y) * n;
  for (Index x = me; x < n; x += kRowThreads) {
    const bool node = x < grid.nodes[0];
    const auto c = static_cast<std::size_t>(field);
    line[x] = {first && node ? strengths.at(c, x, y, z) : Real(0),
               second && node ? strengths.at(c, x, y + 1, z) : Real(0)};
  }
  __syncthreads();
  transformLines<false, 1>(room, along, {me, kRowThreads, 1, static_cast<Index>(threadIdx.y) * n, 0});
  if (!first) return;
  Complex *const a = slabs.row(field, y, z), *const b = slabs.row(field, second ? y + 1 : y, z);
  for (Index k = me; k < grid.modes(); k += kRowThreads) {
    const Complex one = line[along.places[k]], other = line[along.places[k == 0 ? 0 : n - k]];
    a[k] = {Real(0.5) * (one.re + other.re), Real(0.5) * (one.im - other.im)};
    if (second) b[k] = {Real(0.5) * (one.im + other.im), Real(0.5) * (other.re - one.re)};
  }
}

/// Inverse transform to the nodes' vectors: all three fields of two rows.
template <class Real>
__global__ void __launch_bounds__(kRowThreads* kRowLines)
    meshRowsBack(MeshSlabs<Real> slabs, LineTables<Real> along, MeshVector<Real>* out) {
  using Complex = MeshComplex<Real>;
  const MeshGrid& grid = slabs.grid;
  const Index n = along.plan.n, me = static_cast<Index>(threadIdx.x), z = static_cast<Index>(blockIdx.y);
  const Index y = 2 * static_cast<Index>(blockIdx.x * blockDim.y + threadIdx.y);
  const bool first = y < grid.nodes[1], second = y + 1 < grid.nodes[1];
  Complex* const room = lineRoom<Real>();
  Complex* const lines = room + 3 * static_cast<Index>(threadIdx.y) * n;
  for (Index field = 0; field < 3; ++field) {
    Complex* const line = lines + field * n;
    const Complex *const a = slabs.row(field, first ? y : 0, z), *const b = slabs.row(field, second ? y + 1 : 0, z);
    for (Index k = me; k < grid.modes(); k += kRowThreads) {
      const Complex one = first ? a[k] : Complex{0, 0}, other = second ? b[k] : Complex{0, 0};
      line[along.places[k]] = {one.re - other.im, one.im + other.re};
      if (k > 0 && 2 * k < n) line[along.places[n - k]] = {one.re + other.im, other.re - one.im};
    }
  }
  __syncthreads();
  transformLines<true, 3>(room, along, {me, kRowThreads, 1, 3 * static_cast<Index>(threadIdx.y) * n, n});
  if (!first) return;
  for (Index x = me; x < grid.nodes[0]; x += kRowThreads) {
    const Complex v[3] = {lines[x], lines[n + x], lines[2 * n + x]};
    const Index at = x + grid.nodes[0] * (y + grid.nodes[1] * z);
    out[at] = {v[0].re, v[1].re, v[2].re, 0};
    if (second) out[at + grid.nodes[0]] = {v[0].im, v[1].im, v[2].im, 0};
  }
}

constexpr int kColumnThreads = 256;

/// Transforms lines along y, blockDim.x neighbouring lines at a time.
template <bool kBack, class Real>
__global__ void __launch_bounds__(kColumnThreads) meshColumns(MeshSlabs<Real> slabs, LineTables<Real> along) {
  using Complex = MeshComplex<Real>;
  const MeshGrid& grid = slabs.grid;
  const Index n = along.plan.n, wide = static_cast<Index>(blockDim.x), high = static_cast<Index>(blockDim.y);
  const auto column = static_cast<Index>(threadIdx.x), me = static_cast<Index>(threadIdx.y);
  const Index k = static_cast<Index>(blockIdx.x) * wide + column, z = static_cast<Index>(blockIdx.y);
  const bool mine = k < grid.modes();
  Complex* const room = lineRoom<Real>();
  Complex* const values = slabs.row(static_cast<Index>(blockIdx.z), 0, z) + k;
  const std::size_t row = static_cast<std::size_t>(grid.modes());
  for (Index y = me; y < n; y += high) {
    const bool there = mine && (kBack || y < grid.nodes[1]);
    const Complex value = there ? values[static_cast<std::size_t>(y) * row] : Complex{0, 0};
    room[(kBack ? along.places[y] : y) * wide + column] = value;
  }
  __syncthreads();
  transformLines<kBack, 1>(room, along, {me, high, wide, column, 0});
  if (!mine) return;
  for (Index p = me; p < (kBack ? grid.nodes[1] : n); p += high)
    values[static_cast<std::size_t>(kBack ? p : along.modes[p]) * row] = room[p * wide + column];
}

/// Transforms lines along z of all three fields, applies `change` to every mode and transforms back.
template <class Real, class Change>
__global__ void __launch_bounds__(kColumnThreads)
    meshConvolve(MeshSlabs<Real> from, LineTables<Real> along, Change change, MeshSlabs<Real> to) {
  using Complex = MeshComplex<Real>;
  const MeshGrid& grid = from.grid;
  const Index n = along.plan.n, wide = static_cast<Index>(blockDim.x), high = static_cast<Index>(blockDim.y);
  const auto column = static_cast<Index>(threadIdx.x), me = static_cast<Index>(threadIdx.y);
  const Index k = static_cast<Index>(blockIdx.x) * wide + column, y = static_cast<Index>(blockIdx.y);
  const bool mine = k < grid.modes();
  Complex* const room = lineRoom<Real>();
  const Index field = n * wide;
  const Complex* const given = from.row(0, y, 0) + k;
  for (Index z = me; z < n; z += high) {
    const bool there = mine && z < grid.nodes[2];
#pragma unroll
    for (std::size_t c = 0; c < 3; ++c)
      room[static_cast<Index>(c) * field + z * wide + column] =
          there ? given[c * from.field() + static_cast<std::size_t>(z) * from.slab()] : Complex{0, 0};
  }
  __syncthreads();
  transformLines<false, 3>(room, along, {me, high, wide, column, field});
  for (Index p = me; mine && p < n; p += high) {
    MeshMode<Real> mode;
    Complex* const at = room + p * wide + column;
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      mode.re[c] = at[c * field].re;
      mode.im[c] = at[c * field].im;
    }
    change(k, y, along.modes[p], mode);
#pragma unroll
    for (int c = 0; c < 3; ++c) at[c * field] = {mode.re[c], mode.im[c]};
  }
  __syncthreads();
  transformLines<true, 3>(room, along, {me, high, wide, column, field});
  if (!mine) return;
  Complex* const made = to.row(0, y, 0) + k;
  for (Index z = me; z < grid.nodes[2]; z += high) {
#pragma unroll
    for (std::size_t c = 0; c < 3; ++c)
      made[c * to.field() + static_cast<std::size_t>(z) * to.slab()] =
          room[static_cast<Index>(c) * field + z * wide + column];
  }
}

}  // namespace fmm
