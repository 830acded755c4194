#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/rows.h"
#include "exec/sorted_keys.h"
#include "fmm/report.h"
#include "fmm/ring_theory.h"
#include "lattice/redistributor.h"
#include "solver/evaluator.h"
#include "vortex/wall_steps.h"

namespace fmm {

/// Parameters of a no-slip wall after a redistribution.
struct WallTask {
  double h;          ///< spacing of the lattice [L]
  double spread;     ///< nu t/h^2 since the last redistribution
  double threshold;  ///< least strength of a sheet that gets elements of its own, over that of the strongest node
  Index mostPoints;  ///< on the wall
  /// For the sums at the wall's points. Solver parameters are given here, not chosen by the solver, so that a resumed
  /// run has the same ones.
  FieldSettings settings;
  double overlap;  ///< sigma/h
  bool plane;
};

/// The vorticity that a flat no-slip wall sheds (Lighthill 1963; Koumoutsakos, Leonard and Pepin 1994): docs/math.md,
/// section 20. Works in the frame of the wall (WallFrame), in which nodes stand in columns. Another rigid surface would
/// need its points, normals and images.
template <class Exec, class Real>
class WallLayer {
 public:
  /// Converts elements to the frame of the wall, for a lattice with spacing h.
  LatticeElements<Real> inFrame(Exec& exec, const WallFrame& frame, double h, const LatticeElements<Real>& elements) {
    framed_.resize(elements.count);
    exec.forEach("fmm::wall::frame", elements.count, ToWallFrame<Real>{frame, h / 2, elements.row, framed_.all()});
    return {std::as_const(framed_).all(), elements.ring, elements.count, elements.heat};
  }

  /// The nodes and the sheet that cancels their slip, as elements; several may stand on one node.
  LatticeElements<Real> withSheet(Exec& exec, const LatticeNodes<Exec, Real>& nodes, const WallTask& task) {
    const LatticeElements<Real> from = nodes.elements();
    const auto found = exec.template rangesLater<5>("fmm::wall::extent", from.count, NodeExtent<Real>{from, task.h});
    exec.synchronize();
    const auto& ranges = found.value();
    const bool first = ranges[4].low > kWallRing;  // the wall has shed nothing yet
    const WallGrid grid = gridUnder(ranges, task);
    sumVelocity(exec, from, grid, task);
    const WallLayers hidden = WallLayers::hiddenSlip(coreFacts(task.settings.regularisation).filterOrder, task.overlap);
    const Index columns = grid.count();
    columns_.resize(size(columns) * size(hidden.count));
    exec.fill(columns_.data(), columns * hidden.count, Index(-1));
    exec.forEach("fmm::wall::columns", from.count,
                 PlaceInColumns<Real>{{from.row[0], from.row[1], from.row[2]}, grid, hidden.count, columns_.data()});
    sheet_.resize(columns);
    keys_.resize(size(columns));
    order_.resize(size(columns));
    exec.forEach("fmm::wall::sheet", columns,
                 SheetOfSlip<Real>{grid,
                                   std::as_const(velocity_).vector(),
                                   {from.row[3], from.row[4], from.row[5]},
                                   hidden,
                                   columns_.data(),
                                   first ? 1 : kAhead,
                                   sheet_.vector()});
    const Later<float> strongest = exec.largestLater("fmm::wall::strongest", columns, RowOf<Real>{sheet_[2]});
    exec.synchronize();
    const double least = std::max(kLeastSlip * static_cast<double>(strongest.value()),
                                  task.threshold * static_cast<double>(ranges[3].high));
    exec.forEach("fmm::wall::kept", columns,
                 KeptColumns<Real>{{sheet_[0], sheet_[1]}, columns_.data(), least, keys_.data()});
    const auto kept =
        static_cast<Index>(exec.template sums<1>("fmm::wall::count", columns, CountKeys{keys_.data()})[0]);
    sorter_.sort(exec, keys_.data(), order_.data(), columns);
    return join(exec, from, grid, kept, WallLayers::ofSheet(task.spread));
  }

  std::size_t bytes() const {
    return framed_.bytes() + sources_.bytes() + points_.bytes() + velocity_.bytes() + columns_.bytes() +
           sheet_.bytes() + keys_.bytes() + order_.bytes() + sorter_.bytes() + joined_.bytes() + ring_.bytes() +
           heat_.bytes() + evaluator_.bytes();
  }

 private:
  /// Factor of the slip to cancel: the mean slip until the next redistribution tends to 0 within a few redistributions.
  static constexpr double kAhead = 1.5;
  /// Over the strongest column's strength: a weaker sheet without a node gets no elements.
  static constexpr double kLeastSlip = 0.03;

  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  /// Covers all nodes, with a margin as wide as the highest node is above the wall, in the plane four times as wide, at
  /// least kMargin nodes. The margin shrinks if there are too many points.
  template <class Ranges>
  static WallGrid gridUnder(const Ranges& ranges, const WallTask& task) {
    constexpr double kMargin = 4, kInPlane = 4;  // the slip under a vortex in the plane falls more slowly
    const double x = ranges[0].high - ranges[0].low, y = ranges[1].high - ranges[1].low, most = task.mostPoints;
    double margin = std::max(
        kMargin, task.plane ? kInPlane * static_cast<double>(ranges[1].high) : static_cast<double>(ranges[2].high));
    while (margin > kMargin && (x + 2 * margin + 1) * (task.plane ? 1 : y + 2 * margin + 1) > most)
      margin = std::max(kMargin, margin / 1.25);
    const auto beyond = static_cast<Index>(std::ceil(margin));
    WallGrid grid;
    grid.x = static_cast<Index>(ranges[0].low) - beyond;
    grid.y = task.plane ? 0 : static_cast<Index>(ranges[1].low) - beyond;
    grid.width = static_cast<Index>(x) + 2 * beyond + 1;
    grid.height = task.plane ? 1 : static_cast<Index>(y) + 2 * beyond + 1;
    grid.h = task.h;
    grid.plane = task.plane;
    entryCount(static_cast<std::uint64_t>(grid.width) * static_cast<std::uint64_t>(grid.height) * WallLayers::kMost,
               "the wall", "elements that are nearer to each other");
    return grid;
  }

  /// Velocity that the nodes and their images induce at the wall.
  void sumVelocity(Exec& exec, const LatticeElements<Real>& nodes, const WallGrid& grid, const WallTask& task) {
    sources_.resize(2 * nodes.count);
    points_.resize(grid.count());
    velocity_.resize(grid.count());
    exec.forEach("fmm::wall::images", nodes.count,
                 NodesOverWall<Real>{nodes.row, task.h, static_cast<Real>(task.overlap * task.h), grid.up(),
                                     nodes.count, sources_.all()});
    exec.forEach("fmm::wall::points", grid.count(), WallPoints<Real>{grid, points_.vector()});
    FieldTask<Real> sum;
    const auto& s = std::as_const(sources_);
    sum.elements = {s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
    sum.elementCount = 2 * nodes.count;
    sum.tracers = std::as_const(points_).vector();
    sum.tracerCount = grid.count();
    sum.tracerVelocity = velocity_.vector();
    EvaluationReport report;
    evaluator_.mesh().forget();
    evaluator_.evaluate(exec, sum, task.settings, report);
  }

  LatticeElements<Real> join(Exec& exec, const LatticeElements<Real>& nodes, const WallGrid& grid, Index columns,
                             const WallLayers& shares) {
    const Index count = nodes.count + columns * shares.count;
    joined_.resize(count);
    ring_.resize(count);
    for (std::size_t k = 0; k < 6; ++k) exec.copy(nodes.row[k], nodes.count, joined_[k]);
    exec.copy(nodes.ring, nodes.count, ring_[0]);
    heat_.join(exec, nodes, count);
    exec.forEach(
        "fmm::wall::join", columns * shares.count,
        WriteSheet<Real>{grid, order_.data(), {sheet_[0], sheet_[1]}, shares, nodes.count, joined_.all(), ring_[0]});
    return {std::as_const(joined_).all(), std::as_const(ring_)[0], count, heat_.of(nodes)};
  }

  static std::size_t size(Index n) { return static_cast<std::size_t>(n); }

  Rows<Exec, Real, 6> framed_, joined_;
  Rows<Exec, Real, 7> sources_;
  Rows<Exec, Real, 3> points_, velocity_;
  Rows<Exec, Real, 3> sheet_;  ///< strengths along both axes, and of the whole layer
  Rows<Exec, Real, 1> ring_;
  JoinedHeat<Exec, Real> heat_;
  Buffer<Index> columns_, order_;
  Buffer<std::uint64_t> keys_;
  KeySorter<Exec> sorter_;
  Evaluator<Exec, Real> evaluator_;
};

}  // namespace fmm
