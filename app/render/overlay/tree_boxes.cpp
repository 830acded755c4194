#include "render/overlay/tree_boxes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>
#include <vector>

#include "render/overlay/overlay_lines.h"

namespace app {
namespace {

/// True if the boxes of both look the same; the contents of cells do not matter.
bool alike(const TreePicture& a, const TreePicture& b) {
  const auto shown = [](const fmm::TreeCell& c) {
    return std::tie(c.centre.x, c.centre.y, c.centre.z, c.halfEdges.x, c.halfEdges.y, c.halfEdges.z, c.level, c.leaf);
  };
  return a.picked == b.picked && a.near == b.near &&
         std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                    [&](const fmm::TreeCell& p, const fmm::TreeCell& q) { return shown(p) == shown(q); });
}

}  // namespace

void TreeBoxes::show(const TreePicture& tree, bool onLight) {
  if (built_ > 0 && onLight == onLight_ && alike(tree, tree_)) return;
  const CellLines lines = cellLines(tree, onLight);
  all_.set(lines.all);
  chosen_.set(lines.chosen);
  tree_ = tree;
  onLight_ = onLight;
  ++built_;
}

namespace {

constexpr std::size_t kMostBoxes = 8000;
constexpr double kLeafWidth = 1.3, kNearWidth = 2, kPickedWidth = 3.2;  // pixels of 720 rows
constexpr float kLeafCover = 0.8F, kInnerCover = 0.16F, kAside = 0.3F;

std::uint64_t hashOf(const float* point, std::uint64_t seed) {
  std::uint64_t hash = seed;
  for (int axis = 0; axis < 3; ++axis) {
    std::uint32_t bits = 0;
    const float value = point[axis] + 0.0F;  // -0 as 0
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 29;
  }
  return hash;
}

/// Hash table of line indices.
class LineTable {
 public:
  explicit LineTable(std::size_t lines) {
    std::size_t size = 64;
    while (size < 2 * lines) size *= 2;
    slots_.resize(size);
  }
  /// The slot of this hash; it holds kNone if the hash is new.
  std::uint32_t& operator[](std::uint64_t hash) {
    for (std::size_t at = hash >> 7;; ++at) {
      Slot& slot = slots_[at & (slots_.size() - 1)];
      if (slot.line == kNone) slot.hash = hash;
      if (slot.hash == hash) return slot.line;
    }
  }
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t line = kNone;
  };
  std::vector<Slot> slots_;
};

/// Edges of boxes, each once: neighbouring cells share edges, and an edge drawn twice would stand out. Collinear edges
/// of one style that touch are joined to a single line, as many short lines are slow to draw.
class EdgeLines {
 public:
  explicit EdgeLines(std::size_t edges) : drawn_(edges), ends_(edges), starts_(edges) {}

  void add(const Line& edge, int axis) {
    const std::uint64_t style = (static_cast<std::uint64_t>(edge.colour) << 2 | static_cast<std::uint64_t>(axis)) + 1;
    std::uint32_t& known = drawn_[hashOf(edge.to, hashOf(edge.from, 0x9e3779b97f4a7c15u))];
    if (known != LineTable::kNone) return;
    known = 0;
    std::uint32_t& before = ends_[hashOf(edge.from, style)];
    std::uint32_t& behind = starts_[hashOf(edge.to, style)];
    join(edge, style, before, behind);
  }

  /// The lines, last added first.
  std::vector<Line> take() {
    std::vector<Line> lines;
    for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
      if (line->width > 0) lines.push_back(*line);
    }
    return lines;
  }

 private:
  /// `before` is the line that ends at the edge's start, `behind` the line that starts at its end, if any.
  void join(const Line& edge, std::uint64_t style, std::uint32_t& before, std::uint32_t& behind) {
    const bool continues = before != LineTable::kNone, isContinued = behind != LineTable::kNone;
    if (continues && isContinued) {
      Line& first = lines_[before];
      Line& second = lines_[behind];
      std::copy_n(second.to, 3, first.to);
      second.width = 0;  // merged into the first
      ends_[hashOf(first.to, style)] = before;
    } else if (continues) {
      std::copy_n(edge.to, 3, lines_[before].to);
      ends_[hashOf(edge.to, style)] = before;
    } else if (isContinued) {
      std::copy_n(edge.from, 3, lines_[behind].from);
      starts_[hashOf(edge.from, style)] = behind;
    } else {
      const auto index = static_cast<std::uint32_t>(lines_.size());
      lines_.push_back(edge);
      ends_[hashOf(edge.to, style)] = index;
      starts_[hashOf(edge.from, style)] = index;
    }
  }

  LineTable drawn_, ends_, starts_;
  std::vector<Line> lines_;
};

/// The twelve edges of a cell's box.
void addBox(const fmm::TreeCell& cell, const LineColour& colour, double width, EdgeLines& lines) {
  const fmm::Vec3 h = cell.halfEdges;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double a : {-1.0, 1.0}) {
      for (const double b : {-1.0, 1.0}) {
        const fmm::Vec3 low = axis == 0   ? fmm::Vec3{-h.x, a * h.y, b * h.z}
                              : axis == 1 ? fmm::Vec3{a * h.x, -h.y, b * h.z}
                                          : fmm::Vec3{a * h.x, b * h.y, -h.z};
        const fmm::Vec3 edge = axis == 0   ? fmm::Vec3{2 * h.x, 0, 0}
                               : axis == 1 ? fmm::Vec3{0, 2 * h.y, 0}
                                           : fmm::Vec3{0, 0, 2 * h.z};
        lines.add(makeLine(cell.centre + low, cell.centre + low + edge, colour, width), axis);
      }
    }
  }
}

/// The deepest level that is drawn; its cells stand for their descendants.
int deepestShown(const std::vector<fmm::TreeCell>& cells) {
  if (cells.size() <= kMostBoxes) return cells.back().level;
  return std::max(0, cells[kMostBoxes].level - 1);  // cells are ordered level by level
}

}  // namespace

LineColour levelColour(int level, bool onLight) {
  // Cold to warm with the depth.
  constexpr std::array<std::array<float, 3>, 8> kOnDark = {{{0.62F, 0.66F, 0.72F},
                                                            {0.60F, 0.52F, 0.95F},
                                                            {0.36F, 0.58F, 1.00F},
                                                            {0.22F, 0.82F, 0.90F},
                                                            {0.38F, 0.88F, 0.46F},
                                                            {0.97F, 0.93F, 0.42F},
                                                            {1.00F, 0.64F, 0.26F},
                                                            {1.00F, 0.50F, 0.80F}}};
  constexpr std::array<std::array<float, 3>, 8> kOnLight = {{{0.36F, 0.40F, 0.46F},
                                                             {0.40F, 0.28F, 0.78F},
                                                             {0.10F, 0.32F, 0.82F},
                                                             {0.00F, 0.48F, 0.60F},
                                                             {0.06F, 0.50F, 0.16F},
                                                             {0.52F, 0.46F, 0.00F},
                                                             {0.78F, 0.36F, 0.00F},
                                                             {0.72F, 0.12F, 0.50F}}};
  const std::array<float, 3>& colour = (onLight ? kOnLight : kOnDark)[static_cast<std::size_t>(level) % 8];
  return {colour[0], colour[1], colour[2], 1};
}

CellLines cellLines(const TreePicture& tree, bool onLight) {
  const std::vector<fmm::TreeCell>& cells = tree.cells;
  if (cells.empty()) return {};
  const LineColour picked = onLight ? LineColour{0, 0, 0, 1} : LineColour{1, 1, 1, 1};
  const LineColour near = onLight ? LineColour{0.00F, 0.42F, 0.66F, 0.9F} : LineColour{0.40F, 0.95F, 1.00F, 0.9F};
  const int deepest = deepestShown(cells);
  EdgeLines edges(12 * std::min(cells.size(), kMostBoxes)), nearEdges(12 * tree.near.size()), pickedEdges(12);
  for (const std::size_t n : tree.near) {
    if (n != tree.picked) addBox(cells[n], near, kNearWidth, nearEdges);
  }
  if (tree.picked) addBox(cells[*tree.picked], picked, kPickedWidth, pickedEdges);
  const float aside = tree.picked ? kAside : 1;
  for (const bool leaves : {true, false}) {
    for (const fmm::TreeCell& cell : cells) {
      if (cell.level > deepest) break;
      const bool bottom = cell.leaf || cell.level == deepest;
      if (bottom != leaves) continue;
      LineColour colour = levelColour(cell.level, onLight);
      colour.cover = aside * (bottom ? kLeafCover : kInnerCover);
      addBox(cell, colour, kLeafWidth, edges);
    }
  }
  CellLines lines{edges.take(), withHalo(nearEdges.take(), onLight)};
  const std::vector<Line> onTop = withHalo(pickedEdges.take(), onLight);
  lines.chosen.insert(lines.chosen.end(), onTop.begin(), onTop.end());
  return lines;
}

}  // namespace app
