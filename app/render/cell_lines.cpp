#include <algorithm>
#include <array>
#include <cstring>

#include "render/overlay_lines.h"

namespace app {
namespace {

constexpr std::size_t kMostBoxes = 8000;
constexpr double kLeafWidth = 1.3, kNearWidth = 2, kPickedWidth = 3.2;  // pixels of 720 rows
constexpr float kLeafCover = 0.8F, kInnerCover = 0.16F, kAside = 0.3F;

/// Lines that were drawn already, by a hash of their ends: neighbouring cells share edges, and one that is drawn twice
/// would stand out.
class EdgeSet {
 public:
  explicit EdgeSet(std::size_t edges) {
    std::size_t size = 64;
    while (size < 2 * edges) size *= 2;
    slots_.assign(size, 0);
  }
  /// False if it was there.
  bool insert(const Line& line) {
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    for (const float* end : {line.from, line.to}) {
      for (int axis = 0; axis < 3; ++axis) {
        std::uint32_t bits = 0;
        const float value = end[axis] + 0.0F;  // -0 as 0
        std::memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * 0xbf58476d1ce4e5b9u;
        hash ^= hash >> 29;
      }
    }
    hash |= 1;  // 0 marks what is free
    for (std::size_t at = hash >> 7;; ++at) {
      std::uint64_t& slot = slots_[at & (slots_.size() - 1)];
      if (slot == hash) return false;
      if (slot != 0) continue;
      slot = hash;
      return true;
    }
  }

 private:
  std::vector<std::uint64_t> slots_;
};

/// The twelve edges of a cube, those that were not drawn before.
void addBox(const fmm::TreeCell& cell, const LineColour& colour, double width, EdgeSet& drawn,
            std::vector<Line>& lines) {
  const double h = cell.halfEdge;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double a : {-h, h}) {
      for (const double b : {-h, h}) {
        const fmm::Vec3 low = axis == 0 ? fmm::Vec3{-h, a, b} : axis == 1 ? fmm::Vec3{a, -h, b} : fmm::Vec3{a, b, -h};
        const fmm::Vec3 edge = axis == 0   ? fmm::Vec3{2 * h, 0, 0}
                               : axis == 1 ? fmm::Vec3{0, 2 * h, 0}
                                           : fmm::Vec3{0, 0, 2 * h};
        const Line line = makeLine(cell.centre + low, cell.centre + low + edge, colour, width);
        if (drawn.insert(line)) lines.push_back(line);
      }
    }
  }
}

/// The deepest level that can be drawn: cells of it stand for what is below them.
int deepestShown(const std::vector<fmm::TreeCell>& cells) {
  if (cells.size() <= kMostBoxes) return cells.back().level;
  return std::max(0, cells[kMostBoxes].level - 1);  // cells stand level by level
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

std::vector<Line> cellLines(const TreeLook& tree, bool onLight) {
  const std::vector<fmm::TreeCell>& cells = tree.cells;
  if (cells.empty()) return {};
  const LineColour picked = onLight ? LineColour{0, 0, 0, 1} : LineColour{1, 1, 1, 1};
  const LineColour near = onLight ? LineColour{0.80F, 0.05F, 0.35F, 0.9F} : LineColour{1.00F, 0.36F, 0.55F, 0.9F};
  const int deepest = deepestShown(cells);
  std::vector<Line> lines;
  EdgeSet drawn(12 * std::min(cells.size(), kMostBoxes + tree.near.size() + 1));
  if (tree.picked) addBox(cells[*tree.picked], picked, kPickedWidth, drawn, lines);
  for (const std::size_t n : tree.near) addBox(cells[n], near, kNearWidth, drawn, lines);
  const float aside = tree.picked ? kAside : 1;
  for (const bool leaves : {true, false}) {
    for (const fmm::TreeCell& cell : cells) {
      if (cell.level > deepest) break;
      const bool bottom = cell.leaf || cell.level == deepest;
      if (bottom != leaves) continue;
      LineColour colour = levelColour(cell.level, onLight);
      colour.cover = aside * (bottom ? kLeafCover : kInnerCover);
      addBox(cell, colour, kLeafWidth, drawn, lines);
    }
  }
  // What stands out is drawn last.
  std::reverse(lines.begin(), lines.end());
  return lines;
}

}  // namespace app
