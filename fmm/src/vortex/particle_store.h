#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/equal_runs.h"
#include "core/rows.h"
#include "vortex/element_functors.h"

namespace fmm {

/// Elements and tracers in an execution space, as callers gave them and get them back: numbers that steps change in
/// double precision, the others in the solver's.
template <class Exec, class Real>
class ParticleStore {
 public:
  using ExactElements = Rows<Exec, double, kElementRows>;
  using ExactTracers = Rows<Exec, double, 3>;

  ExactElements exactElement;
  FixedRows<Exec, Real> fixed;
  ExactTracers exactTracer;

  explicit ParticleStore(Exec& exec) : exec_(exec) {}

  Index elementCount() const { return elementCount_; }
  Index tracerCount() const { return tracerCount_; }
  /// Ring indices; empty if the elements have none.
  const std::vector<std::int32_t>& elementRing() const {
    if (!ringsHere_) {
      const std::vector<double> rings = exec_.template downloadRow<Real>(fixed[kRingRow], elementCount_);
      elementRing_.assign(rings.begin(), rings.end());
      ringsHere_ = true;
    }
    return elementRing_;
  }
  /// Runs of consecutive elements of one ring, in order. Elements without ring indices belong to ring 0.
  std::vector<EqualRun> elementRuns() const {
    if (!ringsHere_ && !runs_) runs_ = exec_.equalRuns(fixed[kRingRow], elementCount_);
    return !ringsHere_ && runs_ ? *runs_ : equalRuns(elementRing(), elementCount_);
  }

  Elements elements() const {
    Elements out;
    out.position = exec_.template download<double>(exactElement.vector(0), elementCount_);
    out.strength = exec_.template download<double>(exactElement.vector(3), elementCount_);
    out.coreRadius = exec_.template downloadRow<double>(exactElement[kCoreRow], elementCount_);
    out.ring = elementRing();
    out.length = exec_.template downloadRow<double>(exactElement[kLengthRow], elementCount_);
    for (double& length : out.length) length = std::abs(length);  // a far too long step makes l negative
    out.volume = exec_.template downloadRow<Real>(fixed[kVolumeRow], elementCount_);
    if (fixed.hasHeat()) out.heat = exec_.template downloadRow<Real>(fixed.heat(), elementCount_);
    return out;
  }
  Tracers tracers() const { return {exec_.template download<double>(exactTracer.vector(), tracerCount_), tracerRing_}; }

  /// Becomes a copy of another store in the same execution space.
  void copyFrom(const ParticleStore& other) {
    exactElement.resize(other.elementCount_);
    fixed.resize(other.elementCount_, other.fixed.hasHeat());
    exactTracer.resize(other.tracerCount_);
    copy(other.exactElement, exactElement, other.elementCount_);
    for (std::size_t k = 0; k < fixed.used(); ++k) exec_.copy(other.fixed[k], other.elementCount_, fixed[k]);
    copy(other.exactTracer, exactTracer, other.tracerCount_);
    elementCount_ = other.elementCount_;
    tracerCount_ = other.tracerCount_;
    elementRing_ = other.elementRing_;
    tracerRing_ = other.tracerRing_;
    ringsHere_ = other.ringsHere_;
    runs_.reset();
  }

  std::size_t bytes() const { return exactElement.bytes() + fixed.bytes() + exactTracer.bytes(); }

 protected:
  template <class Number, std::size_t N>
  void copy(const Rows<Exec, Number, N>& from, Rows<Exec, Number, N>& to, Index n) {
    for (std::size_t k = 0; k < N; ++k) exec_.copy(from[k], n, to[k]);
  }
  /// Concatenates both.
  template <class Number, std::size_t N>
  void join(const Rows<Exec, Number, N>& first, Index count, const Rows<Exec, Number, N>& second, Index added,
            Rows<Exec, Number, N>& all) {
    all.resize(count + added);
    for (std::size_t k = 0; k < N; ++k) {
      exec_.copy(first[k], count, all[k]);
      exec_.copy(second[k], added, all[k] + count);
    }
  }

  /// Concatenates both, where `added` has heat if `first` has.
  void join(const FixedRows<Exec, Real>& first, Index count, const FixedRows<Exec, Real>& second, Index added,
            FixedRows<Exec, Real>& all) {
    all.resize(count + added, first.hasHeat());
    for (std::size_t k = 0; k < all.used(); ++k) {
      exec_.copy(first[k], count, all[k]);
      exec_.copy(second[k], added, all[k] + count);
    }
  }

  Exec& exec_;
  Index elementCount_ = 0, tracerCount_ = 0;
  mutable std::vector<std::int32_t> elementRing_;  ///< valid if ringsHere_; otherwise only `fixed` has the rings
  mutable bool ringsHere_ = true;
  mutable std::optional<std::vector<EqualRun>> runs_;  ///< cache, used if ringsHere_ is false
  std::vector<std::int32_t> tracerRing_;
};

}  // namespace fmm
