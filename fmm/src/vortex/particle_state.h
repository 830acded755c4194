#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/rows.h"
#include "fmm/particle_views.h"
#include "vortex/element_functors.h"
#include "vortex/refinement.h"
#include "vortex/runge_kutta.h"

namespace fmm {

/// Elements and tracers in an execution space, their rates, and where a step began.
template <class Exec, class Real>
class ParticleState {
 public:
  using ElementRows = Rows<Exec, Real, kElementRows>;
  using TracerRows = Rows<Exec, Real, 3>;

  ElementRows element, elementRate;
  Rows<Exec, Real, 2> fixed;  ///< volume and reference radius of the elements, which a step does not change
  TracerRows tracer, tracerRate;

  explicit ParticleState(Exec& exec) : exec_(exec) {}

  Index elementCount() const { return elementCount_; }
  Index tracerCount() const { return tracerCount_; }
  const std::vector<std::int32_t>& elementRing() const { return elementRing_; }

  void load(const ParticleViews& particles) {
    const ElementViews& elements = particles.elements;
    const TracerViews& tracers = particles.tracers;
    elementCount_ = static_cast<Index>(elements.size());
    tracerCount_ = static_cast<Index>(tracers.size());
    elementRing_ = indicesOf(elements.ring);
    tracerRing_ = indicesOf(tracers.ring);
    load(elements, element, fixed);
    elementRate.resize(elementCount_);
    tracer.resize(tracerCount_);
    tracerRate.resize(tracerCount_);
    exec_.template load<Real, 3>(arraysOf(tracers.position), {}, tracer.vector());
    forgetRates();
  }

  /// Into the caller's arrays, as far as there are any.
  void read(const ElementResults& results) const {
    read(element.vector(0), elementCount_, results.position);
    read(element.vector(3), elementCount_, results.strength);
    if (results.coreRadius.data)
      exec_.template store<Real, 1>({element[kCoreRow]}, elementCount_, {results.coreRadius});
    read(elementRate.vector(0), elementCount_, results.velocity);
    read(elementRate.vector(3), elementCount_, results.strengthRate);
  }
  void read(const TracerResults& results) const {
    read(tracer.vector(), tracerCount_, results.position);
    read(tracerRate.vector(), tracerCount_, results.velocity);
  }

  Elements elements() const {
    Elements out;
    out.position = exec_.template download<Real>(element.vector(0), elementCount_);
    out.strength = exec_.template download<Real>(element.vector(3), elementCount_);
    out.coreRadius = exec_.template downloadRow<Real>(element[kCoreRow], elementCount_);
    out.ring = elementRing_;
    out.length = exec_.template downloadRow<Real>(element[kLengthRow], elementCount_);
    for (double& length : out.length) length = std::abs(length);  // a step that is far too long turns the line round
    out.volume = exec_.template downloadRow<Real>(fixed[0], elementCount_);
    out.referenceRadius = exec_.template downloadRow<Real>(fixed[1], elementCount_);
    return out;
  }
  Tracers tracers() const { return {exec_.template download<Real>(tracer.vector(), tracerCount_), tracerRing_}; }
  std::vector<Vec3> elementVelocities() const {
    return exec_.template download<Real>(elementRate.vector(0), elementCount_);
  }
  std::vector<Vec3> strengthRates() const {
    return exec_.template download<Real>(elementRate.vector(3), elementCount_);
  }
  std::vector<Vec3> tracerVelocities() const {
    return exec_.template download<Real>(tracerRate.vector(), tracerCount_);
  }

  /// One stage of a step of length dt, after the rates at the present state are known.
  void advance(const RungeKutta& scheme, int stage, double dt) {
    elementStart_.resize(elementCount_);
    elementSum_.resize(elementCount_);
    tracerStart_.resize(tracerCount_);
    tracerSum_.resize(tracerCount_);
    advanceRows<kCoreRow>(scheme, stage, dt, element, elementStart_, elementSum_, elementRate, elementCount_);
    advanceRows<3>(scheme, stage, dt, tracer, tracerStart_, tracerSum_, tracerRate, tracerCount_);
  }
  /// Back to where the step began, after its first advance().
  void restore() {
    copy(elementStart_, element, elementCount_);
    copy(tracerStart_, tracer, tracerCount_);
    forgetRates();
  }
  /// Where a particle was when the step began.
  Vec3 elementStart(Index i) const { return pick(elementStart_.vector(0), i); }
  Vec3 tracerStart(Index i) const { return pick(tracerStart_.vector(), i); }

  /// Puts other elements in the place of the present ones, with the rates of those that they came from. Nothing has
  /// changed if it throws; what the step began from is gone if it does not.
  void replaceElements(const Refinement& refined) {
    ElementRows rows, rates;
    Rows<Exec, Real, 2> others;
    load(viewOf(refined.elements), rows, others);
    const auto count = static_cast<Index>(refined.elements.size());
    rates.resize(count);
    std::vector<Vec3> velocity, strengthRate;
    const std::vector<Vec3> velocities = elementVelocities(), strengths = strengthRates();
    for (std::size_t i = 0; i < refined.elements.size(); ++i) {
      velocity.push_back(velocities[refined.parent[i]]);
      strengthRate.push_back(refined.share[i] * strengths[refined.parent[i]]);
    }
    exec_.template upload<Real>(velocity, rates.vector(0));
    exec_.template upload<Real>(strengthRate, rates.vector(3));
    for (std::size_t k = kCoreRow; k < kElementRows; ++k) exec_.fill(rates[k], count, Real(0));
    std::vector<std::int32_t> ring = refined.elements.ring;
    std::swap(element, rows);
    std::swap(elementRate, rates);
    std::swap(fixed, others);
    elementRing_.swap(ring);
    elementCount_ = count;
  }

  std::size_t bytes() const {
    return element.bytes() + elementRate.bytes() + fixed.bytes() + tracer.bytes() + tracerRate.bytes() +
           elementStart_.bytes() + elementSum_.bytes() + tracerStart_.bytes() + tracerSum_.bytes();
  }

 private:
  void load(const ElementViews& elements, ElementRows& rows, Rows<Exec, Real, 2>& others) {
    const auto count = static_cast<Index>(elements.size());
    rows.resize(count);
    others.resize(count);
    exec_.template load<Real, 3>(arraysOf(elements.position), {}, rows.vector(0));
    exec_.template load<Real, 3>(arraysOf(elements.strength), {}, rows.vector(3));
    loadRow(elements.coreRadius, rows[kCoreRow]);
    if (elements.length.count > 0) {
      loadRow(elements.length, rows[kLengthRow]);
    } else {
      const auto coreRadius = exec_.template reach<1>({elements.coreRadius});
      exec_.forEach("fmm::load", count, LengthsFromCores<Real>{coreRadius[0], rows[kLengthRow]});
    }
    if (elements.volume.count > 0) {
      loadRow(elements.volume, others[0]);
    } else {
      exec_.fill(others[0], count, Real(0));
    }
    loadRow(elements.referenceRadius.count > 0 ? elements.referenceRadius : elements.coreRadius, others[1]);
  }
  void loadRow(const InputArray& from, Real* to) { exec_.template load<Real, 1>({from}, {}, {to}); }

  void read(const std::array<const Real*, 3>& rows, Index count, const OutputVectors& to) const {
    if (to.x.data) exec_.template store<Real, 3>(rows, count, arraysOf(to));
  }

  static std::vector<std::int32_t> indicesOf(const StridedSpan<const std::int32_t>& ring) {
    std::vector<std::int32_t> indices(ring.count);
    for (std::size_t i = 0; i < ring.count; ++i) indices[i] = ring.data[static_cast<std::ptrdiff_t>(i) * ring.stride];
    return indices;
  }

  void forgetRates() {
    for (std::size_t k = 0; k < kElementRows; ++k) exec_.fill(elementRate[k], elementCount_, Real(0));
    for (std::size_t k = 0; k < 3; ++k) exec_.fill(tracerRate[k], tracerCount_, Real(0));
  }
  template <std::size_t N>
  void copy(const Rows<Exec, Real, N>& from, Rows<Exec, Real, N>& to, Index n) {
    for (std::size_t k = 0; k < N; ++k) exec_.copy(from[k], n, to[k]);
  }
  Vec3 pick(const std::array<const Real*, 3>& rows, Index i) const {
    return exec_.template pick<Real>(rows, {static_cast<std::size_t>(i)}).front();
  }

  template <std::size_t Squared, std::size_t N>
  void advanceRows(const RungeKutta& scheme, int stage, double dt, Rows<Exec, Real, N>& y, Rows<Exec, Real, N>& y0,
                   Rows<Exec, Real, N>& sum, Rows<Exec, Real, N>& k, Index n) {
    const auto s = static_cast<std::size_t>(stage);
    const bool last = stage + 1 == scheme.stages;
    const double next = last ? 0 : scheme.a[s + 1];
    exec_.forEach(
        "fmm::advance", n,
        AdvanceRows<Real, N, Squared>{y.all(), y0.all(), sum.all(), k.all(), static_cast<Real>(dt * scheme.b[s]),
                                      static_cast<Real>(dt * next), stage == 0, last});
  }

  Exec& exec_;
  Index elementCount_ = 0, tracerCount_ = 0;
  std::vector<std::int32_t> elementRing_, tracerRing_;
  ElementRows elementStart_, elementSum_;
  TracerRows tracerStart_, tracerSum_;
};

}  // namespace fmm
