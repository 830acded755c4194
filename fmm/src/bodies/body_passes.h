#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bodies/body_forms.h"
#include "bodies/body_steps.h"
#include "bodies/outside_steps.h"
#include "core/input_checks.h"
#include "core/mirror_elements.h"
#include "core/rows.h"
#include "exec/sorted_keys.h"
#include "fmm/bodies.h"
#include "fmm/error.h"
#include "fmm/report.h"
#include "lattice/redistributor.h"
#include "solver/evaluator.h"

namespace fmm {

/// Parameters of a step's passes.
struct BodyTask {
  double h;                           ///< spacing of the lattice [L]
  double sigma;                       ///< core radius of elements on it [L]
  double time;                        ///< [T]
  double dt;                          ///< length of the step [T]
  LatticeFrame frame;                 ///< of the nodes
  Vec3 stream;                        ///< [L/T]
  bool starts;                        ///< bodies come to rest in this flow for the first time
  double wake;                        ///< FadeWake::length [L]
  double carried;                     ///< speed that carries wakes off: wakeSpeed() [L/T]
  int dimensions;                     ///< 2 or 3
  std::optional<GroundPlane> ground;  ///< under all bodies, in that frame
  FieldSettings settings;  ///< for sums; solver parameters are given, so that a resumed run has the same ones
};

/// Rigid bodies by iterated penalization (Coquerelle and Cottet 2008; Hejlesen, Koumoutsakos, Leonard and Walther 2015;
/// Spietz, Hejlesen and Walther 2017), in the plane and in space: docs/math.md, section 22.
template <class Exec, class Real>
class BodyPasses {
 public:
  /// The elements at nodes, and the strengths that make the fluid inside bodies move with them, as elements; several
  /// may stand on one node. Throws NumericalError if a body has no node inside.
  LatticeElements<Real> withBodies(Exec& exec, const std::vector<Body>& bodies, const LatticeElements<Real>& nodes,
                                   const BodyTask& task) {
    place(exec, bodies, task.h, task.frame, task.time, task.ground);
    find(exec);
    keepPart(exec, nodes, task);
    sumFlow(exec, {std::as_const(joined_).all(), std::as_const(ring_)[0], nodes.count}, task);
    loads_.assign(bodies.size(), {});
    const int passes = repeat(exec, task);
    measure(exec, bodies, task, passes);
    return join(exec, nodes);
  }

  /// Puts points inside bodies onto their surfaces, at a time [T].
  void putOutside(Exec& exec, const std::vector<Body>& bodies, double time, const std::array<double*, 3>& x,
                  Index count) {
    place(exec, bodies, 0, {}, time, {});
    exec.forEach("fmm::bodies::outside", count, PutOutside{at_, forms_.view(), x});
  }

  /// Of the last withBodies(), one a body.
  const std::vector<BodyLoad>& loads() const { return loads_; }
  /// There is no body any more.
  void forget() { loads_.clear(); }

  std::size_t bytes() const {
    return forms_.bytes() + keys_.bytes() + nearKeys_.bytes() + inside_.bytes() + near_.bytes() + order_.bytes() +
           warm_.bytes() + sorter_.bytes() + targets_.bytes() + induced_.bytes() + core_.bytes() + mirrored_.bytes() +
           added_.bytes() + slip_.bytes() + missing_.bytes() + sources_.bytes() + sum_.bytes() + joined_.bytes() +
           ring_.bytes() + evaluator_.bytes();
  }

 private:
  /// A pass about a circle leaves half of the slip of the pass before, about a sphere a third, about a thin plate more.
  /// Passes end where little is left of the first one's, or where they take no more away: what the cores cannot resolve
  /// stays.
  static constexpr int kLeastPasses = 3, kMostPasses = 40;
  static constexpr double kLeft = 0.01, kIdle = 0.9;
  static constexpr Index kMargin = 2;        ///< nodes about a body that differences reach
  static constexpr double kMostNodes = 1e7;  ///< in a body's box
  static constexpr double kPairs = 3e7;      ///< up to which pairs are summed directly

  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  /// Without nodes if h = 0.
  void place(Exec& exec, const std::vector<Body>& bodies, double h, const LatticeFrame& frame, double time,
             const std::optional<GroundPlane>& ground) {
    at_ = {};
    at_.h = h;
    at_.dimensions = !bodies.empty() && !isInPlane(bodies.front()) ? 3 : 2;
    forms_.make(exec, bodies, h);
    for (const Body& body : bodies) {
      BodyOnLattice& on = at_.body[at_.count];
      on.first = at_.nodes();
      const Extent extent = forms_.put(static_cast<std::size_t>(at_.count), body, body.poseAt(time), frame, on);
      if (h > 0) layOut(extent, on);
      if (ground && forms_.lowest(*ground) < 0)
        throw NumericalError("body " + std::to_string(at_.count + 1) +
                             " has come to the ground at t = " + numberText(time) + "; the state before is kept");
      ++at_.count;
    }
    forms_.upload(exec);
  }

  /// The box of nodes about a body.
  void layOut(const Extent& body, BodyOnLattice& on) const {
    const double h = at_.h;
    const double from[] = {body.low.x, body.low.y, body.low.z}, until[] = {body.high.x, body.high.y, body.high.z};
    const auto node = [h](double x) { return static_cast<Index>(std::floor(x / h)); };
    double nodes = 1, most = 0;
    for (int k = 0; k < at_.dimensions; ++k) {
      most = std::max({most, std::abs(from[k]) / h, std::abs(until[k]) / h});
      nodes *= (until[k] - from[k]) / h + 2 * kMargin + 2;
    }
    if (!(most < kLatticeReach))
      throw NumericalError("a body is " + numberText(most) + " spacings of the lattice from the middle of the flow");
    if (nodes > kMostNodes)
      throw NumericalError("a body has some " + numberText(std::round(nodes)) +
                           " nodes of the lattice inside; allowed: " + numberText(kMostNodes) + ", with a spacing of " +
                           numberText(h * std::pow(nodes / kMostNodes, 1.0 / at_.dimensions)) + " or more");
    for (int k = 0; k < 3; ++k) {
      const bool flat = k >= at_.dimensions;
      on.node[k] = flat ? 0 : node(from[k]) - kMargin;
      on.count[k] = flat ? 1 : node(until[k]) + 1 + kMargin - on.node[k] + 1;
    }
  }

  /// The nodes inside, and those near bodies as sources.
  void find(Exec& exec) {
    const Index nodes = at_.nodes();
    keys_.resize(size(nodes));
    nearKeys_.resize(size(nodes));
    inside_.resize(size(nodes));
    near_.resize(size(nodes));
    exec.forEach("fmm::bodies::inside", nodes, NodesInside{at_, forms_.view(), keys_.data()}, 16);
    exec.forEach("fmm::bodies::near", nodes, NodesNear{at_, keys_.data(), nearKeys_.data()});
    insideCount_ = kept(exec, nodes, keys_, inside_);
    nearCount_ = kept(exec, nodes, nearKeys_, near_);
    targets_.resize(insideCount_);
    induced_.resize(insideCount_);
    added_.resize(insideCount_);
    slip_.resize(insideCount_);
    missing_.resize(nodes);
    sources_.resize(nearCount_);
    sum_.resize(nearCount_);
    exec.forEach("fmm::bodies::targets", insideCount_, PlacesOfNodes<Real>{at_, inside_.data(), targets_.vector()});
    exec.forEach("fmm::bodies::sources", nearCount_, PlacesOfNodes<Real>{at_, near_.data(), sources_.vector(0)});
    for (std::size_t k = 0; k < 3; ++k) {
      exec.fill(missing_[k], nodes, Real(0));
      exec.fill(sources_[3 + k], nearCount_, Real(0));
      exec.fill(sum_[k], nearCount_, Real(0));
    }
  }

  /// joined_ begins as the nodes, faded far from the bodies, with room for those that get strength.
  void keepPart(Exec& exec, const LatticeElements<Real>& nodes, const BodyTask& task) {
    findHeat(exec, nodes);
    const Index most = nodes.count + nearCount_ + warmCount_;
    joined_.resize(most);
    ring_.resize(most);
    for (std::size_t k = 0; k < 6; ++k) exec.copy(nodes.row[k], nodes.count, joined_[k]);
    exec.copy(nodes.ring, nodes.count, ring_[0]);
    heat_.join(exec, nodes, most);
    if (!(task.wake > 0 && task.carried > 0)) return;
    double zone = task.h;
    for (int b = 0; b < at_.count; ++b) zone = std::max(zone, 2 * at_.body[b].reach);
    const double left = std::exp(-4 * task.carried * task.dt / zone);
    exec.forEach("fmm::bodies::fade", nodes.count,
                 FadeWake<Real>{at_, task.wake, zone, left, std::as_const(joined_).vector(0), joined_.vector(3),
                                heat_.of(nodes)});
  }

  /// The nodes inside bodies that have heat.
  void findHeat(Exec& exec, const LatticeElements<Real>& nodes) {
    warmCount_ = 0;
    if (!nodes.heat || nodes.count == 0) return;
    keys_.resize(size(nodes.count));
    warm_.resize(size(nodes.count));
    exec.forEach("fmm::bodies::warm", nodes.count,
                 NodesWithHeat<Real>{
                     {at_, forms_.view(), {}}, {nodes.row[0], nodes.row[1], nodes.row[2]}, nodes.heat, keys_.data()});
    warmCount_ = kept(exec, nodes.count, keys_, warm_);
  }

  void sumFlow(Exec& exec, const LatticeElements<Real>& from, const BodyTask& task) {
    const Index most = std::max(from.count, nearCount_);
    core_.resize(most);
    exec.fill(core_[0], most, static_cast<Real>(task.sigma));
    if (from.count == 0) {
      for (std::size_t k = 0; k < 3; ++k) exec.fill(induced_[k], insideCount_, Real(0));
      return;
    }
    sum(exec, from.row, from.count, task);
  }

  /// Velocities at the nodes inside, of sources and of their images in the ground.
  void sum(Exec& exec, std::array<const Real*, 6> row, Index count, const BodyTask& given) {
    const Real* core = std::as_const(core_)[0];
    FieldSettings settings = given.settings;
    settings.ground.reset();  // images are sources like others
    if (given.ground) {
      mirrored_.resize(2 * count);
      exec.forEach("fmm::bodies::mirror", count,
                   MirrorElements<Real>(*given.ground, {row[0], row[1], row[2], row[3], row[4], row[5], core},
                                        mirrored_.all(), count));
      const auto& all = std::as_const(mirrored_);
      row = {all[0], all[1], all[2], all[3], all[4], all[5]};
      core = all[6];
      count *= 2;
    }
    if (static_cast<double>(count) * insideCount_ <= kPairs) settings.solver = SolverKind::direct;
    FieldTask<Real> task;
    task.elements = {row[0], row[1], row[2], row[3], row[4], row[5], core};
    task.elementCount = count;
    task.tracers = std::as_const(targets_).vector();
    task.tracerCount = insideCount_;
    task.tracerVelocity = induced_.vector();
    EvaluationReport report;
    evaluator_.mesh().forget();
    evaluator_.evaluate(exec, task, settings, report);
  }

  /// Passes until the fluid inside moves with the bodies. Returns their number.
  int repeat(Exec& exec, const BodyTask& task) {
    const auto& seen = std::as_const(missing_);
    const Vec3 stream = task.frame.turned(task.stream);
    double whole = 0, last = 0;
    factor_ = 0;
    for (int pass = 1;; ++pass) {
      const bool first = pass == 1;
      exec.forEach("fmm::bodies::missing", insideCount_,
                   MissingVelocity<Real>{at_,
                                         inside_.data(),
                                         std::as_const(induced_).vector(),
                                         {stream.x, stream.y, stream.z},
                                         first,
                                         added_.vector(),
                                         missing_.vector()});
      exec.forEach("fmm::bodies::curl", nearCount_,
                   CurlOfMissing<Real>{at_, near_.data(), seen.vector(), sources_.vector(3), sum_.vector(), first});
      const double square = exec.template sums<1>(
          "fmm::bodies::square", insideCount_, MissingSquare<Real>{at_.dimensions, inside_.data(), seen.vector()})[0];
      if (first) whole = square;
      if (first) measureSlip(exec);
      const bool small = square <= kLeft * kLeft * whole, idle = square > kIdle * kIdle * last;
      if (pass == 2) factor_ = std::sqrt(square / whole);
      if (!(square > 0) || pass == kMostPasses || (pass >= kLeastPasses && (small || idle))) return pass;
      last = square;
      sum(exec, std::as_const(sources_).all(), nearCount_, task);
    }
  }

  /// SumsInside of what the passes so far have given.
  std::array<double, SumsInside<Real>::kCount> sumsInside(Exec& exec, std::size_t body) {
    return exec.template sums<SumsInside<Real>::kCount>(
        "fmm::bodies::given", insideCount_,
        SumsInside<Real>{at_, static_cast<int>(body), inside_.data(), std::as_const(added_).vector(),
                         std::as_const(slip_).vector()});
  }

  /// After the first pass, which gives what the fluid slips by.
  void measureSlip(Exec& exec) {
    for (std::size_t k = 0; k < 3; ++k) exec.copy(std::as_const(added_)[k], insideCount_, slip_[k]);
    for (std::size_t b = 0; b < loads_.size(); ++b) {
      const auto found = sumsInside(exec, b);
      if (found[7] == 0)
        throw NumericalError("no node of the lattice lies inside body " + std::to_string(b + 1) +
                             " alone: its spacing is " + numberText(at_.h) +
                             "; a smaller one, or a larger body, helps");
      loads_[b].slip = std::sqrt(found[6] / found[7]);
    }
  }

  /// True if the body begins to move at once in the step, Body::start.
  static bool startsIn(const Body& body, const BodyTask& task) {
    return body.start > 0 && body.start > task.time - task.dt && body.start <= task.time;
  }

  void measure(Exec& exec, const std::vector<Body>& bodies, const BodyTask& task, int passes) {
    const double volume = std::pow(task.h, at_.dimensions);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const auto given = sumsInside(exec, b);
      const BodyMomentum now = momentumOf(forms_.facts(b), bodies[b], task.time);
      const BodyMomentum before = momentumOf(forms_.facts(b), bodies[b], task.time - task.dt);
      BodyLoad& load = loads_[b];
      const Vec3 linear = volume * task.frame.turnedBack({given[0], given[1], given[2]});
      const Vec3 angular = volume * task.frame.turnedBack({given[3], given[4], given[5]});
      load.force = (1 / task.dt) * (now.linear - before.linear - linear);
      // The centre, about which moments are, moves on itself.
      const Vec3 carried = 0.5 * (cross(now.velocity, now.linear) + cross(before.velocity, before.linear));
      load.torque = (1 / task.dt) * (now.angular - before.angular - angular) + carried;
      const Vec3 turning = bodies[b].poseAt(task.time).turning();
      load.power =
          (dot(linear, now.velocity - task.stream) + dot(angular, turning) - 0.5 * volume * given[8]) / task.dt;
      load.starts = task.starts || startsIn(bodies[b], task);
      load.passes = passes;
      load.factor = factor_;
    }
  }

  LatticeElements<Real> join(Exec& exec, const LatticeElements<Real>& nodes) {
    exec.forEach("fmm::bodies::strong", nearCount_,
                 NodesWithStrength<Real>{std::as_const(sum_).vector(), nearKeys_.data()});
    order_.resize(size(nearCount_));
    const Index more = kept(exec, nearCount_, nearKeys_, order_);
    exec.forEach("fmm::bodies::join", more,
                 AppendNodes<Real>{order_.data(), std::as_const(sources_).vector(0), std::as_const(sum_).vector(),
                                   nodes.count, joined_.all(), ring_[0]});
    if (warmCount_ > 0)
      exec.forEach(
          "fmm::bodies::fold", warmCount_,
          FoldHeat<Real>{
              {at_, forms_.view(), {}}, warm_.data(), nodes.count + more, joined_.all(), ring_[0], heat_.of(nodes)});
    return {std::as_const(joined_).all(), std::as_const(ring_)[0], nodes.count + more + warmCount_, heat_.of(nodes)};
  }

  /// Writes the indices of keys other than kNoKey to `order`, ascending; returns their number.
  Index kept(Exec& exec, Index n, Buffer<std::uint64_t>& keys, Buffer<Index>& order) {
    const auto count = static_cast<Index>(exec.template sums<1>("fmm::bodies::count", n, CountKeys{keys.data()})[0]);
    sorter_.sort(exec, keys.data(), order.data(), n);
    return count;
  }

  static std::size_t size(Index n) { return static_cast<std::size_t>(n); }

  BodiesOnLattice at_;
  BodyFormsOf<Exec> forms_;
  Index insideCount_ = 0, nearCount_ = 0, warmCount_ = 0;  ///< warmCount_: nodes inside that have heat
  double factor_ = 0;
  std::vector<BodyLoad> loads_;
  Buffer<std::uint64_t> keys_, nearKeys_;
  Buffer<Index> inside_, near_, order_, warm_;
  KeySorter<Exec> sorter_;
  Rows<Exec, Real, 3> targets_, induced_;  ///< at the nodes inside
  Rows<Exec, Real, 3> added_, slip_;       ///< of all passes, and of the first one, at the nodes inside
  Rows<Exec, Real, 3> missing_;            ///< at all nodes
  Rows<Exec, Real, 6> sources_;            ///< the nodes near bodies, with the strengths of a pass
  Rows<Exec, Real, 3> sum_;                ///< strengths of all passes there
  Rows<Exec, Real, 1> core_;
  Rows<Exec, Real, 7> mirrored_;  ///< sources and their images, over a ground
  Rows<Exec, Real, 6> joined_;
  Rows<Exec, Real, 1> ring_;
  JoinedHeat<Exec, Real> heat_;
  Evaluator<Exec, Real> evaluator_;
};

}  // namespace fmm
