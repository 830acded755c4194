#include "fmm/settings.h"

#include <algorithm>
#include <cmath>

#include "core/heat_forms.h"
#include "fmm/ring_theory.h"
#include "fmm/settings_table.h"

namespace fmm {
namespace {

using Member = double MotionSettings::*;

/// Members that make the flow irreversible if they are more than 0.
constexpr Member kIrreversible[] = {&MotionSettings::viscosity, &MotionSettings::relaxation};

/// The core that works with every solver and every diffusion.
constexpr Regularisation kUsualCore = Regularisation::gaussian;

bool hasFarField(const FieldSettings& s) {
  return coreFacts(s.regularisation).farField;
}
bool isHeatKernel(const FieldSettings& s) {
  return coreFacts(s.regularisation).heatKernel;
}

bool wantsAllPairs(const Settings& s) {
  return !hasFarField(s) && s.solver != SolverKind::direct;
}

std::string allPairsComplaint(const Settings& s) {
  return "= " + std::string(toString(s.regularisation)) + " needs solver = \"direct\"";
}

void repairAllPairs(const Settings& before, Settings& edited) {
  if (hasFarField(before)) {
    edited.solver = SolverKind::direct;
  } else {
    edited.regularisation = kUsualCore;
  }
}

bool spreadsOtherCores(const Settings& s) {
  return s.viscosity > 0 && s.diffusion == Diffusion::coreSpreading && !isHeatKernel(s);
}

std::string spreadingComplaint(const Settings& s) {
  return "= " + shortestText(s.viscosity) +
         " with diffusion = core_spreading and regularisation = " + std::string(toString(s.regularisation)) +
         ": allowed is regularisation = gaussian, the only core that stays one of its kind, or diffusion = lattice";
}

void repairSpreading(const Settings& before, Settings& edited) {
  if (isHeatKernel(before)) {
    edited.viscosity = 0;
  } else {
    edited.regularisation = kUsualCore;
  }
}

bool spreadsOnNoLattice(const Settings& s) {
  return s.viscosity > 0 && s.diffusion == Diffusion::lattice && !s.redistribution.isOn();
}

std::string noLatticeComplaint(const Settings&) {
  return "= lattice needs redistribution, which is off";
}

void repairNoLattice(const Settings& before, Settings& edited) {
  if (before.redistribution.isOn()) {
    edited.diffusion = Diffusion::coreSpreading;
  } else {
    edited.redistribution.steps = Redistribution::kAutomatic;
  }
}

/// The setting that conflicts with redistribution, which replaces all elements every few steps; empty if none does.
std::string againstLattice(const Settings& s) {
  if (s.timeStep < 0) return "a negative dt: what was put together does not part again";
  if (s.formulation != Formulation::classic) return "formulation = reformulated: elements keep their width";
  if (s.relaxation > 0) return "relaxation: divergence_removal takes its place";
  if (!coreFacts(s.regularisation).finiteCentre)
    return "regularisation = " + std::string(toString(s.regularisation)) + ", which has no vorticity to blend";
  if (s.viscosity > 0 && s.diffusion != Diffusion::lattice)
    return "diffusion = " + std::string(toString(s.diffusion)) + ": allowed is diffusion = lattice";
  return {};
}

bool disturbsLattice(const Settings& s) {
  return s.redistribution.isOn() && !againstLattice(s).empty();
}

std::string latticeComplaint(const Settings& s) {
  return "= " + redistributionText(s.redistribution) + " does not go with " + againstLattice(s);
}

void repairLattice(const Settings& before, Settings& edited) {
  if (before.redistribution.isOn()) {
    edited.redistribution.steps = Redistribution::kOff;
    if (edited.diffusion == Diffusion::lattice) edited.diffusion = Diffusion::coreSpreading;
    return;
  }
  edited.timeStep = std::abs(edited.timeStep);
  edited.formulation = Formulation::classic;
  edited.relaxation = 0;
  if (!coreFacts(edited.regularisation).finiteCentre) edited.regularisation = kUsualCore;
  edited.diffusion = Diffusion::lattice;
}

bool reformsNothing(const Settings& s) {
  return s.formulation == Formulation::reformulated && s.stretching == Stretching::off;
}

std::string formulationComplaint(const Settings&) {
  return "= reformulated needs stretching, which is off";
}

void repairFormulation(const Settings& before, Settings& edited) {
  if (before.stretching == Stretching::off) {
    edited.stretching = Stretching::transpose;
  } else {
    edited.formulation = Formulation::classic;
  }
}

/// True for a negative time step with an irreversible member.
template <std::size_t I>
bool retraces(const Settings& s) {
  return s.timeStep < 0 && s.*kIrreversible[I] > 0;
}

template <std::size_t I>
std::string retraceComplaint(const Settings& s) {
  constexpr const char* kReasons[] = {"what has spread does not come back", "it cannot be undone"};
  return "= " + shortestText(s.*kIrreversible[I]) + " and a negative dt exclude each other: " + kReasons[I];
}

template <std::size_t I>
void repairRetracing(const Settings& before, Settings& edited) {
  if (before.timeStep < 0) {
    edited.timeStep = -edited.timeStep;
  } else {
    edited.*kIrreversible[I] = 0;
  }
}

bool tooFine(const Settings& s) {
  return s.tolerance < finestTolerance(s);
}

bool inSpace(const Settings& s) {
  return s.space == Space::space;
}

std::string toleranceComplaint(const Settings& s) {
  if (finestTolerance(s) < kFinestToleranceInFloat)
    return "= " + shortestText(s.tolerance) +
           " is finer than sums in space; allowed: " + Range{kFinestTolerance, kCoarsestTolerance}.text();
  return "= " + shortestText(s.tolerance) +
         " is finer than float sums; allowed: " + Range{kFinestToleranceInFloat, kCoarsestTolerance}.text() +
         ", or from " + shortestText(inSpace(s) ? kFinestTolerance : kFinestToleranceInPlane) +
         " with precision = \"double\"";
}

void repairTolerance(const Settings&, Settings& edited) {
  edited.tolerance = std::max(edited.tolerance, finestTolerance(edited));
}

/// Component of the stream across the ground [L/T]; 0 if it is only the round-off of an oblique plane.
Vec3 acrossGround(const Settings& s) {
  if (!s.ground) return {};
  const Vec3 normal = (1 / norm(s.ground->normal)) * s.ground->normal;
  const Vec3 across = dot(s.stream, normal) * normal;
  constexpr double kRoundOff = 1e-9;
  return norm(across) > kRoundOff * norm(s.stream) ? across : Vec3{};
}

bool blowsThroughGround(const Settings& s) {
  return norm(acrossGround(s)) > 0;
}

std::string streamComplaint(const Settings& s) {
  return "goes through the ground with " + shortestText(norm(acrossGround(s))) + "; allowed: along it";
}

void repairStream(const Settings&, Settings& edited) {
  edited.stream = edited.stream - acrossGround(edited);
}

/// What a no-slip wall lacks; empty if nothing.
std::string againstNoSlip(const Settings& s) {
  if (!s.ground) return "a ground";
  if (!(s.viscosity > 0)) return "viscosity, which is 0";
  if (!s.redistribution.isOn() || s.diffusion != Diffusion::lattice)
    return "redistribution, and diffusion = lattice: the wall's vorticity enters at the nodes next to it";
  if (coreFacts(s.regularisation).filterOrder == 0)
    return "a Gaussian core, but regularisation = " + std::string(toString(s.regularisation));
  if (norm(s.stream) > 0) return "fluid at rest far away, but there is a stream: its layer would have no end";
  return {};
}

bool sticksInVain(const Settings& s) {
  return s.wall == Wall::noSlip && !againstNoSlip(s).empty();
}

std::string wallComplaint(const Settings& s) {
  return "= no-slip needs " + againstNoSlip(s);
}

void repairWall(const Settings& before, Settings& edited) {
  if (before.wall == Wall::noSlip || !edited.ground || !(edited.viscosity > 0)) {
    edited.wall = Wall::slip;
    return;
  }
  if (!edited.redistribution.isOn()) edited.redistribution.steps = Redistribution::kAutomatic;
  edited.diffusion = Diffusion::lattice;
  if (coreFacts(edited.regularisation).filterOrder == 0) edited.regularisation = kUsualCore;
  edited.stream = {};
}

/// The setting that only works in space; empty if none is on.
std::string againstPlane(const Settings& s) {
  if (s.ground && s.ground->normal.z != 0) return "a ground that is not upright on the plane z = 0";
  if (s.stream.z != 0) return "a stream out of the plane";
  if (s.up.z != 0) return "an up out of the plane";
  for (const HeatSource& source : s.heatSources)
    if (source.centre.z != 0 || source.axis.z != 0) return "a heat source out of the plane";
  if (s.formulation != Formulation::classic) return "formulation = reformulated: nothing is stretched";
  if (s.relaxation > 0) return "relaxation: strengths do not turn";
  if (s.mesh == MeshUse::always) return "mesh = always";
  return {};
}

bool leavesPlane(const Settings& s) {
  return s.space == Space::plane && !againstPlane(s).empty();
}

std::string planeComplaint(const Settings& s) {
  return "= plane does not go with " + againstPlane(s);
}

/// A plane flow stays plane: the conflicting settings give way.
void repairPlane(const Settings& /*before*/, Settings& edited) {
  if (edited.ground && edited.ground->normal.z != 0) edited.ground.reset();
  edited.stream.z = 0;
  edited.up.z = 0;
  for (HeatSource& source : edited.heatSources) source.centre.z = source.axis.z = 0;
  edited.formulation = Formulation::classic;
  edited.relaxation = 0;
  if (edited.mesh == MeshUse::always) edited.mesh = MeshUse::automatic;
}

/// True if a body is above the ground at time 0.
bool standsAbove(const Body& body, const GroundPlane& ground) {
  const BodyPose pose = body.poseAt(0);
  const double middle = height(ground, pose.centre);
  if (middle > factsOf(body).reach) return true;
  const bool inPlane = isInPlane(body);
  const std::array<Vec3, 3> axes = body.axesAt(pose);
  for (const Vec3& x : inPlane ? outlineOf(body) : surfaceOf(body).corner)
    if (height(ground, pose.centre + x.x * axes[0] + x.y * axes[1] + x.z * axes[2]) <= 0) return false;
  return true;
}

/// What bodies lack; empty if nothing.
std::string againstBodies(const Settings& s) {
  for (const Body& body : s.bodies)
    if (isInPlane(body) != (s.space == Space::plane))
      return "space = " + std::string(s.space == Space::plane ? "space" : "plane") + " for the shape " +
             std::string(toString(body.shape));
  for (std::size_t b = 0; s.ground && b < s.bodies.size(); ++b)
    if (!standsAbove(s.bodies[b], *s.ground)) return "the ground below body " + std::to_string(b + 1);
  if (s.timeStep < 0) return "a dt of more than 0";
  if (s.courant > 0) return "fixed steps, but courant is set";
  if (!(s.viscosity > 0)) return "viscosity, which is 0";
  if (!s.redistribution.isOn() || s.diffusion != Diffusion::lattice)
    return "redistribution, and diffusion = lattice: a body's vorticity enters at the nodes next to it";
  if (coreFacts(s.regularisation).filterOrder == 0)
    return "a Gaussian core, but regularisation = " + std::string(toString(s.regularisation));
  return {};
}

bool standsInVain(const Settings& s) {
  return !s.bodies.empty() && !againstBodies(s).empty();
}

std::string bodiesComplaint(const Settings& s) {
  return "need " + againstBodies(s);
}

/// New bodies get what they need, if the flow is a viscous one; a flow with bodies keeps what they need.
/// A ground and bodies that do not go together stay as they were. Only time that runs backwards takes bodies out.
void repairBodies(const Settings& before, Settings& edited) {
  if (edited.timeStep > 0) {
    edited.courant = 0;
    if (!(edited.viscosity > 0)) edited.viscosity = before.viscosity;
    if (!edited.redistribution.isOn()) edited.redistribution.steps = Redistribution::kAutomatic;
    edited.diffusion = Diffusion::lattice;
    if (coreFacts(edited.regularisation).filterOrder == 0) edited.regularisation = kUsualCore;
  }
  if (!(edited.ground == before.ground) && !againstBodies(edited).empty()) edited.ground = before.ground;
  if (edited.bodies != before.bodies && !againstBodies(edited).empty()) edited.bodies = before.bodies;
  if (edited.ground && !againstBodies(edited).empty()) edited.ground.reset();
  if (!againstBodies(edited).empty()) edited.bodies.clear();
}

/// True if a region of heat and a body have a part in common at time 0.
bool reachesInto(const HeatSource& source, const Body& body, const Settings& s) {
  const HeatForm form = heatFormOf(source, s.space, upOf(s));
  const BodyPose pose = body.poseAt(0);
  const std::array<Vec3, 3> axes = body.axesAt(pose);
  const bool plane = isInPlane(body);
  const auto inRegion = [&form](const Vec3& x) { return form.distance({x.x, x.y, x.z}) < 0; };
  for (const Vec3& x : plane ? outlineOf(body) : surfaceOf(body).corner)
    if (inRegion(pose.centre + x.x * axes[0] + x.y * axes[1] + x.z * axes[2])) return true;
  const bool filled = inRegion(source.centre);  // a ring may lie about a body
  return inRegion(pose.centre) || (plane && filled && isInside(outlineAt(outlineOf(body), pose), source.centre));
}

/// What heat lacks, or what it does not go with; empty if nothing.
std::string againstHeat(const Settings& s) {
  if (!s.redistribution.isOn()) return "needs redistribution, which is off: it lives on a lattice";
  if (s.timeStep < 0) return "needs a dt of more than 0";
  if (s.ground && !s.bodies.empty()) return "does not go with bodies over a ground";
  for (std::size_t k = 0; k < s.heatSources.size(); ++k)
    for (std::size_t b = 0; b < s.bodies.size(); ++b)
      if (reachesInto(s.heatSources[k], s.bodies[b], s))
        return "does not go with heat " + std::to_string(k + 1) + " that reaches into body " + std::to_string(b + 1);
  return {};
}

bool warmsInVain(const Settings& s) {
  return s.heat && !againstHeat(s).empty();
}

std::string heatComplaint(const Settings& s) {
  return "= true " + againstHeat(s);
}

/// Heat that is switched on gets a lattice, one that is on gives way.
void repairHeat(const Settings& before, Settings& edited) {
  if (!before.heat && edited.timeStep > 0 && !edited.redistribution.isOn()) {
    edited.redistribution.steps = Redistribution::kAutomatic;
    edited.relaxation = 0;
    edited.formulation = Formulation::classic;
    edited.diffusion = Diffusion::lattice;
    if (!coreFacts(edited.regularisation).finiteCentre) edited.regularisation = kUsualCore;
  }
  if (!againstHeat(edited).empty() && edited.heatSources != before.heatSources) edited.heatSources = before.heatSources;
  if (!againstHeat(edited).empty()) edited.heat = false;
}

/// Expansions in space have a lower maximum order.
bool expandsTooFar(const Settings& s) {
  return s.order > mostOrder(s.space);
}

std::string orderComplaint(const Settings& s) {
  return "= " + std::to_string(s.order) + " is for space = plane; allowed: 0 or 4 to " +
         std::to_string(mostOrder(s.space));
}

void repairOrder(const Settings&, Settings& edited) {
  edited.order = mostOrder(edited.space);
}

/// A rule about the setting of this member.
template <class Group, class Value>
SettingRule about(Value Group::*member, bool (*broken)(const Settings&), std::string (*complaint)(const Settings&),
                  void (*repair)(const Settings&, Settings&)) {
  const Setting<Group, Value> setting = settingOf(member);
  return {setting.key, setting.name, broken, complaint, repair};
}

}  // namespace

const std::array<SettingRule, 14>& settingRules() {
  static const std::array<SettingRule, 14> rules = {{
      about(&FieldSettings::space, leavesPlane, planeComplaint, repairPlane),
      about(&FieldSettings::order, expandsTooFar, orderComplaint, repairOrder),
      about(&MotionSettings::bodies, standsInVain, bodiesComplaint, repairBodies),
      about(&MotionSettings::heat, warmsInVain, heatComplaint, repairHeat),
      about(&MotionSettings::wall, sticksInVain, wallComplaint, repairWall),
      about(&FieldSettings::regularisation, wantsAllPairs, allPairsComplaint, repairAllPairs),
      about(&MotionSettings::diffusion, spreadsOnNoLattice, noLatticeComplaint, repairNoLattice),
      about(&MotionSettings::redistribution, disturbsLattice, latticeComplaint, repairLattice),
      about(&MotionSettings::viscosity, spreadsOtherCores, spreadingComplaint, repairSpreading),
      about(&MotionSettings::formulation, reformsNothing, formulationComplaint, repairFormulation),
      about(kIrreversible[0], retraces<0>, retraceComplaint<0>, repairRetracing<0>),
      about(kIrreversible[1], retraces<1>, retraceComplaint<1>, repairRetracing<1>),
      about(&MotionSettings::stream, blowsThroughGround, streamComplaint, repairStream),
      about(&FieldSettings::tolerance, tooFine, toleranceComplaint, repairTolerance),
  }};
  return rules;
}

const SettingRule* brokenRule(const Settings& settings) {
  for (const SettingRule& rule : settingRules())
    if (rule.broken(settings)) return &rule;
  return nullptr;
}

void reconcile(const Settings& before, Settings& edited) {
  for (const SettingRule& rule : settingRules())
    if (rule.broken(edited)) rule.repair(before, edited);
}

std::vector<std::string_view> irreversibleParts(const MotionSettings& settings) {
  std::vector<std::string_view> names;
  for (const Member member : kIrreversible)
    if (settings.*member > 0) names.emplace_back(settingOf(member).name);
  if (settings.redistribution.isOn()) names.emplace_back(settingOf(&MotionSettings::redistribution).name);
  return names;
}

std::string_view irreversiblePart(const MotionSettings& settings) {
  const std::vector<std::string_view> names = irreversibleParts(settings);
  return names.empty() ? std::string_view() : names.front();
}

void makeReversible(MotionSettings& settings) {
  for (const Member member : kIrreversible) settings.*member = 0;
  settings.redistribution = {};
  settings.heat = false;
  settings.heatSources.clear();
}

}  // namespace fmm
