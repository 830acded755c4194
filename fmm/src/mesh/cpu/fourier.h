#pragma once

#include <algorithm>
#include <complex>
#include <kissfft/kissfft.hh>
#include <memory>
#include <vector>

#include "exec/cpu/exec.h"
#include "mesh/fourier.h"

namespace fmm {

/// By kissfft, a line at a time; lines that have nothing in them, or that nobody reads, are left out.
template <class Real>
class MeshFourier<CpuExec, Real> {
 public:
  static bool available() { return true; }

  void prepare(CpuExec& /*exec*/, const MeshGrid& grid) {
    const bool same = lines_[0] && std::equal(grid.size, grid.size + 3, grid_.size);
    grid_ = grid;
    if (same) return;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto length = static_cast<std::size_t>(grid.size[axis]);
      lines_[axis] = std::make_unique<Both>(Both{Line(length, false), Line(length, true)});
    }
  }
  void forward(CpuExec& exec, Real* fields, bool filled) {
    const Index rows = filled ? grid_.size[1] : grid_.nodes[1], slabs = filled ? grid_.size[2] : grid_.nodes[2];
    for (std::size_t c = 0; c < 3; ++c) {
      Real* const field = fields + c * grid_.values();
      pairsOfRows(exec, field, rows, slabs, &MeshFourier::forwardRows);
      along(exec, field, 1, slabs, lines_[1]->forward);
      along(exec, field, 2, grid_.size[1], lines_[2]->forward);
    }
  }
  void inverse(CpuExec& exec, Real* fields) {
    for (std::size_t c = 0; c < 3; ++c) {
      Real* const field = fields + c * grid_.values();
      along(exec, field, 2, grid_.size[1], lines_[2]->inverse);
      along(exec, field, 1, grid_.nodes[2], lines_[1]->inverse);
      pairsOfRows(exec, field, grid_.nodes[1], grid_.nodes[2], &MeshFourier::inverseRows);
    }
  }
  void drop() { lines_ = {}; }
  std::size_t bytes() const { return 0; }

 private:
  using Line = kissfft<Real>;
  using Complex = std::complex<Real>;
  struct Both {
    Line forward, inverse;
  };
  /// Room of a thread for a line before and after.
  struct Room {
    std::vector<Complex> in, out;
  };
  static Room& roomFor(Index length) {
    thread_local Room room;
    room.in.resize(static_cast<std::size_t>(length));
    room.out.resize(static_cast<std::size_t>(length));
    return room;
  }

  /// Two real rows are one complex line; `b` null: there is no second one.
  void forwardRows(Real* a, Real* b) const {
    const Index n = grid_.size[0];
    Room& room = roomFor(n);
    for (Index k = 0; k < n; ++k) room.in[static_cast<std::size_t>(k)] = {a[k], b ? b[k] : 0};
    lines_[0]->forward.transform(room.in.data(), room.out.data());
    for (Index k = 0; k < grid_.modes(); ++k) {
      const Complex z = room.out[static_cast<std::size_t>(k)];
      const Complex mirrored = std::conj(room.out[static_cast<std::size_t>((n - k) % n)]);
      const Complex sum = Real(0.5) * (z + mirrored), difference = Real(0.5) * (z - mirrored);
      a[2 * k] = sum.real();
      a[2 * k + 1] = sum.imag();
      if (!b) continue;
      b[2 * k] = difference.imag();
      b[2 * k + 1] = -difference.real();
    }
  }
  void inverseRows(Real* a, Real* b) const {
    const Index n = grid_.size[0];
    Room& room = roomFor(n);
    for (Index k = 0; k < grid_.modes(); ++k) {
      const Complex first(a[2 * k], a[2 * k + 1]);
      const Complex second = b ? Complex(b[2 * k], b[2 * k + 1]) : Complex(0);
      const Complex turned(-second.imag(), second.real());
      room.in[static_cast<std::size_t>(k)] = first + turned;
      if (k > 0 && 2 * k < n) room.in[static_cast<std::size_t>(n - k)] = std::conj(first - turned);
    }
    lines_[0]->inverse.transform(room.in.data(), room.out.data());
    for (Index k = 0; k < n; ++k) {
      a[k] = room.out[static_cast<std::size_t>(k)].real();
      if (b) b[k] = room.out[static_cast<std::size_t>(k)].imag();
    }
  }
  using Rows = void (MeshFourier::*)(Real*, Real*) const;
  void pairsOfRows(CpuExec& exec, Real* field, Index rows, Index slabs, Rows rowsOf) {
    const Index pairs = (rows + 1) / 2;
    exec.forEach(
        "fmm::meshTransform", pairs * slabs,
        [=](Index i) {
          const Index y = 2 * (i % pairs), z = i / pairs;
          (this->*rowsOf)(field + grid_.at(0, y, z), y + 1 < rows ? field + grid_.at(0, y + 1, z) : nullptr);
        },
        16);
  }

  /// Lines along an axis, at the first `others` places of the third one.
  void along(CpuExec& exec, Real* field, int axis, Index others, const Line& line) {
    constexpr Index kTogether = 8;  // lines that lie side by side
    const Index modes = grid_.modes(), groups = (modes + kTogether - 1) / kTogether;
    const auto row = static_cast<std::size_t>(modes), slab = row * static_cast<std::size_t>(grid_.size[1]);
    const std::size_t step = axis == 1 ? row : slab, across = axis == 1 ? slab : row;
    Complex* const values = reinterpret_cast<Complex*>(field);
    exec.forEach(
        "fmm::meshTransform", groups * others,
        [=, &line](Index i) {
          Room& room = roomFor(grid_.size[axis]);
          const Index first = i % groups * kTogether, last = std::min(first + kTogether, modes);
          for (Index x = first; x < last; ++x) {
            Complex* const at = values + across * static_cast<std::size_t>(i / groups) + static_cast<std::size_t>(x);
            for (std::size_t k = 0; k < room.in.size(); ++k) room.in[k] = at[k * step];
            line.transform(room.in.data(), room.out.data());
            for (std::size_t k = 0; k < room.in.size(); ++k) at[k * step] = room.out[k];
          }
        },
        1);
  }

  MeshGrid grid_ = {};
  std::array<std::unique_ptr<Both>, 3> lines_;
};

}  // namespace fmm
