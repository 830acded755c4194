#include "fmm/vortex_system.h"

#include <cmath>
#include <utility>

#include "fmm/error.h"
#include "solver/reference.h"
#include "vortex/system_base.h"

namespace fmm {
namespace {

bool finite(Vec3 v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void requireFinite(const std::vector<Vec3>& values, const char* what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!finite(values[i])) throw InvalidInput(std::string(what) + " " + std::to_string(i) + " is not finite");
  }
}

void requireNotNegative(const std::vector<double>& values, const char* what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i]) && values[i] >= 0) continue;
    throw InvalidInput(std::string(what) + " " + std::to_string(i) + " is " + std::to_string(values[i]) +
                       "; allowed is 0 and above");
  }
}

/// Elements and tracers together share 32-bit indices; 2^30 of them leave room for every sum of two.
void requireCount(std::size_t elements, std::size_t tracers) {
  constexpr std::size_t kMost = std::size_t(1) << 30;
  if (elements <= kMost && tracers <= kMost - elements) return;
  throw InvalidInput(std::to_string(elements) + " elements and " + std::to_string(tracers) +
                     " tracers: allowed are 2^30 together");
}

void validate(const Elements& elements) {
  const std::size_t n = elements.size();
  const auto given = [n](const auto& values) { return values.empty() || values.size() == n; };
  if (elements.strength.size() != n || elements.coreRadius.size() != n || !given(elements.ring) ||
      !given(elements.length) || !given(elements.volume) || !given(elements.referenceRadius)) {
    throw InvalidInput(
        "elements: position, strength, coreRadius, ring, length, volume and referenceRadius differ in length");
  }
  requireFinite(elements.position, "position of element");
  requireFinite(elements.strength, "strength of element");
  requireNotNegative(elements.coreRadius, "core radius of element");
  requireNotNegative(elements.length, "length of element");
  requireNotNegative(elements.volume, "volume of element");
  requireNotNegative(elements.referenceRadius, "reference radius of element");
}

void requireAbove(const GroundPlane& plane, const std::vector<Vec3>& positions, const char* what) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double h = height(plane, positions[i]);
    if (!(h > 0))
      throw InvalidInput(std::string(what) + " " + std::to_string(i) + " lies " + std::to_string(-h) +
                         " below the ground plane; allowed is above it");
  }
}

void requireAbove(const std::optional<GroundPlane>& plane, const Elements& elements, const Tracers& tracers) {
  if (!plane) return;
  requireAbove(*plane, elements.position, "element");
  requireAbove(*plane, tracers.position, "tracer");
}

/// Elements that the settings' viscosity and splitting can work with.
void requireFit(const Settings& settings, const Elements& given) {
  const bool exchanges = settings.viscosity > 0 && settings.diffusion == Diffusion::strengthExchange;
  if (!exchanges && settings.minimumOverlap == 0) return;
  Elements elements = given;
  fillExtents(elements);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!(elements.coreRadius[i] > 0))
      throw InvalidInput((exchanges ? "viscosity" : "minimumOverlap") + std::string(": element ") + std::to_string(i) +
                         " has core radius 0; allowed is more than 0");
    if (exchanges && !(elements.volume[i] > 0))
      throw InvalidInput("viscosity: diffusion = strength_exchange needs elements that fill space, and element " +
                         std::to_string(i) + " stands for a line without volume; allowed are filled cores (profile " +
                         "uniform or gaussian), or diffusion = core_spreading");
  }
}

/// What induces the flow of these elements.
Elements sourcesOf(const Settings& settings, const Elements& elements) {
  return settings.ground ? mirrored(elements, *settings.ground) : elements;
}

void validate(const Tracers& tracers) {
  if (!tracers.ring.empty() && tracers.ring.size() != tracers.size()) {
    throw InvalidInput("tracers: position and ring differ in length");
  }
  requireFinite(tracers.position, "position of tracer");
}

template <class T>
void extend(std::vector<T>& all, const std::vector<T>& added) {
  all.insert(all.end(), added.begin(), added.end());
}

/// Ring indices of `size` present particles, then those of `addedSize` new ones; all or none.
void extendRings(std::vector<std::int32_t>& all, std::size_t size, const std::vector<std::int32_t>& added,
                 std::size_t addedSize) {
  if (all.empty() && added.empty()) return;
  all.resize(size, 0);
  extend(all, added);
  all.resize(size + addedSize, 0);
}

/// `automatic` becomes what this machine has.
Backend resolve(Backend backend) {
  if (backend != Backend::automatic) return backend;
  return cudaBackend().available ? Backend::cuda : Backend::cpu;
}

std::unique_ptr<SystemBase> makeSystem(const Settings& settings, const Elements& elements, const Tracers& tracers) {
  return resolve(settings.backend) == Backend::cuda ? makeCudaSystem(settings, elements, tracers)
                                                    : makeCpuSystem(settings, elements, tracers);
}

}  // namespace

class VortexSystem::Impl {
 public:
  Settings settings;
  std::unique_ptr<SystemBase> system;
  double time = 0;
  std::int64_t steps = 0;
  bool keepElementVorticity = false, keepTracerVorticity = false;

  /// Takes other particles or another backend.
  void replace(const Settings& with, const Elements& elements, const Tracers& tracers,
               const RefinementReport& refinement) {
    std::unique_ptr<SystemBase> fresh = makeSystem(with, elements, tracers);
    fresh->setRefinement(refinement);
    fresh->keepVorticity(keepElementVorticity, keepTracerVorticity);
    system = std::move(fresh);
  }
};

VortexSystem::VortexSystem(const Settings& settings, const Elements& elements, const Tracers& tracers)
    : impl_(std::make_unique<Impl>()) {
  settings.validate();
  requireCount(elements.size(), tracers.size());
  validate(elements);
  validate(tracers);
  requireAbove(settings.ground, elements, tracers);
  requireFit(settings, elements);
  impl_->settings = settings;
  impl_->system = makeSystem(settings, elements, tracers);
}

VortexSystem::~VortexSystem() = default;
VortexSystem::VortexSystem(VortexSystem&&) noexcept = default;
VortexSystem& VortexSystem::operator=(VortexSystem&&) noexcept = default;

void VortexSystem::step() {
  impl_->time += impl_->system->step(impl_->time, impl_->steps);
  ++impl_->steps;
}

void VortexSystem::evaluate() {
  impl_->system->evaluate();
}

void VortexSystem::apply(const Settings& settings) {
  settings.validate();
  if (settings.ground && !(settings.ground == impl_->settings.ground)) {
    requireAbove(*settings.ground, elements().position, "element");
    requireAbove(*settings.ground, tracers().position, "tracer");
  }
  const Settings& old = impl_->settings;
  if (settings.viscosity != old.viscosity || settings.diffusion != old.diffusion ||
      settings.minimumOverlap != old.minimumOverlap)
    requireFit(settings, elements());
  if (resolve(settings.backend) != resolve(old.backend) || settings.precision != old.precision ||
      settings.threads != old.threads) {
    impl_->replace(settings, elements(), tracers(), refinement());
  } else {
    impl_->system->configure(settings);
  }
  impl_->settings = settings;
}

void VortexSystem::append(const Elements& elements, const Tracers& tracers) {
  validate(elements);
  validate(tracers);
  requireCount(elementCount() + elements.size(), tracerCount() + tracers.size());
  requireAbove(impl_->settings.ground, elements, tracers);
  requireFit(impl_->settings, elements);
  Elements allElements = this->elements();
  Tracers allTracers = this->tracers();
  fmm::append(allElements, elements);
  extendRings(allTracers.ring, tracerCount(), tracers.ring, tracers.size());
  extend(allTracers.position, tracers.position);
  RefinementReport refinement = this->refinement();
  refinement.given += elements.size();
  impl_->replace(impl_->settings, allElements, allTracers, refinement);
}

const Settings& VortexSystem::settings() const {
  return impl_->settings;
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
std::vector<TreeCell> VortexSystem::treeCells() const {
  return impl_->system->treeCells();
}
std::vector<std::size_t> VortexSystem::nearCells(std::size_t leaf) const {
  return impl_->system->nearCells(leaf);
}
const EvaluationReport& VortexSystem::report() const {
  return impl_->system->report();
}
const RefinementReport& VortexSystem::refinement() const {
  return impl_->system->refinement();
}
void VortexSystem::setRefinement(const RefinementReport& refinement) {
  impl_->system->setRefinement(refinement);
}
Tuning VortexSystem::tuning() const {
  return impl_->system->tuning();
}
void VortexSystem::setTuning(const Tuning& tuning) {
  if (tuning.order == 0) return;
  if (tuning.theta == 0 || tuning.leafElements == 0 || tuning.leafPoints == 0)
    throw InvalidInput("tuning: theta and leaf capacities must not be 0 where there is an order");
  Settings like = impl_->settings;
  like.order = tuning.order;
  like.theta = tuning.theta;
  like.leafElements = tuning.leafElements;
  like.leafPoints = tuning.leafPoints;
  like.validate();
  impl_->system->setTuning(tuning);
}
Invariants VortexSystem::invariants() const {
  return fmm::invariants(elements());
}

FlowMeasures VortexSystem::measure(bool withEnergy, bool withVorticity) {
  return impl_->system->measure(withEnergy, withVorticity);
}

std::vector<RingMeasures> VortexSystem::measureRings() {
  return impl_->system->measureRings();
}

MeasuredError VortexSystem::measureError(std::size_t samples) {
  evaluate();
  const Elements sources = elements();
  const auto take = [&](const std::vector<Vec3>& positions, const std::vector<Vec3>& velocities, std::size_t count,
                        std::vector<Vec3>& at, std::vector<Vec3>& got) {
    for (const std::size_t i : sampleIndices(positions.size(), count)) {
      at.push_back(positions[i]);
      got.push_back(velocities[i]);
    }
  };
  std::vector<Vec3> at, got;
  const std::size_t ofTracers = tracerCount() == 0 ? 0 : elementCount() == 0 ? samples : samples / 2;
  take(sources.position, elementVelocities(), samples - ofTracers, at, got);
  take(tracers().position, tracerVelocities(), ofTracers, at, got);
  return compareVelocities(
      got, referenceVelocities(sourcesOf(settings(), sources), at, settings().regularisation, settings().threads));
}

namespace {

Field evaluateParts(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                    FieldParts parts, std::size_t errorSamples) {
  settings.validate();
  if (settings.ground) {
    Settings open = settings;
    open.ground.reset();
    return evaluateParts(open, mirrored(elements, *settings.ground), targets, parts, errorSamples);
  }
  requireCount(elements.size(), targets.size());
  validate(elements);
  requireFinite(targets, "target");
  Field field = resolve(settings.backend) == Backend::cuda ? evaluateFieldOnCuda(settings, elements, targets, parts)
                                                           : evaluateFieldOnCpu(settings, elements, targets, parts);
  if (errorSamples > 0) {
    const bool vorticity = parts == FieldParts::vorticity;
    std::vector<Vec3> at, got;
    for (const std::size_t i : sampleIndices(targets.size(), errorSamples)) {
      at.push_back(targets[i]);
      got.push_back((vorticity ? field.vorticity : field.velocity)[i]);
    }
    const auto reference = vorticity ? referenceVorticities : referenceVelocities;
    field.error = compareVelocities(got, reference(elements, at, settings.regularisation, settings.threads));
  }
  return field;
}

}  // namespace

Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples) {
  const FieldParts parts = gradient ? FieldParts::velocityAndGradient : FieldParts::velocity;
  return evaluateParts(settings, elements, targets, parts, errorSamples);
}

Field evaluateVorticity(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                        std::size_t errorSamples) {
  return evaluateParts(settings, elements, points, FieldParts::vorticity, errorSamples);
}

std::vector<BackendInfo> availableBackends() {
  return {cpuBackend(), cudaBackend()};
}

}  // namespace fmm
