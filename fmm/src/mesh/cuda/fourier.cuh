#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "mesh/cuda/fourier_kernels.cuh"
#include "mesh/line_plan.h"

namespace fmm {

/// One pass per axis in each direction. Spectra are kept for slabs with nodes; the pass along z transforms lines
/// forward and back, so that planes beyond the nodes along z are never written.
template <class Real>
class MeshFourier<CudaExec, Real> {
 public:
  /// True if three lines along any axis fit a block's shared memory on every GPU, as passes along z and x need.
  static bool available(const MeshGrid& grid) {
    return std::all_of(grid.size, grid.size + 3, [](Index n) { return bytesOf(3, n, 1) <= kMostRoom; });
  }

  MeshFourier() = default;
  MeshFourier(const MeshFourier&) = delete;
  MeshFourier& operator=(const MeshFourier&) = delete;

  void prepare(CudaExec& exec, const MeshGrid& grid, bool twice) {
    const bool same = made_ && std::equal(grid.size, grid.size + 3, grid_.size);
    made_ = false;  // in case of an exception
    grid_ = grid;
    strengths_.resize(3 * static_cast<std::size_t>(grid.nodeCount()));
    spectra_.resize(slabValues());
    if (twice) fields_.resize(slabValues());
    for (std::size_t axis = 0; !same && axis < 3; ++axis) tables_[axis].prepare(exec, grid.size[axis]);
    made_ = true;
  }
  MeshStrengths<Real> begin(CudaExec& /*exec*/) {
    const auto row = static_cast<std::size_t>(grid_.nodes[0]), slab = row * static_cast<std::size_t>(grid_.nodes[1]);
    return {strengths_.data(), row, slab, static_cast<std::size_t>(grid_.nodeCount())};
  }
  void forward(CudaExec& exec) {
    const MeshSlabs<Real> slabs = {grid_, spectra_.data()};
    exec.launch("fmm::meshRows", [&] {
      const int lines = rowLines(1);
      const std::size_t room = bytesOf(lines, grid_.size[0], 1);
      const dim3 blocks = {pairsOfRows(lines), unsigned(grid_.nodes[2]), 3};
      allow(meshRowsForward<Real>, room);
      meshRowsForward<Real>
          <<<blocks, dim3(kRowThreads, unsigned(lines)), room, exec.stream()>>>(begin(exec), tables_[0].view(), slabs);
    });
    columns<false>(exec, slabs);
  }
  template <class Change>
  void convolve(CudaExec& exec, const Change& change, bool again, MeshVector<Real>* out) {
    const MeshSlabs<Real> from = {grid_, spectra_.data()}, to = {grid_, again ? fields_.data() : spectra_.data()};
    exec.launch("fmm::meshConvolve", [&] {
      const unsigned wide = columnsOf(3, grid_.size[2]);
      const std::size_t room = bytesOf(3, grid_.size[2], wide);
      allow(meshConvolve<Real, Change>, room);
      meshConvolve<Real>
          <<<dim3(groups(wide), unsigned(grid_.size[1])), dim3(wide, kColumnThreads / wide), room, exec.stream()>>>(
              from, tables_[2].view(), change, to);
    });
    columns<true>(exec, to);
    exec.launch("fmm::meshRows", [&] {
      const int lines = rowLines(3);
      const std::size_t room = bytesOf(3 * lines, grid_.size[0], 1);
      allow(meshRowsBack<Real>, room);
      meshRowsBack<Real><<<dim3(pairsOfRows(lines), unsigned(grid_.nodes[2])), dim3(kRowThreads, unsigned(lines)), room,
                           exec.stream()>>>(to, tables_[0].view(), out);
    });
  }
  void drop() {
    made_ = false;
    for (Tables& tables : tables_) tables.drop();
    strengths_ = CudaBuffer<Real>();
    for (CudaBuffer<MeshComplex<Real>>* buffer : {&spectra_, &fields_}) *buffer = CudaBuffer<MeshComplex<Real>>();
  }
  std::size_t bytes() const { return strengths_.bytes() + spectra_.bytes() + fields_.bytes(); }

 private:
  /// Shared memory of a block: the most on every GPU that is compiled for, and the most with a second block beside it.
  static constexpr std::size_t kMostRoom = 64 << 10, kGoodRoom = 56 << 10;

  /// A line's plan and tables on the device.
  class Tables {
   public:
    void prepare(CudaExec& exec, Index n) {
      plan_ = LinePlan::of(n);
      const std::vector<Index> modes = plan_.modes();
      const auto count = static_cast<std::size_t>(n);
      std::vector<MeshComplex<Real>> twiddles(count);
      std::vector<Index> both(2 * count);
      for (Index k = 0; k < n; ++k) {
        const double angle = -6.28318530717958647693 * k / n;
        twiddles[static_cast<std::size_t>(k)] = {static_cast<Real>(std::cos(angle)),
                                                 static_cast<Real>(std::sin(angle))};
        both[static_cast<std::size_t>(k)] = modes[static_cast<std::size_t>(k)];
        both[count + static_cast<std::size_t>(modes[static_cast<std::size_t>(k)])] = k;
      }
      twiddles_.resize(count);
      indices_.resize(2 * count);
      FMM_CUDA(cudaMemcpyAsync(twiddles_.data(), twiddles.data(), count * sizeof twiddles[0], cudaMemcpyHostToDevice,
                               exec.stream()));
      FMM_CUDA(cudaMemcpyAsync(indices_.data(), both.data(), 2 * count * sizeof both[0], cudaMemcpyHostToDevice,
                               exec.stream()));
    }
    LineTables<Real> view() const { return {plan_, twiddles_.data(), indices_.data(), indices_.data() + plan_.n}; }
    void drop() {
      twiddles_ = CudaBuffer<MeshComplex<Real>>();
      indices_ = CudaBuffer<Index>();
    }

   private:
    LinePlan plan_;
    CudaBuffer<MeshComplex<Real>> twiddles_;
    CudaBuffer<Index> indices_;  ///< modes, places
  };

  static std::size_t bytesOf(int lines, Index n, unsigned wide) {
    return static_cast<std::size_t>(lines) * static_cast<std::size_t>(n) * wide * sizeof(MeshComplex<Real>);
  }
  /// Neighbouring lines of a block, whose values a warp reads together.
  static unsigned columnsOf(int lines, Index n) {
    unsigned wide = 16;
    while (wide > 1 && bytesOf(lines, n, wide) > kGoodRoom) wide /= 2;
    return wide;
  }
  /// Pairs of rows in a block, where each pair takes `each` lines.
  int rowLines(int each) const {
    int lines = kRowLines;
    while (lines > 1 && bytesOf(each * lines, grid_.size[0], 1) > kGoodRoom) lines /= 2;
    return lines;
  }
  unsigned pairsOfRows(int lines) const {
    const Index rows = 2 * static_cast<Index>(lines);
    return static_cast<unsigned>((grid_.nodes[1] + rows - 1) / rows);
  }
  unsigned groups(unsigned wide) const { return (static_cast<unsigned>(grid_.modes()) + wide - 1) / wide; }
  std::size_t slabValues() const {
    return 3 * static_cast<std::size_t>(grid_.nodes[2]) * static_cast<std::size_t>(grid_.size[1]) *
           static_cast<std::size_t>(grid_.modes());
  }
  /// Lets a kernel have more shared memory than the default.
  template <class Kernel>
  static void allow(Kernel* kernel, std::size_t room) {
    constexpr std::size_t kAnyway = 48 << 10;
    if (room > kAnyway)
      FMM_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(room)));
  }
  template <bool kBack>
  void columns(CudaExec& exec, const MeshSlabs<Real>& slabs) {
    exec.launch("fmm::meshColumns", [&] {
      const unsigned wide = columnsOf(1, grid_.size[1]);
      const std::size_t room = bytesOf(1, grid_.size[1], wide);
      allow(meshColumns<kBack, Real>, room);
      meshColumns<kBack, Real>
          <<<dim3(groups(wide), unsigned(grid_.nodes[2]), 3), dim3(wide, kColumnThreads / wide), room, exec.stream()>>>(
              slabs, tables_[1].view());
    });
  }

  MeshGrid grid_ = {};
  bool made_ = false;
  std::array<Tables, 3> tables_;
  CudaBuffer<Real> strengths_;                      ///< [3] of the nodes
  CudaBuffer<MeshComplex<Real>> spectra_, fields_;  ///< MeshSlabs; `fields_` where convolve() is called twice
};

}  // namespace fmm
