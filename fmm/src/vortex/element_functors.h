#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/math.h"
#include "core/mirror_elements.h"
#include "core/rows.h"
#include "fmm/error.h"
#include "fmm/particle_views.h"
#include "fmm/settings.h"
#include "vortex/dynamics.h"

namespace fmm {

// Ring indices of particles, in host memory; empty if the particles have none.

inline std::vector<std::int32_t> indicesOf(const StridedSpan<const std::int32_t>& ring) {
  std::vector<std::int32_t> indices(ring.count);
  for (std::size_t i = 0; i < ring.count; ++i) indices[i] = ring.data[static_cast<std::ptrdiff_t>(i) * ring.stride];
  return indices;
}

/// Appends the ring indices of `addedSize` particles to those of `size`; missing ones are 0 unless both are empty.
inline void extendRings(std::vector<std::int32_t>& all, Index size, const std::vector<std::int32_t>& added,
                        std::size_t addedSize) {
  if (all.empty() && added.empty()) return;
  all.resize(static_cast<std::size_t>(size), 0);
  all.insert(all.end(), added.begin(), added.end());
  all.resize(static_cast<std::size_t>(size) + addedSize, 0);
}

/// Ring indices of `total` particles after a replacement from `first` on; missing ones are 0 unless both are empty.
inline std::vector<std::int32_t> placedRings(std::vector<std::int32_t> all, Index total, Index first,
                                             const std::vector<std::int32_t>& placed) {
  if (all.empty() && placed.empty()) return all;
  all.resize(static_cast<std::size_t>(total), 0);
  for (std::size_t i = 0; i < placed.size(); ++i) all[static_cast<std::size_t>(first) + i] = placed[i];
  return all;
}

/// sigma/l of elements without given lengths, the usual overlap in scenes.
constexpr double kStandardOverlap = 1.5;

/// Lengths of such elements.
struct LengthsFromCores {
  NumberReader coreRadius;
  double* length;

  FMM_HD void operator()(Index i) const { length[i] = coreRadius[i] / kStandardOverlap; }
};

/// Gives a particle that a step has carried through the ground plane the place and the strength of its image, which
/// changes no velocity above. `strength` is null for tracers.
struct LiftAbove {
  Vector3<double> point, normal;  ///< unit normal
  std::array<double*, 3> position, strength;

  LiftAbove(const GroundPlane& plane, const std::array<double*, 3>& positions, const std::array<double*, 3>& strengths)
      : point{plane.point.x, plane.point.y, plane.point.z}, position(positions), strength(strengths) {
    const Vec3 n = (1 / norm(plane.normal)) * plane.normal;
    normal = {n.x, n.y, n.z};
  }

  FMM_HD void operator()(Index i) const {
    constexpr double kRounding = 1e-14, kLeast = 1e-300;
    const Vector3<double> x = {position[0][i], position[1][i], position[2][i]};
    const double height = dotProduct(x - point, normal);
    if (height > 0) return;
    const double scale = std::fabs(dotProduct(x, normal)) + std::fabs(dotProduct(point, normal));
    const double lift = larger(-height, kRounding * scale + kLeast) - height;
    const double by[3] = {lift * normal.x, lift * normal.y, lift * normal.z};
    for (std::size_t k = 0; k < 3; ++k) position[k][i] += by[k];
    if (!strength[0]) return;
    const Vector3<double> a = {strength[0][i], strength[1][i], strength[2][i]};
    const double twiceAlong = 2 * dotProduct(a, normal);
    strength[0][i] = twiceAlong * normal.x - a.x;
    strength[1][i] = twiceAlong * normal.y - a.y;
    strength[2][i] = twiceAlong * normal.z - a.z;
  }
};

/// True if item i is finite in all N rows.
template <class Real, std::size_t N>
struct RowsAreFinite {
  std::array<const Real*, N> rows;

  FMM_HD bool operator()(Index i) const {
    Real sum = 0;
    for (std::size_t r = 0; r < N; ++r) sum += rows[r][i] * Real(0);  // 0 or NaN
    return sum == Real(0);
  }
};

/// True if an element is finite and its core radius is not negative.
template <class Real>
struct ElementIsSound {
  std::array<const Real*, kElementRows> rows;

  FMM_HD bool operator()(Index i) const { return RowsAreFinite<Real, kElementRows>{rows}(i) && rows[6][i] >= Real(0); }
};

/// Writes strength and core radius of an element as four floats.
template <class Real>
struct WriteStrengths {
  std::array<const double*, 3> strength;
  const Real* sigma;
  float* out;

  FMM_HD void operator()(Index i) const {
    for (std::size_t c = 0; c < 3; ++c) out[4 * static_cast<std::size_t>(i) + c] = static_cast<float>(strength[c][i]);
    out[4 * static_cast<std::size_t>(i) + 3] = static_cast<float>(sigma[i]);
  }
};

/// Writes the heat of an element in place of a strength along z.
template <class Real>
struct WriteHeatOfElements {
  const Real *heat, *sigma;
  float* out;

  FMM_HD void operator()(Index i) const {
    float* const to = out + 4 * static_cast<std::size_t>(i);
    to[0] = to[1] = 0;
    to[2] = static_cast<float>(heat[i]);
    to[3] = static_cast<float>(sigma[i]);
  }
};

/// Writes position and speed of a particle as four floats.
template <class Real>
struct WriteParticles {
  std::array<const double*, 3> position;
  std::array<const Real*, 3> velocity;
  float* out;

  FMM_HD void operator()(Index i) const {
    const Real u = velocity[0][i], v = velocity[1][i], w = velocity[2][i];
    out[4 * static_cast<std::size_t>(i)] = static_cast<float>(position[0][i]);
    out[4 * static_cast<std::size_t>(i) + 1] = static_cast<float>(position[1][i]);
    out[4 * static_cast<std::size_t>(i) + 2] = static_cast<float>(position[2][i]);
    out[4 * static_cast<std::size_t>(i) + 3] = static_cast<float>(std::sqrt(u * u + v * v + w * w));
  }
};

template <class Exec, class Real>
void loadRow(Exec& exec, const InputArray& from, Real* to) {
  exec.template load<Real, 1>({from}, {}, {to});
}

/// Loads the caller's elements into rows, and volumes, rings and, if it has memory for all, heat into `others`; missing
/// ones are 0.
template <class Exec, class Real>
void loadElements(Exec& exec, const ElementViews& elements, const std::vector<std::int32_t>& rings, bool withHeat,
                  Rows<Exec, double, kElementRows>& rows, FixedRows<Exec, Real>& others) {
  const auto count = static_cast<Index>(elements.size());
  rows.resize(count);
  others.resize(count, withHeat);
  exec.template load<double, 3>(arraysOf(elements.position), {}, rows.vector(0));
  exec.template load<double, 3>(arraysOf(elements.strength), {}, rows.vector(3));
  loadRow(exec, elements.coreRadius, rows[kCoreRow]);
  if (elements.length.count > 0) {
    loadRow(exec, elements.length, rows[kLengthRow]);
  } else {
    const auto coreRadius = exec.template reach<1>({elements.coreRadius});
    exec.forEach("fmm::load", count, LengthsFromCores{coreRadius[0], rows[kLengthRow]});
  }
  if (elements.volume.count > 0) {
    loadRow(exec, elements.volume, others[kVolumeRow]);
  } else {
    exec.fill(others[kVolumeRow], count, Real(0));
  }
  if (withHeat && elements.heat.count > 0) {
    loadRow(exec, elements.heat, others.heat());
  } else if (withHeat) {
    exec.fill(others.heat(), count, Real(0));
  }
  if (rings.empty()) {
    exec.fill(others[kRingRow], count, Real(0));
  } else {
    exec.template uploadRow<Real>(std::vector<double>(rings.begin(), rings.end()), others[kRingRow]);
  }
}

// Writing particles into external buffers, as ParticleTarget asks for them.

inline void requireRoom(const ParticleTarget& target, Index count) {
  if (target.capacity >= static_cast<std::size_t>(count)) return;
  throw InvalidInput("particle buffer: capacity " + std::to_string(target.capacity) + " is less than the " +
                     std::to_string(count) + " particles to write");
}

/// Positions, and magnitudes of the vectors at them.
template <class Exec, class Real>
void writePositions(Exec& exec, const ParticleTarget& target, const std::array<const double*, 3>& position,
                    const std::array<const Real*, 3>& vector, Index count) {
  requireRoom(target, count);
  exec.writeParticles(WriteParticles<Real>{position, vector, target.positions}, count, target);
}

/// Strengths and core radii.
template <class Exec, class Real>
void writeStrengths(Exec& exec, const ParticleTarget& target, const std::array<const double*, 3>& strength,
                    const Real* coreRadius, Index count) {
  requireRoom(target, count);
  exec.writeParticles(WriteStrengths<Real>{strength, coreRadius, target.positions}, count, target);
}

}  // namespace fmm
