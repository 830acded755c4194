#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bodies/body_passes.h"
#include "core/input_checks.h"
#include "fmm/error.h"
#include "fmm/report.h"
#include "lattice/node_near.h"
#include "lattice/redistributor.h"
#include "vortex/lattice_functors.h"
#include "vortex/particle_state.h"
#include "vortex/wall_layer.h"

namespace fmm {

/// A step's pass over the lattice.
struct LatticePass {
  /// Redistribution is due by the settings. If not, strengths only diffuse: no divergence is removed, and a no-slip
  /// wall gives off nothing.
  bool due = false;
  double dt = 0;    ///< length of the step, whose diffusion the pass does ahead [T]
  double time = 0;  ///< at its beginning [T]
};

/// Redistribution of a system's elements by its settings: when, onto which lattice, within which budget, and with which
/// removal of divergence. docs/math.md, section 18.
template <class Exec, class Real>
class LatticeMotion {
 public:
  /// True if redistribution is due before step number `steps` + 1. `auto` waits until the fluid may have turned or been
  /// stretched by kMostTurn since the last one. The first step on a lattice always begins with one.
  static bool due(const MotionSettings& settings, const LatticeReport& report, std::int64_t steps) {
    if (!settings.redistribution.isOn()) return false;
    if (report.spacing == 0) return true;
    if (settings.redistribution.steps == Redistribution::kAutomatic) return report.turned >= kMostTurn;
    return steps - report.atStep >= settings.redistribution.steps;
  }

  /// True if every step begins with a pass: strengths diffuse and heat acts on nodes alone, and after a step nothing of
  /// either is pending.
  static bool passes(const MotionSettings& settings) {
    return settings.redistribution.isOn() && (viscosityOf(settings) > 0 || settings.heat);
  }

  /// Puts the elements of `state` onto the lattice; their velocities become 0. To keep the budget, weaker nodes are
  /// dropped and h grows. Over a no-slip wall the lattice stands on the wall, whose slip adds nodes; `tuning` is that
  /// of the system's sums. False if there is nothing to redistribute. Throws NumericalError if the flow has spread too
  /// far for a lattice; the elements are then unchanged.
  bool run(Exec& exec, const Settings& settings, std::int64_t steps, const LatticePass& pass,
           ParticleState<Exec, Real>& state, LatticeReport& report, const Tuning& tuning) {
    const bool sticks = settings.wall == Wall::noSlip, onWall = standsOnWall(settings);
    const bool plane = settings.space == Space::plane;
    const LatticeSides sides = sidesOf(plane, onWall);
    LatticeElements<Real> elements = state.latticeElements();
    const bool withBodies = !settings.bodies.empty();
    if (!withBodies) bodies_.forget();
    if (elements.count == 0 && !withBodies && !isSupplied(settings)) return false;
    const double spread = viscosityOf(settings) * pass.dt;
    const bool sheds = sticks && pass.due;  // the sheet, which belongs to the time so far, diffuses with the nodes
    double h = spacingOf(exec, settings, report, state);
    if (withBodies)
      state.setOrigin(fixedNode(settings, state.origin(), h));  // the lattice stands still where bodies do
    if (report.spacing == 0 && elements.count > 0 && !(state.origin() == Vec3{}))
      state.setOrigin(nodeNear(state.origin(), state.elementStart(0), h));
    const std::optional<GroundPlane> ground = groundFrom(settings, state.origin());
    elements = state.latticeElements();  // about the present origin
    if (settings.heat) elements = markers_.join(exec, settings, h, state.origin(), elements);
    const auto sums = state.beginMoments();
    double threshold = std::max(settings.nodeThreshold, report.threshold);
    const double most = kMostThresholdGrowth * std::max(settings.nodeThreshold, kLeastGrown);
    const LatticeNodes<Exec, Real>* nodes = nullptr;
    LatticeMoments moments;
    for (int attempt = 0;; ++attempt) {
      const LatticeElements<Real> from =
          onWall ? wall_.inFrame(exec, WallFrame(*ground, plane), h, elements) : elements;
      const LatticeFit fit = requireNames(exec, from, h);
      moments = momentsOf(sums.value(), Vec3{});  // about the origin, as the elements are
      nodes = &redistributor_.run(exec, from, h, fit, moments, threshold, sheds ? 0 : spread / (h * h), sides,
                                  sheds ? HeatPass{} : heatPass(settings, pass.dt, h, ground),
                                  suppliesOf(settings, pass.dt, h, state.origin()));
      const double excess = static_cast<double>(nodes->count) / static_cast<double>(report.budget);
      if (excess <= 1 || attempt == kMostAttempts) break;
      if (threshold < most) {
        threshold = grown(threshold, most);
      } else {
        h *= kGrowth * (plane ? std::sqrt(excess) : std::cbrt(excess));  // so that the nodes just fit the budget
        ++report.coarsenings;
      }
    }
    HeatSupplies given = suppliesOf(settings, pass.dt, h, state.origin());
    given.given = true;
    if (sheds && nodes->count > 0) {
      const WallTask task = {h,
                             report.spread / (h * h),
                             threshold,
                             static_cast<Index>(report.budget),
                             settingsAtWall(settings, tuning),
                             settings.latticeOverlap,
                             plane};
      const LatticeElements<Real> joined = wall_.withSheet(exec, *nodes, task);
      const HeatPass heat = heatPass(settings, pass.dt, h, ground);
      const Joining by = {h, spread / (h * h), threshold, most, report.budget, sides, heat, given};
      nodes = &joinedNodes(exec, joined, by, threshold);
    }
    if (withBodies) {
      const BodyTask task = {h,
                             settings.latticeOverlap * h,
                             pass.time,
                             pass.dt,
                             frameOf(settings, h, state.origin()),
                             settings.stream,
                             report.passes == 0,
                             settings.wakeLength * largestLength(settings.bodies),
                             wakeSpeed(settings.bodies, settings.stream),
                             plane ? 2 : 3,
                             onWall ? groundBelow(sides, h) : ground,
                             settingsAtWall(settings, tuning)};
      const LatticeElements<Real> joined = bodies_.withBodies(exec, settings.bodies, nodes->elements(), task);
      nodes = &joinedNodes(exec, joined, {h, 0, threshold, most, report.budget, sides, {}, given}, threshold);
    }
    if (nodes->count == 0) return false;  // no strength at all
    const Vec3 moved = place(exec, settings, *nodes, h, state);
    report.centroidShift = report.centroidShift + (moved - (state.origin() + moments.centre));
    ++report.passes;
    report.buoyancyGradient = 0;
    if (nodes->hasHeat) {
      report.heatImpulse = report.heatImpulse + pass.dt * redistributor_.heatSum() * upOf(settings);
      report.heatImpulseSize += pass.dt * redistributor_.heatSize();
      const Later<float> slope =
          exec.largestLater("fmm::lattice::slope", nodes->count, SlopeSize<Real>{nodes->slope.vector()});
      exec.synchronize();
      report.buoyancyGradient = static_cast<double>(slope.value()) / std::pow(h, plane ? 2 : 3);
    }
    report.spacing = h;
    report.threshold = threshold;
    report.foreignShare = std::max(report.foreignShare, nodes->foreignShare);
    if (pass.due) {
      report.spread = report.turned = 0;
      report.atStep = steps;
    }
    report.spread += spread;
    divergent_ = pass.due && settings.divergenceRemoval && !plane;
    return true;
  }

  /// After the stages of a step of length dt [T] that run() has begun: the rest of what buoyancy makes in it, with the
  /// velocity gradients of its last stage.
  static void finishHeat(Exec& exec, const Settings& settings, double dt, const std::array<const Real*, 9>& gradient,
                         ParticleState<Exec, Real>& state) {
    const Vec3 kick = dt / 2 * upOf(settings);
    const LateKick<Real> of = {std::as_const(state.slope).vector(), gradient, dt, vector3Of(kick)};
    LinearCorrection correction = {};
    const bool free = !settings.ground && settings.bodies.empty();
    if (free) {
      using Sums = LateKickSums<Real>;
      const auto sums = exec.template sums<Sums::kCount>(
          "fmm::lattice::kick", state.elementCount(), Sums{of, state.momentSums(), std::as_const(state.fixed).heat()});
      correction = lateCorrection(sums, state.origin(), kick, settings.space == Space::plane ? 2 : 3);
    }
    const auto& exact = std::as_const(state.exactElement);
    exec.forEach(
        "fmm::lattice::kick", state.elementCount(),
        KickElements<Real>{of, {exact.vector(0), state.exactElement.vector(3), correction}, state.element.vector(3)});
  }

  /// Counts a finished step of length dt [T], whose largest velocity gradient was `gradient` [1/T].
  static void count(const MotionSettings& settings, double dt, double gradient, LatticeReport& report) {
    if (!settings.redistribution.isOn()) return;
    report.turned += gradient * std::abs(dt);
  }

  /// How far the origin moves to elements in this box about it: 0 where they are near. On a lattice of spacing h > 0 it
  /// moves from node to node.
  static Vec3 shiftTo(const std::array<ValueRange, 3>& box, const Settings& settings, double h) {
    if (box[0].low > box[0].high) return {};
    const Vec3 shift = floatOrigin({box[0].low, box[1].low, box[2].low}, {box[0].high, box[1].high, box[2].high});
    return h > 0 ? spacings(settings, h, shift) : shift;
  }
  /// The way nearest to `shift` that leads from node to node.
  static Vec3 spacings(const Settings& settings, double h, const Vec3& shift) {
    const auto whole = [h](double length) { return h * std::round(length / h); };
    if (!standsOnWall(settings)) return {whole(shift.x), whole(shift.y), whole(shift.z)};
    const WallFrame frame(*settings.ground, settings.space == Space::plane);
    Vec3 along;
    for (int k = 0; k < 3; ++k)
      if (k != frame.up) along = along + whole(dot(shift, frame.direction(k))) * frame.direction(k);
    return along;
  }

  /// True if the strengths still need removeDivergence() with the fields at the nodes.
  bool isDivergent() const { return divergent_; }
  /// To call when the nodes of the last run() have been replaced.
  void forget() { divergent_ = false; }
  /// alpha <- alpha + h^3 (curl u - omega_sigma): removes the filtered divergent part. Keeps Omega and I, but over a
  /// no-slip wall or about bodies, where what a layer loses would be taken from the vortices. Both fields are those at
  /// the nodes; curl u comes from `gradient`.
  void removeDivergence(Exec& exec, const Settings& settings, const std::array<const Real*, 9>& gradient,
                        const std::array<const Real*, 3>& vorticity, double h, ParticleState<Exec, Real>& state) {
    divergent_ = false;
    const LatticeElements<Real> before = state.latticeElements();
    const bool keeps = settings.wall != Wall::noSlip && settings.bodies.empty();
    const LatticeMoments wanted = keeps ? measureMoments<Exec, Real>(exec, before.row, before.count) : LatticeMoments{};
    exec.forEach("fmm::lattice::solenoidal", before.count,
                 RemoveDivergence<Real>{gradient, vorticity, static_cast<Real>(h * h * h), state.element.vector(3)});
    if (keeps)
      restoreMoments<Exec, Real>(exec, wanted, std::as_const(state.element).vector(0), state.element.vector(3),
                                 before.count);
    state.adoptElements();
  }

  /// Loads of the bodies in the last run().
  const std::vector<BodyLoad>& bodyLoads() const { return bodies_.loads(); }
  /// After a step that ends at `time`: tracers inside bodies come to stand on their surfaces.
  void putOutside(Exec& exec, const Settings& settings, double time, ParticleState<Exec, Real>& state) {
    state.moveTracers([&](const std::array<double*, 3>& x, Index count) {
      bodies_.putOutside(exec, settings.bodies, time, x, count);
    });
  }

  std::size_t bytes() const { return redistributor_.bytes() + wall_.bytes() + bodies_.bytes() + markers_.bytes(); }

 private:
  /// Time integral of |grad u| at which neighbours a spacing apart have moved apart by at most half a spacing.
  static constexpr double kMostTurn = 0.5;
  /// Weak nodes are dropped first, up to three times the settings' threshold; then the lattice gets coarser. For two
  /// colliding rings on 2^15 elements the enstrophy was then off by at most 11 %, with a coarser lattice alone by 20 %.
  static constexpr double kThresholdStep = 1.25, kMostThresholdGrowth = 3, kGrowth = 1.02;
  static constexpr double kLeastGrown = 1e-4;  ///< first threshold for a short budget where the settings drop no node
  static constexpr int kMostAttempts = 40;     ///< a budget below the nodes of a single element cannot be kept

  /// With the parameters of the system's sums, so that a resumed run has the same ones.
  static FieldSettings settingsAtWall(const FieldSettings& settings, const Tuning& tuning) {
    FieldSettings s = settings;
    if (s.order == 0) s.order = tuning.order;
    if (s.theta == 0) s.theta = tuning.theta;
    if (s.leafElements == 0) s.leafElements = tuning.leafElements;
    if (s.leafPoints == 0) s.leafPoints = tuning.leafPoints;
    if (tuning.mesh.use > 0) s.mesh = MeshUse::always;
    if (tuning.mesh.use <= 0 && tuning.order > 0) s.mesh = MeshUse::never;
    return s;
  }

  static double grown(double threshold, double most) {
    return std::min(std::max(kThresholdStep * threshold, kLeastGrown), most);
  }

  /// nu where strengths diffuse on nodes.
  static double viscosityOf(const MotionSettings& settings) {
    return settings.diffusion == Diffusion::lattice ? settings.viscosity : 0;
  }
  /// True if the first nodes lie half a spacing above the ground: it sheds vorticity, or no heat flows through it.
  static bool standsOnWall(const Settings& settings) {
    return settings.wall == Wall::noSlip || (settings.heat && settings.ground);
  }
  static LatticeSides sidesOf(bool plane, bool onWall) {
    if (plane) return onWall ? LatticeSides::planeAbove : LatticeSides::plane;
    return onWall ? LatticeSides::above : LatticeSides::both;
  }
  /// Diffusion of a step's heat, and the first half of what its buoyancy makes.
  static HeatPass heatPass(const Settings& settings, double dt, double h, const std::optional<GroundPlane>& ground) {
    if (!settings.heat) return {};
    HeatPass heat = {diffusivityOf(settings) * dt / (h * h), dt / 2, upOf(settings), false};
    if (!standsOnWall(settings)) return heat;
    const WallFrame frame(*ground, settings.space == Space::plane);
    const auto along = [up = heat.up](const Vector3<double>& a) { return up.x * a.x + up.y * a.y + up.z * a.z; };
    heat.up = {along(frame.axis[0]), along(frame.axis[1]), along(frame.axis[2])};
    heat.slips = settings.wall == Wall::slip;
    return heat;
  }

  static bool isSupplied(const Settings& settings) {
    return settings.heat && std::any_of(settings.heatSources.begin(), settings.heatSources.end(),
                                        [](const HeatSource& s) { return s.supply != HeatSupply::start; });
  }
  /// The heat that a step gives, where the elements' lattice is.
  static HeatSupplies suppliesOf(const Settings& settings, double dt, double h, const Vec3& origin) {
    HeatSupplies all;
    if (!isSupplied(settings)) return all;
    const bool plane = settings.space == Space::plane;
    all.dt = dt;
    all.spacing = h;
    all.nodeVolume = plane ? h * h : h * h * h;
    const LatticeFrame frame = frameOf(settings, h, origin);
    for (const HeatSource& source : settings.heatSources)
      if (source.supply != HeatSupply::start)
        all.form[static_cast<std::size_t>(all.count++)] = heatFormOf(source, plane, upOf(settings), frame);
    return all;
  }

  /// Puts `from`, nodes and what a wall or bodies added, onto the lattice, on which both diffuse. Weaker nodes are
  /// dropped to keep the budget, up to a threshold of `most`; if there are still too many, h grows at the next pass.
  struct Joining {
    double h, spread, least, most;  ///< least and largest threshold
    std::size_t budget;
    LatticeSides sides;
    HeatPass heat;
    HeatSupplies supplies;
  };
  const LatticeNodes<Exec, Real>& joinedNodes(Exec& exec, const LatticeElements<Real>& from, const Joining& by,
                                              double& threshold) {
    const LatticeFit fit = requireNames(exec, from, by.h);
    const LatticeMoments wanted =
        by.sides == LatticeSides::both ? measureMoments<Exec, Real>(exec, from.row, from.count) : LatticeMoments{};
    for (threshold = by.least;; threshold = grown(threshold, by.most)) {
      const LatticeNodes<Exec, Real>& nodes =
          redistributor_.run(exec, from, by.h, fit, wanted, threshold, by.spread, by.sides, by.heat, by.supplies);
      if (static_cast<std::size_t>(nodes.count) <= by.budget || threshold >= by.most) return nodes;
    }
  }

  /// The node nearest to `x` of a lattice with spacing h that stands still; over a wall along it alone.
  static Vec3 fixedNode(const Settings& settings, const Vec3& x, double h) {
    if (!standsOnWall(settings)) return {h * std::round(x.x / h), h * std::round(x.y / h), h * std::round(x.z / h)};
    const WallFrame frame(*settings.ground, settings.space == Space::plane);
    const Vec3 up = frame.direction(frame.up);
    return spacings(settings, h, x) + dot(x, up) * up;
  }

  /// The frame of the nodes, for elements about `origin`.
  static LatticeFrame frameOf(const Settings& settings, double h, const Vec3& origin) {
    LatticeFrame frame;
    frame.origin = origin;
    if (!standsOnWall(settings)) return frame;
    const WallFrame wall(*groundFrom(settings, origin), settings.space == Space::plane);
    for (int k = 0; k < 3; ++k) frame.axis[static_cast<std::size_t>(k)] = wall.direction(k);
    frame.origin = origin + Vec3{wall.origin.x, wall.origin.y, wall.origin.z} + h / 2 * wall.direction(wall.up);
    return frame;
  }
  /// The wall in that frame.
  static GroundPlane groundBelow(LatticeSides sides, double h) {
    const Vec3 up = wallAxis(sides) == 1 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    return {-h / 2 * up, up};
  }

  /// Replaces the elements by the nodes; returns their centroid. Restores the elements if that fails.
  static Vec3 place(Exec& exec, const Settings& settings, const LatticeNodes<Exec, Real>& nodes, double h,
                    ParticleState<Exec, Real>& state) {
    state.replaceElements(nodes, static_cast<Real>(settings.latticeOverlap * h), static_cast<Real>(h));
    const std::optional<GroundPlane> ground = groundFrom(settings, state.origin());
    try {
      if (standsOnWall(settings)) {
        const auto e = state.element.all();
        const WallFrame frame(*ground, settings.space == Space::plane);
        exec.forEach("fmm::wall::back", state.elementCount(),
                     FromWallFrame<Real>{frame, h / 2, {e[0], e[1], e[2], e[3], e[4], e[5]}});
        if (nodes.hasHeat)
          exec.forEach("fmm::wall::back", state.elementCount(),
                       TurnVectors<Real>{{frame.axis[0], frame.axis[1], frame.axis[2]}, state.slope.vector()});
      } else if (ground)
        exec.forEach("fmm::lattice::fold", state.elementCount(), FoldAbove<Real>(*ground, h, state.element.all()));
      state.adoptElements();
      return state.centroid();
    } catch (...) {
      state.takeBackNodes();
      throw;
    }
  }

  static double spacingOf(Exec& exec, const Settings& settings, const LatticeReport& report,
                          const ParticleState<Exec, Real>& state) {
    if (report.spacing > 0) return report.spacing;
    if (settings.spacing > 0) return settings.spacing;
    if (!settings.bodies.empty())
      return spacingForBodies(settings.bodies, settings.stream, settings.viscosity, report.budget);
    const double count = state.elementCount();
    const double volume =
        exec.template sums<1>("fmm::lattice::volume", state.elementCount(), RowSum<Real>{state.fixed[kVolumeRow]})[0] /
        count;
    if (volume > 0) return std::cbrt(volume);
    const double length = exec.template sums<1>("fmm::lattice::length", state.elementCount(),
                                                RowSum<Real>{state.element[kLengthRow]})[0] /
                          count;
    if (!(length > 0))
      throw InvalidInput("spacing = 0: elements without volume and length leave no choice of a lattice");
    return length;
  }

  /// Redistributor::fit(). Throws NumericalError if an element lies too far out for the names of nodes.
  static LatticeFit requireNames(Exec& exec, const LatticeElements<Real>& elements, double h) {
    const LatticeFit fit = Redistributor<Exec, Real>::fit(exec, elements, h);
    if (fit.extent <= kLatticeReach) return fit;
    throw NumericalError("elements are " + numberText(fit.extent) + " spacings of the lattice (" + numberText(h) +
                         ") from the middle of the flow; at most " + numberText(kLatticeReach) +
                         " can be told apart; the state before is kept");
  }

  Redistributor<Exec, Real> redistributor_;
  WallLayer<Exec, Real> wall_;
  HeatMarkers<Exec, Real> markers_;
  BodyPasses<Exec, Real> bodies_;
  bool divergent_ = false;
};

}  // namespace fmm
