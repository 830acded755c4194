#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
    find(exec, bodies);
    keepPart(exec, nodes, task);
    sumFlow(exec, {std::as_const(joined_).all(), std::as_const(ring_)[0], nodes.count}, task);
    const int passes = repeat(exec, task);
    measure(exec, bodies, task, passes);
    return join(exec, nodes.count);
  }

  /// Puts points inside bodies onto their outlines, at a time [T].
  void putOutside(Exec& exec, const std::vector<Body>& bodies, double time, const std::array<double*, 3>& x,
                  Index count) {
    place(exec, bodies, 1, Vec3{}, time);
    exec.forEach("fmm::bodies::outside", count, PutOutside{at_, corners(), {0, 0}, x});
  }

  /// Of the last withBodies(), one a body.
  const std::vector<BodyLoad>& loads() const { return loads_; }

  std::size_t bytes() const {
    return corner_.bytes() + keys_.bytes() + inside_.bytes() + order_.bytes() + sorter_.bytes() + targets_.bytes() +
           induced_.bytes() + added_.bytes() + missing_.bytes() + sources_.bytes() + sum_.bytes() + joined_.bytes() +
           ring_.bytes() + evaluator_.bytes();
  }

 private:
  /// A pass about a circle leaves half of the slip of the pass before, one about a thin plate more. Passes end where
  /// little is left of the first one's, or where they take no more away: what the cores cannot resolve stays.
  static constexpr int kLeastPasses = 3, kMostPasses = 40;
  static constexpr double kLeft = 0.01, kIdle = 0.9;
  static constexpr Index kMargin = 2;    ///< nodes about a body that differences reach
  static constexpr double kPairs = 3e7;  ///< up to which pairs are summed directly

  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  BodyCorners corners() { return {corner_[0], corner_[1]}; }

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
      const double most =
          std::max(std::max(std::abs(low.x), std::abs(high.x)), std::max(std::abs(low.y), std::abs(high.y)));
      if (!(most / h < kLatticeReach))
        throw NumericalError("a body is " + numberText(most / h) +
                             " spacings of the lattice from the middle of the flow");
      BodyOnLattice& on = at_.body[at_.count];
      const auto node = [h](double x) { return static_cast<Index>(std::floor(x / h)); };
      on.first = at_.nodes();
      on.x = node(low.x) - kMargin;
      on.y = node(low.y) - kMargin;
      on.width = node(high.x) + 1 + kMargin - on.x + 1;
      on.height = node(high.y) + 1 + kMargin - on.y + 1;
      on.corner = static_cast<Index>(all.size());
      on.corners = static_cast<Index>(now.size());
      on.centre[0] = pose.centre.x;
      on.centre[1] = pose.centre.y;
      on.velocity[0] = pose.velocity.x;
      on.velocity[1] = pose.velocity.y;
      on.rotation = pose.rotation;
      on.reach = factsOf(body, outline).reach;
      entryCount(static_cast<std::uint64_t>(on.first) +
                     static_cast<std::uint64_t>(on.width) * static_cast<std::uint64_t>(on.height),
                 "a body's nodes", "a larger spacing");
      ++at_.count;
      all.insert(all.end(), now.begin(), now.end());
    }
    corner_.resize(static_cast<Index>(all.size()));
    exec.template upload<double>(all, corner_.vector());
  }

  /// The nodes inside, and all nodes as sources.
  void find(Exec& exec, const std::vector<Body>& bodies) {
    const Index nodes = at_.nodes();
    keys_.resize(size(nodes));
    inside_.resize(size(nodes));
    exec.forEach("fmm::bodies::inside", nodes, NodesInside{at_, corners(), keys_.data()}, 16);
    insideCount_ = kept(exec, nodes, inside_);
    if (insideCount_ == 0 && !bodies.empty())
      throw NumericalError("no node of the lattice lies inside a body: its spacing is " + numberText(at_.h) +
                           "; a smaller one, or a larger body, helps");
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
    if (!(task.wake > 0)) return;
    double zone = task.h, speed = std::hypot(task.stream.x, task.stream.y);
    for (int b = 0; b < at_.count; ++b) {
      zone = std::max(zone, 2 * at_.body[b].reach);
      speed =
          std::max(speed, std::hypot(at_.body[b].velocity[0] - task.stream.x, at_.body[b].velocity[1] - task.stream.y));
    }
    const double most1 = std::exp(-4 * speed * task.dt / zone);
    exec.forEach("fmm::bodies::fade", nodes.count,
                 FadeWake<Real>{at_, task.wake, zone, most1, {joined_[0], joined_[1]}, joined_[5]});
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
      if (first) slip_ = std::sqrt(square / insideCount_);
      const bool small = square <= kLeft * kLeft * whole, idle = square > kIdle * kIdle * last;
      if (!(square > 0) || pass == kMostPasses || (pass >= kLeastPasses && (small || idle))) return pass;
      last = square;
      const auto& s = std::as_const(sources_);
      sum(exec, {s[0], s[1], s[2], s[3], s[4], s[5], std::as_const(core_)[0]}, nodes, task.settings);
    }
  }

  void measure(Exec& exec, const std::vector<Body>& bodies, const BodyTask& task, int passes) {
    loads_.assign(bodies.size(), {});
    const double area = task.h * task.h;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const auto given =
          exec.template sums<3>("fmm::bodies::given", insideCount_,
                                GivenToFluid<Real>{at_, static_cast<int>(b), inside_.data(), {added_[0], added_[1]}});
      const OutlineFacts facts = factsOf(bodies[b], outlineOf(bodies[b]));
      const BodyPose now = bodies[b].poseAt(task.time), before = bodies[b].poseAt(task.time - task.dt);
      const Vec3 faster = (1 / task.dt) * (now.velocity - before.velocity);
      BodyLoad& load = loads_[b];
      load.force = {-area * given[0] / task.dt + facts.area * faster.x,
                    -area * given[1] / task.dt + facts.area * faster.y, 0};
      load.torque = -area * given[2] / task.dt + facts.secondMoment * (now.rotation - before.rotation) / task.dt;
      load.slip = slip_;
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
  double slip_ = 0;
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
