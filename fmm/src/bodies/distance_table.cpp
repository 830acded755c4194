#include "bodies/distance_table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace fmm {
namespace {

constexpr int kMargin = 3;  // cells about a surface

/// Distance of x from the triangle a, b, c (Ericson 2005, section 5.1.5).
double distanceFrom(Vec3 x, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 ab = b - a, ac = c - a, ax = x - a, bx = x - b, cx = x - c;
  const double d1 = dot(ab, ax), d2 = dot(ac, ax), d3 = dot(ab, bx), d4 = dot(ac, bx), d5 = dot(ab, cx),
               d6 = dot(ac, cx);
  if (d1 <= 0 && d2 <= 0) return norm(ax);
  if (d3 >= 0 && d4 <= d3) return norm(bx);
  if (d6 >= 0 && d5 <= d6) return norm(cx);
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return norm(ax - (d1 / (d1 - d3)) * ab);
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return norm(ax - (d2 / (d2 - d6)) * ac);
  if (va <= 0 && d4 >= d3 && d5 >= d6) return norm(bx - ((d4 - d3) / (d4 - d3 + d5 - d6)) * (c - b));
  const double sum = va + vb + vc;
  return norm(ax - (vb / sum) * ab - (vc / sum) * ac);
}

/// The table while it is made, with lengths in cells.
struct Grid {
  std::array<Index, 3> count;
  std::vector<float>& value;

  std::size_t at(Index x, Index y, Index z) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(count[1]) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(count[0]) +
           static_cast<std::size_t>(x);
  }

  /// Distances from a triangle within two cells of it; a large one by its four quarters, whose boxes are less empty.
  void spread(const std::array<Vec3, 3>& corner) {
    constexpr double kLargest = 12;
    if (extentOf({corner[0], corner[1], corner[2]}).longest() <= kLargest) return spreadSmall(corner);
    const Vec3 a = 0.5 * (corner[1] + corner[2]), b = 0.5 * (corner[2] + corner[0]), c = 0.5 * (corner[0] + corner[1]);
    spread({corner[0], c, b});
    spread({c, corner[1], a});
    spread({b, a, corner[2]});
    spread({a, b, c});
  }

  void spreadSmall(const std::array<Vec3, 3>& corner) {
    constexpr double kReach = 2;
    Index first[3], last[3];
    for (int k = 0; k < 3; ++k) {
      const auto of = [k](Vec3 x) { return k == 0 ? x.x : k == 1 ? x.y : x.z; };
      const double low = std::min({of(corner[0]), of(corner[1]), of(corner[2])});
      const double high = std::max({of(corner[0]), of(corner[1]), of(corner[2])});
      first[k] = std::max(0, static_cast<Index>(std::ceil(low - kReach)));
      last[k] = std::min(count[static_cast<std::size_t>(k)] - 1, static_cast<Index>(high + kReach));
    }
    for (Index z = first[2]; z <= last[2]; ++z)
      for (Index y = first[1]; y <= last[1]; ++y)
        for (Index x = first[0]; x <= last[0]; ++x) {
          float& least = value[at(x, y, z)];
          const double away = distanceFrom({double(x), double(y), double(z)}, corner[0], corner[1], corner[2]);
          least = std::min(least, static_cast<float>(away));
        }
  }

  /// Distances beyond, from neighbour to neighbour, to some per cent.
  void carryOn() {
    for (const int way : {1, -1}) {
      const auto order = [way](Index i, Index n) { return way > 0 ? i : n - 1 - i; };
      for (Index k = 0; k < count[2]; ++k)
        for (Index j = 0; j < count[1]; ++j)
          for (Index i = 0; i < count[0]; ++i) relax(order(i, count[0]), order(j, count[1]), order(k, count[2]), way);
    }
  }

  void relax(Index x, Index y, Index z, int way) {
    float& own = value[at(x, y, z)];
    for (int dz = -1; dz <= 0; ++dz)
      for (int dy = -1; dy <= (dz < 0 ? 1 : 0); ++dy)
        for (int dx = -1; dx <= (dz < 0 || dy < 0 ? 1 : -1); ++dx) {
          const Index nx = x + way * dx, ny = y + way * dy, nz = z + way * dz;
          if (nx < 0 || ny < 0 || nz < 0 || nx >= count[0] || ny >= count[1] || nz >= count[2]) continue;
          const auto step = static_cast<float>(std::sqrt(double(dx * dx + dy * dy + dz * dz)));
          own = std::min(own, value[at(nx, ny, nz)] + step);
        }
  }
};

/// Where lines along x pass through a surface: at y and z of the corners of cells.
class Crossings {
 public:
  Crossings(Index rows, Index layers) : rows_(rows), lines_(static_cast<std::size_t>(rows) * std::size_t(layers)) {}

  void add(const std::array<Vec3, 3>& corner) {
    const double low = std::min({corner[0].z, corner[1].z, corner[2].z});
    const double high = std::max({corner[0].z, corner[1].z, corner[2].z});
    const auto layers = static_cast<Index>(lines_.size() / static_cast<std::size_t>(rows_));
    for (Index z = std::max(0, static_cast<Index>(std::ceil(low))); z < layers && z <= high; ++z) addLayer(corner, z);
  }

  /// The distance is negative where the surface winds round a point.
  void sign(Grid& grid) {
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      auto& found = lines_[line];
      std::sort(found.begin(), found.end());
      int winding = 0;
      std::size_t next = 0;
      const auto y = static_cast<Index>(line % static_cast<std::size_t>(rows_));
      const auto z = static_cast<Index>(line / static_cast<std::size_t>(rows_));
      for (Index x = 0; x < grid.count[0]; ++x) {
        for (; next < found.size() && found[next].first < x; ++next) winding += found[next].second;
        if (winding != 0) grid.value[grid.at(x, y, z)] *= -1;
      }
    }
  }

 private:
  struct Point {
    double x, y;
  };

  /// Where the side between two corners passes through z; sides that triangles share give the same bits.
  static Point cut(Vec3 a, Vec3 b, double z) {
    if (a.z > b.z) std::swap(a, b);
    const double part = (z - a.z) / (b.z - a.z);
    return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
  }

  void addLayer(const std::array<Vec3, 3>& corner, Index z) {
    Point end[2];
    int ends = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 a = corner[k], b = corner[(k + 1) % 3];
      if ((a.z > z) != (b.z > z) && ends < 2) end[ends++] = cut(a, b, z);
    }
    if (ends < 2) return;
    if (end[0].y > end[1].y) std::swap(end[0], end[1]);
    const Vec3 normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
    for (Index y = std::max(0, static_cast<Index>(std::ceil(end[0].y))); y < rows_ && y < end[1].y; ++y) {
      const double part = (y - end[0].y) / (end[1].y - end[0].y);
      lines_[static_cast<std::size_t>(z) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(y)].emplace_back(
          end[0].x + part * (end[1].x - end[0].x), normal.x < 0 ? 1 : -1);
    }
  }

  Index rows_;
  std::vector<std::vector<std::pair<double, int>>> lines_;  ///< x, and 1 where the line enters
};

}  // namespace

double Extent::longest() const {
  return std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}

Extent extentOf(const std::vector<Vec3>& points) {
  Extent extent = {points.front(), points.front()};
  for (const Vec3& x : points) {
    extent.low = {std::min(extent.low.x, x.x), std::min(extent.low.y, x.y), std::min(extent.low.z, x.z)};
    extent.high = {std::max(extent.high.x, x.x), std::max(extent.high.y, x.y), std::max(extent.high.z, x.z)};
  }
  return extent;
}

DistanceTable::DistanceTable(const BodySurface& surface, int cells) {
  constexpr double kAside = 1e-4;  // cells by which the table is moved, so that corners of round bodies lie on no line
  const Extent extent = extentOf(surface.corner);
  cell_ = extent.longest() / cells;
  const Vec3 size = extent.high - extent.low;
  count_ = {static_cast<Index>(std::ceil(size.x / cell_)), static_cast<Index>(std::ceil(size.y / cell_)),
            static_cast<Index>(std::ceil(size.z / cell_))};
  std::size_t all = 1;
  for (Index& n : count_) {
    n += 2 * kMargin + 1;
    all *= static_cast<std::size_t>(n);
  }
  low_ = extent.low - (kMargin + kAside) * cell_ * Vec3{1, 1, 1};
  value_.assign(all, 1e30F);
  Grid grid = {count_, value_};
  Crossings crossings(count_[1], count_[2]);
  for (const auto& triangle : surface.triangle) {
    std::array<Vec3, 3> corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = (1 / cell_) * (surface.corner[triangle[k]] - low_);
    grid.spread(corner);
    crossings.add(corner);
  }
  grid.carryOn();
  crossings.sign(grid);
  for (float& x : value_) x *= static_cast<float>(cell_);
}

double DistanceTable::volume() const {
  const auto inside = std::count_if(value_.begin(), value_.end(), [](float x) { return x < 0; });
  return static_cast<double>(inside) * cell_ * cell_ * cell_;
}

DistanceView DistanceTable::viewOf(const float* values) const {
  return {values, {count_[0], count_[1], count_[2]}, {low_.x, low_.y, low_.z}, cell_};
}

int cellsFor(double longest, double h) {
  constexpr int kLeast = 24, kMost = 256;
  const double wanted = 2 * longest / h;
  int cells = kLeast;
  while (cells < wanted && cells < kMost) cells += cells / 2 > 32 ? 32 : cells / 2;
  return std::min(cells, kMost);
}

}  // namespace fmm
