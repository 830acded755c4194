#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/rows.h"
#include "exec/value_range.h"
#include "fmm/particle_views.h"
#include "lattice/deposit_steps.h"
#include "lattice/moments.h"
#include "vortex/dynamics.h"
#include "vortex/element_functors.h"
#include "vortex/lattice_functors.h"
#include "vortex/particle_rows.h"
#include "vortex/particle_store.h"

namespace fmm {

/// Elements and tracers in an execution space, and their rates. During a step `exactElement` and `exactTracer` are
/// those at its start; `element` and `tracer` are what solvers see of the present stage.
template <class Exec, class Real>
class ParticleState : public ParticleStore<Exec, Real> {
  using Store = ParticleStore<Exec, Real>;

 public:
  using ElementRows = Rows<Exec, Real, kElementRows>;
  using TracerRows = Rows<Exec, Real, 3>;
  using Store::elementRing;
  using Store::exactElement;
  using Store::exactTracer;
  using Store::fixed;
  using typename Store::ExactElements;
  using typename Store::ExactTracers;

  ElementRows element, elementRate;  ///< element: rounded, positions about origin()
  TracerRows tracer, tracerRate;
  Rows<Exec, Real, 3> slope;  ///< h^d grad b at the nodes of the last replaceElements(), where they have heat

  explicit ParticleState(Exec& exec) : Store(exec), kept_(exec) {}

  /// The point from which positions in `element` and `tracer` are counted [L].
  const Vec3& origin() const { return origin_; }
  void setOrigin(const Vec3& origin) {
    origin_ = origin;
    roundAll();
  }
  /// Makes `element` anew from exactElement, which was changed.
  void roundElements() { elementRows(exactElement, element, elementCount_).round(); }
  /// Gives all elements heat 0, or takes it from them.
  void useHeat(bool used) {
    if (used == fixed.hasHeat()) return;
    fixed.resize(elementCount_, used);
    if (used) exec_.fill(fixed.heat(), elementCount_, Real(0));
  }
  /// Makes exactElement from `element`, which was changed.
  void adoptElements() { elementRows(exactElement, element, elementCount_).adopt(); }
  /// The elements' box less origin(); low is above high if there is none.
  std::array<ValueRange, 3> box() const {
    const auto found = exec_.template rangesLater<3>("fmm::box", elementCount_, PositionRange<Real>{element.vector(0)});
    exec_.synchronize();
    return found.value();
  }
  /// Rounded positions, strengths and rings in the execution space.
  LatticeElements<Real> latticeElements() const {
    const auto& e = std::as_const(element);
    return {{e[0], e[1], e[2], e[3], e[4], e[5]},
            std::as_const(fixed)[kRingRow],
            elementCount_,
            std::as_const(fixed).heat()};
  }
  /// Sums over the elements about origin().
  MomentSums<double> momentSums() const {
    const auto& e = exactElement;
    return {{e[0], e[1], e[2], e[3], e[4], e[5]}, origin_};
  }
  /// Starts the sums for centroidOf().
  auto beginMoments() const {
    return exec_.template sumsLater<MomentSums<double>::kCount>("fmm::moments", elementCount_, momentSums());
  }
  /// fmm::centroid().
  Vec3 centroid() const {
    return centroidOf(exec_.template sums<MomentSums<double>::kCount>("fmm::moments", elementCount_, momentSums()));
  }
  Vec3 centroidOf(const std::array<double, MomentSums<double>::kCount>& found) const {
    const LatticeMoments moments = momentsOf(found, origin_);
    if (moments.size > 0) return moments.centre;
    const auto sums = exec_.template sums<3>("fmm::mean", elementCount_, VectorSum<double>{exactElement.vector(0)});
    const double share = elementCount_ > 0 ? 1.0 / elementCount_ : 0;
    return {share * sums[0], share * sums[1], share * sums[2]};
  }

  /// `withHeat`: elements have heat, 0 where it is not given.
  void load(const ParticleViews& particles, bool withHeat) {
    const ElementViews& elements = particles.elements;
    elementCount_ = static_cast<Index>(elements.size());
    elementRing_ = indicesOf(elements.ring);
    ringsHere_ = true;
    loadElements(exec_, elements, elementRing_, withHeat, exactElement, fixed);
    element.resize(elementCount_);
    elementRate.resize(elementCount_);
    loadTracers(particles.tracers);
    roundAll();
    forgetRates();
  }
  /// Replaces all tracers; their rates are undefined.
  void loadTracers(const TracerViews& tracers) {
    tracerCount_ = static_cast<Index>(tracers.size());
    tracerRing_ = indicesOf(tracers.ring);
    exactTracer.resize(tracerCount_);
    tracer.resize(tracerCount_);
    tracerRate.resize(tracerCount_);
    exec_.template load<double, 3>(arraysOf(tracers.position), {}, exactTracer.vector());
    tracerRows(exactTracer, tracer, tracerCount_).round();
  }

  /// Appends particles. All rates become 0, and the start of the last step is lost. Nothing changes if it throws.
  void append(const ParticleViews& added) {
    std::vector<std::int32_t> ofElements = elementRing(), ofTracers = tracerRing_;
    extendRings(ofElements, elementCount_, indicesOf(added.elements.ring), added.elements.size());
    extendRings(ofTracers, tracerCount_, indicesOf(added.tracers.ring), added.tracers.size());
    const auto elements = static_cast<Index>(added.elements.size());
    const auto tracers = static_cast<Index>(added.tracers.size());
    ExactElements addedRows, exact;
    ExactTracers addedTracers, passive;
    FixedRows<Exec, Real> addedOthers, others;
    ElementRows rows, rates;
    TracerRows passiveRows, passiveRates;
    loadElements(exec_, added.elements, indicesOf(added.elements.ring), fixed.hasHeat(), addedRows, addedOthers);
    addedTracers.resize(tracers);
    exec_.template load<double, 3>(arraysOf(added.tracers.position), {}, addedTracers.vector());
    join(exactElement, elementCount_, addedRows, elements, exact);
    join(fixed, elementCount_, addedOthers, elements, others);
    join(exactTracer, tracerCount_, addedTracers, tracers, passive);
    for (ElementRows* r : {&rows, &rates}) r->resize(elementCount_ + elements);
    for (TracerRows* r : {&passiveRows, &passiveRates}) r->resize(tracerCount_ + tracers);
    elementRows(exact, rows, elementCount_ + elements).round();
    tracerRows(passive, passiveRows, tracerCount_ + tracers).round();
    exec_.synchronize();  // before the old rows are freed
    std::swap(exactElement, exact);
    std::swap(exactTracer, passive);
    std::swap(element, rows);
    std::swap(fixed, others);
    std::swap(elementRate, rates);
    std::swap(tracer, passiveRows);
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
    ExactTracers positions, all;
    TracerRows rows, rates;
    positions.resize(count);
    exec_.template load<double, 3>(arraysOf(placed.position), {}, positions.vector());
    if (total > tracerCount_) {
      all.resize(total), rows.resize(total), rates.resize(total);
      copy(exactTracer, all, tracerCount_);
      copy(tracerRate, rates, tracerCount_);
      std::swap(exactTracer, all);
      std::swap(tracer, rows);
      std::swap(tracerRate, rates);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      exec_.copy(std::as_const(positions)[k], count, exactTracer[k] + first);
      exec_.fill(tracerRate[k] + first, count, Real(0));
    }
    tracerRing_.swap(rings);
    tracerCount_ = total;
    tracerRows(exactTracer, tracer, tracerCount_).round();
    exec_.synchronize();  // before the old rows are freed
  }

  /// Keeps a copy of the particles in the execution space, instead of the previous copy.
  void keep() {
    isKept_ = false;
    kept_.copyFrom(*this);
    isKept_ = true;
  }
  /// The kept copy; empty if there is none.
  std::optional<KeptParticles> kept() const {
    if (!isKept_) return std::nullopt;
    return KeptParticles{kept_.elements(), kept_.tracers()};
  }

  /// Writes into those of the caller's arrays that have data.
  void read(const ElementResults& results) const {
    read(exactElement.vector(0), elementCount_, results.position);
    read(exactElement.vector(3), elementCount_, results.strength);
    if (results.coreRadius.data)
      exec_.template store<double, 1>({exactElement[kCoreRow]}, elementCount_, {results.coreRadius});
    read(elementRate.vector(0), elementCount_, results.velocity);
    read(elementRate.vector(3), elementCount_, results.strengthRate);
    if (!results.heat.data) return;
    if (!fixed.hasHeat()) throw InvalidInput("heat of elements: this flow has none");
    exec_.template store<Real, 1>({fixed.heat()}, elementCount_, {results.heat});
  }
  void read(const TracerResults& results) const {
    read(exactTracer.vector(), tracerCount_, results.position);
    read(tracerRate.vector(), tracerCount_, results.velocity);
  }

  std::vector<Vec3> elementVelocities() const {
    return exec_.template download<Real>(elementRate.vector(0), elementCount_);
  }
  std::vector<Vec3> strengthRates() const {
    return exec_.template download<Real>(elementRate.vector(3), elementCount_);
  }
  std::vector<Vec3> tracerVelocities() const {
    return exec_.template download<Real>(tracerRate.vector(), tracerCount_);
  }

  /// One stage of a step, after the rates at the present state are known. A uniform stream is the same everywhere:
  /// stages do without it, and the origin goes along.
  void advance(const StageStep& step) {
    finished_ = false;
    elementSum_.resize(elementCount_);
    tracerSum_.resize(tracerCount_);
    elementEnd_.resize(elementCount_);
    tracerEnd_.resize(tracerCount_);
    otherOrigin_ = origin_ + step.shift;
    const Vec3& from = step.last() ? otherOrigin_ : origin_;
    elementRows(exactElement, element, elementCount_, from)
        .template advance<kCoreRow>(step, elementSum_, elementRate, elementEnd_);
    tracerRows(exactTracer, tracer, tracerCount_, from).template advance<3>(step, tracerSum_, tracerRate, tracerEnd_);
  }
  /// After the last stage: its result becomes the state.
  void finish() {
    swapEnds();
    finished_ = true;
  }
  /// After finish(): lifts what the step has carried through the plane.
  void liftAbove(const GroundPlane& plane) {
    exec_.forEach("fmm::ground::elements", elementCount_,
                  LiftAbove(plane, exactElement.vector(0), exactElement.vector(3)));
    exec_.forEach("fmm::ground::tracers", tracerCount_, LiftAbove(plane, exactTracer.vector(), {}));
    roundAll();
  }
  /// After finish(): `move`(rows, count) changes tracers' positions [L].
  template <class Move>
  void moveTracers(const Move& move) {
    move(exactTracer.vector(), tracerCount_);
    tracerRows(exactTracer, tracer, tracerCount_).round();
  }
  /// Restores the start of the step, after its first advance().
  void restore() {
    if (std::exchange(finished_, false)) swapEnds();
    roundAll();
    forgetRates();
  }
  /// Position of a particle at the start of the step [L], before finish().
  Vec3 elementStart(Index i) const { return pick(exactElement.vector(0), i); }
  Vec3 tracerStart(Index i) const { return pick(exactTracer.vector(), i); }

  /// Replaces the elements by nodes of a lattice with spacing h, with rates 0; adoptElements() then makes them the
  /// state. If it throws, only rates have changed.
  template <class Nodes>
  void replaceElements(const Nodes& nodes, Real sigma, Real h) {
    spareExact_.resize(nodes.count);
    spare_.resize(nodes.count);
    const bool hasHeat = fixed.hasHeat();  // nodes of elements without any have none, which is 0
    spareFixed_.resize(nodes.count, hasHeat);
    slope.resize(hasHeat ? nodes.count : 0);
    if (nodes.count > elementRate.room()) {  // the present rates stay if this allocation fails
      ElementRows rates;
      rates.resize(nodes.count);
      std::swap(elementRate, rates);
    }
    for (std::size_t k = 0; k < 6; ++k) exec_.copy(nodes.row[k], nodes.count, spare_[k]);
    exec_.copy(nodes.ring[0], nodes.count, spareFixed_[kRingRow]);
    if (hasHeat && !nodes.hasHeat) exec_.fill(spareFixed_.heat(), nodes.count, Real(0));
    if (nodes.hasHeat) exec_.copy(nodes.heat[0], nodes.count, spareFixed_.heat());
    for (std::size_t k = 0; hasHeat && k < 3; ++k)
      nodes.hasHeat ? exec_.copy(nodes.slope[k], nodes.count, slope[k]) : exec_.fill(slope[k], nodes.count, Real(0));
    exec_.forEach("fmm::lattice::elements", nodes.count,
                  NodesAsElements<Real>{sigma, h, spare_.all(), spareFixed_[kVolumeRow]});
    std::swap(exactElement, spareExact_);
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
    std::swap(exactElement, spareExact_);
    std::swap(element, spare_);
    std::swap(fixed, spareFixed_);
    std::swap(elementCount_, spareCount_);
    ringsHere_ = ringsWereHere_;
    runs_.reset();
    elementRate.resize(elementCount_);
    forgetRates();
  }

  std::size_t bytes() const {
    return Store::bytes() + element.bytes() + elementRate.bytes() + tracer.bytes() + tracerRate.bytes() +
           elementSum_.bytes() + tracerSum_.bytes() + elementEnd_.bytes() + tracerEnd_.bytes() + spareExact_.bytes() +
           spare_.bytes() + spareFixed_.bytes() + slope.bytes() + kept_.bytes();
  }

 private:
  using Store::copy;
  using Store::elementCount_;
  using Store::elementRing_;
  using Store::exec_;
  using Store::join;
  using Store::ringsHere_;
  using Store::runs_;
  using Store::tracerCount_;
  using Store::tracerRing_;

  ParticleRows<Exec, Real, kElementRows> elementRows(ExactElements& exact, ElementRows& seen, Index count,
                                                     const Vec3& from) {
    return {exec_, count, exact, seen, numbersOf(from)};
  }
  ParticleRows<Exec, Real, kElementRows> elementRows(ExactElements& exact, ElementRows& seen, Index count) {
    return elementRows(exact, seen, count, origin_);
  }
  ParticleRows<Exec, Real, 3> tracerRows(ExactTracers& exact, TracerRows& seen, Index count, const Vec3& from) {
    return {exec_, count, exact, seen, numbersOf(from)};
  }
  ParticleRows<Exec, Real, 3> tracerRows(ExactTracers& exact, TracerRows& seen, Index count) {
    return tracerRows(exact, seen, count, origin_);
  }
  void swapEnds() {
    std::swap(exactElement, elementEnd_);
    std::swap(exactTracer, tracerEnd_);
    std::swap(origin_, otherOrigin_);
  }
  void roundAll() {
    roundElements();
    tracerRows(exactTracer, tracer, tracerCount_).round();
  }

  template <class Number>
  void read(const std::array<const Number*, 3>& rows, Index count, const OutputVectors& to) const {
    if (to.x.data) exec_.template store<Number, 3>(rows, count, arraysOf(to));
  }

  void forgetRates() {
    for (std::size_t k = 0; k < kElementRows; ++k) exec_.fill(elementRate[k], elementCount_, Real(0));
    for (std::size_t k = 0; k < 3; ++k) exec_.fill(tracerRate[k], tracerCount_, Real(0));
  }
  Vec3 pick(const std::array<const double*, 3>& rows, Index i) const {
    return exec_.template pick<double>(rows, {static_cast<std::size_t>(i)}).front();
  }

  Vec3 origin_, otherOrigin_;  ///< otherOrigin_: after the step, or before it where finished_
  bool finished_ = false;
  bool ringsWereHere_ = true;  ///< ringsHere_ for the elements in spare_
  Index spareCount_ = 0;
  ElementRows elementSum_, spare_;
  ExactElements elementEnd_, spareExact_;  ///< elementEnd_: as otherOrigin_
  FixedRows<Exec, Real> spareFixed_;
  TracerRows tracerSum_;
  ExactTracers tracerEnd_;
  Store kept_;
  bool isKept_ = false;
};

}  // namespace fmm
