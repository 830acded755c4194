#pragma once

#include <array>
#include <cmath>

#include "core/number_access.h"
#include "fmm/ground_plane.h"
#include "vortex/dynamics.h"
#include "vortex/refinement.h"

namespace fmm {

/// sigma/l of elements whose lengths are not given: cores overlap so in scenes.
constexpr double kStandardOverlap = 1.5;

/// Lengths of such elements.
template <class Real>
struct LengthsFromCores {
  NumberReader coreRadius;
  Real* length;

  FMM_HD void operator()(Index i) const { length[i] = static_cast<Real>(coreRadius[i] / kStandardOverlap); }
};

/// Writes elements and their images in a plane, as mirrored() in fmm/ground_plane.h.
template <class Real>
struct MirrorElements {
  Vector3<Real> point, normal;  ///< unit normal
  std::array<const Real*, 7> from;
  std::array<Real*, 7> to;
  Index count;

  MirrorElements(const GroundPlane& plane, const std::array<const Real*, 7>& elements,
                 const std::array<Real*, 7>& withImages, Index elementCount)
      : point(vector(plane.point)),
        normal(vector((1 / norm(plane.normal)) * plane.normal)),
        from(elements),
        to(withImages),
        count(elementCount) {}

  FMM_HD void operator()(Index i) const {
    const Vector3<Real> x = {from[0][i], from[1][i], from[2][i]}, a = {from[3][i], from[4][i], from[5][i]};
    const Real twiceHeight = 2 * dotProduct(x - point, normal), twiceAlong = 2 * dotProduct(a, normal);
    for (std::size_t k = 0; k < 7; ++k) to[k][i] = from[k][i];
    const Index image = count + i;
    to[0][image] = x.x - twiceHeight * normal.x;
    to[1][image] = x.y - twiceHeight * normal.y;
    to[2][image] = x.z - twiceHeight * normal.z;
    to[3][image] = twiceAlong * normal.x - a.x;
    to[4][image] = twiceAlong * normal.y - a.y;
    to[5][image] = twiceAlong * normal.z - a.z;
    to[6][image] = from[6][i];
  }

 private:
  static Vector3<Real> vector(Vec3 v) {
    return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
  }
};

/// Whether item i is finite in all N rows.
template <class Real, std::size_t N>
struct RowsAreFinite {
  std::array<const Real*, N> rows;

  FMM_HD bool operator()(Index i) const {
    Real sum = 0;
    for (std::size_t r = 0; r < N; ++r) sum += rows[r][i] * Real(0);  // 0, or not a number
    return sum == Real(0);
  }
};

/// Whether an element is finite and has a core that is one.
template <class Real>
struct ElementIsSound {
  std::array<const Real*, kElementRows> rows;

  FMM_HD bool operator()(Index i) const { return RowsAreFinite<Real, kElementRows>{rows}(i) && rows[6][i] >= Real(0); }
};

/// breach() of an element by the rules of splitting.
template <class Real>
struct ElementBreach {
  Real minimumOverlap, coreGrowth;
  std::array<const Real*, kElementRows> element;
  const Real* reference;

  FMM_HD float operator()(Index i) const {
    const auto size = [](Real v) { return v < Real(0) ? -v : v; };
    const Real strength = size(element[3][i]) + size(element[4][i]) + size(element[5][i]);
    return static_cast<float>(
        breach(minimumOverlap, coreGrowth, strength, element[6][i], size(element[7][i]), reference[i]));
  }
};

/// Strength and core radius of one element as four floats.
template <class Real>
struct WriteStrengths {
  std::array<const Real*, 3> strength;
  const Real* sigma;
  float* out;

  FMM_HD void operator()(Index i) const {
    for (std::size_t c = 0; c < 3; ++c) out[4 * static_cast<std::size_t>(i) + c] = static_cast<float>(strength[c][i]);
    out[4 * static_cast<std::size_t>(i) + 3] = static_cast<float>(sigma[i]);
  }
};

/// Position and speed of one particle as four floats.
template <class Real>
struct WriteParticles {
  std::array<const Real*, 3> position, velocity;
  float* out;

  FMM_HD void operator()(Index i) const {
    const Real u = velocity[0][i], v = velocity[1][i], w = velocity[2][i];
    out[4 * static_cast<std::size_t>(i)] = static_cast<float>(position[0][i]);
    out[4 * static_cast<std::size_t>(i) + 1] = static_cast<float>(position[1][i]);
    out[4 * static_cast<std::size_t>(i) + 2] = static_cast<float>(position[2][i]);
    out[4 * static_cast<std::size_t>(i) + 3] = static_cast<float>(std::sqrt(u * u + v * v + w * w));
  }
};

}  // namespace fmm
