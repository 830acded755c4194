#pragma once

#include <algorithm>
#include <array>

#include "exec/cpu/exec.h"
#include "mesh/cpu/line_passes.h"

namespace fmm {

/// One pass per axis in each direction. Spectra are kept for slabs with nodes; the pass along z transforms lines
/// forward and back, so that planes beyond the nodes along z are never written.
template <class Real>
class MeshFourier<CpuExec, Real> {
 public:
  static bool available(const MeshGrid& /*grid*/) { return true; }

  void prepare(CpuExec& /*exec*/, const MeshGrid& grid, bool twice) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (lines_[axis].plan.n != grid.size[axis]) lines_[axis] = MeshLine<Real>(grid.size[axis]);
    grid_ = grid;
    strengths_.resize(3 * static_cast<std::size_t>(grid.nodeCount()));
    spectra_.resize(MeshSpectra<Real>::countOf(grid));
    if (twice) fields_.resize(spectra_.size());
  }
  /// Scratch memory for `values` numbers, valid until the next sum begins.
  double* room(std::size_t values) {
    spectra_.resize(larger(spectra_.size(), (values * sizeof(double) + sizeof(Real) - 1) / sizeof(Real)));
    return static_cast<double*>(static_cast<void*>(spectra_.data()));
  }
  MeshStrengths<Real> begin(CpuExec& /*exec*/) {
    const auto row = static_cast<std::size_t>(grid_.nodes[0]), slab = row * static_cast<std::size_t>(grid_.nodes[1]);
    return {strengths_.data(), row, slab, static_cast<std::size_t>(grid_.nodeCount())};
  }
  void forward(CpuExec& exec) {
    const MeshSpectra<Real> spectra = {grid_, spectra_.data()};
    const MeshStrengths<Real> strengths = begin(exec);
    exec.forEach(
        kRows, 3 * pairGroups(grid_) * grid_.nodes[2], [&](Index i) { rowsForward(strengths, lines_[0], spectra, i); },
        1);
    exec.forEach(
        kColumns, 3 * lineGroups(grid_) * grid_.nodes[2], [&](Index i) { columnsForward(lines_[1], spectra, i); }, 1);
  }
  template <class Change>
  void convolve(CpuExec& exec, const Change& change, bool again, MeshVector<Real>* out) {
    convolveBeside(exec, change, again, out, 1, [](const MeshRows&) {});
  }
  /// Each node has `beside` consecutive vectors; sets the first. also(rows) is called after rows of nodes are set, to
  /// set the others while these rows are in cache.
  template <class Change, class Also>
  void convolveBeside(CpuExec& exec, const Change& change, bool again, MeshVector<Real>* out, Index beside,
                      const Also& also) {
    const MeshSpectra<Real> from = {grid_, spectra_.data()}, to = {grid_, again ? fields_.data() : spectra_.data()};
    exec.forEach(
        "fmm::meshConvolve", lineGroups(grid_) * grid_.size[1],
        [&](Index i) { convolveAlong(from, lines_[2], change, to, i); }, 1);
    exec.forEach(
        kColumns, 3 * lineGroups(grid_) * grid_.nodes[2], [&](Index i) { columnsBack(lines_[1], to, i); }, 1);
    exec.forEach(
        kRows, pairGroups(grid_) * grid_.nodes[2],
        [&](Index i) {
          rowsBack(to, lines_[0], out, beside, i);
          also(MeshRows::of(grid_, i));
        },
        1);
    std::fill_n(out + beside * grid_.nodeCount(), kSpareVectors, MeshVector<Real>{});
  }
  void drop() {
    lines_ = {};
    for (CpuExec::Buffer<Real>* buffer : {&strengths_, &spectra_, &fields_}) *buffer = CpuExec::Buffer<Real>();
  }
  std::size_t bytes() const { return strengths_.bytes() + spectra_.bytes() + fields_.bytes(); }

 private:
  static constexpr const char *kRows = "fmm::meshRows", *kColumns = "fmm::meshColumns";

  MeshGrid grid_ = {};
  std::array<MeshLine<Real>, 3> lines_;
  CpuExec::Buffer<Real> strengths_;         ///< [3] of the nodes
  CpuExec::Buffer<Real> spectra_, fields_;  ///< MeshSpectra; `fields_` where convolve() is called twice
};

}  // namespace fmm
