#pragma once

#include <cmath>

#include "mesh/fourier.h"
#include "mesh/mesh_core.h"
#include "mesh/mesh_grid.h"

namespace fmm {

// The convolution between nodes, one item at a time: the kernel, and the changes of modes. The kernel's component along
// an axis is odd along this axis and even along the others. An octant of offsets or of waves, from 0 to half of the
// periodic mesh, therefore holds all of it.

/// An octant of three components, [3][z][y][x].
struct MeshOctant {
  Index size[3];

  FMM_HD static MeshOctant of(const MeshGrid& grid) {
    return {{grid.size[0] / 2 + 1, grid.size[1] / 2 + 1, grid.size[2] / 2 + 1}};
  }
  FMM_HD Index count() const { return size[0] * size[1] * size[2]; }
  FMM_HD Index at(Index x, Index y, Index z) const { return x + size[0] * (y + size[1] * z); }
};

/// The kernel at item i of an octant of offsets.
struct MeshKernel {
  MeshGrid grid;
  MeshOctant octant;
  MeshCore core;
  double factor;
  double* kernel;

  FMM_HD void operator()(Index i) const {
    const Index place[3] = {i % octant.size[0], i / octant.size[0] % octant.size[1],
                            i / octant.size[0] / octant.size[1]};
    const double d[3] = {double(place[0]), double(place[1]), double(place[2])};
    double f = factor * core.factor(std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    for (int axis = 0; axis < 3; ++axis) f *= fading(d[axis], axis);
    for (Index c = 0; c < 3; ++c)  // halfway around, the odd kernel is 0; no pair of nodes is that far apart
      kernel[c * octant.count() + i] = 2 * place[c] == grid.size[c] ? 0 : f * d[c];
  }

 private:
  /// Falls from 1 to 0 with all derivatives continuous, over offsets that no pair of nodes has.
  FMM_HD double fading(double offset, int axis) const {
    const Index half = grid.size[axis] / 2;
    const double u = (offset - grid.nodes[axis]) / (half - grid.nodes[axis]);
    if (!(u > 0)) return 1;
    return u < 1 ? 1 / (1 + std::exp(1 / (1 - u) - 1 / u)) : 0;
  }
};

/// Transforms an octant along an axis whose period is n, by direct sums: component `axis` by sines as an odd function,
/// the others by cosines as even functions. Item i is a value of the three components.
struct MeshHalfTransform {
  MeshOctant octant;
  Index axis, n;
  const double *cosines, *sines;  ///< [n] of 2 pi k/n
  const double* from;
  double* to;

  FMM_HD void operator()(Index i) const {
    const Index stride = axis == 0 ? 1 : (axis == 1 ? octant.size[0] : octant.size[0] * octant.size[1]);
    const Index component = i / octant.count(), wave = i / stride % octant.size[axis];
    const double* const line = from + (i - wave * stride);
    const Index last = octant.size[axis] - 1;
    double sum = 0;
    Index turn = 0;
    if (component == axis) {
      for (Index k = 1; k < last; ++k) {
        turn += wave;
        if (turn >= n) turn -= n;
        sum += sines[turn] * line[k * stride];
      }
      to[i] = -2 * sum;  // the transform is i times this
      return;
    }
    for (Index k = 1; k < last; ++k) {
      turn += wave;
      if (turn >= n) turn -= n;
      sum += cosines[turn] * line[k * stride];
    }
    to[i] = 2 * sum + line[0] + (wave % 2 == 0 ? 1 : -1) * line[last * stride];
  }
};

/// Factors that replace the windows by Gaussians, for the waves along x, then y, then z of an octant.
template <class Real>
struct MeshShaping {
  MeshOctant octant;
  const Real* factors;
  FMM_HD Real at(Index x, Index y, Index z) const {
    return factors[x] * factors[octant.size[0] + y] * factors[octant.size[0] + octant.size[1] + z];
  }
};

/// The kernel's octant of waves times MeshShaping.
template <class Real>
struct MeshShapeKernel {
  MeshShaping<Real> shaping;
  const double* from;
  Real* to;
  FMM_HD void operator()(Index i) const {
    const MeshOctant& octant = shaping.octant;
    const Real factor =
        shaping.at(i % octant.size[0], i / octant.size[0] % octant.size[1], i / octant.size[0] / octant.size[1]);
    for (Index c = 0; c < 3; ++c) to[c * octant.count() + i] = factor * static_cast<Real>(from[c * octant.count() + i]);
  }
};

/// Turns strengths into velocities: i factor (alpha x kernel) of every mode.
template <class Real>
struct MeshVelocity {
  MeshGrid grid;
  MeshOctant octant;
  Real factor;
  const Real* kernel;

  FMM_HD void operator()(Index x, Index y, Index z, MeshMode<Real>& mode) const {
    const bool beyondY = 2 * y > grid.size[1], beyondZ = 2 * z > grid.size[2];
    const Index at = octant.at(x, beyondY ? grid.size[1] - y : y, beyondZ ? grid.size[2] - z : z);
    const Index count = octant.count();
    const Real kx = factor * kernel[at], ky = (beyondY ? -factor : factor) * kernel[count + at],
               kz = (beyondZ ? -factor : factor) * kernel[2 * count + at];
    const MeshMode<Real> a = mode;
    mode.re[0] = -(a.im[1] * kz - a.im[2] * ky);
    mode.im[0] = a.re[1] * kz - a.re[2] * ky;
    mode.re[1] = -(a.im[2] * kx - a.im[0] * kz);
    mode.im[1] = a.re[2] * kx - a.re[0] * kz;
    mode.re[2] = -(a.im[0] * ky - a.im[1] * kx);
    mode.im[2] = a.re[0] * ky - a.re[1] * kx;
  }
};

/// Turns strengths into vorticities: multiplies every mode by MeshShaping and the filter of MeshCore.
template <class Real>
struct MeshVorticity {
  MeshGrid grid;
  MeshShaping<Real> shaping;
  MeshCore core;
  double factor;

  FMM_HD void operator()(Index x, Index y, Index z, MeshMode<Real>& mode) const {
    const Index wy = smaller(y, grid.size[1] - y), wz = smaller(z, grid.size[2] - z);
    const double kx = wave(x, 0), ky = wave(wy, 1), kz = wave(wz, 2);
    const Real weight = shaping.at(x, wy, wz) * static_cast<Real>(factor * core.filter(kx * kx + ky * ky + kz * kz));
    for (int c = 0; c < 3; ++c) {
      mode.re[c] *= weight;
      mode.im[c] *= weight;
    }
  }

 private:
  FMM_HD double wave(Index at, int axis) const { return 6.28318530717958647693 * at / grid.size[axis]; }
};

}  // namespace fmm
