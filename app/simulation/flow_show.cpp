// Publication of a Flow's state for pictures.

#include <algorithm>
#include <cmath>

#include "scene/line_kind.h"
#include "scene/nozzle.h"
#include "simulation/flow.h"
#include "simulation/inspection.h"

namespace app {
namespace {

/// Right-handed directions, the last one along this.
std::array<fmm::Vec3, 3> axesAlong(fmm::Vec3 along) {
  const fmm::Vec3 z = (1 / fmm::norm(along)) * along;
  const fmm::Vec3 side = fmm::cross(std::abs(z.x) < 0.7 ? fmm::Vec3{1, 0, 0} : fmm::Vec3{0, 1, 0}, z);
  const fmm::Vec3 x = (1 / fmm::norm(side)) * side;
  return {x, fmm::cross(z, x), z};
}

ParticleStore& memoryOf(std::unique_ptr<ParticleStore>& store, const StoreFactory& makeStore) {
  if (!store) store = makeStore();
  return *store;
}

}  // namespace

void Flow::keepFor(fmm::ParticleScalar scalar) {
  system_.keepVorticity(false, fmm::needsVorticity(scalar));
}

void Flow::showBodies(FlowState& state) {
  const std::vector<fmm::Body>& bodies = system_.settings().bodies;
  state.bodies.clear();
  state.solids.clear();
  surfaces_.resize(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const fmm::Body& body = bodies[b];
    const fmm::BodyPose pose = body.poseAt(state.time);
    if (fmm::isInPlane(body)) {
      state.bodies.push_back(fmm::outlineAt(fmm::outlineOf(body), pose));
      continue;
    }
    auto& [of, surface] = surfaces_[b];
    if (!surface || !fmm::haveSameShape(of, body)) {
      of = body;
      surface = std::make_shared<const fmm::BodySurface>(fmm::surfaceOf(body));
    }
    state.solids.push_back({surface, pose.centre, body.axesAt(pose)});
  }
}

/// One of those in the same place.
void Flow::showNozzles(FlowState& state) {
  if (nozzles_.empty()) {
    for (auto launch = scene_.launches.begin(); launch != scene_.launches.end(); ++launch) {
      const auto alike = [&](const RingLaunch& other) { return sameLine(other.ring, launch->ring); };
      if (launch->nozzle == 0 || std::any_of(scene_.launches.begin(), launch, alike)) continue;
      const std::array<fmm::Vec3, 3> axes = axesAlong(launch->ring.axis);
      nozzles_.push_back(
          {std::make_shared<fmm::BodySurface>(nozzleSurface(*launch)), nozzleMouth(*launch), axes, true});
    }
  }
  state.solids.insert(state.solids.end(), nozzles_.begin(), nozzles_.end());
}

void Flow::show(FlowState& state, const ShownParts& parts, const StoreFactory& makeStore) {
  const bool device = system_.report().backend == "cuda";
  state.shown = parts;
  if (parts.wallShear && floor_.sticks && scene_.settings.space != fmm::Space::plane)
    state.shown.elements = state.shown.strengths = true;
  state.time = system_.time();
  state.steps = system_.steps();
  state.flow = (number_ << 32) + system_.tracerChanges();
  state.elementCount = system_.elementCount();
  state.tracerCount = system_.tracerCount();
  state.otherTracers = system_.tracerTotal() - state.tracerCount;
  state.floor = floor_;
  state.tops = tops_;
  state.core = scene_.settings.regularisation;
  state.plane = scene_.settings.space == fmm::Space::plane;
  state.spacing = scene_.settings.redistribution.isOn() ? system_.lattice().spacing : 0;
  state.ringColours = ringColours_;
  const bool wall = fmm::sticks(system_.settings());
  state.rings = static_cast<std::uint32_t>(rings()) + (wall ? 1 : 0);  // what a wall gave off has a colour of its own
  showBodies(state);
  showNozzles(state);
  state.lines = seedLines();
  state.tracerTube = scene_.tracerTube;

  fmm::ParticleTarget tracers = memoryOf(state.tracers, makeStore).prepare(state.tracerCount, device);
  tracers.scalar = parts.scalar;
  keepFor(parts.scalar);
  system_.writeTracers(tracers);
  ParticleStore& elements = memoryOf(state.elements, makeStore);
  if (state.shown.elements) {
    fmm::ParticleTarget target = elements.prepare(state.elementCount, device);
    if (parts.elementRings) target.scalar = fmm::ParticleScalar::ring;
    system_.writeElements(target);
  }
  const bool cold = parts.heat && !system_.settings().heat;
  state.shown.heat = parts.heat && !cold;
  if (state.shown.heat) system_.writeElementHeat(memoryOf(state.heat, makeStore).prepare(state.elementCount, device));
  if (state.shown.strengths)
    system_.writeElementStrengths(memoryOf(state.strengths, makeStore).prepare(state.elementCount, device));
  state.quantity =
      parts.quantity
          ? std::make_shared<QuantityGrid>(quantityOnGrid(system_.settings(), system_.elements(), *parts.quantity))
          : nullptr;
  state.streamLines =
      parts.streamLines && state.plane ? streamLines(system_.settings(), system_.elements()) : StreamLines();
  if (cold)
    state.quantity = std::make_shared<QuantityGrid>(
        QuantityGrid{{VortexQuantity::buoyancy}, {}, {}, "no buoyancy in a flow without heat"});
  state.tags = parts.tags ? tags() : nullptr;
  state.tree = parts.tree ? inspectTree(system_, parts.picked, elements, *state.tracers) : TreePicture();
  showsMotion_ = parts.motion;
  if (parts.motion) showMotion(state);
  state.framed = parts.framed ? framedPoints() : FramedPoints();
}

/// Tracers have the age of their rings, which are born at the scene's times or when launched by hand; tracers of
/// emitters have ages of their own. Tags are rebuilt when rings join, emitters emit, or ranks exchange tracers.
const SharedTags& Flow::tags() {
  const bool exchanged = tagged_ != system_.tracerChanges();
  const bool known = tags_ && !exchanged && tags_->size() + emission_.joined() == system_.tracerCount();
  if (!known) tags_ = tagsOf(system_.tracers(), births_);
  tagged_ = system_.tracerChanges();
  if (!emission_.any() || (known && !emission_.changed())) return tags_;
  auto changed = std::make_shared<TracerTags>(*tags_);
  changed->resize(system_.tracerCount());
  emission_.tag(*changed, static_cast<std::uint32_t>(births_.size() + scene_.regions.size()), system_.tracerNumbers());
  tags_ = std::move(changed);
  return tags_;
}

/// The measures taken along by measure() if motion was requested then; else measured now.
const fmm::FrameMeasures& Flow::motion() {
  showsMotion_ = true;
  if (!motion_) motion_ = system_.measureFrame({false, false, false, sampleStride(system_.elementCount())});
  return *motion_;
}

FramedPoints Flow::framedPoints() {
  constexpr double kCores = 1.5;  // visible radius about a line, in core radii
  const fmm::FrameMeasures& now = motion();
  return {now.centroid, strongPoints(now.sample, now.sampleStrengths), kCores * scene_.sigma.value_or(0)};
}

void Flow::showMotion(FlowState& state) {
  const std::size_t count = state.elementCount;
  const std::vector<fmm::Vec3>&sample = motion().sample, &strengths = motion().sampleStrengths;
  state.centroid = motion_->centroid;
  state.shift = state.centroid - startCentroid_;
  state.extent = extentAbout(state.centroid, countedPoints(sample, strengths));
  const std::vector<fmm::Vec3> ring =
      countedPoints(sampleOfFirst(firstRing_, count, sample), sampleOfFirst(firstRing_, count, strengths));
  state.ringCentre = meanPosition(ring);
  state.ringExtent = extentAbout(state.ringCentre, ring);
}

}  // namespace app
