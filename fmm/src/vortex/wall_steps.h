#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/math.h"
#include "fmm/settings.h"
#include "lattice/bricks.h"
#include "lattice/deposit_steps.h"

namespace fmm {

/// Coordinate frame of a lattice on a wall: axis `up` is the normal into the fluid, the others lie along the wall; in
/// the plane the last one is z. The first layer of nodes is at height 0, half a spacing above the wall. docs/math.md,
/// section 20.
struct WallFrame {
  Vector3<double> origin;  ///< on the wall [L]
  Vector3<double> axis[3];
  int up;  ///< wallAxis()

  WallFrame(const GroundPlane& plane, bool inPlane)
      : origin{plane.point.x, plane.point.y, plane.point.z}, up(inPlane ? 1 : 2) {
    const Vec3 n = (1 / norm(plane.normal)) * plane.normal;
    if (inPlane) {
      axis[0] = {n.y, -n.x, 0};
      axis[1] = {n.x, n.y, 0};
      axis[2] = {0, 0, 1};
      return;
    }
    const double size[3] = {std::abs(n.x), std::abs(n.y), std::abs(n.z)};
    const int most = size[0] > size[1] ? (size[0] > size[2] ? 0 : 2) : (size[1] > size[2] ? 1 : 2);
    const Vec3 other = most == 0 ? Vec3{0, 1, 0} : most == 1 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};  // the axis after it
    const Vec3 across = other - dot(other, n) * n, first = (1 / norm(across)) * across, second = cross(n, first);
    axis[0] = {first.x, first.y, first.z};
    axis[1] = {second.x, second.y, second.z};
    axis[2] = {n.x, n.y, n.z};
  }

  /// Axis k in space.
  Vec3 direction(int k) const { return {axis[k].x, axis[k].y, axis[k].z}; }
};

/// Converts positions and strengths to the frame of a wall. Elements behind the wall are reflected as by the mirror
/// without flux (MirrorNodes).
template <class Real>
struct ToWallFrame {
  WallFrame frame;
  double half;  ///< h/2
  std::array<const Real*, 6> from;
  std::array<Real*, 6> to;

  FMM_HD void operator()(Index i) const {
    const Vector3<double> x = {double(from[0][i]), double(from[1][i]), double(from[2][i])};
    const Vector3<double> a = {double(from[3][i]), double(from[4][i]), double(from[5][i])};
    const Vector3<double> away = x - frame.origin;
    const double height = dotProduct(away, frame.axis[frame.up]);
    for (int k = 0; k < 3; ++k) {
      const auto row = static_cast<std::size_t>(k);
      const double along = dotProduct(a, frame.axis[k]);
      const bool normal = k == frame.up;
      to[row][i] = static_cast<Real>(normal ? std::fabs(height) - half : dotProduct(away, frame.axis[k]));
      to[3 + row][i] = static_cast<Real>(normal && height < 0 ? -along : along);
    }
  }
};

/// Converts back, in place.
template <class Real>
struct FromWallFrame {
  WallFrame frame;
  double half;  ///< h/2
  std::array<Real*, 6> row;

  FMM_HD void operator()(Index i) const {
    const double x[3] = {double(row[0][i]), double(row[1][i]) + (frame.up == 1 ? half : 0),
                         double(row[2][i]) + (frame.up == 2 ? half : 0)};
    const double a[3] = {double(row[3][i]), double(row[4][i]), double(row[5][i])};
    Vector3<double> at = frame.origin, strength = {0, 0, 0};
    for (int k = 0; k < 3; ++k) {
      const Vector3<double> e = frame.axis[k];
      at = at + Vector3<double>{x[k] * e.x, x[k] * e.y, x[k] * e.z};
      strength = strength + Vector3<double>{a[k] * e.x, a[k] * e.y, a[k] * e.z};
    }
    row[0][i] = static_cast<Real>(at.x);
    row[1][i] = static_cast<Real>(at.y);
    row[2][i] = static_cast<Real>(at.z);
    row[3][i] = static_cast<Real>(strength.x);
    row[4][i] = static_cast<Real>(strength.y);
    row[5][i] = static_cast<Real>(strength.z);
  }
};

/// E(rho), docs/math.md, (20.1): part of the slip of a vortex sheet at the height rho sigma that its blobs and their
/// images of opposite sign induce at the wall, for a Gaussian core of order 2m. 1 beyond a few sigma, 0 at the wall.
inline double slipOfBlobs(int m, double rho) {
  const double s = rho * rho, bell = std::exp(-s / 2) / std::sqrt(2 * 3.14159265358979323846);
  double e = std::erf(rho / std::sqrt(2.0));
  if (m > 1) e += bell * rho;
  if (m > 2) e += bell * rho * (3 - s) / 4;
  if (m > 3) e += bell * rho * (15 + s * (s - 10)) / 24;
  return e;
}

/// Part of the vorticity brought in by a constant flux from the wall during a time t that lies above the height q
/// sqrt(4 nu t): docs/math.md, (20.3).
inline double fluxAbove(double q) {
  return (1 + 2 * q * q) * std::erfc(q) - 2 * q * std::exp(-q * q) / std::sqrt(3.14159265358979323846);
}

/// A number for each layer of nodes over a wall.
struct WallLayers {
  static constexpr int kMost = 64;
  int count = 1;
  double part[kMost] = {};

  /// Part of the slip of each layer that its blobs do not induce at the wall: 1 - E at its height.
  static WallLayers hiddenSlip(int m, double sigmaOverH) {
    WallLayers layers;
    const double reach = 4.5 * sigmaOverH;
    layers.count = static_cast<int>(std::ceil(reach < kMost ? reach : kMost));
    for (int k = 0; k < layers.count; ++k) layers.part[k] = 1 - slipOfBlobs(m, (k + 0.5) / sigmaOverH);
    return layers;
  }
  /// Parts of a sheet in each layer if it entered at a constant rate and diffused, `spread` = nu t/h^2. The sum of the
  /// parts is 1 and the sum of part (height/h)^2 is `spread`, as in the flow.
  static WallLayers ofSheet(double spread) {
    constexpr double kNegligible = 1e-5;
    WallLayers layers;
    layers.count = 2;
    const double width = std::sqrt(4 * spread);
    const auto above = [&](int k) { return k == 0 ? 1 : width > 0 ? fluxAbove(k / width) : 0; };
    while (layers.count < kMost && above(layers.count) > kNegligible) ++layers.count;
    double sum = 0, square = 0;
    for (int k = 0; k < layers.count; ++k) {
      layers.part[k] = k + 1 < layers.count ? above(k) - above(k + 1) : above(k);
      sum += layers.part[k];
      square += layers.part[k] * (k + 0.5) * (k + 0.5);
    }
    const double up = (spread * sum - square) / 2;  // moving s from layer 0 to layer 1 adds 2 s to `square`
    layers.part[0] -= up;
    layers.part[1] += up;
    return layers;
  }
};

/// A rectangle of points on the wall, one under each column of nodes; x runs fastest. In the plane a line of them along
/// x, under nodes with the height y.
struct WallGrid {
  Index x, y;           ///< of the first point, in spacings
  Index width, height;  ///< points along x and y
  double h;             ///< [L]
  bool plane;

  FMM_HD std::size_t up() const { return plane ? 1 : 2; }  ///< wallAxis()
  FMM_HD Index count() const { return width * height; }
  /// Index of the column of a node; -1 outside the rectangle.
  FMM_HD Index columnOf(Index nodeX, Index nodeY) const {
    if (plane) nodeY = 0;
    const bool in = nodeX >= x && nodeX < x + width && nodeY >= y && nodeY < y + height;
    return in ? (nodeX - x) + width * (nodeY - y) : -1;
  }
};

template <class Real>
FMM_HD inline Index nearestNode(Real x, double h) {
  return static_cast<Index>(std::floor(double(x) / h + 0.5));
}

/// Values of a node: x, y and z in spacings, |alpha| and the ring.
template <class Real>
struct NodeExtent {
  LatticeElements<Real> nodes;
  double h;

  FMM_HD void operator()(Index i, float* values) const {
    const std::array<const Real*, 6>& row = nodes.row;
    for (std::size_t k = 0; k < 3; ++k) values[k] = static_cast<float>(nearestNode(row[k][i], h));
    const double x = row[3][i], y = row[4][i], z = row[5][i];
    values[3] = static_cast<float>(std::sqrt(x * x + y * y + z * z));
    values[4] = static_cast<float>(nodes.ring[i]);
  }
};

/// Positions of the wall's points, in the frame of the wall.
template <class Real>
struct WallPoints {
  WallGrid grid;
  std::array<Real*, 3> to;

  FMM_HD void operator()(Index i) const {
    to[0][i] = static_cast<Real>(grid.h * (grid.x + i % grid.width));
    to[1][i] = static_cast<Real>(grid.h * (grid.y + i / grid.width));
    to[2][i] = Real(0);
    to[grid.up()][i] = static_cast<Real>(-grid.h / 2);
  }
};

/// Nodes of the lattice as sources of the flow, followed by their images in the wall.
template <class Real>
struct NodesOverWall {
  std::array<const Real*, 6> from;
  double h;
  Real sigma;
  std::size_t up;  ///< wallAxis()
  Index count;
  std::array<Real*, 7> to;

  FMM_HD void operator()(Index i) const {
    const Index image = count + i;
    for (std::size_t k = 0; k < 6; ++k) to[k][i] = from[k][i];
    for (std::size_t k = 0; k < 3; ++k) {
      to[k][image] = k == up ? static_cast<Real>(-h - double(from[k][i])) : from[k][i];
      to[3 + k][image] = k == up ? from[3 + k][i] : -from[3 + k][i];
    }
    to[6][i] = to[6][image] = sigma;
  }
};

/// Writes the index of each node in the lower layers to the entry of its layer and column.
template <class Real>
struct PlaceInColumns {
  std::array<const Real*, 3> x;
  WallGrid grid;
  int layers;
  Index* nodes;  ///< [layer][column]; -1: no node

  FMM_HD void operator()(Index i) const {
    const Index layer = nearestNode(x[grid.up()][i], grid.h);
    const Index column = grid.columnOf(nearestNode(x[0][i], grid.h), nearestNode(x[1][i], grid.h));
    if (layer >= 0 && layer < layers && column >= 0) nodes[layer * grid.count() + column] = i;
  }
};

/// Strength gamma h^2, gamma = n x u_s, of the sheet that cancels the slip at each point of the wall, in the plane
/// gamma h along z, in the first row: docs/math.md, (20.2). The third row is the magnitude of all strength in the lower
/// layers of the column, sheet included.
template <class Real>
struct SheetOfSlip {
  WallGrid grid;
  std::array<const Real*, 3> velocity;  ///< induced by the nodes' blobs and images
  std::array<const Real*, 3> alpha;     ///< of the nodes
  WallLayers hidden;
  const Index* nodes;  ///< PlaceInColumns
  double part;         ///< of the slip to cancel
  std::array<Real*, 3> sheet;

  FMM_HD void operator()(Index column) const {
    const double area = grid.h * grid.h;
    double x = grid.plane ? -grid.h * double(velocity[0][column]) : -area * double(velocity[1][column]);
    double y = grid.plane ? 0 : area * double(velocity[0][column]), allX = 0, allY = 0;
    for (int k = 0; k < hidden.count; ++k) {
      const Index node = nodes[k * grid.count() + column];
      if (node < 0) continue;
      const double ax = alpha[grid.plane ? 2 : 0][node], ay = grid.plane ? 0 : double(alpha[1][node]);
      x -= hidden.part[k] * ax;
      y -= hidden.part[k] * ay;
      allX += ax;
      allY += ay;
    }
    allX += x;
    allY += y;
    sheet[0][column] = static_cast<Real>(part * x);
    sheet[1][column] = static_cast<Real>(part * y);
    sheet[2][column] = static_cast<Real>(std::sqrt(allX * allX + allY * allY));
  }
};

/// A number in a row, as a float.
template <class Real>
struct RowOf {
  const Real* row;
  FMM_HD float operator()(Index i) const { return static_cast<float>(row[i]); }
};

/// Keys of the columns whose sheet becomes elements: it is at least `least`, or the lowest layer has a node there.
template <class Real>
struct KeptColumns {
  std::array<const Real*, 2> sheet;
  const Index* nodes;  ///< PlaceInColumns
  double least;
  std::uint64_t* keys;

  FMM_HD void operator()(Index column) const {
    const double x = sheet[0][column], y = sheet[1][column];
    const bool kept = nodes[column] >= 0 || std::sqrt(x * x + y * y) >= least;
    keys[column] = kept ? static_cast<std::uint64_t>(column) : kNoKey;
  }
};

/// Item i writes layer i % layers of column order[i / layers] as an element after the nodes.
template <class Real>
struct WriteSheet {
  WallGrid grid;
  const Index* order;
  std::array<const Real*, 2> sheet;
  WallLayers shares;
  Index first;
  std::array<Real*, 6> row;
  Real* ring;

  FMM_HD void operator()(Index i) const {
    const Index column = order[i / shares.count], layer = i % shares.count, to = first + i;
    const auto part = static_cast<Real>(shares.part[layer]);
    row[0][to] = static_cast<Real>(grid.h * (grid.x + column % grid.width));
    row[1][to] = static_cast<Real>(grid.h * (grid.y + column / grid.width));
    row[2][to] = Real(0);
    row[grid.up()][to] = static_cast<Real>(grid.h * layer);
    row[3][to] = grid.plane ? Real(0) : part * sheet[0][column];
    row[4][to] = grid.plane ? Real(0) : part * sheet[1][column];
    row[5][to] = grid.plane ? part * sheet[0][column] : Real(0);
    ring[to] = Real(kWallRing);
  }
};

}  // namespace fmm
