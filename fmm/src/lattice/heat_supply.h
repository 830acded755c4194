#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/heat_forms.h"
#include "core/rows.h"
#include "lattice/bricks.h"
#include "lattice/deposit_steps.h"
#include "lattice/heat_steps.h"

namespace fmm {

/// Regions that are given heat during a run, in the frame of a lattice.
struct HeatSupplies {
  std::array<HeatForm, kMostHeatSources> form;
  int count = 0;
  double dt = 0;          ///< of the step [T]
  double nodeVolume = 0;  ///< h^d
  double spacing = 0;     ///< h [L]
  bool given = false;     ///< in an earlier redistribution of the step: their nodes only stay
};

/// What a node of bricks is given, times `scale`. Over a wall node -1 - z gets what its image z gets.
template <class Real>
struct SupplyHeat {
  HeatSupplies supplies;
  BrickNames names;
  const std::uint64_t* bricks;
  LatticeSides sides;
  double scale;
  Vec3 centre;  ///< of moments
  Real* heat;
  std::uint8_t* marks;  ///< becomes 1 where a node is given any, else 0

  /// Adds it.
  FMM_HD void operator()(Index node) const {
    const double more = given(node);
    heat[node] = static_cast<Real>(double(heat[node]) + more);
    marks[node] = more != 0 || partOf(node) > kMarked ? 1 : 0;
  }
  /// Adds its moments, as of HeatSums, to `sums`.
  FMM_HD void operator()(Index node, double* sums) const {
    if (isImage(nodeOf(names, bricks, node))) return;
    const double part = given(node) / scale;
    const Vector3<double> x = placeOf(node);
    const double a = x.x - centre.x, b = x.y - centre.y, c = x.z - centre.z;
    const double e[HeatSums<double>::kMoments] = {1, a, b, c, a * a, b * b, c * c};
    for (std::size_t k = 0; k < HeatSums<double>::kMoments; ++k) sums[k] += part * e[k];
  }

 private:
  static constexpr double kMarked = 1e-3, kLeastPart = 1e-6;

  FMM_HD bool isImage(const LatticePoint& at) const { return hasWall(sides) && at.along(wallAxis(sides)) < 0; }
  FMM_HD bool isThere(Index node) const {
    return supplies.count > 0 && !(supplies.form[0].plane && nodeOf(names, bricks, node).z != 0);
  }
  /// Largest part of a region at a node.
  FMM_HD double partOf(Index node) const {
    double part = 0;
    const Vector3<double> x = placeOf(node);
    for (int s = 0; isThere(node) && s < supplies.count; ++s)
      part = larger(part, supplies.form[static_cast<std::size_t>(s)].partAt(x));
    return part;
  }
  FMM_HD Vector3<double> placeOf(Index node) const {
    const LatticePoint at = nodeOf(names, bricks, node);
    const LatticePoint of = isImage(at) ? at.mirrored(wallAxis(sides)) : at;
    return {supplies.spacing * of.x, supplies.spacing * of.y, supplies.spacing * of.z};
  }
  FMM_HD double given(Index node) const {
    const Vector3<double> x = placeOf(node);
    if (!isThere(node) || supplies.given) return 0;
    double now = heat[node];
    for (int s = 0; s < supplies.count; ++s) {
      const HeatForm& form = supplies.form[static_cast<std::size_t>(s)];
      const double part = form.partAt(x), full = scale * supplies.nodeVolume * form.buoyancy;
      if (part < kLeastPart) continue;
      const double goal = part * full;  // of a held region: no step makes it cooler than that, whatever its length
      if (form.supply == HeatSupply::steady) {
        now += goal * supplies.dt;
      } else if (full > 0 ? now < goal : now > goal) {
        now = goal;
      }
    }
    return now - double(heat[node]);
  }
};

/// Elements without strength or heat in regions that are given heat, so that the lattice has nodes there.
template <class Exec, class Real>
class HeatMarkers {
 public:
  /// The elements and the markers, where there are any. Sources lie in the frame of positions, whose origin the
  /// elements count from.
  LatticeElements<Real> join(Exec& exec, const Settings& settings, double h, const Vec3& origin,
                             const LatticeElements<Real>& elements) {
    std::vector<Vec3> places;
    std::vector<double> rings;
    for (const HeatSource& source : settings.heatSources) {
      if (source.supply == HeatSupply::start) continue;
      mark(heatFormOf(source, settings.space, upOf(settings)), h, places);
      if (settings.ground)
        places.erase(std::remove_if(places.begin(), places.end(),
                                    [&](const Vec3& x) { return height(*settings.ground, x) <= 0; }),
                     places.end());
      rings.resize(places.size(), source.ring);
    }
    if (places.empty()) return elements;
    for (Vec3& x : places) x = x - origin;
    const auto added = static_cast<Index>(places.size()), count = elements.count + added;
    row_.resize(count);
    ring_.resize(count);
    heat_.resize(count);
    for (std::size_t k = 0; k < 6; ++k) {
      exec.copy(elements.row[k], elements.count, row_[k]);
      exec.fill(row_[k] + elements.count, added, Real(0));
    }
    exec.template upload<Real>(places, {row_[0] + elements.count, row_[1] + elements.count, row_[2] + elements.count});
    exec.copy(elements.ring, elements.count, ring_[0]);
    exec.template uploadRow<Real>(rings, ring_[0] + elements.count);
    exec.copy(elements.heat, elements.count, heat_[0]);
    exec.fill(heat_[0] + elements.count, added, Real(0));
    return {std::as_const(row_).all(), std::as_const(ring_)[0], count, std::as_const(heat_)[0]};
  }
  std::size_t bytes() const { return row_.bytes() + ring_.bytes() + heat_.bytes(); }

 private:
  /// A marker a brick is enough.
  static void mark(const HeatForm& form, double h, std::vector<Vec3>& places) {
    const double reach = form.reach(), step = h * std::max(1.0, std::min(4.0, reach / h / 2));
    const auto steps = static_cast<int>(std::min(200.0, std::ceil(reach / step)));
    for (int k = form.plane ? 0 : -steps; k <= (form.plane ? 0 : steps); ++k)
      for (int j = -steps; j <= steps; ++j)
        for (int i = -steps; i <= steps; ++i) {
          const Vector3<double> x = form.centre + Vector3<double>{step * i, step * j, step * k};
          if (form.distance(x) < 2 * form.edge + 4 * h)
            places.push_back(
                {h * std::round(x.x / h), h * std::round(x.y / h), form.plane ? 0 : h * std::round(x.z / h)});
        }
  }

  Rows<Exec, Real, 6> row_;
  Rows<Exec, Real, 1> ring_, heat_;
};

}  // namespace fmm
