#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fmm/names.h"
#include "fmm/types.h"

namespace fmm {

/// A plane that no fluid passes: the flow on its other side is the mirror image. Wall says what happens along it.
struct GroundPlane {
  Vec3 point = {0, 0, 0};   ///< anywhere on the plane [L]
  Vec3 normal = {0, 0, 1};  ///< into the fluid, any length but 0

  friend bool operator==(const GroundPlane& a, const GroundPlane& b) {
    return a.point == b.point && a.normal == b.normal;
  }
};

/// Height of `x` over the plane [L]; positive in the fluid.
double height(const GroundPlane& plane, Vec3 x);

/// Ring index of elements whose vorticity a wall gave off that the fluid sticks to.
constexpr std::int32_t kWallRing = -1;

/// The elements followed by their images, in the same order. With h the height and n the unit normal an image lies at
/// x - 2 h n, has the strength -alpha + 2 (alpha . n) n and the same core: vorticity is a pseudovector. Elements and
/// images together induce no velocity through the plane.
Elements mirrored(const Elements& elements, const GroundPlane& plane);

/// Puts images in the place of those elements that lie beyond the plane: with their images in turn they are the same
/// flow.
void foldAbove(const GroundPlane& plane, Elements& elements);

/// What flows: vortex lines in space, or straight lines along z, which are endless, so that the flow is the same at
/// every z: that of the plane z = 0. Elements of a plane flow have their circulation [L^2/T] as the z component of
/// their strength.
enum class Space { space, plane };
constexpr Names<Space, 2> namesOf(Space) {
  return {{{Space::space, "space"}, {Space::plane, "plane"}}};
}

/// The highest order of the expansions.
constexpr int mostOrder(Space space) {
  return space == Space::plane ? 40 : 16;
}

/// Where the work runs. `automatic`: CUDA where a usable GPU answers, else the CPU.
enum class Backend { automatic, cpu, cuda };
constexpr Names<Backend, 3> namesOf(Backend) {
  return {{{Backend::automatic, "auto"}, {Backend::cpu, "cpu"}, {Backend::cuda, "cuda"}}};
}

/// Arithmetic and storage of positions, strengths and velocities.
enum class Precision { single, real64 };
constexpr Names<Precision, 2> namesOf(Precision) {
  return {{{Precision::single, "float"}, {Precision::real64, "double"}}};
}

/// How velocities are summed: fast multipole method, or every pair (the reference).
enum class SolverKind { fmm, direct };
constexpr Names<SolverKind, 2> namesOf(SolverKind) {
  return {{{SolverKind::fmm, "fmm"}, {SolverKind::direct, "direct"}}};
}

/// Whether the fast multipole method gives way to a mesh where cores of one radius overlap (`gaussian`, `gaussian4`,
/// `gaussian6`, `gaussian8`): where that costs less, never, or wherever a mesh serves.
enum class MeshUse { automatic, never, always };
constexpr Names<MeshUse, 3> namesOf(MeshUse) {
  return {{{MeshUse::automatic, "auto"}, {MeshUse::never, "never"}, {MeshUse::always, "always"}}};
}

/// Core function g(rho): what a vortex element looks like near its centre. `gaussian` is of order 2; `gaussian4`,
/// `gaussian6` and `gaussian8`, of the order in their names, smooth large scales less. `rosenhead` needs
/// SolverKind::direct. Files of elements have the numbers: a new one goes last.
enum class Regularisation { cutoff, gaussian, gaussian4, gaussian6, winckelmans, rosenhead, gaussian8 };
constexpr Names<Regularisation, 7> namesOf(Regularisation) {
  return {{{Regularisation::cutoff, "cutoff"},
           {Regularisation::gaussian, "gaussian"},
           {Regularisation::gaussian4, "gaussian4"},
           {Regularisation::gaussian6, "gaussian6"},
           {Regularisation::winckelmans, "winckelmans"},
           {Regularisation::rosenhead, "rosenhead"},
           {Regularisation::gaussian8, "gaussian8"}}};
}

/// Form of d(alpha)/dt: off, (alpha . grad) u, (grad u)^T alpha, their mean.
enum class Stretching { off, classical, transpose, mixed };
constexpr Names<Stretching, 4> namesOf(Stretching) {
  return {{{Stretching::off, "off"},
           {Stretching::classical, "classical"},
           {Stretching::transpose, "transpose"},
           {Stretching::mixed, "mixed"}}};
}

/// Explicit Runge-Kutta schemes with 1, 2 (Heun), 3 (Heun) and 4 evaluations a step.
enum class Integrator { euler, rk2, rk3, rk4 };
constexpr Names<Integrator, 4> namesOf(Integrator) {
  return {{{Integrator::euler, "euler"}, {Integrator::rk2, "rk2"}, {Integrator::rk3, "rk3"}, {Integrator::rk4, "rk4"}}};
}

/// What a stretched element keeps. `classic`: its core radius. `reformulated`: its mass and, with it, part of its
/// angular momentum, so that it thins out and grows in strength more slowly: Alvarez and Ning 2023, f = 0, g = 1/5.
enum class Formulation { classic, reformulated };
constexpr Names<Formulation, 2> namesOf(Formulation) {
  return {{{Formulation::classic, "classic"}, {Formulation::reformulated, "reformulated"}}};
}

/// How viscosity spreads vorticity. `coreSpreading`: the cores widen, d(sigma^2)/dt = 2 nu (Leonard 1980); needs the
/// Gaussian core of order 2. `strengthExchange`: elements that fill space give each other strength, the PSE of Degond
/// and Mas-Gallic 1989; reaches no farther than there are elements. `lattice`: strengths spread to the next nodes
/// whenever they are redistributed.
enum class Diffusion { coreSpreading, strengthExchange, lattice };
constexpr Names<Diffusion, 3> namesOf(Diffusion) {
  return {{{Diffusion::coreSpreading, "core_spreading"},
           {Diffusion::strengthExchange, "strength_exchange"},
           {Diffusion::lattice, "lattice"}}};
}

/// What the fluid does along the ground: it slips without friction, or sticks to it, and the vorticity that brings its
/// slip to 0 enters the flow: docs/math.md, a wall that the fluid sticks to.
enum class Wall { slip, noSlip };
constexpr Names<Wall, 2> namesOf(Wall) {
  return {{{Wall::slip, "slip"}, {Wall::noSlip, "no-slip"}}};
}

/// When strengths go from the elements to the nodes of a lattice, which are the elements from then on: so many steps
/// after the last time, or before neighbours part.
struct Redistribution {
  static constexpr int kOff = 0, kAutomatic = -1, kMostSteps = 10000;
  int steps = kOff;  ///< kOff, kAutomatic, or 1 to kMostSteps

  constexpr bool isOn() const { return steps != kOff; }
  friend constexpr bool operator==(Redistribution a, Redistribution b) { return a.steps == b.steps; }
  friend constexpr bool operator!=(Redistribution a, Redistribution b) { return a.steps != b.steps; }
};
/// "off", "auto", or the number of steps.
std::string redistributionText(Redistribution value);

/// What decides the field of given elements, how accurately it is summed, and where. Plain data; settings_table.h
/// describes each member and says what it may be.
struct FieldSettings {
  Space space = Space::space;
  Regularisation regularisation = Regularisation::gaussian;
  SolverKind solver = SolverKind::fmm;
  double tolerance = 1e-4;  ///< relative L2 error of the velocity that the FMM is asked for
  Precision precision = Precision::single;
  Backend backend = Backend::automatic;
  int threads = 0;                    ///< CPU threads; 0 = all cores
  std::optional<GroundPlane> ground;  ///< elements and tracers stay above it

  /// Expansion order p, opening angle theta and leaf capacities; 0 = chosen from tolerance and counts. A resumed run
  /// and a test set them, a user need not.
  int order = 0;
  double theta = 0;
  int leafElements = 0;
  int leafPoints = 0;
  /// `automatic` is `never` where one of these is set.
  MeshUse mesh = MeshUse::automatic;

  friend bool operator==(const FieldSettings& a, const FieldSettings& b);
  friend bool operator!=(const FieldSettings& a, const FieldSettings& b) { return !(a == b); }
};

/// What decides how elements move and change in the field. Plain data; settings_table.h describes each member.
struct MotionSettings {
  double timeStep = 0.01;  ///< [T], any sign, not 0: negative runs backwards; the largest step where it adapts
  /// Adaptive steps: dt = min(|timeStep|, courant / max |grad u|), with the Frobenius norm over all elements at the
  /// beginning of the step, so that no element turns or stretches by more than about `courant` in one. 0: fixed steps.
  double courant = 0;
  Integrator integrator = Integrator::rk2;
  Stretching stretching = Stretching::transpose;
  Formulation formulation = Formulation::classic;
  double viscosity = 0;  ///< nu [L^2/T]; 0: inviscid
  Diffusion diffusion = Diffusion::coreSpreading;
  /// Core spreading splits an element into thinner ones where sigma has grown to so many of its reference radius (Rossi
  /// 1996: a wide core would be carried along whole where the fluid about it is strained). The vorticity in the middle
  /// of a single line changes by 3 % at 1.25, by 12 % at 1.4. 0: cores grow for ever.
  double coreGrowth = 1.25;
  /// f [1/T]: strengths turn towards the vorticity, alpha <- (1 - f dt) alpha + f dt |alpha| omega/|omega|, and keep
  /// their lengths (Pedrizzetti 1992). 0: they do not.
  double relaxation = 0;
  double minimumOverlap = 0;  ///< least sigma/l: an element that is stretched beyond is split along its line; 0: any
  std::size_t elementBudget = 0;  ///< most elements; 0: RefinementReport::budgetFor() those given
  /// Where elements are split negligible ones are merged. The most by which that may change the linear impulse in one
  /// step, of 1/2 sum |x - c| |alpha| about the mean position c. 0: none is merged.
  double mergeTolerance = 1e-5;
  /// Strengths go to a lattice before elements part (Cottet and Koumoutsakos 2000): docs/math.md, redistribution.
  Redistribution redistribution;
  double spacing = 0;         ///< h of the lattice [L]; 0: what the elements given have, the cube root of their volume
  double latticeOverlap = 1;  ///< sigma/h of the elements at its nodes
  double nodeThreshold = 1e-3;  ///< nodes with less of the strongest one's strength go, their strength to neighbours
  /// U of a uniform stream [L/T]: carries all elements and tracers along, and changes nothing else of the flow.
  Vec3 stream;
  bool divergenceRemoval = true;  ///< strengths lose the part that is not free of divergence after each redistribution
  Wall wall = Wall::slip;         ///< of FieldSettings::ground

  friend bool operator==(const MotionSettings& a, const MotionSettings& b);
  friend bool operator!=(const MotionSettings& a, const MotionSettings& b) { return !(a == b); }
};

/// Everything that decides how a vortex system moves. Plain data; validate() says what is wrong with it.
struct Settings : FieldSettings, MotionSettings {
  /// Throws InvalidInput that names the field, its value and the allowed range, or the rule that is broken
  /// (settings.h).
  void validate() const;

  friend bool operator==(const Settings& a, const Settings& b);
  friend bool operator!=(const Settings& a, const Settings& b) { return !(a == b); }
};

/// Do velocity gradients change the strengths? In the plane nothing is stretched.
bool stretches(const Settings& settings);

/// Does the motion need the velocity gradient at the elements?
bool needsGradient(const Settings& settings);

/// The member that makes the flow forget where it came from: "viscosity", "relaxation", "minimumOverlap" (splitting) or
/// "redistribution". With it a negative time step is refused. Empty if there is none: the flow then retraces its way.
std::string_view irreversiblePart(const MotionSettings& settings);

/// Result of asking for a backend: is it there, and if not, why.
struct BackendInfo {
  Backend backend = Backend::cpu;
  bool available = false;
  std::string description;  ///< "2 threads, AVX-512", "NVIDIA H200, compute capability 9.0, 139 GiB", or the reason
};
std::vector<BackendInfo> availableBackends();

/// Settings that exclude each other. Settings are called by their keys of settings_table.h.
struct SettingRule {
  const char* key;                             ///< of the setting that does not go with others as they are
  const char* name;                            ///< of its member
  bool (*broken)(const Settings&);             ///< is the rule broken?
  std::string (*complaint)(const Settings&);   ///< what follows key or name in a message: "= 1e-08 is finer than ..."
  void (*settle)(const Settings&, Settings&);  ///< (before, edited): the choice of before gives way to the later one
};

/// All rules, in the order in which they are checked and settled.
const std::array<SettingRule, 13>& settingRules();

/// The first rule that is broken; null if all are kept.
const SettingRule* brokenRule(const Settings& settings);

/// Makes settings that exclude each other fit after `edited` was changed from `before`: what was chosen last wins.
void reconcile(const Settings& before, Settings& edited);

/// All members that make the flow forget where it came from; the first one is irreversiblePart().
std::vector<std::string_view> irreversibleParts(const MotionSettings& settings);

/// Switches all of them off, so that time may be turned round.
void makeReversible(MotionSettings& settings);

}  // namespace fmm
