#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "exec/sorted_keys.h"
#include "expansion/cores/core_reach.h"
#include "fmm/ring_theory.h"
#include "fmm/settings.h"
#include "pairs/direct_sum.h"
#include "solver/gauss_steps.h"
#include "tuning/tuning.h"

namespace fmm {

/// Counted work of a transform, and of the truncated sum that would replace it.
struct GaussWork {
  double pairs = 0;         ///< pairs of an element and a target in the truncated sum
  double translations = 0;  ///< multiply-adds from box to box
  double series = 0;        ///< multiply-adds of expansions made from elements and evaluated at targets
};

/// Vorticity of Gaussian blobs of one core radius by the fast Gauss transform, whose work does not grow with the number
/// of overlapping blobs: Hermite expansions of the sources in boxes of a regular grid, edge kEdge sigma, are translated
/// axis by axis into Taylor expansions (docs/math.md, section 10). Keeps its buffers between calls.
template <class Exec, class Real>
class GaussTransform {
 public:
  static constexpr double kEdge = 1;

  /// Sorts the task's elements and targets into boxes. False if the transform cannot be used: another core, no
  /// elements, unequal or singular sigma, too large a grid, a plane flow.
  bool prepare(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    if (!coreFacts(settings.regularisation).heatKernel || task.elementCount == 0) return false;
    if (settings.space == Space::plane) return false;
    const std::optional<double> sigma = commonSigma(exec, task);
    if (!sigma) return false;
    setAccuracy(settings.regularisation, settings.tolerance);
    if (!layOut(exec, task, *sigma)) return false;
    sortInto(exec, {task.elements.x, task.elements.y, task.elements.z}, task.elementCount, sources_);
    elementsAreTargets_ = task.elementVorticity[0] != nullptr;
    sortInto(exec, task.tracers, task.tracerVorticity[0] ? task.tracerCount : 0, tracers_);
    markActive(exec);
    return true;
  }

  /// Work of the prepared task.
  GaussWork work(Exec& exec) {
    GaussWork w;
    const auto pairs = [&](const Sorted& targets) {
      return exec.template sums<1>("fmm::gaussPairs", grid_.count(),
                                   GaussPairs{grid_, reach_, sources_.start.data(), targets.start.data()})[0];
    };
    w.pairs = (elementsAreTargets_ ? pairs(sources_) : 0) + pairs(tracers_);
    const double targets = (elementsAreTargets_ ? sources_.count : 0) + tracers_.count;
    w.series = 3.0 * layout_.size() * (sources_.count + targets);
    double perBox = 0;
    for (int length = 1; length <= layout_.p; ++length) perBox += 3.0 * (layout_.p + 1 - length) * length * length;
    double active = 0;
    for (const Flags* flags : {&filledX_, &filledY_, &filledZ_})
      active += exec.template sums<1>("fmm::gaussBoxes", grid_.count(), CountGaussBoxes{flags->data()})[0];
    w.translations = active * (2 * reach_ + 1) * perBox;
    return w;
  }

  /// Sets the vorticities of a prepared task.
  void evaluate(Exec& exec, const FieldTask<Real>& task) {
    const auto boxes = static_cast<std::size_t>(grid_.count());
    const std::size_t length = 3 * boxes * static_cast<std::size_t>(layout_.size());
    first_.resize(length);
    second_.resize(length);
    exec.forEach("fmm::gaussSources", grid_.count() * layout_.size(),
                 GaussSources<Real>{grid_, layout_, task.elements, sources_.order.data(), sources_.start.data(),
                                    occupied_.data(), first_.data()});
    shift(exec, 0, occupied_, filledX_, first_, second_);
    shift(exec, 1, filledX_, filledY_, second_, first_);
    shift(exec, 2, filledY_, filledZ_, first_, second_);
    if (elementsAreTargets_) {
      evaluateAt(exec, {task.elements.x, task.elements.y, task.elements.z}, sources_, task.elementVorticity);
    }
    evaluateAt(exec, task.tracers, tracers_, task.tracerVorticity);
  }

  int order() const { return layout_.p; }
  std::size_t bytes() const {
    return first_.bytes() + second_.bytes() + shifts_.bytes() + sources_.bytes() + tracers_.bytes() + sorter_.bytes() +
           6 * occupied_.bytes();
  }

 private:
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;
  using Flags = Buffer<std::uint8_t>;
  static constexpr double kMostBytes = 512.0 * 1024 * 1024;  // memory of the expansions

  /// Points sorted by box.
  struct Sorted {
    Buffer<std::uint64_t> keys;
    Buffer<Index> order, start;
    Index count = 0;
    std::size_t bytes() const { return keys.bytes() + order.bytes() + start.bytes(); }
  };
  std::optional<double> commonSigma(Exec& exec, const FieldTask<Real>& task) {
    const double high =
        exec.largest("fmm::gaussSigma", task.elementCount, GaussExtreme<Real>{task.elements.sigma, 1, 0});
    const double low =
        1 / double(exec.largest("fmm::gaussSigma", task.elementCount, GaussInverse<Real>{task.elements.sigma}));
    constexpr double kSame = 1e-5;
    if (!(low > 0) || !(high < INFINITY) || high - low > kSame * high) return std::nullopt;
    return exec.template sums<1>("fmm::gaussSigma", task.elementCount, GaussMean<Real>{task.elements.sigma})[0] /
           task.elementCount;
  }
  /// Degrees by tolerance, from errors measured on a cube of random strengths and on rings, the largest of which lay
  /// 1.5 to 3 times below the tolerance.
  void setAccuracy(Regularisation kind, double tolerance) {
    constexpr struct {
      double tolerance;
      int p;
    } kOrders[] = {{1e-2, 5}, {1e-3, 7}, {1e-4, 9}, {1e-5, 10}, {1e-6, 12}, {1e-8, 16}, {1e-10, 19}};
    int p = kMostHermiteOrder;
    for (const auto& row : kOrders) {
      if (tolerance < row.tolerance * 0.9999) continue;
      p = row.p;
      break;
    }
    layout_ = {p};
    // Boxes more than reach_ apart are separated by at least coreReach(), beyond which a blob is below the tolerance.
    reach_ = static_cast<int>(std::floor(coreReach(kind, tolerance, false) / kEdge)) + 1;
  }

  /// Lays the grid about the elements and everything within their reach. False if it would take too much memory.
  bool layOut(Exec& exec, const FieldTask<Real>& task, double sigma) {
    const double edge = kEdge * sigma;
    const Real* const rows[3] = {task.elements.x, task.elements.y, task.elements.z};
    double low[3], cells[3], count = 1;
    for (int c = 0; c < 3; ++c) {
      const float size = exec.largest("fmm::gaussGrid", task.elementCount, GaussSize<Real>{rows[c]});
      const double high =
          double(exec.largest("fmm::gaussGrid", task.elementCount, GaussExtreme<Real>{rows[c], 1, size})) - size;
      const double bottom =
          size - double(exec.largest("fmm::gaussGrid", task.elementCount, GaussExtreme<Real>{rows[c], -1, size}));
      const double round = 1e-6 * size;  // float round-off
      low[c] = bottom - round - reach_ * edge;
      cells[c] = std::floor((high + round - bottom + round) / edge) + 1 + 2 * reach_;
      count *= cells[c];
    }
    if (!(2 * 3 * layout_.size() * sizeof(Real) * count <= kMostBytes)) return false;
    grid_ = {{low[0], low[1], low[2]},     edge,
             1 / (std::sqrt(2.0) * sigma), static_cast<Index>(cells[0]),
             static_cast<Index>(cells[1]), static_cast<Index>(cells[2])};
    factor_ = 1 / (std::pow(2 * 3.14159265358979323846, 1.5) * sigma * sigma * sigma);
    const std::vector<double> shifts = hermiteShifts(layout_.p, reach_, edge * grid_.inverseUnit);
    shifts_.resize(shifts.size());
    exec.template uploadRow<Real>(shifts, shifts_.data());
    return true;
  }

  void sortInto(Exec& exec, const std::array<const Real*, 3>& x, Index count, Sorted& sorted) {
    sorted.count = count;
    sorted.keys.resize(static_cast<std::size_t>(count));
    sorted.order.resize(static_cast<std::size_t>(count));
    sorted.start.resize(static_cast<std::size_t>(grid_.count()) + 1);
    exec.forEach("fmm::gaussKeys", count, GaussKeys<Real>{grid_, x, sorted.keys.data()});
    sorter_.sort(exec, sorted.keys.data(), sorted.order.data(), count);
    exec.forEach("fmm::gaussStarts", grid_.count() + 1, BoxStarts{sorted.keys.data(), count, sorted.start.data()});
  }

  /// Marks the boxes that each axis' translation has to fill: those within reach of sources that lead to targets.
  void markActive(Exec& exec) {
    for (Flags* flags : {&occupied_, &targets_, &wantedX_, &filledX_, &filledY_, &filledZ_})
      flags->resize(static_cast<std::size_t>(grid_.count()));
    exec.forEach("fmm::gaussBoxes", grid_.count(), GaussOccupied{sources_.start.data(), occupied_.data()});
    exec.forEach(
        "fmm::gaussBoxes", grid_.count(),
        GaussTargetBoxes{elementsAreTargets_ ? occupied_.data() : nullptr, tracers_.start.data(), targets_.data()});
    const auto spread = [&](int axis, const Flags& in, const Flags& within, Flags& out) {
      exec.forEach("fmm::gaussBoxes", grid_.count(),
                   GaussSpread{grid_, axis, reach_, in.data(), within.data(), out.data()});
    };
    const auto spreadAll = [&](int axis, const Flags& in, Flags& out) {
      exec.forEach("fmm::gaussBoxes", grid_.count(), GaussSpread{grid_, axis, reach_, in.data(), nullptr, out.data()});
    };
    // Until the last line, filledZ_ holds the boxes wanted after the second translation.
    spreadAll(2, targets_, filledZ_);
    spreadAll(1, filledZ_, wantedX_);
    spread(0, occupied_, wantedX_, filledX_);
    spread(1, filledX_, filledZ_, filledY_);
    spread(2, filledY_, targets_, filledZ_);
  }
  void shift(Exec& exec, int axis, const Flags& filled, const Flags& wanted, const Buffer<Real>& in,
             Buffer<Real>& out) {
    exec.forEach("fmm::gaussShift", grid_.count() * 3 * layout_.pairs(),
                 GaussShift<Real>{grid_, layout_, axis, reach_, shifts_.data(), filled.data(), wanted.data(), in.data(),
                                  out.data()});
  }

  void evaluateAt(Exec& exec, const std::array<const Real*, 3>& x, const Sorted& targets,
                  const VectorArrays<Real>& vorticity) {
    exec.forEach("fmm::gaussTargets", targets.count,
                 GaussTargets<Real>{grid_, layout_, x, targets.keys.data(), targets.order.data(), filledZ_.data(),
                                    second_.data(), static_cast<Real>(factor_), vorticity});
  }

  HermiteLayout layout_ = {2};
  int reach_ = 0;
  GaussGrid grid_ = {};
  double factor_ = 0;
  bool elementsAreTargets_ = false;
  Sorted sources_, tracers_;
  Flags occupied_, targets_, wantedX_, filledX_, filledY_, filledZ_;
  Buffer<Real> first_, second_, shifts_;
  KeySorter<Exec> sorter_;
};

}  // namespace fmm
