#include "fmm/plane_vortices.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "core/input_checks.h"
#include "core/math.h"
#include "fmm/error.h"
#include "fmm/ring_theory.h"
#include "seeding/edge_lift.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kMostNodes = 1e8, kMostPlaces = 1 << 21;  // nodes in all, and along an axis from the first
constexpr double kFaintest = 1e-12;  ///< relative to the largest vorticity: where a Gaussian ends at the latest

/// Vorticity of a patch, at most 1, and its bounding box.
struct Shape {
  std::function<double(double, double)> at;
  std::array<double, 2> low, high;
  double circulation;
  bool jumps = false;  ///< the vorticity has an edge: nodes take the mean over their cells
};

Shape shapeOf(const PlaneVortex& v, double threshold) {
  requireFinite("vortex.circulation", v.circulation);
  for (const double axis : v.halfAxes) requirePositive("vortex.halfAxes", axis);
  const double c = std::cos(v.angle), s = std::sin(v.angle), a = v.halfAxes[0], b = v.halfAxes[1];
  const bool uniform = v.profile == PlaneProfile::uniform;
  const double reach = uniform ? 1 : std::sqrt(std::log(1 / threshold));
  const double x = reach * std::hypot(a * c, b * s), y = reach * std::hypot(a * s, b * c);
  const EdgeLift lift = liftOfBell(reach, 2);
  Shape shape;
  shape.at = [=](double px, double py) {
    const double dx = px - v.centre.x, dy = py - v.centre.y;
    const double along = (dx * c + dy * s) / a, across = (dy * c - dx * s) / b,
                 square = along * along + across * across;
    if (uniform) return square < 1 ? 1.0 : 0.0;
    return std::exp(-square) * lift(std::sqrt(square));
  };
  shape.low = {v.centre.x - x, v.centre.y - y};
  shape.high = {v.centre.x + x, v.centre.y + y};
  shape.circulation = v.circulation;
  shape.jumps = uniform;
  return shape;
}

Shape shapeOf(const PlaneSheet& sheet, double threshold) {
  requireFinite("sheet.circulation", sheet.circulation);
  requirePositive("sheet.thickness", sheet.thickness);
  const Vec3 d = sheet.to - sheet.from;
  const double length = std::hypot(d.x, d.y);
  if (!(length > 0) || !std::isfinite(length)) rejectInput("sheet.to", "at the other end", "a line with a length");
  const double tx = d.x / length, ty = d.y / length;
  const double reach = std::sqrt(std::log(1 / threshold));
  const double side = sheet.thickness * reach + std::abs(sheet.amplitude);
  const EdgeLift lift = liftOfBell(reach, 1);
  Shape shape;
  shape.at = [=](double px, double py) {
    const double x = px - sheet.from.x, y = py - sheet.from.y, along = x * tx + y * ty, across = y * tx - x * ty;
    if (along < 0 || along > length) return 0.0;
    const double wave = sheet.amplitude * std::cos(2 * kPi * sheet.waves * along / length);
    const double off = (across - wave) / sheet.thickness;
    return std::exp(-off * off) * lift(std::abs(off));
  };
  const double boxX = side * std::abs(ty), boxY = side * std::abs(tx);
  shape.low = {std::min(sheet.from.x, sheet.to.x) - boxX, std::min(sheet.from.y, sheet.to.y) - boxY};
  shape.high = {std::max(sheet.from.x, sheet.to.x) + boxX, std::max(sheet.from.y, sheet.to.y) + boxY};
  shape.circulation = sheet.circulation;
  return shape;
}

/// Vorticity of the cell about a node: at its middle, or for a patch with an edge the mean of many points.
double meanInCell(const Shape& shape, double x, double y, double h) {
  if (!shape.jumps) return shape.at(x, y);
  constexpr int kPlaces = 8;
  double sum = 0;
  for (int i = 0; i < kPlaces; ++i)
    for (int j = 0; j < kPlaces; ++j)
      sum += shape.at(x + h * ((i + 0.5) / kPlaces - 0.5), y + h * ((j + 0.5) / kPlaces - 0.5));
  return sum / (kPlaces * kPlaces);
}

/// Calls use(x, y, vorticity) for the nodes of a shape that are kept, of a lattice with a node at `node`.
template <class Use>
void forEachNode(const Shape& shape, const Vec3& node, double h, double threshold, const Use& use) {
  const std::array<double, 2> from = {node.x, node.y};
  std::array<double, 2> first, last;
  for (std::size_t k = 0; k < 2; ++k) {
    first[k] = std::floor((shape.low[k] - from[k]) / h) - 1;
    last[k] = std::ceil((shape.high[k] - from[k]) / h) + 1;
  }
  const double nodes = (last[0] - first[0]) * (last[1] - first[1]);
  const double farthest = std::max({std::abs(first[0]), std::abs(first[1]), std::abs(last[0]), std::abs(last[1])});
  if (!(nodes < kMostNodes))
    rejectInput("spacing", numberText(h), "more: the lattice has " + numberText(nodes) + " nodes");
  if (!(farthest < kMostPlaces))
    rejectInput("spacing", numberText(h),
                numberText(farthest * h / kMostPlaces) + " or more for a patch as far as " + numberText(farthest * h) +
                    " from the middle of the flow");
  for (double j = first[1]; j <= last[1]; ++j)
    for (double i = first[0]; i <= last[0]; ++i) {
      const double x = node.x + h * i, y = node.y + h * j, vorticity = meanInCell(shape, x, y, h);
      if (vorticity > 0 && vorticity >= threshold) use(x, y, vorticity);
    }
}

void addElement(Vec3 position, double circulation, double sigma, double h, std::int32_t ring, Elements& elements) {
  elements.position.push_back(position);
  elements.strength.push_back({0, 0, circulation});
  elements.coreRadius.push_back(sigma);
  elements.ring.push_back(ring);
  elements.length.push_back(h);
  elements.volume.push_back(h * h * h);
}

bool isPoint(const PlanePatch& patch) {
  const auto* vortex = std::get_if<PlaneVortex>(&patch);
  return vortex && vortex->profile == PlaneProfile::point;
}
Shape shapeOf(const PlanePatch& patch, double threshold) {
  return std::visit([&](const auto& p) { return shapeOf(p, std::max(threshold, kFaintest)); }, patch);
}
/// Area in which the vorticity exceeds the threshold, relative to the largest.
double areaOf(const PlaneVortex& v, double threshold) {
  for (const double axis : v.halfAxes) requirePositive("vortex.halfAxes", axis);
  return kPi * v.halfAxes[0] * v.halfAxes[1] * (v.profile == PlaneProfile::uniform ? 1 : std::log(1 / threshold));
}
double areaOf(const PlaneSheet& sheet, double threshold) {
  requirePositive("sheet.thickness", sheet.thickness);
  return 2 * sheet.thickness * std::sqrt(std::log(1 / threshold)) * norm(sheet.to - sheet.from);
}

/// Radius of a round Gaussian as narrow as the patch [L]; for a uniform patch the one with its mean square.
double narrowest(const PlanePatch& patch) {
  if (const auto* sheet = std::get_if<PlaneSheet>(&patch)) return sheet->thickness;
  const auto& vortex = std::get<PlaneVortex>(patch);
  const double least = std::min(vortex.halfAxes[0], vortex.halfAxes[1]);
  return vortex.profile == PlaneProfile::uniform ? std::sqrt(0.5) * least : least;
}

}  // namespace

Vec3 planeNode(const std::vector<PlanePatch>& patches) {
  constexpr double kMost = std::numeric_limits<double>::max();
  Vec3 low = {kMost, kMost, 0}, high = {-kMost, -kMost, 0};
  const auto reach = [&](const Vec3& x, double r) {
    low = {std::min(low.x, x.x - r), std::min(low.y, x.y - r), 0};
    high = {std::max(high.x, x.x + r), std::max(high.y, x.y + r), 0};
  };
  for (const PlanePatch& patch : patches) {
    if (const auto* vortex = std::get_if<PlaneVortex>(&patch)) {
      reach(vortex->centre, std::max(vortex->halfAxes[0], vortex->halfAxes[1]));
    } else {
      reach(std::get<PlaneSheet>(patch).from, 0);
      reach(std::get<PlaneSheet>(patch).to, 0);
    }
  }
  return patches.empty() ? Vec3{} : floatOrigin(low, high);
}

Elements planeElements(const std::vector<PlanePatch>& patches, double spacing, double overlap, double threshold,
                       std::optional<Vec3> node) {
  requirePositive("spacing", spacing);
  requirePositive("overlap", overlap);
  requireWithin("threshold", threshold, 0, 0.5);
  const Vec3 origin = node.value_or(planeNode(patches));
  Elements elements;
  for (std::size_t k = 0; k < patches.size(); ++k) {
    const auto ring = static_cast<std::int32_t>(k);
    const double sigma = overlap * spacing;
    if (isPoint(patches[k])) {
      const auto& point = std::get<PlaneVortex>(patches[k]);
      requireFinite("vortex.circulation", point.circulation);
      requirePositive("vortex.halfAxes", point.halfAxes[0]);
      addElement({point.centre.x, point.centre.y, 0}, point.circulation, point.halfAxes[0], spacing, ring, elements);
      continue;
    }
    const Shape shape = shapeOf(patches[k], threshold);
    const std::size_t first = elements.size();
    double sum = 0;
    forEachNode(shape, origin, spacing, threshold, [&](double x, double y, double vorticity) {
      addElement({x, y, 0}, vorticity, sigma, spacing, ring, elements);
      sum += vorticity;
    });
    if (!(sum > 0))
      rejectInput("spacing", numberText(spacing),
                  "less, as more elements make it: no node lies in the patch about (" +
                      numberText((shape.low[0] + shape.high[0]) / 2) + ", " +
                      numberText((shape.low[1] + shape.high[1]) / 2) + ")");
    for (std::size_t i = first; i < elements.size(); ++i) elements.strength[i].z *= shape.circulation / sum;
  }
  return elements;
}

double widestSpacing(const PlanePatch& patch, double overlap, Regularisation core) {
  requirePositive("overlap", overlap);
  if (isPoint(patch)) return std::numeric_limits<double>::infinity();
  // Blobs of order 2 m take the part (2 sigma^2/(a^2 + 2 sigma^2))^m off the maximum of a round Gaussian of radius a.
  constexpr double kAllowed = 0.01;
  const double share = std::pow(kAllowed, 1. / std::max(1, coreFacts(core).filterOrder));
  return narrowest(patch) * std::sqrt(share / (2 * (1 - share))) / overlap;
}

Invariants invariantsIn(Space space, const Invariants& sums) {
  if (space == Space::space) return sums;
  return {sums.totalStrength, 2 * sums.linearImpulse, 1.5 * sums.angularImpulse};
}

double planeSpacing(const std::vector<PlanePatch>& patches, std::size_t count, double threshold) {
  if (patches.empty()) rejectInput("patches", "none", "one or more");
  if (count == 0) rejectInput("count", "0", "1 or more");
  double area = 0, apart = std::numeric_limits<double>::infinity();
  std::vector<Vec3> points;
  for (const PlanePatch& patch : patches) {
    if (isPoint(patch)) {
      points.push_back(std::get<PlaneVortex>(patch).centre);
      continue;
    }
    area += std::visit([&](const auto& p) { return areaOf(p, std::max(threshold, kFaintest)); }, patch);
  }
  if (area > 0) return std::sqrt(area / static_cast<double>(count));
  std::sort(points.begin(), points.end(), [](const Vec3& p, const Vec3& q) { return p.x < q.x; });
  constexpr std::size_t kNeighbours = 64;  // to examine: a spacing that separates most points is enough
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < std::min(points.size(), i + kNeighbours); ++j)
      apart = std::min(apart, norm(points[i] - points[j]));
  constexpr double kOfDistance = 0.05;
  return std::isfinite(apart) && apart > 0 ? kOfDistance * apart : kOfDistance;
}

}  // namespace fmm
