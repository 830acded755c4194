#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <kissfft/kissfft.hh>
#include <memory>
#include <vector>

#include "exec/cpu/exec.h"
#include "mesh/fourier.h"

namespace fmm {

/// By kissfft, a line at a time and in place, in rows padded to the room that their transforms take; lines that have
/// nothing in them, or that nobody reads, are left out.
template <class Real>
class MeshFourier<CpuExec, Real> {
 public:
  static bool available(const MeshGrid& /*grid*/) { return true; }

  void prepare(CpuExec& /*exec*/, const MeshGrid& grid) {
    const bool same = lines_[0] && std::equal(grid.size, grid.size + 3, grid_.size);
    grid_ = grid;
    if (same) return;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto length = static_cast<std::size_t>(grid.size[axis]);
      lines_[axis] = std::make_unique<Both>(Both{Line(length, false), Line(length, true)});
    }
    strengths_.resize(3 * grid.values());
  }
  MeshStrengths<Real> begin(CpuExec& exec) {
    exec.fill(strengths_.data(), static_cast<Index>(strengths_.size()), Real(0));
    const auto row = static_cast<std::size_t>(grid_.pitch());
    return {strengths_.data(), row, row * static_cast<std::size_t>(grid_.size[1]), grid_.values()};
  }
  void forward(CpuExec& exec) {
    for (std::size_t c = 0; c < 3; ++c) {
      Real* const field = strengths_.data() + c * grid_.values();
      pairsOfRows(exec, field, &MeshFourier::forwardRows);
      along(exec, field, 1, grid_.nodes[2], lines_[1]->forward);
      along(exec, field, 2, grid_.size[1], lines_[2]->forward);
    }
  }
  template <class Change>
  void meet(CpuExec& exec, const Change& change, bool again, MeshVector<Real>* out) {
    if (again) {
      fields_.resize(strengths_.size());
      exec.copy(strengths_.data(), static_cast<Index>(strengths_.size()), fields_.data());
    }
    Real* const fields = again ? fields_.data() : strengths_.data();
    exec.forEach("fmm::meshMeet", static_cast<Index>(grid_.spectrum()), [&](Index i) { meetAt(change, fields, i); });
    for (std::size_t c = 0; c < 3; ++c) {
      Real* const field = fields + c * grid_.values();
      along(exec, field, 2, grid_.size[1], lines_[2]->inverse);
      along(exec, field, 1, grid_.nodes[2], lines_[1]->inverse);
      pairsOfRows(exec, field, &MeshFourier::inverseRows);
    }
    exec.forEach("fmm::meshGather", grid_.nodeCount(), [&](Index i) {
      const std::size_t at =
          grid_.at(i % grid_.nodes[0], i / grid_.nodes[0] % grid_.nodes[1], i / grid_.nodes[0] / grid_.nodes[1]);
      const std::size_t values = grid_.values();
      out[i] = {fields[at], fields[values + at], fields[2 * values + at], 0};
    });
  }
  void drop() {
    lines_ = {};
    for (CpuExec::Buffer<Real>* buffer : {&strengths_, &fields_}) *buffer = CpuExec::Buffer<Real>();
  }
  std::size_t bytes() const { return strengths_.bytes() + fields_.bytes(); }

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
  void pairsOfRows(CpuExec& exec, Real* field, Rows rowsOf) {
    const Index rows = grid_.nodes[1], pairs = (rows + 1) / 2;
    exec.forEach(
        "fmm::meshTransform", pairs * grid_.nodes[2],
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

  template <class Change>
  void meetAt(const Change& change, Real* fields, Index i) const {
    const Index modes = grid_.modes();
    const std::size_t at = 2 * static_cast<std::size_t>(i);
    MeshMode<Real> mode;
    for (std::size_t c = 0; c < 3; ++c) {
      mode.re[c] = fields[c * grid_.values() + at];
      mode.im[c] = fields[c * grid_.values() + at + 1];
    }
    change(i % modes, i / modes % grid_.size[1], i / modes / grid_.size[1], mode);
    for (std::size_t c = 0; c < 3; ++c) {
      fields[c * grid_.values() + at] = mode.re[c];
      fields[c * grid_.values() + at + 1] = mode.im[c];
    }
  }

  MeshGrid grid_ = {};
  std::array<std::unique_ptr<Both>, 3> lines_;
  CpuExec::Buffer<Real> strengths_, fields_;
};

}  // namespace fmm
