#include "ranks/essential_cells.h"

#include <algorithm>
#include <utility>

namespace fmm {
namespace {

template <class Real>
class Pruning {
 public:
  Pruning(const OctreeView<Real>& tree, const std::vector<TargetRegion<Real>>& regions,
          const AcceptanceRule<Real>& rule)
      : tree_(tree), regions_(regions), rule_(rule) {}

  EssentialCells run() {
    if (regions_.empty() || tree_.cellCount == 0 || tree_.cells[0].elements.count() == 0) return {};
    add(0, 0);
    for (std::size_t k = 0; k < out_.cells.size(); ++k) open(k);
    numberElements();
    return std::move(out_);
  }

 private:
  void add(Index own, std::size_t asking) {
    Cell cell = tree_.cells[own];
    cell.childCount = 0;
    cell.firstChild = 0;
    out_.cells.push_back(cell);
    out_.own.push_back(own);
    asking_.push_back(asking);
  }

  /// First of the regions, from `first` on and around, whose targets cell `own` does not serve; their count if it
  /// serves all. A cell that is opened for some targets may be met in parts by all: cells of targets that hold both
  /// open it.
  std::size_t asks(Index own, std::size_t first) const {
    const CellBounds<Real>& bounds = tree_.bounds[own];
    for (std::size_t i = 0; i < regions_.size(); ++i) {
      const std::size_t k = first + i < regions_.size() ? first + i : first + i - regions_.size();
      if (!servesAll(rule_, regions_[k], bounds)) return k;
    }
    return regions_.size();
  }

  void open(std::size_t k) {
    const Index own = out_.own[k];
    const Cell& cell = tree_.cells[own];
    const std::size_t asking = asks(own, asking_[k]);
    if (asking == regions_.size()) {
      out_.cells[k].elements = kElsewhere;
    } else if (cell.isLeaf()) {
      leaves_.push_back(k);
    } else {
      const std::size_t first = out_.cells.size();
      for (Index c = cell.firstChild; c < cell.firstChild + cell.childCount; ++c)
        if (tree_.cells[c].elements.count() > 0) add(c, asking);
      out_.cells[k].firstChild = static_cast<Index>(first);
      out_.cells[k].childCount = static_cast<std::int16_t>(out_.cells.size() - first);
    }
  }

  /// Elements in the order of the whole tree, so that those of a cell lie side by side; a cell has them where all of
  /// its leaves do.
  void numberElements() {
    const auto at = [&](std::size_t leaf) { return tree_.cells[out_.own[leaf]].elements; };
    std::sort(leaves_.begin(), leaves_.end(), [&](std::size_t a, std::size_t b) { return at(a).begin < at(b).begin; });
    for (const std::size_t leaf : leaves_) {
      const IndexRange range = at(leaf);
      if (!out_.elements.empty() && out_.elements.back().end == range.begin) {
        out_.elements.back().end = range.end;
      } else {
        out_.elements.push_back(range);
      }
      out_.cells[leaf].elements = {out_.elementCount, out_.elementCount + range.count()};
      out_.elementCount += range.count();
    }
    for (std::size_t k = out_.cells.size(); k-- > 0;) {
      Cell& cell = out_.cells[k];
      if (cell.isLeaf()) continue;
      const Cell* const first = &out_.cells[static_cast<std::size_t>(cell.firstChild)];
      const Cell* const end = first + cell.childCount;
      const bool whole = std::all_of(first, end, [](const Cell& c) { return c.elements.end != kElsewhere.end; });
      cell.elements = whole ? IndexRange{first->elements.begin, (end - 1)->elements.end} : kElsewhere;
    }
  }

  const OctreeView<Real>& tree_;
  const std::vector<TargetRegion<Real>>& regions_;
  const AcceptanceRule<Real>& rule_;
  std::vector<std::size_t> asking_;  ///< [out cells] a region that the parent does not serve
  std::vector<std::size_t> leaves_;  ///< whose elements are needed
  EssentialCells out_;
};

}  // namespace

template <class Real>
EssentialCells essentialCells(const OctreeView<Real>& tree, const std::vector<TargetRegion<Real>>& regions,
                              const AcceptanceRule<Real>& rule) {
  return Pruning<Real>(tree, regions, rule).run();
}

template EssentialCells essentialCells(const OctreeView<float>&, const std::vector<TargetRegion<float>>&,
                                       const AcceptanceRule<float>&);
template EssentialCells essentialCells(const OctreeView<double>&, const std::vector<TargetRegion<double>>&,
                                       const AcceptanceRule<double>&);

}  // namespace fmm
