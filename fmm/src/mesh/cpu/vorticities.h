#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exec/cpu/exec.h"
#include "mesh/cpu/tap_passes.h"
#include "mesh/vorticities.h"

namespace fmm {

/// Sums with MeshTaps along each axis.
template <class Real>
class MeshVorticities<CpuExec, Real> {
 public:
  static constexpr bool kNearby = true;

  void prepare(CpuExec& exec, const MeshGrid& grid, const MeshAccuracy& accuracy, int order, double tolerance) {
    if (!(found_ && found_->accuracy == accuracy && found_->order == order && found_->tolerance == tolerance))
      found_ = {accuracy, order, tolerance, MeshTaps::of(accuracy, order, tolerance)};
    if (!serves()) return drop();
    grid_ = grid;
    const TapFields<Real> room = fields();
    values_.resize(static_cast<std::size_t>(3 * order * room.row()) * static_cast<std::size_t>(grid.nodes[1]) *
                   static_cast<std::size_t>(grid.nodes[2]));
    filled_.resize(6 * static_cast<std::size_t>(room.blocks()) * static_cast<std::size_t>(grid.nodes[1]));
    upload(exec);
  }
  bool serves() const { return found_ && found_->taps.reach > 0; }

  void sum(CpuExec& exec, const MeshStrengths<Real>& strengths) {
    const TapFields<Real> to = fields();
    exec.forEach(
        kName, 3 * grid_.nodes[1], [&](Index i) { sumAlongZ(strengths, to, i); }, 1);
    widen(to);
    exec.forEach(
        kName, 3 * grid_.nodes[2], [&](Index i) { sumAlongY(to, i); }, 1);
  }
  void set(const MeshRows& rows, MeshVector<Real>* out) { sumAlongX(fields(), out, rows); }
  void drop() {
    if (serves()) found_.reset();
    for (CpuExec::Buffer<Real>* buffer : {&taps_, &values_}) *buffer = CpuExec::Buffer<Real>();
    filled_ = CpuExec::Buffer<std::uint8_t>();
  }
  std::size_t bytes() const { return taps_.bytes() + values_.bytes() + filled_.bytes(); }

 private:
  static constexpr const char* kName = "fmm::meshVorticity";

  TapFields<Real> fields() {
    return {grid_, found_->taps.reach, found_->taps.terms, taps_.data(), values_.data(), filled_.data()};
  }
  /// Taps of each term, times the normalisation of the windows; then of the sums of terms 0 to n.
  void upload(CpuExec& exec) {
    const double whole = found_->accuracy.window.transform(0), factor = grid_.inverse / (whole * whole);
    const auto terms = static_cast<std::size_t>(found_->taps.terms),
               count = static_cast<std::size_t>(found_->taps.reach) + 1;
    std::vector<double> taps(2 * terms * count);
    for (std::size_t term = 0; term < terms; ++term)
      for (std::size_t d = 0; d < count; ++d) {
        taps[term * count + d] = factor * found_->taps.taps[term][d];
        taps[(terms + term) * count + d] =
            taps[term * count + d] + (term > 0 ? taps[(terms + term - 1) * count + d] : 0);
      }
    taps_.resize(taps.size());
    exec.template uploadRow<Real>(taps, taps_.data());
  }

  /// Taps, and what they were found for.
  struct Found {
    MeshAccuracy accuracy;
    int order;
    double tolerance;
    MeshTaps taps;
  };
  std::optional<Found> found_;
  MeshGrid grid_ = {};
  CpuExec::Buffer<Real> taps_, values_;
  CpuExec::Buffer<std::uint8_t> filled_;
};

}  // namespace fmm
