#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fmm/bodies.h"
#include "fmm/names.h"
#include "fmm/types.h"

namespace fmm {

/// A plane that no fluid crosses: the flow on its other side is the mirror image. Wall sets the condition along it.
struct GroundPlane {
  Vec3 point = {0, 0, 0};   ///< anywhere on the plane [L]
  Vec3 normal = {0, 0, 1};  ///< into the fluid, any length but 0

  friend bool operator==(const GroundPlane& a, const GroundPlane& b) {
    return a.point == b.point && a.normal == b.normal;
  }
};

/// Height of `x` over the plane [L]; positive in the fluid.
double height(const GroundPlane& plane, Vec3 x);

/// Ring index of elements whose vorticity came off a no-slip wall or a body.
constexpr std::int32_t kWallRing = -1;

/// The elements followed by their images, in the same order. With h the height and n the unit normal an image lies at
/// x - 2 h n, has the strength -alpha + 2 (alpha . n) n (vorticity is a pseudovector) and the same core. Elements and
/// images together induce no velocity through the plane.
Elements mirrored(const Elements& elements, const GroundPlane& plane);

/// Replaces elements beyond the plane by their images. With images added, the flow stays the same.
void foldAbove(const GroundPlane& plane, Elements& elements);

/// Dimension of the flow: vortex lines in space, or endless straight lines along z, whose flow is the same at every z
/// and is described in the plane z = 0. Elements of a plane flow have their circulation [L^2/T] as the z component of
/// their strength.
enum class Space { space, plane };
constexpr Names<Space, 2> namesOf(Space) {
  return {{{Space::space, "space"}, {Space::plane, "plane"}}};
}

/// The highest order of the expansions.
constexpr int mostOrder(Space space) {
  return space == Space::plane ? 40 : 16;
}

/// Where the work runs. `automatic`: CUDA if there is a usable GPU, else the CPU.
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

/// Whether a mesh replaces the fast multipole method for overlapping cores of one radius (`gaussian`, `gaussian8`):
/// where it costs less, never, or wherever a mesh can be used.
enum class MeshUse { automatic, never, always };
constexpr Names<MeshUse, 3> namesOf(MeshUse) {
  return {{{MeshUse::automatic, "auto"}, {MeshUse::never, "never"}, {MeshUse::always, "always"}}};
}

/// Core function g(rho): the shape of a vortex element near its centre. `gaussian` is of order 2; `gaussian8`, of
/// order 8, smooths large scales less. `rosenhead` needs SolverKind::direct. Element files have numbers of their own
/// (app/scene/element_file.cpp).
enum class Regularisation { cutoff, gaussian, gaussian8, winckelmans, rosenhead };
constexpr Names<Regularisation, 5> namesOf(Regularisation) {
  return {{{Regularisation::cutoff, "cutoff"},
           {Regularisation::gaussian, "gaussian"},
           {Regularisation::gaussian8, "gaussian8"},
           {Regularisation::winckelmans, "winckelmans"},
           {Regularisation::rosenhead, "rosenhead"}}};
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

/// What stretching conserves. `classic`: its core radius. `reformulated`: its mass and, with it, part of its angular
/// momentum, so that it thins out and strengthens more slowly: Alvarez and Ning 2023, f = 0, g = 1/5.
enum class Formulation { classic, reformulated };
constexpr Names<Formulation, 2> namesOf(Formulation) {
  return {{{Formulation::classic, "classic"}, {Formulation::reformulated, "reformulated"}}};
}

/// How viscosity spreads vorticity. `coreSpreading`: the cores widen, d(sigma^2)/dt = 2 nu (Leonard 1980); needs the
/// Gaussian core of order 2. `lattice`: strengths spread to neighbouring nodes of a lattice, at the beginning of each
/// step.
enum class Diffusion { coreSpreading, lattice };
constexpr Names<Diffusion, 2> namesOf(Diffusion) {
  return {{{Diffusion::coreSpreading, "core_spreading"}, {Diffusion::lattice, "lattice"}}};
}

/// Condition at the ground: free slip, or no slip, where the vorticity that cancels the slip velocity enters the flow:
/// docs/math.md, a wall that the fluid sticks to.
enum class Wall { slip, noSlip };
constexpr Names<Wall, 2> namesOf(Wall) {
  return {{{Wall::slip, "slip"}, {Wall::noSlip, "no-slip"}}};
}

/// Form of a warm or cold region. Discs and rings turn about HeatSource::axis; in the plane a ball is a circle, a disc
/// a strip across the axis, and a ring a circular band.
enum class HeatShape { ball, box, disc, ring };
constexpr Names<HeatShape, 4> namesOf(HeatShape) {
  return {{{HeatShape::ball, "ball"}, {HeatShape::box, "box"}, {HeatShape::disc, "disc"}, {HeatShape::ring, "ring"}}};
}

/// How a region gets its heat: once at the start, at a steady rate, or so that its b is held.
enum class HeatSupply { start, steady, held };
constexpr Names<HeatSupply, 3> namesOf(HeatSupply) {
  return {{{HeatSupply::start, "start"}, {HeatSupply::steady, "steady"}, {HeatSupply::held, "held"}}};
}

/// Most of them in a flow.
constexpr int kMostHeatSources = 8;

/// A warm region, or a cold one: docs/math.md, section 23.
struct HeatSource {
  HeatShape shape = HeatShape::ball;
  HeatSupply supply = HeatSupply::start;
  Vec3 centre;                                       ///< [L]
  double radius = 0.5;                               ///< of a ball or disc; of a ring's circle [L]
  double thickness = 0.2;                            ///< of a disc along its axis; of a ring's tube, across [L]
  std::array<double, 3> halfAxes = {0.5, 0.5, 0.5};  ///< of a box [L]
  Vec3 axis;                                         ///< third direction of the shape, any length; 0: upOf()
  double edge = 0.1;                                 ///< half the width of the edge's profile [L]
  double buoyancy = 1;  ///< b inside [L/T^2]; where it is steady d(b)/dt [L/T^3]; less than 0: cold
  /// The surface waves along the axis, with about so many waves across the region or around the axis.
  int ripples = 0;
  double rippleHeight = 0;  ///< amplitude [L]
  std::int32_t ring = 0;    ///< ring index of elements that a steady or held region makes; no part of comparisons

  friend bool operator==(const HeatSource& a, const HeatSource& b);
  friend bool operator!=(const HeatSource& a, const HeatSource& b) { return !(a == b); }
};
/// Throws InvalidInput that names what is wrong.
void requireHeatSources(const std::vector<HeatSource>& sources);

/// When strengths are moved from the elements to the nodes of a lattice, which then become the elements: every `steps`
/// steps, or automatically before neighbours drift apart. Diffusion::lattice moves them with every step; then this says
/// when divergence is removed and a no-slip wall gives off vorticity.
struct Redistribution {
  static constexpr int kOff = 0, kAutomatic = -1, kMostSteps = 10000;
  int steps = kOff;  ///< kOff, kAutomatic, or 1 to kMostSteps

  constexpr bool isOn() const { return steps != kOff; }
  friend constexpr bool operator==(Redistribution a, Redistribution b) { return a.steps == b.steps; }
  friend constexpr bool operator!=(Redistribution a, Redistribution b) { return a.steps != b.steps; }
};
/// "off", "auto", or the number of steps.
std::string redistributionText(Redistribution value);

/// Settings that determine the field of given elements, its accuracy, and where it is computed. Plain data;
/// settings_table.h describes each member and its allowed values.
struct FieldSettings {
  Space space = Space::space;
  Regularisation regularisation = Regularisation::gaussian;
  SolverKind solver = SolverKind::fmm;
  double tolerance = 1e-4;  ///< relative L2 error of the velocity that the FMM has to keep
  Precision precision = Precision::single;
  Backend backend = Backend::automatic;
  int threads = 0;                    ///< CPU threads; 0 = all cores
  std::optional<GroundPlane> ground;  ///< elements and tracers stay above it

  /// Expansion order p, opening angle theta and leaf capacities; 0 = chosen from tolerance and counts. Meant for
  /// resumed runs and tests; users can leave them at 0.
  int order = 0;
  double theta = 0;
  int leafElements = 0;
  int leafPoints = 0;
  /// `automatic` means `never` if one of the four members above is set.
  MeshUse mesh = MeshUse::automatic;
  bool strict = false;  ///< throw ToleranceError where EvaluationReport::toleranceKept is false

  friend bool operator==(const FieldSettings& a, const FieldSettings& b);
  friend bool operator!=(const FieldSettings& a, const FieldSettings& b) { return !(a == b); }
};

/// Settings of the elements' motion in the field. Plain data; settings_table.h describes each member.
struct MotionSettings {
  double timeStep = 0.01;  ///< [T], any sign, not 0; negative runs backwards; with adaptive steps the largest step
  /// Adaptive steps: dt = min(|timeStep|, courant / max |grad u|), Frobenius norm over all elements at the start of the
  /// step, which lets no element turn or stretch by more than about `courant` a step. 0: fixed steps.
  double courant = 0;
  Integrator integrator = Integrator::rk2;
  Stretching stretching = Stretching::transpose;
  Formulation formulation = Formulation::classic;
  double viscosity = 0;  ///< nu [L^2/T]; 0: inviscid
  Diffusion diffusion = Diffusion::coreSpreading;
  /// f [1/T]: strengths turn towards the vorticity, alpha <- (1 - f dt) alpha + f dt |alpha| omega/|omega|, and keep
  /// their lengths (Pedrizzetti 1992). 0: off.
  double relaxation = 0;
  std::size_t elementBudget = 0;  ///< most nodes of the lattice; 0: LatticeReport::budgetFor() of the given elements
  /// Strengths move to a lattice before elements part (Cottet and Koumoutsakos 2000): docs/math.md, redistribution.
  Redistribution redistribution;
  double spacing = 0;           ///< h of the lattice [L]; 0: from the given elements, the cube root of their volume
  double latticeOverlap = 1;    ///< sigma/h of the elements at its nodes
  double nodeThreshold = 1e-3;  ///< nodes below this part of the strongest one give their strength to neighbours
  /// U of a uniform stream [L/T], which carries all elements and tracers along and changes nothing else.
  Vec3 stream;
  bool divergenceRemoval = true;  ///< remove the divergent part of the strengths after each redistribution
  Wall wall = Wall::slip;         ///< condition at FieldSettings::ground
  /// Elements carry heat B, whose buoyancy makes vorticity (Boussinesq): docs/math.md, section 23.
  bool heat = false;
  double diffusivity = 0;               ///< kappa of heat [L^2/T]; 0: viscosity / prandtl
  double prandtl = 1;                   ///< viscosity over diffusivity, where `diffusivity` is 0
  Vec3 up;                              ///< against gravity, any length; 0: z, in the plane y
  std::vector<HeatSource> heatSources;  ///< those that are warm at the start alone do nothing here: heatElements()
  /// Rigid bodies, to which the fluid sticks: at most kMostBodies.
  std::vector<Body> bodies;
  /// Vorticity that a stream carries off fades beyond this distance from all bodies, in lengths of the largest one; 0:
  /// nowhere.
  double wakeLength = 12;

  friend bool operator==(const MotionSettings& a, const MotionSettings& b);
  friend bool operator!=(const MotionSettings& a, const MotionSettings& b) { return !(a == b); }
};

/// All settings of the motion of a vortex system. Plain data; validate() checks it.
struct Settings : FieldSettings, MotionSettings {
  /// Throws InvalidInput that names the field, its value and the allowed range, or the rule that is broken (see
  /// SettingRule).
  void validate() const;

  friend bool operator==(const Settings& a, const Settings& b);
  friend bool operator!=(const Settings& a, const Settings& b) { return !(a == b); }
};

/// True if the fluid sticks to a wall or to bodies, which take up impulse and give off vorticity of ring kWallRing.
bool sticks(const MotionSettings& settings);

/// kappa of heat [L^2/T].
double diffusivityOf(const MotionSettings& settings);
/// Unit vector against gravity.
Vec3 upOf(const Settings& settings);

/// True if velocity gradients change the strengths. Nothing is stretched in a plane flow.
bool stretches(const Settings& settings);

/// True if the motion needs the velocity gradient at the elements.
bool needsGradient(const Settings& settings);

/// The member that makes the flow irreversible: "viscosity", "relaxation" or "redistribution". A negative time step is
/// then refused. Empty if the flow is reversible.
std::string_view irreversiblePart(const MotionSettings& settings);

/// Whether a backend is available, and if not, why.
struct BackendInfo {
  Backend backend = Backend::cpu;
  bool available = false;
  std::string description;  ///< "2 threads, AVX-512", "NVIDIA H200, compute capability 9.0, 139 GiB", or the reason
};
std::vector<BackendInfo> availableBackends();

/// A rule about settings that exclude each other. Messages call settings by their keys in settings_table.h.
struct SettingRule {
  const char* key;                             ///< of the setting that conflicts with the values of others
  const char* name;                            ///< name of its member
  bool (*broken)(const Settings&);             ///< true if the rule is broken
  std::string (*complaint)(const Settings&);   ///< follows key or name in a message: "= 1e-08 is finer than ..."
  void (*repair)(const Settings&, Settings&);  ///< (before, edited): the earlier choice gives way to the later one
};

/// All rules, in the order in which they are checked and settled.
const std::array<SettingRule, 14>& settingRules();

/// The first rule that is broken; null if all are kept.
const SettingRule* brokenRule(const Settings& settings);

/// Resolves conflicts between settings after `edited` was changed from `before`: the latest choice wins.
void reconcile(const Settings& before, Settings& edited);

/// All members that make the flow irreversible; the first one is irreversiblePart().
std::vector<std::string_view> irreversibleParts(const MotionSettings& settings);

/// Switches all of them off, so that time may be reversed.
void makeReversible(MotionSettings& settings);

}  // namespace fmm
