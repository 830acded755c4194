#pragma once

#include <cmath>

#include "mesh/mesh_core.h"
#include "mesh/mesh_grid.h"

namespace fmm {

// How the fields of nodes meet: the kernel between them, and what becomes of modes, one item at a time.

/// The kernel's three components at item i of the periodic mesh, places beyond its half being those to the other side.
template <class Real>
struct MeshKernel {
  MeshGrid grid;
  MeshCore core;
  double factor;
  Real* fields;  ///< [3][values()]

  FMM_HD void operator()(Index i) const {
    const Index x = i % grid.size[0], y = i / grid.size[0] % grid.size[1], z = i / grid.size[0] / grid.size[1];
    const double d[3] = {offset(x, 0), offset(y, 1), offset(z, 2)};
    double f = factor * core.factor(std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    for (int axis = 0; axis < 3; ++axis) f *= fading(std::fabs(d[axis]), axis);
    const std::size_t at = grid.at(x, y, z), values = grid.values();
    const Index place[3] = {x, y, z};
    for (std::size_t c = 0; c < 3; ++c)  // halfway around it is odd, and no pair of nodes is
      fields[c * values + at] = 2 * place[c] == grid.size[c] ? Real(0) : static_cast<Real>(f * d[c]);
  }

 private:
  /// From 1 to 0, with all derivatives, on offsets that no pair of nodes has.
  FMM_HD double fading(double offset, int axis) const {
    const Index half = grid.size[axis] / 2;
    const double u = (offset - grid.nodes[axis]) / (half - grid.nodes[axis]);
    if (!(u > 0)) return 1;
    return u < 1 ? 1 / (1 + std::exp(1 / (1 - u) - 1 / u)) : 0;
  }
  FMM_HD double offset(Index at, int axis) const {
    const Index size = grid.size[axis];
    return 2 * at <= size ? at : at - size;
  }
};

/// What windows and the Gaussians in their place have apart, by waves along each axis: [modes()], [size[1]], [size[2]].
template <class Real>
struct MeshShaping {
  MeshGrid grid;
  const Real* factors;
  FMM_HD Real at(Index i) const {
    const Index modes = grid.modes(), x = i % modes, y = i / modes % grid.size[1], z = i / modes / grid.size[1];
    return factors[x] * factors[modes + y] * factors[modes + grid.size[1] + z];
  }
};

/// The imaginary parts, which are all that an odd kernel has, shaped: [3][spectrum()].
template <class Real>
struct MeshOddParts {
  MeshShaping<Real> shaping;
  const Real* fields;
  Real* odd;
  FMM_HD void operator()(Index i) const {
    const std::size_t k = static_cast<std::size_t>(i), count = shaping.grid.spectrum();
    const Real factor = shaping.at(i);
    for (std::size_t c = 0; c < 3; ++c) odd[c * count + k] = factor * fields[2 * (c * count + k) + 1];
  }
};

/// Strengths become velocities: i factor (alpha x kernel) of every mode.
template <class Real>
struct MeshVelocity {
  std::size_t count;  ///< spectrum()
  Real factor;
  const Real* odd;
  Real* fields;

  FMM_HD void operator()(Index i) const {
    const auto k = static_cast<std::size_t>(i);
    const Real x = factor * odd[k], y = factor * odd[count + k], z = factor * odd[2 * count + k];
    Real* const at[3] = {fields + 2 * k, fields + 2 * (count + k), fields + 2 * (2 * count + k)};
    const Real a[3] = {at[0][0], at[1][0], at[2][0]}, b[3] = {at[0][1], at[1][1], at[2][1]};
    at[0][0] = -(b[1] * z - b[2] * y);
    at[0][1] = a[1] * z - a[2] * y;
    at[1][0] = -(b[2] * x - b[0] * z);
    at[1][1] = a[2] * x - a[0] * z;
    at[2][0] = -(b[0] * y - b[1] * x);
    at[2][1] = a[0] * y - a[1] * x;
  }
};

/// Strengths become vorticities: every mode times what is left of the core's filter.
template <class Real>
struct MeshVorticity {
  MeshShaping<Real> shaping;
  MeshCore core;
  double factor;
  const Real* strengths;
  Real* fields;

  FMM_HD void operator()(Index i) const {
    const MeshGrid& grid = shaping.grid;
    const Index modes = grid.modes(), x = i % modes, y = i / modes % grid.size[1], z = i / modes / grid.size[1];
    const double kx = wave(x, 0), ky = wave(y, 1), kz = wave(z, 2);
    const auto weight = shaping.at(i) * static_cast<Real>(factor * core.filter(kx * kx + ky * ky + kz * kz));
    const std::size_t count = grid.spectrum();
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t at = 2 * (c * count + static_cast<std::size_t>(i));
      fields[at] = weight * strengths[at];
      fields[at + 1] = weight * strengths[at + 1];
    }
  }

 private:
  FMM_HD double wave(Index at, int axis) const {
    const Index size = shaping.grid.size[axis];
    return 6.28318530717958647693 * (2 * at <= size ? at : at - size) / size;
  }
};

}  // namespace fmm
