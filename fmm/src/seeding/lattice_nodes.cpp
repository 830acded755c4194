#include "seeding/lattice_nodes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "core/input_checks.h"
#include "core/parallel_ranges.h"

namespace fmm {
namespace {

constexpr double kFarthestNode = 1 << 20;
/// A point closer to a plane than this part of the line's length counts as behind it.
constexpr double kOnPlane = 1e-11;

double part(Vec3 v, std::size_t axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

std::size_t steepestAxis(Vec3 v) {
  const double x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/// The piece of the line between two samples, as the cubic with their positions and tangents.
struct Piece {
  Vec3 from, to, out, in;  ///< in, out: tangents times the length of the piece

  struct Place {
    Vec3 x, slope, turn;
  };
  Place at(double t) const {
    const Vec3 way = to - from, a = out + in - 2 * way, b = 3 * way - 2 * out - in;
    return {from + t * (out + t * (b + t * a)), out + t * (2 * b + (3 * t) * a), 2 * b + (6 * t) * a};
  }
  /// The t at which (x - X) . X' changes from its sign at 0 to its sign at 1: Newton's method with bounds.
  double foot(Vec3 x) const {
    double low = 0, high = 1;
    const double first = dot(x - from, out), last = dot(x - to, in);
    double t = first == last ? 0.5 : std::clamp(first / (first - last), 0., 1.);
    for (int i = 0; i < 8; ++i) {
      const Place place = at(t);
      const double value = dot(x - place.x, place.slope);
      ((value > 0) == (first > last) ? low : high) = t;
      double next = t - value / (dot(x - place.x, place.turn) - dot(place.slope, place.slope));
      if (!(next >= low && next <= high)) next = 0.5 * (low + high);
      const double change = std::abs(next - t);
      t = next;
      if (change < 1e-13) break;
    }
    return t;
  }
};

class NodeSearch {
 public:
  NodeSearch(const LineSamples& line, double spacing, double extent, const std::function<double(double)>& section)
      : line_(line), spacing_(spacing), extent_(extent), section_(section), onPlane_(kOnPlane * line.length) {}

  /// Visits the piece after sample `i`: columns of nodes along the axis closest to its direction, each between the
  /// normal planes of both ends.
  void visit(std::size_t i, std::vector<LatticeNode>& nodes) const {
    const std::size_t j = (i + 1) % line_.size(), c = steepestAxis(line_.tangent[i]), a = (c + 1) % 3, b = (c + 2) % 3;
    const double reach = extent_ + line_.step();
    const Vec3 middle = 0.5 * (line_.position[i] + line_.position[j]);
    const auto low = [&](std::size_t axis) { return std::ceil((part(middle, axis) - reach) / spacing_); };
    const auto high = [&](std::size_t axis) { return std::floor((part(middle, axis) + reach) / spacing_); };
    for (double p = low(a); p <= high(a); ++p) {
      for (double q = low(b); q <= high(b); ++q) {
        std::array<double, 3> index{};
        index[a] = p, index[b] = q;
        const double one = planeAt(i, index, c), other = planeAt(j, index, c);
        const double first = std::ceil(std::max(std::min(one, other) - 1e-6, low(c)));
        const double last = std::floor(std::min(std::max(one, other) + 1e-6, high(c)));
        for (index[c] = first; index[c] <= last; ++index[c]) add(i, j, index, nodes);
      }
    }
  }

 private:
  Vec3 at(const std::array<double, 3>& index) const {
    return {spacing_ * index[0], spacing_ * index[1], spacing_ * index[2]};
  }
  /// Index along `axis` at which a column, given by its other two indices, meets the normal plane of a sample.
  double planeAt(std::size_t sample, std::array<double, 3> index, std::size_t axis) const {
    index[axis] = 0;
    const Vec3 t = line_.tangent[sample];
    return dot(line_.position[sample] - at(index), t) / part(t, axis) / spacing_;
  }
  bool isAhead(std::size_t sample, Vec3 x) const {
    return dot(x - line_.position[sample], line_.tangent[sample]) > onPlane_;
  }
  void add(std::size_t i, std::size_t j, const std::array<double, 3>& index, std::vector<LatticeNode>& nodes) const {
    const Vec3 x = at(index);
    const bool before = isAhead(i, x);
    if (before == isAhead(j, x)) return;
    const double step = line_.step();
    const Piece piece = {line_.position[i], line_.position[j], step * line_.tangent[i], step * line_.tangent[j]};
    const Piece::Place foot = piece.at(piece.foot(x));
    const double distance = norm(x - foot.x);
    if (distance >= extent_) return;
    const double size = (before ? 1 : -1) * section_(distance) / norm(foot.slope);
    nodes.push_back({static_cast<std::int32_t>(index[0]), static_cast<std::int32_t>(index[1]),
                     static_cast<std::int32_t>(index[2]), size * foot.slope});
  }

  const LineSamples& line_;
  double spacing_, extent_;
  const std::function<double(double)>& section_;
  double onPlane_;
};

/// Merges equal nodes; their vorticities are added in order.
std::vector<LatticeNode> joined(std::vector<LatticeNode> nodes) {
  const auto place = [](const LatticeNode& n) { return std::tie(n.k, n.j, n.i); };
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](const LatticeNode& a, const LatticeNode& b) { return place(a) < place(b); });
  std::size_t last = 0;
  for (std::size_t n = 1; n < nodes.size(); ++n) {
    if (place(nodes[n]) == place(nodes[last])) {
      nodes[last].vorticity = nodes[last].vorticity + nodes[n].vorticity;
    } else {
      nodes[++last] = nodes[n];
    }
  }
  if (!nodes.empty()) nodes.resize(last + 1);
  return nodes;
}

}  // namespace

std::vector<LatticeNode> nodesAbout(const LineSamples& line, double spacing, double extent,
                                    const std::function<double(double)>& section) {
  const NodeSearch search(line, spacing, extent, section);
  constexpr std::size_t kPieces = 16;
  std::vector<std::vector<LatticeNode>> found((line.size() + kPieces - 1) / kPieces);
  parallelRanges(found.size(), std::size_t{1}, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block)
      for (std::size_t i = block * kPieces; i < std::min((block + 1) * kPieces, line.size()); ++i)
        search.visit(i, found[block]);
  });
  std::vector<LatticeNode> nodes;
  for (const std::vector<LatticeNode>& some : found) nodes.insert(nodes.end(), some.begin(), some.end());
  return joined(std::move(nodes));
}

void requireNodes(const LineSamples& line, double spacing, double extent) {
  constexpr double kPi = 3.14159265358979323846, kMostNodes = 1 << 27;
  const double least = std::cbrt(kPi * extent * extent * line.length / kMostNodes);
  if (!(spacing >= least)) rejectInput("spacing", numberText(spacing), numberText(least) + " or more");
  double farthest = 0;
  for (const Vec3& x : line.position) farthest = std::max(farthest, norm(x) + extent);
  if (!(spacing >= leastSpacing(farthest)))
    rejectInput("spacing", numberText(spacing),
                numberText(leastSpacing(farthest)) + " or more for a line as far as " + numberText(farthest) +
                    " from the lattice's node");
}

double leastSpacing(double farthest) {
  return farthest / kFarthestNode;
}

}  // namespace fmm
