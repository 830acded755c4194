#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/equal_runs.h"
#include "core/rows.h"
#include "fmm/particle_views.h"
#include "lattice/deposit_steps.h"
#include "lattice/moments.h"
#include "vortex/dynamics.h"
#include "vortex/element_functors.h"
#include "vortex/lattice_functors.h"
#include "vortex/refinement.h"

namespace fmm {

/// Elements and tracers in an execution space, their rates, and their state at the start of a step.
template <class Exec, class Real>
class ParticleState {
 public:
  using ElementRows = Rows<Exec, Real, kElementRows>;
  using TracerRows = Rows<Exec, Real, 3>;

  ElementRows element, elementRate;
  Rows<Exec, Real, 3> fixed;  ///< volume, reference radius and ring of the elements, which a step does not change
  TracerRows tracer, tracerRate;

  explicit ParticleState(Exec& exec) : exec_(exec) {}

  Index elementCount() const { return elementCount_; }
  Index tracerCount() const { return tracerCount_; }
  /// Ring indices; empty if the elements have none.
  const std::vector<std::int32_t>& elementRing() const {
    if (!ringsHere_) {
      const std::vector<double> rings = exec_.template downloadRow<Real>(fixed[2], elementCount_);
      elementRing_.assign(rings.begin(), rings.end());
      ringsHere_ = true;
    }
    return elementRing_;
  }
  /// Runs of consecutive elements of one ring, in order. Elements without ring indices belong to ring 0.
  std::vector<EqualRun> elementRuns() const {
    if (!ringsHere_ && !runs_) runs_ = exec_.equalRuns(fixed[2], elementCount_);
    return !ringsHere_ && runs_ ? *runs_ : equalRuns(elementRing(), elementCount_);
  }
  /// Positions, strengths and rings in the execution space.
  LatticeElements<Real> latticeElements() const {
    const auto& e = std::as_const(element);
    return {{e[0], e[1], e[2], e[3], e[4], e[5]}, std::as_const(fixed)[2], elementCount_};
  }
  /// Starts the sums for centroidOf().
  auto beginMoments() const {
    const LatticeElements<Real> all = latticeElements();
    return exec_.template sumsLater<MomentSums<Real>::kCount>("fmm::moments", all.count,
                                                              MomentSums<Real>{all.row, Vec3{}});
  }
  /// fmm::centroid().
  Vec3 centroid() const {
    const LatticeElements<Real> all = latticeElements();
    return centroidOf(
        exec_.template sums<MomentSums<Real>::kCount>("fmm::moments", all.count, MomentSums<Real>{all.row, Vec3{}}));
  }
  Vec3 centroidOf(const std::array<double, MomentSums<double>::kCount>& found) const {
    const LatticeMoments moments = momentsOf(found, Vec3{});
    if (moments.size > 0) return moments.centre;
    const auto sums = exec_.template sums<3>("fmm::mean", elementCount_, VectorSum<Real>{element.vector(0)});
    const double share = elementCount_ > 0 ? 1.0 / elementCount_ : 0;
    return {share * sums[0], share * sums[1], share * sums[2]};
  }

  void load(const ParticleViews& particles) {
    const ElementViews& elements = particles.elements;
    elementCount_ = static_cast<Index>(elements.size());
    elementRing_ = indicesOf(elements.ring);
    ringsHere_ = true;
    loadElements(exec_, elements, elementRing_, element, fixed);
    elementRate.resize(elementCount_);
    loadTracers(particles.tracers);
    forgetRates();
  }
  /// Replaces all tracers; their rates are undefined.
  void loadTracers(const TracerViews& tracers) {
    tracerCount_ = static_cast<Index>(tracers.size());
    tracerRing_ = indicesOf(tracers.ring);
    tracer.resize(tracerCount_);
    tracerRate.resize(tracerCount_);
    exec_.template load<Real, 3>(arraysOf(tracers.position), {}, tracer.vector());
  }

  /// Appends particles. All rates become 0, and the start of the last step is lost. Nothing changes if it throws.
  void append(const ParticleViews& added) {
    std::vector<std::int32_t> ofElements = elementRing(), ofTracers = tracerRing_;
    extendRings(ofElements, elementCount_, indicesOf(added.elements.ring), added.elements.size());
    extendRings(ofTracers, tracerCount_, indicesOf(added.tracers.ring), added.tracers.size());
    const auto elements = static_cast<Index>(added.elements.size());
    const auto tracers = static_cast<Index>(added.tracers.size());
    ElementRows addedRows, rows, rates;
    Rows<Exec, Real, 3> addedOthers, others;
    TracerRows addedTracers, passive, passiveRates;
    loadElements(exec_, added.elements, indicesOf(added.elements.ring), addedRows, addedOthers);
    addedTracers.resize(tracers);
    exec_.template load<Real, 3>(arraysOf(added.tracers.position), {}, addedTracers.vector());
    join(element, elementCount_, addedRows, elements, rows);
    join(fixed, elementCount_, addedOthers, elements, others);
    join(tracer, tracerCount_, addedTracers, tracers, passive);
    rates.resize(elementCount_ + elements);
    passiveRates.resize(tracerCount_ + tracers);
    exec_.synchronize();  // before the old rows are freed
    std::swap(element, rows);
    std::swap(fixed, others);
    std::swap(elementRate, rates);
    std::swap(tracer, passive);
    std::swap(tracerRate, passiveRates);
    elementRing_.swap(ofElements);
    tracerRing_.swap(ofTracers);
    elementCount_ += elements;
    tracerCount_ += tracers;
    forgetRates();
  }

  /// Replaces tracers from `first` on; those beyond the last one are appended. Rates of the new tracers are 0. Nothing
  /// changes if it throws.
  void placeTracers(Index first, const TracerViews& placed) {
    const auto count = static_cast<Index>(placed.size());
    const Index total = first + count > tracerCount_ ? first + count : tracerCount_;
    std::vector<std::int32_t> rings = placedRings(tracerRing_, total, first, indicesOf(placed.ring));
    TracerRows positions, all, rates;
    positions.resize(count);
    exec_.template load<Real, 3>(arraysOf(placed.position), {}, positions.vector());
    if (total > tracerCount_) {
      all.resize(total), rates.resize(total);
      copy(tracer, all, tracerCount_);
      copy(tracerRate, rates, tracerCount_);
      std::swap(tracer, all);
      std::swap(tracerRate, rates);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      exec_.copy(positions[k], count, tracer[k] + first);
      exec_.fill(tracerRate[k] + first, count, Real(0));
    }
    tracerRing_.swap(rings);
    tracerCount_ = total;
    exec_.synchronize();  // before the old rows are freed
  }

  /// Keeps a copy of the particles in the execution space, instead of the previous copy.
  void keep() {
    Particles& k = kept_;
    k.there = false;
    k.element.resize(elementCount_);
    k.fixed.resize(elementCount_);
    k.tracer.resize(tracerCount_);
    copy(element, k.element, elementCount_);
    copy(fixed, k.fixed, elementCount_);
    copy(tracer, k.tracer, tracerCount_);
    k.elementCount = elementCount_;
    k.tracerCount = tracerCount_;
    k.elementRing = elementRing_;
    k.tracerRing = tracerRing_;
    k.ringsHere = ringsHere_;
    k.there = true;
  }
  /// The kept copy; empty if there is none.
  std::optional<KeptParticles> kept() {
    if (!kept_.there) return std::nullopt;
    swapKept();
    KeptParticles copies;
    try {
      copies = {elements(), tracers()};
    } catch (...) {
      swapKept();
      throw;
    }
    swapKept();
    return copies;
  }

  /// Writes into those of the caller's arrays that have data.
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
    out.ring = elementRing();
    out.length = exec_.template downloadRow<Real>(element[kLengthRow], elementCount_);
    for (double& length : out.length) length = std::abs(length);  // a far too long step makes l negative
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
    advanceRows<kCoreRow>(exec_, scheme, stage, dt, element, elementStart_, elementSum_, elementRate, elementCount_);
    advanceRows<3>(exec_, scheme, stage, dt, tracer, tracerStart_, tracerSum_, tracerRate, tracerCount_);
  }
  /// Restores the start of the step, after its first advance().
  void restore() {
    copy(elementStart_, element, elementCount_);
    copy(tracerStart_, tracer, tracerCount_);
    forgetRates();
  }
  /// Position of a particle at the start of the step [L].
  Vec3 elementStart(Index i) const { return pick(elementStart_.vector(0), i); }
  Vec3 tracerStart(Index i) const { return pick(tracerStart_.vector(), i); }

  /// Replaces the elements; new ones get the velocities of their parents and their share of the strength rates. Nothing
  /// changes if it throws; otherwise the start of the step is lost.
  void replaceElements(const Refinement& refined) {
    ElementRows rows, rates;
    Rows<Exec, Real, 3> others;
    loadElements(exec_, viewOf(refined.elements), refined.elements.ring, rows, others);
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
    ringsHere_ = true;
    elementCount_ = count;
  }

  /// Replaces the elements by `count` others with some strength and the same rings in the same order: write(element,
  /// rate, fixed) launches the kernels that write their rows. Returns their centroid(). Nothing changes if it throws;
  /// otherwise the start of the step is lost.
  template <class Write>
  Vec3 replaceElements(Index count, const Write& write) {
    spare_.resize(count);
    spareFixed_.resize(count);
    elementSum_.resize(count);  // not needed after a step
    write(spare_, elementSum_, spareFixed_);
    const auto& e = std::as_const(spare_);
    const Vec3 centre = measureMoments<Exec, Real>(exec_, {e[0], e[1], e[2], e[3], e[4], e[5]}, count).centre;  // waits
    std::swap(element, spare_);
    std::swap(elementRate, elementSum_);
    std::swap(fixed, spareFixed_);
    elementCount_ = count;
    ringsHere_ = ringsHere_ && elementRing_.empty();
    runs_.reset();
    return centre;
  }
  /// True if rows hold the ring indices exactly; floats round indices beyond 2^24.
  bool ringsFitRows() const { return !ringsHere_ || areExact<Real>(elementRing_); }

  /// Replaces the elements by nodes of a lattice with spacing h, with rates 0. If it throws, only rates have changed.
  template <class Nodes>
  void replaceElements(const Nodes& nodes, Real sigma, Real h) {
    spare_.resize(nodes.count);
    spareFixed_.resize(nodes.count);
    if (nodes.count > elementRate.room()) {  // the present rates stay if this allocation fails
      ElementRows rates;
      rates.resize(nodes.count);
      std::swap(elementRate, rates);
    }
    for (std::size_t k = 0; k < 6; ++k) exec_.copy(nodes.row[k], nodes.count, spare_[k]);
    exec_.copy(nodes.ring[0], nodes.count, spareFixed_[2]);
    exec_.forEach("fmm::lattice::elements", nodes.count,
                  NodesAsElements<Real>{sigma, h, spare_.all(), spareFixed_[0], spareFixed_[1]});
    std::swap(element, spare_);
    std::swap(fixed, spareFixed_);
    spareCount_ = std::exchange(elementCount_, nodes.count);
    ringsWereHere_ = std::exchange(ringsHere_, false);
    runs_.reset();
    elementRate.resize(elementCount_);  // does not allocate
    for (std::size_t k = 0; k < kElementRows; ++k) exec_.fill(elementRate[k], elementCount_, Real(0));
  }
  /// Restores the elements before the nodes; elementRing() must not have been called since. Rates become 0.
  void takeBackNodes() {
    std::swap(element, spare_);
    std::swap(fixed, spareFixed_);
    std::swap(elementCount_, spareCount_);
    ringsHere_ = ringsWereHere_;
    runs_.reset();
    elementRate.resize(elementCount_);
    forgetRates();
  }

  std::size_t bytes() const {
    return element.bytes() + elementRate.bytes() + fixed.bytes() + tracer.bytes() + tracerRate.bytes() +
           elementStart_.bytes() + elementSum_.bytes() + tracerStart_.bytes() + tracerSum_.bytes() + spare_.bytes() +
           spareFixed_.bytes() + kept_.element.bytes() + kept_.fixed.bytes() + kept_.tracer.bytes();
  }

 private:
  void read(const std::array<const Real*, 3>& rows, Index count, const OutputVectors& to) const {
    if (to.x.data) exec_.template store<Real, 3>(rows, count, arraysOf(to));
  }

  /// Concatenates both.
  template <std::size_t N>
  void join(const Rows<Exec, Real, N>& first, Index count, const Rows<Exec, Real, N>& second, Index added,
            Rows<Exec, Real, N>& all) {
    all.resize(count + added);
    for (std::size_t k = 0; k < N; ++k) {
      exec_.copy(first[k], count, all[k]);
      exec_.copy(second[k], added, all[k] + count);
    }
  }

  /// A copy of the particles.
  struct Particles {
    bool there = false;
    ElementRows element;
    Rows<Exec, Real, 3> fixed;
    TracerRows tracer;
    Index elementCount = 0, tracerCount = 0;
    std::vector<std::int32_t> elementRing, tracerRing;
    bool ringsHere = true;
  };
  void swapKept() {
    std::swap(element, kept_.element);
    std::swap(fixed, kept_.fixed);
    std::swap(tracer, kept_.tracer);
    std::swap(elementCount_, kept_.elementCount);
    std::swap(tracerCount_, kept_.tracerCount);
    elementRing_.swap(kept_.elementRing);
    tracerRing_.swap(kept_.tracerRing);
    std::swap(ringsHere_, kept_.ringsHere);
    runs_.reset();
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

  Exec& exec_;
  Index elementCount_ = 0, tracerCount_ = 0;
  mutable std::vector<std::int32_t> elementRing_;  ///< valid if ringsHere_; otherwise only fixed[2] has the rings
  mutable bool ringsHere_ = true;
  mutable std::optional<std::vector<EqualRun>> runs_;  ///< cache, used if ringsHere_ is false
  bool ringsWereHere_ = true;                          ///< ringsHere_ for the elements in spare_
  Index spareCount_ = 0;
  std::vector<std::int32_t> tracerRing_;
  ElementRows elementStart_, elementSum_, spare_;
  Rows<Exec, Real, 3> spareFixed_;
  TracerRows tracerStart_, tracerSum_;
  Particles kept_;
};

}  // namespace fmm
