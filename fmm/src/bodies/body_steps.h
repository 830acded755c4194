#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "fmm/settings.h"
#include "lattice/deposit_steps.h"
#include "lattice/node_steps.h"

namespace fmm {

/// A body over the lattice: its outline, its motion, and the rectangle of nodes about it, on which passes work. Nodes
/// are counted, and lengths begin, at the system's origin.
struct BodyOnLattice {
  Index first;             ///< of its nodes in the list of all bodies' nodes
  Index x, y;              ///< of its first node, in spacings
  Index width, height;     ///< nodes along x and y; x runs fastest
  Index corner, corners;   ///< its outline in the list of all corners
  double centre[2];        ///< [L]
  double velocity[2];      ///< [L/T]
  double rotation, reach;  ///< [rad/T], [L]

  FMM_HD Index nodes() const { return width * height; }
};

/// All bodies over a lattice with spacing h [L].
struct BodiesOnLattice {
  int count = 0;
  double h = 0;
  BodyOnLattice body[kMostBodies] = {};

  FMM_HD Index nodes() const { return count > 0 ? body[count - 1].first + body[count - 1].nodes() : 0; }
  /// The body to whose rectangle a node of the list belongs.
  FMM_HD int ownerOf(Index node) const {
    int b = 0;
    while (b + 1 < count && node >= body[b + 1].first) ++b;
    return b;
  }
  FMM_HD double xOf(int b, Index node) const { return h * (body[b].x + (node - body[b].first) % body[b].width); }
  FMM_HD double yOf(int b, Index node) const { return h * (body[b].y + (node - body[b].first) / body[b].width); }
};

/// Corners of the outlines [L].
struct BodyCorners {
  const double *x, *y;

  /// True inside an outline: a line to the right crosses it an odd number of times.
  FMM_HD bool contain(const BodyOnLattice& body, double atX, double atY) const {
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
  BodyCorners corners;
  std::uint64_t* keys;

  FMM_HD void operator()(Index node) const {
    const int b = bodies.ownerOf(node);
    const double x = bodies.xOf(b, node), y = bodies.yOf(b, node);
    bool in = corners.contain(bodies.body[b], x, y);
    for (int other = 0; other < b && in; ++other) in = !corners.contain(bodies.body[other], x, y);
    keys[node] = in ? static_cast<std::uint64_t>(node) : kNoKey;
  }
};

/// Positions of nodes: of all, or with `order` of some.
template <class Real>
struct PlacesOfNodes {
  BodiesOnLattice bodies;
  const Index* order;
  std::array<Real*, 3> to;

  FMM_HD void operator()(Index i) const {
    const Index node = order ? order[i] : i;
    const int b = bodies.ownerOf(node);
    to[0][i] = static_cast<Real>(bodies.xOf(b, node));
    to[1][i] = static_cast<Real>(bodies.yOf(b, node));
    to[2][i] = Real(0);
  }
};

/// Velocity r that a pass gives to the fluid at the nodes inside: docs/math.md, (22.1).
template <class Real>
struct MissingVelocity {
  BodiesOnLattice bodies;
  const Index* inside;
  std::array<const Real*, 3> induced;  ///< by the flow, or by the strengths of the pass before
  double stream[2];                    ///< [L/T]
  bool first;                          ///< `induced` is that of the flow
  std::array<Real*, 2> added;          ///< of all passes, at the nodes inside
  std::array<Real*, 2> missing;        ///< r, at all nodes

  FMM_HD void operator()(Index i) const {
    const Index node = inside[i];
    const int b = bodies.ownerOf(node);
    const BodyOnLattice& body = bodies.body[b];
    double own[2] = {0, 0};
    if (first) {
      own[0] = body.velocity[0] - body.rotation * (bodies.yOf(b, node) - body.centre[1]) - stream[0];
      own[1] = body.velocity[1] + body.rotation * (bodies.xOf(b, node) - body.centre[0]) - stream[1];
    }
    for (std::size_t k = 0; k < 2; ++k) {
      const double wanted = first ? own[k] : double(missing[k][node]);
      const auto r = static_cast<Real>(wanted - double(induced[k][i]));
      missing[k][node] = r;
      added[k][i] = first ? r : added[k][i] + r;
    }
  }
};

/// Strengths h^2 curl r of a pass, by differences of order 4. The rectangle of a body reaches two nodes beyond it.
template <class Real>
struct CurlOfMissing {
  BodiesOnLattice bodies;
  std::array<const Real*, 2> missing;
  Real* strength;  ///< of this pass
  Real* sum;       ///< of all passes
  bool first;

  FMM_HD void operator()(Index node) const {
    const BodyOnLattice& body = bodies.body[bodies.ownerOf(node)];
    const Index local = node - body.first, x = local % body.width, y = local / body.width;
    const auto alongX = [&](Index d) { return x + d >= 0 && x + d < body.width ? double(missing[1][node + d]) : 0.0; };
    const auto alongY = [&](Index d) {
      return y + d >= 0 && y + d < body.height ? double(missing[0][node + d * body.width]) : 0.0;
    };
    const double dx = 8 * (alongX(1) - alongX(-1)) - (alongX(2) - alongX(-2));
    const double dy = 8 * (alongY(1) - alongY(-1)) - (alongY(2) - alongY(-2));
    const auto value = static_cast<Real>(bodies.h / 12 * (dx - dy));
    strength[node] = value;
    sum[node] = first ? value : sum[node] + value;
  }
};

/// Sums over the nodes inside one body of a velocity there: of both components, of its moment about the body's centre,
/// of its square, and of 1.
template <class Real>
struct SumsInside {
  static constexpr std::size_t kCount = 5;
  BodiesOnLattice bodies;
  int body;
  const Index* inside;
  std::array<const Real*, 2> velocity;

  FMM_HD void operator()(Index i, double* sums) const {
    const Index node = inside[i];
    if (bodies.ownerOf(node) != body) return;
    const double u = velocity[0][i], v = velocity[1][i];
    sums[0] += u;
    sums[1] += v;
    sums[2] += (bodies.xOf(body, node) - bodies.body[body].centre[0]) * v -
               (bodies.yOf(body, node) - bodies.body[body].centre[1]) * u;
    sums[3] += u * u + v * v;
    sums[4] += 1;
  }
};

/// Sum of the squares of what the last pass gave.
template <class Real>
struct MissingSquare {
  const Index* inside;
  std::array<const Real*, 2> missing;

  FMM_HD void operator()(Index i, double* sum) const {
    const double u = missing[0][inside[i]], v = missing[1][inside[i]];
    *sum += u * u + v * v;
  }
};

/// Keys of the nodes to which passes gave strength.
template <class Real>
struct NodesWithStrength {
  const Real* strength;
  std::uint64_t* keys;
  FMM_HD void operator()(Index node) const {
    keys[node] = strength[node] != Real(0) ? static_cast<std::uint64_t>(node) : kNoKey;
  }
};

/// Appends such nodes to elements.
template <class Real>
struct AppendNodes {
  BodiesOnLattice bodies;
  const Index* order;
  const Real* strength;
  Index first;
  std::array<Real*, 6> row;
  Real* ring;

  FMM_HD void operator()(Index i) const {
    const Index node = order[i], to = first + i;
    const int b = bodies.ownerOf(node);
    row[0][to] = static_cast<Real>(bodies.xOf(b, node));
    row[1][to] = static_cast<Real>(bodies.yOf(b, node));
    for (std::size_t k = 2; k < 5; ++k) row[k][to] = Real(0);
    row[5][to] = strength[node];
    ring[to] = Real(kWallRing);
  }
};

/// Lessens strengths far from all bodies, so that a wake ends.
template <class Real>
struct FadeWake {
  BodiesOnLattice bodies;
  double length, zone;  ///< where the fading begins, from a body's edge; and over which distance it grows [L]
  double most;          ///< the part that is left beyond that
  std::array<const Real*, 2> x;
  Real* strength;

  FMM_HD void operator()(Index i) const {
    double nearest = 1e300;
    for (int b = 0; b < bodies.count; ++b) {
      const double dx = double(x[0][i]) - bodies.body[b].centre[0], dy = double(x[1][i]) - bodies.body[b].centre[1];
      const double away = std::sqrt(dx * dx + dy * dy) - bodies.body[b].reach;
      nearest = away < nearest ? away : nearest;
    }
    const double part = (nearest - length) / zone;
    if (part > 0) strength[i] = static_cast<Real>(double(strength[i]) * (part < 1 ? 1 - part * (1 - most) : most));
  }
};

/// Puts points inside a body onto its outline.
struct PutOutside {
  BodiesOnLattice bodies;
  BodyCorners corners;
  double origin[2];
  std::array<double*, 3> x;

  FMM_HD void operator()(Index i) const {
    for (int b = 0; b < bodies.count; ++b) {
      const BodyOnLattice& body = bodies.body[b];
      const double px = x[0][i] - origin[0], py = x[1][i] - origin[1];
      const double dx = px - body.centre[0], dy = py - body.centre[1];
      if (dx * dx + dy * dy > body.reach * body.reach || !corners.contain(body, px, py)) continue;
      double least = 1e300, toX = px, toY = py;
      for (Index k = 0, j = body.corners - 1; k < body.corners; j = k++) {
        const double ax = corners.x[body.corner + j], ay = corners.y[body.corner + j];
        const double ex = corners.x[body.corner + k] - ax, ey = corners.y[body.corner + k] - ay;
        const double along = ((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey);
        const double t = along < 0 ? 0 : along > 1 ? 1 : along, qx = ax + t * ex, qy = ay + t * ey;
        const double away = (qx - px) * (qx - px) + (qy - py) * (qy - py);
        if (away < least) {
          least = away;
          toX = qx;
          toY = qy;
        }
      }
      x[0][i] = origin[0] + toX;
      x[1][i] = origin[1] + toY;
    }
  }
};

}  // namespace fmm
