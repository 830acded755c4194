#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "bodies/body_forms.h"
#include "bodies/body_steps.h"
#include "core/math.h"
#include "lattice/bricks.h"

namespace fmm {

// What bodies keep out: points and heat, one item at a time.

/// Puts points inside a body onto its surface.
struct PutOutside {
  BodiesOnLattice bodies;
  BodyForms forms;
  std::array<double*, 3> x;

  FMM_HD void operator()(Index i) const {
    double at[3] = {x[0][i], x[1][i], x[2][i]};
    if (!moves(at)) return;
    for (std::size_t k = 0; k < 3; ++k) x[k][i] = at[k];
  }
  /// False if the point is in no body, and stays.
  FMM_HD bool moves(double at[3]) const {
    bool any = false;
    for (int b = 0; b < bodies.count; ++b) {
      const BodyOnLattice& body = bodies.body[b];
      if (!isIn(body, at)) continue;
      body.corners > 0 ? toOutline(body, at) : toSurface(body, at);
      any = true;
    }
    return any;
  }
  FMM_HD bool isInside(const double at[3]) const {
    bool any = false;
    for (int b = 0; b < bodies.count; ++b) any = any || isIn(bodies.body[b], at);
    return any;
  }

 private:
  FMM_HD bool isIn(const BodyOnLattice& body, const double at[3]) const {
    double square = 0;
    for (int k = 0; k < bodies.dimensions; ++k) square += (at[k] - body.centre[k]) * (at[k] - body.centre[k]);
    return square <= body.reach * body.reach && forms.contain(body, at);
  }
  /// The nearest point of an outline.
  FMM_HD void toOutline(const BodyOnLattice& body, double at[3]) const {
    const double px = at[0], py = at[1];
    double least = 1e300;
    for (Index k = 0, j = body.corners - 1; k < body.corners; j = k++) {
      const double ax = forms.x[body.corner + j], ay = forms.y[body.corner + j];
      const double ex = forms.x[body.corner + k] - ax, ey = forms.y[body.corner + k] - ay;
      const double along = ((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey);
      const double t = along < 0 ? 0 : along > 1 ? 1 : along, qx = ax + t * ex, qy = ay + t * ey;
      const double away = (qx - px) * (qx - px) + (qy - py) * (qy - py);
      if (away < least) {
        least = away;
        at[0] = qx;
        at[1] = qy;
      }
    }
  }

  /// Along the distance's gradient, in steps that may go too far and back, until it is 0.
  FMM_HD void toSurface(const BodyOnLattice& body, double at[3]) const {
    constexpr int kMostSteps = 12;
    const DistanceView table = forms.tableOf(body);
    const double d = 0.5 * body.cell;
    for (int step = 0; step < kMostSteps; ++step) {
      const Vector3<double> own = BodyForms::ownPlace(body, at);
      const double distance = table.at(own.x, own.y, own.z);
      if (std::abs(distance) < 1e-3 * body.cell) return;
      const double gradient[3] = {table.at(own.x + d, own.y, own.z) - table.at(own.x - d, own.y, own.z),
                                  table.at(own.x, own.y + d, own.z) - table.at(own.x, own.y - d, own.z),
                                  table.at(own.x, own.y, own.z + d) - table.at(own.x, own.y, own.z - d)};
      const double square = gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2];
      for (int j = 0; j < 3; ++j) {
        double along = 0;  // in the middle of a body no way leads out: any will do
        if (square > 0)
          for (int k = 0; k < 3; ++k) along += body.axes[3 * k + j] * gradient[k] / std::sqrt(square);
        at[j] -= distance * (square > 0 ? along : body.axes[j]);
      }
    }
  }
};

/// Nodes inside bodies that have heat.
template <class Real>
struct NodesWithHeat {
  PutOutside outside;  ///< without points
  std::array<const Real*, 3> x;
  const Real* heat;
  std::uint64_t* keys;

  FMM_HD void operator()(Index i) const {
    const double at[3] = {double(x[0][i]), double(x[1][i]), double(x[2][i])};
    keys[i] = heat[i] != Real(0) && outside.isInside(at) ? std::uint64_t(i) : kNoKey;
  }
};

/// No heat flows into a body: that of nodes inside goes to the node nearest to its mirror image in the surface, as an
/// element without strength.
template <class Real>
struct FoldHeat {
  PutOutside outside;  ///< without points
  const Index* order;
  Index first;
  std::array<Real*, 6> row;
  Real *ring, *heat;

  FMM_HD void operator()(Index i) const {
    constexpr int kMostSteps = 4;
    const double h = outside.bodies.h;
    const Index from = order[i], to = first + i;
    double place[3], surface[3];
    for (std::size_t k = 0; k < 3; ++k) place[k] = surface[k] = double(row[k][from]);
    outside.moves(surface);
    double away = 0;
    for (std::size_t k = 0; k < 3; ++k) away += (surface[k] - place[k]) * (surface[k] - place[k]);
    away = std::sqrt(away);
    double node[3] = {place[0], place[1], place[2]};
    for (int step = 0; away > 0 && step < kMostSteps; ++step) {
      const double reach = 2 + step * h / away;  // farther where the node nearest to the image is inside as well
      for (int k = 0; k < outside.bodies.dimensions; ++k)
        node[k] = h * std::floor((place[k] + reach * (surface[k] - place[k])) / h + 0.5);
      if (!outside.isInside(node)) break;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      row[k][to] = static_cast<Real>(node[k]);
      row[3 + k][to] = Real(0);
    }
    ring[to] = ring[from];
    heat[to] = heat[from];
    heat[from] = Real(0);
  }
};
static_assert(sizeof(FoldHeat<double>) <= 4096, "kernels with CUDA 11 have 4 KB of parameters");

}  // namespace fmm
