#include "fmm/vortex_system.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "fmm/error.h"
#include "fmm/plane_vortices.h"
#include "solver/accuracy/error_measure.h"
#include "vortex/array_checks.h"
#include "vortex/array_shapes.h"
#include "vortex/step_failure.h"
#include "vortex/system_base.h"
#include "vortex/system_shares.h"

namespace fmm {
namespace {

/// Throws InvalidInput unless a system can take these particles. The backend checks numbers in device memory.
void requireParticles(const Settings& settings, const ParticleViews& particles) {
  const Backend backend = resolve(settings.backend);
  requireReach(backend, requireShape(particles.elements), "elements");
  requireReach(backend, requireShape(particles.tracers), "tracers");
  HostMemory host;
  requireParticles(host, settings, particles);
}

void requireSystem(const Settings& settings, const ParticleViews& particles) {
  settings.validate();
  requireCount(particles.elements.size(), particles.tracers.size());
  requireParticles(settings, particles);
}

std::unique_ptr<SystemBase> makeSystem(const Settings& settings, const ParticleViews& particles) {
  return resolve(settings.backend) == Backend::cuda ? makeCudaSystem(settings, particles)
                                                    : makeCpuSystem(settings, particles);
}

}  // namespace

class VortexSystem::Impl {
 public:
  std::unique_ptr<SystemBase> system;
  double time = 0;
  std::int64_t steps = 0;
  bool keepElementVorticity = false, keepTracerVorticity = false;
  std::optional<SystemShares> shares;  ///< empty: a single process

  Ranks* ranks() const { return shares ? &shares->ranks() : nullptr; }
  /// Does work of all ranks. A failure of this rank alone throws RankFailure, as the others would wait in vain.
  template <class Work>
  void together(const Work& work) {
    if (!shares) return work();
    try {
      work();
    } catch (const EnvironmentError& error) {
      throw RankFailure(error.what());
    } catch (const std::bad_alloc&) {
      throw RankFailure("out of memory");
    }
  }

  /// Replaces the system, for other particles or another backend.
  void replace(const Settings& with, const Elements& elements, const Tracers& tracers, const LatticeReport& lattice) {
    ParticleViews particles = {viewOf(elements), viewOf(tracers)};
    if (!with.heat) particles.elements.heat = {};
    std::unique_ptr<SystemBase> fresh = makeSystem(with, particles);
    fresh->setLattice(lattice);
    fresh->keepVorticity(keepElementVorticity, keepTracerVorticity);
    fresh->share(ranks());
    system = std::move(fresh);
  }
};

VortexSystem::VortexSystem(const Settings& settings, const Elements& elements, const Tracers& tracers, Ranks* ranks)
    : impl_(std::make_unique<Impl>()) {
  requireSystem(settings, {viewOf(elements), viewOf(tracers)});
  if (ranks == nullptr || ranks->size() == 1) {
    impl_->system = makeSystem(settings, {viewOf(elements), viewOf(tracers)});
    return;
  }
  impl_->shares.emplace(*ranks, tracers);
  const Tracers own = picked(tracers, impl_->shares->own());
  impl_->system = makeSystem(settings, {viewOf(elements), viewOf(own)});
  impl_->system->share(ranks);
}

VortexSystem::VortexSystem(const Settings& settings, const ParticleViews& particles) : impl_(std::make_unique<Impl>()) {
  requireSystem(settings, particles);
  impl_->system = makeSystem(settings, particles);
}

VortexSystem::~VortexSystem() = default;
VortexSystem::VortexSystem(VortexSystem&&) noexcept = default;
VortexSystem& VortexSystem::operator=(VortexSystem&&) noexcept = default;

void VortexSystem::step() {
  impl_->together([this] {
    if (impl_->shares) impl_->shares->balance(*impl_->system);
    impl_->time += impl_->system->step(impl_->time, impl_->steps);
  });
  ++impl_->steps;
  requireKept(settings(), report());
}

void VortexSystem::evaluate() {
  impl_->together([this] { impl_->system->evaluate(); });
  requireKept(settings(), report());
}

void VortexSystem::apply(const Settings& settings) {
  settings.validate();
  const Settings& old = this->settings();
  if (settings.space != old.space)
    throw InvalidInput("space = " + std::string(toString(settings.space)) +
                       ": a flow stays in the space or plane that it began in");
  if (settings.ground && !(settings.ground == old.ground)) {
    const std::vector<Vec3> ofElements = elements().position, ofTracers = tracers().position;
    HostMemory host;
    requireAbove(host, *settings.ground, viewOf(ofElements), "element");
    requireAbove(host, *settings.ground, viewOf(ofTracers), "tracer");
  }
  if (resolve(settings.backend) != resolve(old.backend) || settings.precision != old.precision ||
      settings.threads != old.threads) {
    impl_->replace(settings, elements(), tracers(), carriedOn(lattice(), old, settings));
  } else {
    impl_->system->configure(settings);
  }
}

void VortexSystem::append(const Elements& elements, const Tracers& tracers) {
  requireCount(elementCount() + elements.size(), tracerTotal() + tracers.size());
  requireParticles(settings(), {viewOf(elements), viewOf(tracers)});
  if (!impl_->shares) return impl_->system->append({viewOf(elements), viewOf(tracers)});
  const Tracers own = impl_->shares->joining(tracers);
  impl_->system->append({viewOf(elements), viewOf(own)});
  impl_->shares->joined(tracers.size());
}

void VortexSystem::placeTracers(std::size_t first, const Tracers& tracers) {
  if (first > tracerTotal())
    throw InvalidInput("placeTracers: first = " + std::to_string(first) + " is out of range; allowed: 0 to " +
                       std::to_string(tracerTotal()));
  requireCount(elementCount(), std::max(tracerTotal(), first + tracers.size()));
  requireParticles(settings(), {viewOf(Elements{}), viewOf(tracers)});
  if (!impl_->shares) return impl_->system->placeTracers(first, viewOf(tracers));
  const std::size_t total = tracerTotal();
  for (const PlacedTracers& run : impl_->shares->placing(first, tracers))
    impl_->system->placeTracers(run.first, viewOf(run.tracers));
  if (first + tracers.size() > total) impl_->shares->joined(first + tracers.size() - total);
}

void VortexSystem::keepParticles() {
  impl_->system->keepParticles();
}

std::optional<KeptParticles> VortexSystem::keptParticles() {
  return impl_->system->keptParticles();
}

bool VortexSystem::lost() const {
  return impl_->system->lost();
}
const Settings& VortexSystem::settings() const {
  return impl_->system->settings();
}
double VortexSystem::time() const {
  return impl_->time;
}
std::int64_t VortexSystem::steps() const {
  return impl_->steps;
}
void VortexSystem::setClock(double time, std::int64_t steps) {
  impl_->time = time;
  impl_->steps = steps;
}
std::size_t VortexSystem::elementCount() const {
  return impl_->system->elementCount();
}
std::size_t VortexSystem::tracerCount() const {
  return impl_->system->tracerCount();
}
Elements VortexSystem::elements() const {
  return impl_->system->elements();
}
Tracers VortexSystem::tracers() const {
  return impl_->system->tracers();
}
std::size_t VortexSystem::tracerTotal() const {
  return impl_->shares ? impl_->shares->total() : tracerCount();
}
AllTracers VortexSystem::gatherTracers() const {
  if (!impl_->shares) return {tracers(), tracerVelocities()};
  GatheredShares all = impl_->shares->gather(*impl_->system);
  return {std::move(all.tracers), std::move(all.velocity)};
}
std::uint64_t VortexSystem::tracerChanges() const {
  return impl_->shares ? impl_->shares->changes() : 0;
}
std::optional<std::vector<std::uint32_t>> VortexSystem::tracerNumbers() const {
  if (!impl_->shares) return std::nullopt;
  return impl_->shares->own();
}
void VortexSystem::shareAnew() {
  if (impl_->shares) impl_->shares->shareAnew(*impl_->system);
}
std::vector<std::int32_t> VortexSystem::elementRings() const {
  return impl_->system->elementRings();
}
std::size_t VortexSystem::elementsOfRing(std::int32_t ring) const {
  return impl_->system->elementsOfRing(ring);
}
void VortexSystem::read(const ElementResults& results) const {
  requireReach(resolve(settings().backend), requireRoom(results, elementCount()), "results of elements");
  impl_->system->read(results);
}
void VortexSystem::read(const TracerResults& results) const {
  requireReach(resolve(settings().backend), requireRoom(results, tracerCount()), "results of tracers");
  impl_->system->read(results);
}
std::vector<Vec3> VortexSystem::elementVelocities() const {
  return impl_->system->elementVelocities();
}
std::vector<Vec3> VortexSystem::tracerVelocities() const {
  return impl_->system->tracerVelocities();
}
std::vector<Vec3> VortexSystem::strengthRates() const {
  return impl_->system->strengthRates();
}
void VortexSystem::keepVorticity(bool atElements, bool atTracers) {
  impl_->keepElementVorticity = atElements;
  impl_->keepTracerVorticity = atTracers;
  impl_->system->keepVorticity(atElements, atTracers);
}
std::vector<Vec3> VortexSystem::elementVorticities() {
  return impl_->system->elementVorticities();
}
std::vector<Vec3> VortexSystem::tracerVorticities() {
  return impl_->system->tracerVorticities();
}
void VortexSystem::writeTracers(const ParticleTarget& target) {
  impl_->system->writeTracers(target);
}
void VortexSystem::writeElements(const ParticleTarget& target) {
  impl_->system->writeElements(target);
}
void VortexSystem::writeElementStrengths(const ParticleTarget& target) {
  impl_->system->writeElementStrengths(target);
}
void VortexSystem::writeElementHeat(const ParticleTarget& target) {
  if (!settings().heat) throw InvalidInput("heat of elements: this flow has none");
  impl_->system->writeElementHeat(target);
}
std::vector<TreeCell> VortexSystem::treeCells() const {
  return impl_->system->treeCells();
}
std::vector<std::size_t> VortexSystem::nearCells(std::size_t leaf) const {
  return impl_->system->nearCells(leaf);
}
const EvaluationReport& VortexSystem::report() const {
  return impl_->system->report();
}
const LatticeReport& VortexSystem::lattice() const {
  return impl_->system->lattice();
}
const std::vector<BodyLoad>& VortexSystem::bodyLoads() const {
  return impl_->system->bodyLoads();
}
void VortexSystem::setLattice(const LatticeReport& lattice) {
  impl_->system->setLattice(lattice);
}
Tuning VortexSystem::tuning() const {
  return impl_->system->tuning();
}
void VortexSystem::setTuning(const Tuning& tuning) {
  if (tuning.order == 0 && tuning.mesh.use == 0) return;
  if (tuning.order == 0) return impl_->system->setTuning(tuning);
  if (tuning.theta == 0 || tuning.leafElements == 0 || tuning.leafPoints == 0)
    throw InvalidInput("tuning: theta and leaf capacities must not be 0 where there is an order");
  Settings like = settings();
  like.order = tuning.order;
  like.theta = tuning.theta;
  like.leafElements = tuning.leafElements;
  like.leafPoints = tuning.leafPoints;
  like.validate();
  impl_->system->setTuning(tuning);
}
Invariants VortexSystem::invariants(Vec3 about) const {
  return invariantsIn(settings().space, fmm::invariants(elements(), about));
}

Vec3 VortexSystem::centroid() const {
  return impl_->system->centroid();
}

FlowMeasures VortexSystem::measure(bool withEnergy, bool withVorticity, Vec3 about) {
  return measureFrame({withEnergy, withVorticity, false, 0, about}).flow;
}

FrameMeasures VortexSystem::measureFrame(const FrameParts& parts) {
  FrameMeasures frame = impl_->system->measureFrame(parts);
  frame.flow.invariants = invariantsIn(settings().space, frame.flow.invariants);
  return frame;
}

std::vector<RingMeasures> VortexSystem::measureRings() {
  return impl_->system->measureRings();
}

MeasuredError VortexSystem::measureError(std::size_t samples) {
  impl_->together([this] { impl_->system->evaluate(); });
  const Elements sources = elements();
  const std::vector<Vec3> atSources = elementVelocities();
  const AllTracers passive = gatherTracers();
  MeasuredError error;
  Ranks* ranks = impl_->ranks();
  if (ranks == nullptr || ranks->isFirst())
    error = measureAgainstDirect(inducing(settings(), sources),
                                 {{sources.position, atSources}, {passive.tracers.position, passive.velocity}},
                                 MeasuredQuantity::velocity, settings(), report(), {samples, 0});
  if (ranks != nullptr) ranks->broadcast(&error, sizeof error);
  if (settings().strict && error.toleranceKept() == false) throw ToleranceError(error.warning());
  return error;
}

void VortexSystem::probeError(std::size_t samples) {
  impl_->system->probeError(samples);
}

std::optional<MeasuredError> VortexSystem::takeError() {
  return impl_->system->takeError();
}

}  // namespace fmm
