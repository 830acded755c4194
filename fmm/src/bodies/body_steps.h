#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "bodies/distance_table.h"
#include "core/math.h"
#include "fmm/settings.h"
#include "lattice/deposit_steps.h"
#include "lattice/node_steps.h"

namespace fmm {

/// A body over the lattice: its shape, its motion, and the box of nodes about it, on which passes work. Nodes are
/// counted, and lengths begin, at the origin of the lattice's frame. In the plane a box is one node deep.
struct BodyOnLattice {
  Index first;                  ///< of its nodes in the list of all bodies' nodes
  Index node[3];                ///< its first node, in spacings
  Index count[3];               ///< nodes along each direction; x runs fastest
  Index corner, corners;        ///< its outline in the list of all corners; none in space
  Index table;                  ///< its distances in the list of all, in space
  Index cells[3];               ///< DistanceView::count
  double low[3], cell;          ///< DistanceView
  double axes[9];               ///< its own directions, one after the other
  double centre[3];             ///< [L]
  double velocity[3], turn[3];  ///< [L/T], [rad/T]
  double reach;                 ///< [L]

  FMM_HD Index nodes() const { return count[0] * count[1] * count[2]; }
  /// Place of a node of its box, in nodes along direction k.
  FMM_HD Index along(int k, Index local) const {
    return k == 0 ? local % count[0] : k == 1 ? local / count[0] % count[1] : local / (count[0] * count[1]);
  }
  /// Nodes in the box between neighbours along direction k.
  FMM_HD Index stride(int k) const { return k == 0 ? 1 : k == 1 ? count[0] : count[0] * count[1]; }
};

/// All bodies over a lattice with spacing h [L], in a flow of 2 or 3 dimensions.
struct BodiesOnLattice {
  int count = 0, dimensions = 2;
  double h = 0;
  BodyOnLattice body[kMostBodies] = {};

  FMM_HD Index nodes() const { return count > 0 ? body[count - 1].first + body[count - 1].nodes() : 0; }
  /// The body to whose box a node of the list belongs.
  FMM_HD int ownerOf(Index node) const {
    int b = 0;
    while (b + 1 < count && node >= body[b + 1].first) ++b;
    return b;
  }
  /// Coordinate k of a node [L].
  FMM_HD double placeOf(int b, Index node, int k) const {
    return h * (body[b].node[k] + body[b].along(k, node - body[b].first));
  }
};
static_assert(sizeof(BodiesOnLattice) < 3950, "kernels with CUDA 11 have 4 KB of parameters");

/// What tells the inside of bodies: corners of outlines [L], tables of distances [L].
struct BodyForms {
  const double *x, *y;
  const float* distance;

  /// Distance of a point from a body in space, and in `own` the point in the body's directions: DistanceView::at().
  FMM_HD DistanceView tableOf(const BodyOnLattice& body) const {
    return {distance + body.table,
            {body.cells[0], body.cells[1], body.cells[2]},
            {body.low[0], body.low[1], body.low[2]},
            body.cell};
  }
  /// A point in the body's own directions.
  FMM_HD static Vector3<double> ownPlace(const BodyOnLattice& body, const double at[3]) {
    double own[3];
    for (int k = 0; k < 3; ++k) {
      own[k] = 0;
      for (int j = 0; j < 3; ++j) own[k] += body.axes[3 * k + j] * (at[j] - body.centre[j]);
    }
    return {own[0], own[1], own[2]};
  }
  FMM_HD bool contain(const BodyOnLattice& body, const double at[3]) const {
    if (body.corners > 0) return outlineContains(body, at[0], at[1]);
    const Vector3<double> own = ownPlace(body, at);
    return tableOf(body).at(own.x, own.y, own.z) < 0;
  }

 private:
  /// True inside an outline: a line to the right crosses it an odd number of times.
  FMM_HD bool outlineContains(const BodyOnLattice& body, double atX, double atY) const {
    bool in = false;
    for (Index i = 0, j = body.corners - 1; i < body.corners; j = i++) {
      const double ax = x[body.corner + i], ay = y[body.corner + i], bx = x[body.corner + j], by = y[body.corner + j];
      if ((ay > atY) != (by > atY) && atX < (bx - ax) * (atY - ay) / (by - ay) + ax) in = !in;
    }
    return in;
  }
};

/// Keys of the nodes inside bodies; kNoKey for the others. A node inside two belongs to the first.
struct NodesInside {
  BodiesOnLattice bodies;
  BodyForms forms;
  std::uint64_t* keys;

  FMM_HD void operator()(Index node) const {
    const int b = bodies.ownerOf(node);
    const double at[3] = {bodies.placeOf(b, node, 0), bodies.placeOf(b, node, 1), bodies.placeOf(b, node, 2)};
    bool in = forms.contain(bodies.body[b], at);
    for (int other = 0; other < b && in; ++other) in = !forms.contain(bodies.body[other], at);
    keys[node] = in ? static_cast<std::uint64_t>(node) : kNoKey;
  }
};

/// Differences of order 4 along the lattice reach two nodes: calls use(neighbour) for all that lie in the box of a
/// node.
template <class Use>
FMM_HD void forNeighbours(const BodiesOnLattice& bodies, const BodyOnLattice& body, Index node, const Use& use) {
  for (int k = 0; k < bodies.dimensions; ++k) {
    const Index place = body.along(k, node - body.first);
    for (Index d = -2; d <= 2; ++d)
      if (d != 0 && place + d >= 0 && place + d < body.count[k]) use(node + d * body.stride(k));
  }
}

/// Keys of the nodes that passes can give strength: those with a neighbour inside.
struct NodesNear {
  BodiesOnLattice bodies;
  const std::uint64_t* inside;
  std::uint64_t* keys;

  FMM_HD void operator()(Index node) const {
    bool near = false;
    forNeighbours(bodies, bodies.body[bodies.ownerOf(node)], node,
                  [&](Index other) { near = near || inside[other] != kNoKey; });
    keys[node] = near ? static_cast<std::uint64_t>(node) : kNoKey;
  }
};

/// Positions of the nodes of a list.
template <class Real>
struct PlacesOfNodes {
  BodiesOnLattice bodies;
  const Index* list;
  std::array<Real*, 3> to;

  FMM_HD void operator()(Index i) const {
    const Index node = list[i];
    const int b = bodies.ownerOf(node);
    for (int k = 0; k < 3; ++k) to[static_cast<std::size_t>(k)][i] = static_cast<Real>(bodies.placeOf(b, node, k));
  }
};

/// Velocity r that a pass gives to the fluid at the nodes inside: docs/math.md, (22.1).
template <class Real>
struct MissingVelocity {
  BodiesOnLattice bodies;
  const Index* inside;
  std::array<const Real*, 3> induced;  ///< by the flow, or by the strengths of the pass before
  double stream[3];                    ///< [L/T]
  bool first;                          ///< `induced` is that of the flow
  std::array<Real*, 3> added;          ///< of all passes, at the nodes inside
  std::array<Real*, 3> missing;        ///< r, at all nodes

  FMM_HD void operator()(Index i) const {
    const Index node = inside[i];
    const int b = bodies.ownerOf(node);
    const BodyOnLattice& body = bodies.body[b];
    double own[3] = {0, 0, 0};
    if (first) {
      double arm[3];
      for (int k = 0; k < 3; ++k) arm[k] = bodies.placeOf(b, node, k) - body.centre[k];
      for (int k = 0; k < bodies.dimensions; ++k) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        own[k] = body.velocity[k] + body.turn[m] * arm[n] - body.turn[n] * arm[m] - stream[k];
      }
    }
    for (int k = 0; k < bodies.dimensions; ++k) {
      const auto row = static_cast<std::size_t>(k);
      const double wanted = first ? own[k] : double(missing[row][node]);
      const auto r = static_cast<Real>(wanted - double(induced[row][i]));
      missing[row][node] = r;
      added[row][i] = first ? r : added[row][i] + r;
    }
  }
};

/// Strengths h^d curl r of a pass, by differences of order 4; in the plane along z alone.
template <class Real>
struct CurlOfMissing {
  BodiesOnLattice bodies;
  const Index* list;  ///< the nodes near bodies
  std::array<const Real*, 3> missing;
  std::array<Real*, 3> strength;  ///< of this pass
  std::array<Real*, 3> sum;       ///< of all passes
  bool first;

  FMM_HD void operator()(Index i) const {
    const Index node = list[i];
    const BodyOnLattice& body = bodies.body[bodies.ownerOf(node)];
    const bool plane = bodies.dimensions == 2;
    const double scale = plane ? bodies.h / 12 : bodies.h * bodies.h / 12;
    for (int k = plane ? 2 : 0; k < 3; ++k) {
      const int m = (k + 1) % 3, n = (k + 2) % 3;
      const double curl = difference(body, node, m, n) - difference(body, node, n, m);
      const auto value = static_cast<Real>(scale * curl);
      const auto row = static_cast<std::size_t>(k);
      strength[row][i] = value;
      sum[row][i] = first ? value : sum[row][i] + value;
    }
  }

 private:
  /// Twelve spacings times the derivative of component `of` along a direction.
  FMM_HD double difference(const BodyOnLattice& body, Index node, int along, int of) const {
    const Index place = body.along(along, node - body.first), stride = body.stride(along);
    const Real* r = missing[static_cast<std::size_t>(of)];
    const auto value = [&](Index d) {
      return place + d >= 0 && place + d < body.count[along] ? double(r[node + d * stride]) : 0.0;
    };
    return 8 * (value(1) - value(-1)) - (value(2) - value(-2));
  }
};

/// Sums over the nodes inside one body of a velocity there: of its components, of its moment about the body's centre,
/// of its square, of 1, and of its product with the slip.
template <class Real>
struct SumsInside {
  static constexpr std::size_t kCount = 9;
  BodiesOnLattice bodies;
  int body;
  const Index* inside;
  std::array<const Real*, 3> velocity, slip;

  FMM_HD void operator()(Index i, double* sums) const {
    const Index node = inside[i];
    if (bodies.ownerOf(node) != body) return;
    double u[3] = {0, 0, 0}, arm[3];
    for (int k = 0; k < 3; ++k) {
      if (k < bodies.dimensions) u[k] = double(velocity[static_cast<std::size_t>(k)][i]);
      arm[k] = bodies.placeOf(body, node, k) - bodies.body[body].centre[k];
    }
    for (int k = 0; k < 3; ++k) {
      const int m = (k + 1) % 3, n = (k + 2) % 3;
      sums[k] += u[k];
      sums[3 + k] += arm[m] * u[n] - arm[n] * u[m];
      sums[6] += u[k] * u[k];
      if (k < bodies.dimensions) sums[8] += u[k] * double(slip[static_cast<std::size_t>(k)][i]);
    }
    sums[7] += 1;
  }
};

/// Sum of the squares of what the last pass gave.
template <class Real>
struct MissingSquare {
  int dimensions;
  const Index* inside;
  std::array<const Real*, 3> missing;

  FMM_HD void operator()(Index i, double* sum) const {
    for (int k = 0; k < dimensions; ++k) {
      const double u = missing[static_cast<std::size_t>(k)][inside[i]];
      *sum += u * u;
    }
  }
};

/// Keys of the nodes near bodies to which passes gave strength.
template <class Real>
struct NodesWithStrength {
  std::array<const Real*, 3> strength;
  std::uint64_t* keys;
  FMM_HD void operator()(Index i) const {
    const bool any = strength[0][i] != Real(0) || strength[1][i] != Real(0) || strength[2][i] != Real(0);
    keys[i] = any ? static_cast<std::uint64_t>(i) : kNoKey;
  }
};

/// Appends such nodes to elements.
template <class Real>
struct AppendNodes {
  const Index* order;
  std::array<const Real*, 3> place, strength;
  Index first;
  std::array<Real*, 6> row;
  Real* ring;

  FMM_HD void operator()(Index i) const {
    const Index from = order[i], to = first + i;
    for (std::size_t k = 0; k < 3; ++k) {
      row[k][to] = place[k][from];
      row[3 + k][to] = strength[k][from];
    }
    ring[to] = Real(kWallRing);
  }
};

/// Lessens strengths and heat far from all bodies, so that a wake ends.
template <class Real>
struct FadeWake {
  BodiesOnLattice bodies;
  double length, zone;  ///< where the fading begins, from a body's edge; and over which distance it grows [L]
  double most;          ///< the part that is left beyond that
  std::array<const Real*, 3> x;
  std::array<Real*, 3> strength;
  Real* heat;  ///< null: none

  FMM_HD void operator()(Index i) const {
    double nearest = 1e300;
    for (int b = 0; b < bodies.count; ++b) {
      double square = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double d = double(x[k][i]) - bodies.body[b].centre[k];
        square += d * d;
      }
      const double away = std::sqrt(square) - bodies.body[b].reach;
      nearest = away < nearest ? away : nearest;
    }
    const double part = (nearest - length) / zone;
    if (!(part > 0)) return;
    const double left = part < 1 ? 1 - part * (1 - most) : most;
    for (std::size_t k = 0; k < 3; ++k) strength[k][i] = static_cast<Real>(double(strength[k][i]) * left);
    if (heat) heat[i] = static_cast<Real>(double(heat[i]) * left);
  }
};

}  // namespace fmm
