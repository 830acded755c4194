#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bodies/body_steps.h"
#include "core/input_checks.h"
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
  double h;                ///< spacing of the lattice [L]
  double sigma;            ///< core radius of elements on it [L]
  double time;             ///< [T]
  double dt;               ///< length of the step [T]
  Vec3 origin;             ///< of positions [L]
  Vec3 stream;             ///< [L/T]
  bool starts;             ///< bodies come to rest in this flow for the first time
  double wake;             ///< FadeWake::length [L]
  double carried;          ///< speed that carries wakes off: wakeSpeed() [L/T]
  FieldSettings settings;  ///< for sums; solver parameters are given, so that a resumed run has the same ones
};

/// Rigid bodies in a plane flow by iterated penalization (Coquerelle and Cottet 2008; Hejlesen, Koumoutsakos, Leonard
/// and Walther 2015): docs/math.md, section 22. A body in space would need its nodes inside, its velocity, and the curl
/// of three components.
template <class Exec, class Real>
class BodyPasses {
 public:
  /// The elements at nodes, and the strengths that make the fluid inside bodies move with them, as elements; several
  /// may stand on one node. Throws NumericalError if a body has no node inside.
  LatticeElements<Real> withBodies(Exec& exec, const std::vector<Body>& bodies, const LatticeElements<Real>& nodes,
                                   const BodyTask& task) {
    place(exec, bodies, task.h, task.origin, task.time);
    find(exec);
    keepPart(exec, nodes, task);
    sumFlow(exec, {std::as_const(joined_).all(), std::as_const(ring_)[0], nodes.count}, task);
    loads_.assign(bodies.size(), {});
    const int passes = repeat(exec, task);
    measure(exec, bodies, task, passes);
    return join(exec, nodes.count);
  }

  /// Puts points inside bodies onto their outlines, at a time [T].
  void putOutside(Exec& exec, const std::vector<Body>& bodies, double time, const std::array<double*, 3>& x,
                  Index count) {
    place(exec, bodies, 0, Vec3{}, time);
    exec.forEach("fmm::bodies::outside", count, PutOutside{at_, corners(), {0, 0}, x});
  }

  /// Of the last withBodies(), one a body.
  const std::vector<BodyLoad>& loads() const { return loads_; }
  /// There is no body any more.
  void forget() { loads_.clear(); }

  std::size_t bytes() const {
    return corner_.bytes() + keys_.bytes() + inside_.bytes() + order_.bytes() + sorter_.bytes() + targets_.bytes() +
           induced_.bytes() + core_.bytes() + added_.bytes() + missing_.bytes() + sources_.bytes() + sum_.bytes() +
           joined_.bytes() + ring_.bytes() + evaluator_.bytes();
  }

 private:
  /// A pass about a circle leaves half of the slip of the pass before, one about a thin plate more. Passes end where
  /// little is left of the first one's, or where they take no more away: what the cores cannot resolve stays.
  static constexpr int kLeastPasses = 3, kMostPasses = 40;
  static constexpr double kLeft = 0.01, kIdle = 0.9;
  static constexpr Index kMargin = 2;        ///< nodes about a body that differences reach
  static constexpr double kMostNodes = 4e6;  ///< in a body's rectangle
  static constexpr double kPairs = 3e7;      ///< up to which pairs are summed directly

  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  BodyCorners corners() { return {corner_[0], corner_[1]}; }

  /// Without nodes if h = 0.
  void place(Exec& exec, const std::vector<Body>& bodies, double h, const Vec3& origin, double time) {
    std::vector<Vec3> all;
    at_ = {};
    at_.h = h;
    for (const Body& body : bodies) {
      BodyPose pose = body.poseAt(time);
      pose.centre = pose.centre - origin;
      const std::vector<Vec3> outline = outlineOf(body), now = outlineAt(outline, pose);
      Vec3 low = now.front(), high = low;
      for (const Vec3& x : now) {
        low = {std::min(low.x, x.x), std::min(low.y, x.y), 0};
        high = {std::max(high.x, x.x), std::max(high.y, x.y), 0};
      }
      BodyOnLattice& on = at_.body[at_.count];
      on.first = at_.nodes();
      if (h > 0) layOut(low, high, on);
      on.corner = static_cast<Index>(all.size());
      on.corners = static_cast<Index>(now.size());
      on.centre[0] = pose.centre.x;
      on.centre[1] = pose.centre.y;
      on.velocity[0] = pose.velocity.x;
      on.velocity[1] = pose.velocity.y;
      on.rotation = pose.rotation;
      on.reach = factsOf(body, outline).reach;
      ++at_.count;
      all.insert(all.end(), now.begin(), now.end());
    }
    corner_.resize(static_cast<Index>(all.size()));
    exec.template upload<double>(all, corner_.vector());
  }

  /// The rectangle of nodes about a body from `low` to `high`.
  void layOut(const Vec3& low, const Vec3& high, BodyOnLattice& on) const {
    const double h = at_.h, most = std::max({std::abs(low.x), std::abs(high.x), std::abs(low.y), std::abs(high.y)});
    if (!(most / h < kLatticeReach))
      throw NumericalError("a body is " + numberText(most / h) +
                           " spacings of the lattice from the middle of the flow");
    const double nodes = (high.x - low.x) / h * ((high.y - low.y) / h);
    if (nodes > kMostNodes)
      throw NumericalError("a body has some " + numberText(std::round(nodes)) +
                           " nodes of the lattice inside; allowed: " + numberText(kMostNodes) + ", with a spacing of " +
                           numberText(h * std::sqrt(nodes / kMostNodes)) + " or more");
    const auto node = [h](double x) { return static_cast<Index>(std::floor(x / h)); };
    on.x = node(low.x) - kMargin;
    on.y = node(low.y) - kMargin;
    on.width = node(high.x) + 1 + kMargin - on.x + 1;
    on.height = node(high.y) + 1 + kMargin - on.y + 1;
  }

  /// The nodes inside, and all nodes as sources.
  void find(Exec& exec) {
    const Index nodes = at_.nodes();
    keys_.resize(size(nodes));
    inside_.resize(size(nodes));
    exec.forEach("fmm::bodies::inside", nodes, NodesInside{at_, corners(), keys_.data()}, 16);
    insideCount_ = kept(exec, nodes, inside_);
    targets_.resize(insideCount_);
    induced_.resize(insideCount_);
    added_.resize(insideCount_);
    missing_.resize(nodes);
    sources_.resize(nodes);
    sum_.resize(nodes);
    exec.forEach("fmm::bodies::targets", insideCount_, PlacesOfNodes<Real>{at_, inside_.data(), targets_.vector()});
    exec.forEach("fmm::bodies::sources", nodes, PlacesOfNodes<Real>{at_, nullptr, sources_.vector(0)});
    for (std::size_t k = 0; k < 2; ++k) {
      exec.fill(missing_[k], nodes, Real(0));
      exec.fill(sources_[3 + k], nodes, Real(0));
    }
  }

  /// joined_ begins as the nodes, faded far from the bodies, with room for those that get strength.
  void keepPart(Exec& exec, const LatticeElements<Real>& nodes, const BodyTask& task) {
    const Index most = nodes.count + at_.nodes();
    joined_.resize(most);
    ring_.resize(most);
    for (std::size_t k = 0; k < 6; ++k) exec.copy(nodes.row[k], nodes.count, joined_[k]);
    exec.copy(nodes.ring, nodes.count, ring_[0]);
    if (!(task.wake > 0 && task.carried > 0)) return;
    double zone = task.h;
    for (int b = 0; b < at_.count; ++b) zone = std::max(zone, 2 * at_.body[b].reach);
    const double left = std::exp(-4 * task.carried * task.dt / zone);
    exec.forEach("fmm::bodies::fade", nodes.count,
                 FadeWake<Real>{at_, task.wake, zone, left, {joined_[0], joined_[1]}, joined_[5]});
  }

  void sumFlow(Exec& exec, const LatticeElements<Real>& from, const BodyTask& task) {
    core_.resize(std::max(from.count, at_.nodes()));
    exec.fill(core_[0], std::max(from.count, at_.nodes()), static_cast<Real>(task.sigma));
    if (from.count == 0) {
      for (std::size_t k = 0; k < 3; ++k) exec.fill(induced_[k], insideCount_, Real(0));
      return;
    }
    sum(exec, {from.row[0], from.row[1], from.row[2], from.row[3], from.row[4], from.row[5], core_[0]}, from.count,
        task.settings);
  }

  /// Velocities at the nodes inside.
  void sum(Exec& exec, const SourceArrays<Real>& from, Index count, FieldSettings settings) {
    if (static_cast<double>(count) * insideCount_ <= kPairs) settings.solver = SolverKind::direct;
    FieldTask<Real> task;
    task.elements = from;
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
    const Index nodes = at_.nodes();
    const std::array<Real*, 2> missing = {missing_[0], missing_[1]};
    const auto& seen = std::as_const(missing_);
    double whole = 0, last = 0;
    for (int pass = 1;; ++pass) {
      const bool first = pass == 1;
      exec.forEach("fmm::bodies::missing", insideCount_,
                   MissingVelocity<Real>{at_,
                                         inside_.data(),
                                         std::as_const(induced_).vector(),
                                         {task.stream.x, task.stream.y},
                                         first,
                                         {added_[0], added_[1]},
                                         missing});
      exec.forEach("fmm::bodies::curl", nodes,
                   CurlOfMissing<Real>{at_, {seen[0], seen[1]}, sources_[5], sum_[0], first});
      const double square = exec.template sums<1>("fmm::bodies::square", insideCount_,
                                                  MissingSquare<Real>{inside_.data(), {seen[0], seen[1]}})[0];
      if (first) whole = square;
      if (first) measureSlip(exec);
      const bool small = square <= kLeft * kLeft * whole, idle = square > kIdle * kIdle * last;
      if (!(square > 0) || pass == kMostPasses || (pass >= kLeastPasses && (small || idle))) return pass;
      last = square;
      const auto& s = std::as_const(sources_);
      sum(exec, {s[0], s[1], s[2], s[3], s[4], s[5], std::as_const(core_)[0]}, nodes, task.settings);
    }
  }

  /// SumsInside of what the passes so far have given.
  std::array<double, SumsInside<Real>::kCount> sumsInside(Exec& exec, std::size_t body) {
    return exec.template sums<SumsInside<Real>::kCount>(
        "fmm::bodies::given", insideCount_,
        SumsInside<Real>{at_, static_cast<int>(body), inside_.data(), {added_[0], added_[1]}});
  }

  /// After the first pass.
  void measureSlip(Exec& exec) {
    for (std::size_t b = 0; b < loads_.size(); ++b) {
      const auto found = sumsInside(exec, b);
      if (found[4] == 0)
        throw NumericalError("no node of the lattice lies inside body " + std::to_string(b + 1) +
                             " alone: its spacing is " + numberText(at_.h) +
                             "; a smaller one, or a larger body, helps");
      loads_[b].slip = std::sqrt(found[3] / found[4]);
    }
  }

  /// Momentum of the fluid inside, and its moment about the centre, for a motion: P and L of docs/math.md, (22.2).
  static std::array<double, 3> momentum(const OutlineFacts& facts, const BodyPose& pose) {
    const double c = std::cos(pose.angle), s = std::sin(pose.angle);
    const double x = c * facts.centroid.x - s * facts.centroid.y, y = s * facts.centroid.x + c * facts.centroid.y;
    return {facts.area * (pose.velocity.x - pose.rotation * y), facts.area * (pose.velocity.y + pose.rotation * x),
            facts.area * (x * pose.velocity.y - y * pose.velocity.x) + facts.secondMoment * pose.rotation};
  }

  void measure(Exec& exec, const std::vector<Body>& bodies, const BodyTask& task, int passes) {
    const double area = task.h * task.h;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const auto given = sumsInside(exec, b);
      const OutlineFacts facts = factsOf(bodies[b], outlineOf(bodies[b]));
      const auto now = momentum(facts, bodies[b].poseAt(task.time));
      const auto before = momentum(facts, bodies[b].poseAt(task.time - task.dt));
      const auto force = [&](std::size_t k) { return (now[k] - before[k] - area * given[k]) / task.dt; };
      BodyLoad& load = loads_[b];
      load.force = {force(0), force(1), 0};
      load.torque = force(2);
      load.starts = task.starts;
      load.passes = passes;
    }
  }

  LatticeElements<Real> join(Exec& exec, Index nodes) {
    const Index all = at_.nodes();
    exec.forEach("fmm::bodies::strong", all, NodesWithStrength<Real>{sum_[0], keys_.data()});
    order_.resize(size(all));
    const Index more = kept(exec, all, order_);
    exec.forEach("fmm::bodies::join", more,
                 AppendNodes<Real>{at_, order_.data(), sum_[0], nodes, joined_.all(), ring_[0]});
    return {std::as_const(joined_).all(), std::as_const(ring_)[0], nodes + more};
  }

  /// Writes the indices of keys other than kNoKey to `order`, ascending; returns their number.
  Index kept(Exec& exec, Index n, Buffer<Index>& order) {
    const auto count = static_cast<Index>(exec.template sums<1>("fmm::bodies::count", n, CountKeys{keys_.data()})[0]);
    sorter_.sort(exec, keys_.data(), order.data(), n);
    return count;
  }

  static std::size_t size(Index n) { return static_cast<std::size_t>(n); }

  BodiesOnLattice at_;
  Index insideCount_ = 0;
  std::vector<BodyLoad> loads_;
  Rows<Exec, double, 3> corner_;
  Buffer<std::uint64_t> keys_;
  Buffer<Index> inside_, order_;
  KeySorter<Exec> sorter_;
  Rows<Exec, Real, 3> targets_, induced_;  ///< at the nodes inside
  Rows<Exec, Real, 2> added_, missing_;    ///< added_: at the nodes inside; missing_: at all nodes
  Rows<Exec, Real, 6> sources_;            ///< all nodes, with the strengths of a pass
  Rows<Exec, Real, 1> core_, sum_;         ///< sum_: strengths of all passes
  Rows<Exec, Real, 6> joined_;
  Rows<Exec, Real, 1> ring_;
  Evaluator<Exec, Real> evaluator_;
};

}  // namespace fmm
