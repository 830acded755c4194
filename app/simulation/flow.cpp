#include "simulation/flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "files/user_error.h"
#include "fmm/ring_theory.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "simulation/backend_choice.h"
#include "simulation/inspection.h"
#include "simulation/report_sum.h"

namespace app {
namespace {

constexpr std::size_t kErrorSamples = 512, kProbeSamples = 256;
constexpr double kRounding = 1e-6;  // of times, in steps

/// The floor lies under the scene's own lines: rings that join, even at time 0, do not move it.
Floor floorUnder(const Scene& scene, const fmm::Elements& beginning) {
  const auto lines = static_cast<std::int32_t>(lineCount(scene));
  const auto own =
      std::find_if(beginning.ring.begin(), beginning.ring.end(), [&](std::int32_t r) { return r >= lines; });
  fmm::Elements elements;
  const auto part = [count = own - beginning.ring.begin()](const std::vector<fmm::Vec3>& all) {
    return std::vector<fmm::Vec3>(all.begin(), all.begin() + count);
  };
  elements.position = countedPoints(part(beginning.position), part(beginning.strength));
  return floorWithoutGround(scene, elements);
}

}  // namespace

/// What a flow starts from.
struct Flow::Beginning {
  Scene scene;
  LaunchSchedule schedule;   ///< rings that have joined by now are not pending
  RingParticles particles;   ///< of the scene at time 0, also if a checkpoint has other particles
  fmm::Vec3 startCentroid;   ///< reference point of a following camera [L]
  fmm::VortexSystem system;  ///< with a checkpoint's tuning unless settings that it depends on differ
};

Flow::Beginning Flow::begin(const Scene& given, const Checkpoint* from, fmm::Ranks* ranks) {
  Scene scene = onLattice(given);
  LaunchSchedule schedule(scene);
  requireMemory(totalCounts(scene), scene.settings.precision);
  RingParticles particles = schedule.start();
  const fmm::Vec3 centroid = fmm::centroid(particles.elements);  // before rounding to the solver's precision
  if (!from) {
    fmm::VortexSystem system(schedule.settings(), particles.elements, particles.tracers, ranks);
    return {std::move(scene), std::move(schedule), std::move(particles), centroid, std::move(system)};
  }
  schedule.resumeAt(from->time, scene.settings.timeStep);
  fmm::VortexSystem system(schedule.settings(), from->elements, from->tracers, ranks);
  system.setClock(from->time, from->steps);
  system.setLattice(from->lattice);
  if (isTunedAlike(scene.settings, from->settings)) system.setTuning(from->tuning);
  return {std::move(scene), std::move(schedule), std::move(particles), from->startCentroid.value_or(centroid),
          std::move(system)};
}

namespace {

std::uint64_t nextNumber() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

Flow::Flow(const Scene& scene, const Checkpoint* from, fmm::Ranks* ranks) : Flow(from, begin(scene, from, ranks)) {}

Flow::Flow(const Checkpoint* from, Beginning beginning)
    : number_(nextNumber()),
      scene_(std::move(beginning.scene)),
      schedule_(std::move(beginning.schedule)),
      system_(std::move(beginning.system)),
      startCentroid_(beginning.startCentroid),
      bareFloor_(floorUnder(scene_, beginning.particles.elements)),
      floor_(withGround(bareFloor_, scene_.settings)),
      tops_(colourTops(scene_)),
      ringColours_(ringColours(scene_)),
      births_(ringBirths(scene_)),
      lastJoined_(lastJoinedBefore(scene_, system_.time(), scene_.settings.timeStep)),
      latticeReport_(system_.lattice()) {
  const Counts counts = sceneCounts(scene_);  // another backend might choose others later
  scene_.elements = counts.elements;
  scene_.tracers = counts.tracers;
  if (!scene_.emitters.empty())
    emission_ = TracerEmission(scene_, from ? from->emitted : std::vector<std::int64_t>(),
                               system_.gatherTracers().tracers.ring);
  countFirstRing();
  const fmm::Elements elements = system_.elements(), &first = beginning.particles.elements;
  centre_ =
      first.size() > 0 ? StreamPoint{fmm::centroid(first), 0} : StreamPoint{fmm::centroid(elements), system_.time()};
  impulse_.start(elements, centre(), {scene_.settings.ground, fmm::sticks(scene_.settings), scene_.settings.space});
  given_ = {system_.lattice().heatImpulse, system_.lattice().heatImpulseSize};
  diagnostics_.start(ringsUntil(scene_, beginning.particles.elements, system_.time()), hasRingsAlone(scene_),
                     patchCirculations(scene_));
  startClock();
  // Steps of the same length as before the checkpoint are counted from the same origin.
  const bool sameSteps = from != nullptr && scene_.settings.timeStep == from->settings.timeStep &&
                         scene_.settings.courant == from->settings.courant;
  if (sameSteps && from->clock) clock_ = *from->clock;
  if (from != nullptr) framing_ = from->framing;
}

void Flow::evaluate(fmm::EvaluationReport& report) {
  system_.evaluate();
  addReport(system_.report(), report);
}

void Flow::advance(int steps, fmm::EvaluationReport& report, std::optional<double> time) {
  motion_.reset();
  if (stepsIntoFrame_ > steps) stepsIntoFrame_ = 0;  // a shorter frame is requested
  while (stepsIntoFrame_ < steps || joinsDue_) {
    if (!joinsDue_) {
      emission_.emit(system_);
      seedLines_.note(emission_, system_);
      system_.step();
      standsAtFrame_ = false;
      joinsDue_ = true;
      ++stepsIntoFrame_;
      joined_ = false;
      addReport(system_.report(), report);
      diagnostics_.addStep(system_);
    }
    followLattice();
    joined_ |= joinDueRings();
    joinsDue_ = false;
    // Rings may pass each other more than once a frame; its last state is measured or judged.
    if (stepsIntoFrame_ < steps && diagnostics_.watches()) diagnostics_.watchPasses(system_.measureRings(), system_);
  }
  if (joined_) evaluate(report);
  if (time) {
    system_.setClock(*time, system_.steps());
  } else {
    setExactTime();
  }
  stepsIntoFrame_ = 0;
  joined_ = false;
  standsAtFrame_ = true;
}

/// Counts equal steps from the present time, or from 0 if all steps so far had this length, as without a restart.
void Flow::startClock() {
  clock_ = {system_.time(), system_.steps()};
  if (clock_.time == static_cast<double>(clock_.steps) * system_.settings().timeStep) clock_ = {};
}

void Flow::setExactTime() {
  const fmm::Settings& settings = system_.settings();
  if (settings.courant > 0) return;
  const std::int64_t steps = system_.steps();
  const double time = clock_.time + static_cast<double>(steps - clock_.steps) * settings.timeStep;
  system_.setClock(std::abs(time) < kRounding * std::abs(settings.timeStep) ? 0 : time, steps);
}

void Flow::followLattice() {
  const fmm::LatticeReport now = system_.lattice(), before = latticeReport_;
  if (before.passes != now.passes) {
    countFirstRing();  // first: it may throw
    startCentroid_ = startCentroid_ + (now.centroidShift - before.centroidShift);
  }
  latticeReport_ = now;
}

void Flow::countFirstRing() {
  firstRing_ = system_.elementsOfRing(0);
}

/// True if a ring joined.
bool Flow::joinDueRings() {
  const std::vector<RingLaunch> due = schedule_.takeDue(system_.time(), system_.settings().timeStep);
  for (auto launch = due.begin(); launch != due.end(); ++launch) {
    try {
      join(*launch);
    } catch (...) {
      schedule_.putBack({launch, due.end()});
      throw;
    }
    joined_ = true;
  }
  return !due.empty();
}

fmm::Vec3 Flow::centre() const {
  const fmm::Settings& settings = system_.settings();
  const fmm::Vec3 centre = centre_.point + (system_.time() - centre_.time) * settings.stream;
  if (!settings.heat || !settings.ground) return centre;
  // Heat on a wall makes circulation along it: of the impulses, that about a point of the wall knows nothing of it.
  return centre -
         (fmm::height(*settings.ground, centre) / fmm::norm(settings.ground->normal)) * settings.ground->normal;
}

void Flow::join(const RingLaunch& ring) {
  motion_.reset();
  const bool isFirst = system_.elementCount() == 0;
  const Joined joined = schedule_.join(ring, system_);
  if (isFirst) centre_ = {fmm::centroid(joined.added), system_.time()};
  startCentroid_ = startCentroid_ + joined.centroidShift;
  impulse_.join(joined.added, joined.all, centre());
  const std::size_t elements = joined.added.size();
  diagnostics_.expect({ring.ring, elements, latticeSpacing(scene_), seededRadius(scene_, ring.ring, elements)});
  lastJoined_ = system_.time();
  turn_ = {};
}

void Flow::launch(RingLaunch launch) {
  const std::int32_t number = schedule_.rings();
  launch.time = system_.time();
  join(launch);
  births_.insert(births_.begin() + number, launch.time);
  if (!ringColours_.empty()) ringColours_.insert(ringColours_.begin() + number, launch.label.colour);
  launched_.push_back(launch);
  // Raises the colour maximum, or all rings that join would get the colour of one end of the map.
  const ColourTops tops = colourTops(scene_, launch.ring, launch.elements.value_or(0));
  if (number > 0)
    tops_.raiseTo(tops);
  else
    tops_ = tops;
}

std::string Flow::whyNotFurtherBack(int steps) const {
  const double step = system_.settings().timeStep;
  if (step > 0 || !lastJoined_) return {};
  if (system_.time() + steps * step >= *lastJoined_ + kRounding * step) return {};
  return fmt::format("ring {} joined at t = {:.6g}; before that the flow was another one. Play forwards, or Reset",
                     schedule_.rings(), *lastJoined_);
}

int Flow::stepsBeforeZero(int steps) const {
  const double step = system_.settings().timeStep;
  if (step > 0 || system_.time() + steps * step >= kRounding * step) return steps;
  return std::max(0, static_cast<int>(std::floor(system_.time() / -step + kRounding)));
}

fmm::Settings Flow::resolved(fmm::Settings settings) const {
  if (!settings.redistribution.isOn()) return settings;
  settings.latticeOverlap = scene_.overlap;
  if (settings.spacing == 0) settings.spacing = system_.settings().spacing;
  return settings;
}

void Flow::apply(const fmm::Settings& given) {
  fmm::Settings settings = resolved(given);
  const std::size_t lines = madeLineCount(scene_) - scene_.settings.heatSources.size();
  for (std::size_t k = 0; k < settings.heatSources.size(); ++k)
    settings.heatSources[k].ring = static_cast<std::int32_t>(lines + k);
  const bool newCores = settings.regularisation != system_.settings().regularisation;
  const bool newGround =
      !(settings.ground == system_.settings().ground) || fmm::sticks(settings) != fmm::sticks(system_.settings());
  const bool newViscosity =
      settings.viscosity != system_.settings().viscosity || settings.diffusion != system_.settings().diffusion;
  const bool newHeat = settings.heat != system_.settings().heat;
  motion_.reset();
  const StreamPoint here = {centre(), system_.time()};
  system_.apply(settings);
  centre_ = here;
  turn_ = {};
  if (newGround || (newHeat && settings.ground))
    impulse_.start(system_.elements(), centre(), {settings.ground, fmm::sticks(settings), settings.space});
  floor_ = withGround(bareFloor_, settings);
  if (newGround || newCores || newHeat) diagnostics_.restart();
  if (newViscosity) diagnostics_.restartMeter();
  stepsIntoFrame_ = 0;  // a frame that failed midway is not resumed with other steps
  startClock();
}

DiagnosticsSample Flow::measure(bool withEnergy, bool withVorticity) {
  const std::size_t stride = showsMotion_ ? sampleStride(system_.elementCount()) : 0;
  DiagnosticsSample sample = diagnostics_.measure(system_, withEnergy, withVorticity, stride, centre());
  if (showsMotion_) motion_ = diagnostics_.frame();
  judge(diagnostics_.frame());
  return sample;
}

void Flow::measureEnergy() {
  measure(true, fmm::coreFacts(system_.settings().regularisation).filterOrder == 0);
}

void Flow::ignoreImpulse() {
  judged_ = false;
  whyLost_.clear();
}

fmm::FlowMeasures Flow::judge() {
  const fmm::FrameMeasures now = system_.measureFrame({false, false, diagnostics_.watches(), 0, centre()});
  if (diagnostics_.watches()) diagnostics_.watchPasses(now.rings, system_);
  judge(now);
  return now.flow;
}

void Flow::judge(const fmm::FrameMeasures& frame) {
  const fmm::FlowMeasures& now = frame.flow;
  const fmm::LatticeReport& lattice = system_.lattice();
  impulse_.give(lattice.heatImpulse - given_.first, lattice.heatImpulseSize - given_.second);
  given_ = {lattice.heatImpulse, lattice.heatImpulseSize};
  const double drift = impulse_.drift(now.invariants);
  const fmm::Settings& settings = system_.settings();
  const bool known = settings.courant == 0 && !std::isnan(now.largestGradient);
  if (turn_.step == 0 && known) turn_ = {std::abs(settings.timeStep), now.largestGradient};
  if (judged_ && whyLost_.empty() && drift >= ImpulseWatch::kLost)
    whyLost_ = ImpulseWatch::describe(drift, turn_, settings);
}

std::string Flow::stepComplaint() const {
  if (turn_.isTooLong()) return turn_.describe();
  return describeBuoyancyStep(system_.settings().timeStep, system_.lattice());
}

fmm::MeasuredError Flow::measureError() {
  return system_.measureError(kErrorSamples);
}

void Flow::probeError() {
  system_.probeError(kProbeSamples);
}

Scene Flow::scene() const {
  Scene scene = scene_;
  scene.settings = system_.settings();
  scene.launches.insert(scene.launches.end(), launched_.begin(), launched_.end());
  std::stable_sort(scene.launches.begin(), scene.launches.end(),
                   [](const RingLaunch& a, const RingLaunch& b) { return a.time < b.time; });
  return scene;
}

bool Flow::isOf(const Scene& scene) const {
  LaunchSchedule schedule(scene);
  schedule.resumeAt(system_.time(), system_.settings().timeStep);
  return schedule.rings() == schedule_.rings();
}

Checkpoint Flow::checkpoint(const Scene& scene, std::int64_t frames) const {
  Checkpoint checkpoint = checkpointOf(system_, scene, startCentroid_, frames);
  checkpoint.emitted = emission_.emitted();
  checkpoint.framing = framing_;
  return checkpoint;
}

Checkpoint Flow::keep(const Scene& scene, std::int64_t frames) {
  system_.keepParticles();
  Checkpoint checkpoint = checkpointAside(system_, scene, startCentroid_, frames);
  checkpoint.emitted = emission_.emitted();
  checkpoint.framing = framing_;
  return checkpoint;
}

Checkpoint Flow::withKept(Checkpoint checkpoint) {
  std::optional<fmm::KeptParticles> kept = system_.keptParticles();
  if (!kept) throw UserError("the earlier state is gone: the solver runs on another backend");
  checkpoint.elements = std::move(kept->elements);
  checkpoint.tracers = std::move(kept->tracers);
  checkpoint.inFlow = false;
  return checkpoint;
}

}  // namespace app
