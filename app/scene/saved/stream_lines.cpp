#include "scene/saved/stream_lines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "fmm/field.h"
#include "scene/round_step.h"
#include "scene/saved/grid_file.h"

namespace app {
namespace {

constexpr double kAround = 0.25;  // of the longest side: surroundings of the flow
constexpr int kSide = 161;        // points along the longest side
constexpr double kFewest = 24;    // lines; at most two and a half times as many

/// psi at the points of a grid, x fastest.
struct StreamFunction {
  GridShape shape;  ///< its cells' middles are the points
  std::vector<double> psi;

  std::size_t width() const { return static_cast<std::size_t>(shape.cells[0]); }
  std::size_t height() const { return static_cast<std::size_t>(shape.cells[1]); }
  fmm::Vec3 place(double x, double y) const {
    return {shape.origin.x + (x + 0.5) * shape.spacing, shape.origin.y + (y + 0.5) * shape.spacing, 0};
  }
};

/// int f over a length h, from f and its derivative at both ends.
double between(double h, double f0, double f1, double slope0, double slope1) {
  return h * (f0 + f1) / 2 + h * h * (slope0 - slope1) / 12;
}

StreamFunction streamFunction(const fmm::Settings& settings, const fmm::Elements& elements) {
  StreamFunction flow;
  const GridShape bulk = gridAround(elements.position, 64);
  const double longest = bulk.spacing * std::max(bulk.cells[0], bulk.cells[1]), margin = kAround * longest;
  const fmm::Vec3 low = bulk.origin - fmm::Vec3{margin, margin, 0};
  const double spacing = (longest + 2 * margin) / (kSide - 1);
  flow.shape = gridIn({low.x, low.y, -spacing / 2},
                      {bulk.origin.x + bulk.spacing * bulk.cells[0] + margin,
                       bulk.origin.y + bulk.spacing * bulk.cells[1] + margin, spacing / 2},
                      spacing);
  flow.shape.cells[2] = 1;
  std::vector<fmm::Vec3> points = cellCentres(flow.shape, 0, flow.shape.size());
  for (fmm::Vec3& x : points) x.z = 0;
  const fmm::Field field = fmm::evaluateField(chosenAnew(settings), elements, points, true);
  const std::size_t width = flow.width(), middle = flow.height() / 2;
  flow.psi.resize(points.size());
  const auto alongX = [&](std::size_t a, std::size_t b) {
    return -between(spacing, field.velocity[a].y, field.velocity[b].y, field.gradient[a].m[3], field.gradient[b].m[3]);
  };
  const auto alongY = [&](std::size_t a, std::size_t b) {
    return between(spacing, field.velocity[a].x, field.velocity[b].x, field.gradient[a].m[1], field.gradient[b].m[1]);
  };
  for (std::size_t x = 1; x < width; ++x) {
    const std::size_t at = middle * width + x;
    flow.psi[at] = flow.psi[at - 1] + alongX(at - 1, at);
  }
  for (std::size_t x = 0; x < width; ++x) {
    for (std::size_t at = (middle + 1) * width + x; at < flow.psi.size(); at += width)
      flow.psi[at] = flow.psi[at - width] + alongY(at - width, at);
    for (std::size_t y = middle; y > 0; --y) {
      const std::size_t at = (y - 1) * width + x;
      flow.psi[at] = flow.psi[at + width] - alongY(at, at + width);
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    flow.psi[i] += settings.stream.x * points[i].y - settings.stream.y * points[i].x;
  return flow;
}

/// The pieces of the line psi = level in the triangle of three points.
void cut(const std::array<fmm::Vec3, 3>& place, const std::array<double, 3>& psi, double level, StreamLines& lines) {
  std::array<fmm::Vec3, 2> piece;
  std::size_t ends = 0;
  for (std::size_t a = 0; a < 3 && ends < 2; ++a) {
    const std::size_t b = (a + 1) % 3;
    if ((psi[a] < level) == (psi[b] < level)) continue;
    piece[ends++] = place[a] + ((level - psi[a]) / (psi[b] - psi[a])) * (place[b] - place[a]);
  }
  if (ends == 2) lines.piece.push_back(piece);
}

}  // namespace

StreamLines streamLines(const fmm::Settings& settings, const fmm::Elements& elements) {
  StreamLines lines;
  if (elements.size() == 0) return lines;
  const StreamFunction flow = streamFunction(settings, elements);
  const auto [least, most] = std::minmax_element(flow.psi.begin(), flow.psi.end());
  if (!(*most > *least)) return lines;
  lines.step = roundStep((*most - *least) / kFewest);
  const auto corner = [&](std::size_t x, std::size_t y) { return flow.psi[y * flow.width() + x]; };
  for (std::size_t y = 0; y + 1 < flow.height(); ++y)
    for (std::size_t x = 0; x + 1 < flow.width(); ++x) {
      // Four triangles about the cell's middle, so that no direction is preferred.
      const std::array<double, 4> psi = {corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)};
      const double px = static_cast<double>(x), py = static_cast<double>(y);
      const std::array<fmm::Vec3, 4> place = {flow.place(px, py), flow.place(px + 1, py), flow.place(px + 1, py + 1),
                                              flow.place(px, py + 1)};
      const fmm::Vec3 middle = flow.place(px + 0.5, py + 0.5);
      if (settings.ground && fmm::height(*settings.ground, middle) < 0) continue;  // no fluid is there
      const double mean = (psi[0] + psi[1] + psi[2] + psi[3]) / 4;
      const auto [low, high] = std::minmax_element(psi.begin(), psi.end());
      for (double level = lines.step * std::ceil(*low / lines.step); level <= *high; level += lines.step)
        for (std::size_t k = 0; k < 4; ++k)
          cut({place[k], place[(k + 1) % 4], middle}, {psi[k], psi[(k + 1) % 4], mean}, level, lines);
    }
  return lines;
}

}  // namespace app
