#include "simulation/ring_follower.h"

#include <algorithm>
#include <cmath>

#include "fmm/settings.h"

namespace app {
namespace {

using fmm::RingMeasures;
using fmm::Vec3;

/// The rings, followed by their mirror images in the ground if there is one.
std::vector<RingMeasures> withImages(std::vector<RingMeasures> rings, const std::optional<fmm::GroundPlane>& ground) {
  if (!ground) return rings;
  const Vec3 normal = (1 / fmm::norm(ground->normal)) * ground->normal;
  const std::size_t count = rings.size();
  for (std::size_t i = 0; i < count; ++i) {
    RingMeasures image = rings[i];
    image.centre = image.centre - 2 * fmm::height(*ground, image.centre) * normal;
    image.axis = image.axis - 2 * fmm::dot(image.axis, normal) * normal;
    rings.push_back(image);
  }
  return rings;
}

/// Guesses how an unknown ring was made.
fmm::Ring guess(const RingMeasures& seen) {
  constexpr double kThin = 0.1;  // of the elements' cores
  fmm::Ring ring;
  ring.radius = seen.radius > 0 ? seen.radius : seen.sigma > 0 ? seen.sigma : 1;  // elements in one place form no ring
  constexpr double kWidest = 0.9;  // vorticity that is no ring may be as thick as it is wide
  ring.coreRadius = std::min(std::sqrt(2.) * seen.thickness, kWidest * ring.radius);
  ring.profile = seen.thickness < kThin * seen.sigma ? fmm::CoreProfile::filament : fmm::CoreProfile::uniform;
  return ring;
}

}  // namespace

void RingFollower::start(const std::vector<MadeRing>& rings, bool circles) {
  *this = {};
  made_ = rings;
  circles_ = circles;
}

RingFollower::Reference RingFollower::referenceFor(const RingMeasures& ring) const {
  Reference reference;
  const bool known = ring.ring >= 0 && static_cast<std::size_t>(ring.ring) < made_.size();
  const MadeRing made = known ? made_[static_cast<std::size_t>(ring.ring)] : MadeRing{guess(ring)};
  const std::size_t elements = made.elements > 0 ? made.elements : ring.elements;
  // A resumed flow is first seen stretched and split, so known initial values take precedence.
  const double strength = known ? std::abs(made.ring.circulation) * fmm::lineLength(made.ring) : ring.strength;
  reference.ring = made.ring;
  reference.coreRadius = made.seededRadius > 0 ? made.seededRadius : made.ring.coreRadius;
  reference.axis = ring.axis;
  reference.lattice = made.spacing > 0;
  reference.spacing = reference.lattice ? made.spacing : fmm::meanSpacing(made.ring, elements);
  reference.strength = strength / static_cast<double>(elements);
  if (known && !circles_ && !made.guessed && made.ring.circulation != 0)
    reference.turns = std::max(1., std::round(ring.circulation / std::abs(made.ring.circulation)));
  reference.circulation = known && circles_ ? std::abs(made.ring.circulation) : ring.circulation;
  return reference;
}

/// Records rings seen for the first time; true if there are any.
bool RingFollower::addReferences(const std::vector<RingMeasures>& rings,
                                 const std::optional<fmm::GroundPlane>& ground) {
  const bool first = references_.empty();
  const bool common = fmm::areCoaxial(withImages(rings, ground));
  bool added = false;
  for (const RingMeasures& ring : rings) {
    if (references_.count(ring.ring) > 0) continue;
    Reference reference = referenceFor(ring);
    if (common && ground && first) reference.axis = (1 / fmm::norm(ground->normal)) * ground->normal;
    if (common && !references_.empty()) reference.axis = references_.begin()->second.axis;
    references_[ring.ring] = reference;
    added = true;
  }
  return added;
}

/// The present core: sigma as measured, the profile's radius from its conserved volume. A core that viscosity has
/// spread on a lattice is Gaussian with the measured thickness.
fmm::RingCore RingFollower::coreOf(const RingMeasures& ring) const {
  if (spreadsOnLattice_) return {fmm::CoreProfile::gaussian, ring.thickness, ring.sigma, ring.elements};
  const Reference& reference = references_.at(ring.ring);
  const double stretched = ring.radius / reference.ring.radius;
  return {reference.ring.profile, reference.coreRadius / std::sqrt(stretched), ring.sigma, ring.elements};
}

double RingFollower::overlapOf(const RingMeasures& ring) const {
  const Reference& reference = references_.at(ring.ring);
  if (reference.lattice) return ring.sigma / reference.spacing;
  const double strength = ring.strength / static_cast<double>(ring.elements);
  return ring.sigma / (reference.spacing * strength / reference.strength);
}

bool RingFollower::keepCirculations(const std::vector<RingMeasures>& rings) const {
  constexpr double kMostChange = 0.2;
  return std::all_of(rings.begin(), rings.end(), [this](const RingMeasures& ring) {
    const double made = references_.at(ring.ring).circulation;
    return std::abs(ring.circulation - made) <= kMostChange * std::abs(made);
  });
}

bool RingFollower::follow(const std::vector<RingMeasures>& rings, const fmm::Settings& settings,
                          DiagnosticsSample& sample) {
  stream_ = settings.stream;
  spreadsOnLattice_ |= settings.viscosity > 0 && settings.diffusion == fmm::Diffusion::lattice;
  const bool added = addReferences(rings, settings.ground);
  sample.rings.clear();
  for (const RingMeasures& ring : rings) {
    if (sample.rings.size() == DiagnosticsSample::kMostRings) break;
    RingSample seen;
    seen.measured = ring;
    const Reference& reference = references_.at(ring.ring);
    const Vec3 axis = reference.axis;
    seen.circulation = ring.circulation / reference.turns;
    seen.position = fmm::dot(ring.centre, axis);
    seen.speed = fmm::dot(ring.velocity, axis);
    seen.overlap = overlapOf(ring);
    sample.rings.push_back(seen);
  }
  const bool wide = std::all_of(rings.begin(), rings.end(), [](const RingMeasures& ring) { return ring.radius > 0; });
  if (!circles_ || !wide || settings.wall == fmm::Wall::noSlip) return added;  // theory: circles, slip walls
  addSpeeds(rings, settings, sample);
  if (added || startsAnew_) startEquations(rings, settings, sample.time);
  startsAnew_ = false;
  followEquations(sample);
  return added;
}

fmm::CoaxialRings RingFollower::equationsOf(const std::vector<RingMeasures>& all, fmm::Regularisation kind) const {
  std::vector<fmm::RingCore> cores;
  for (const RingMeasures& ring : all) cores.push_back(coreOf(ring));
  return {kind, fmm::asCoaxial(all, cores)};
}

void RingFollower::addSpeeds(const std::vector<RingMeasures>& rings, const fmm::Settings& settings,
                             DiagnosticsSample& sample) const {
  if (rings.empty()) return;
  const std::vector<RingMeasures> all = withImages(rings, settings.ground);
  const bool coaxial = all.size() <= kMostPredicted && fmm::areCoaxial(all);
  sample.theory = coaxial ? RingTheory::coaxial : RingTheory::selfInduced;
  std::vector<fmm::MeridionalVelocity> rates;
  if (coaxial) rates = equationsOf(all, settings.regularisation).rates();
  for (std::size_t i = 0; i < sample.rings.size(); ++i) {
    const RingMeasures& ring = rings[i];
    const Vec3 velocity =
        coaxial
            ? rates[i].axial * rings.front().axis
            : fmm::selfInducedSpeed(settings.regularisation, coreOf(ring), ring.radius, ring.circulation) * ring.axis;
    sample.rings[i].theorySpeed = fmm::dot(velocity, references_.at(ring.ring).axis);
  }
}

void RingFollower::startEquations(const std::vector<RingMeasures>& rings, const fmm::Settings& settings, double time) {
  const std::vector<RingMeasures> all = withImages(rings, settings.ground);
  equations_.reset();
  if (all.size() > kMostPredicted || !fmm::areCoaxial(all)) return;
  equations_ = equationsOf(all, settings.regularisation);
  followed_.clear();
  for (const RingMeasures& ring : rings) followed_.push_back(ring.ring);
  origin_ = rings.front().centre;
  axis_ = rings.front().axis;
  time_ = time;
}

/// Advances the equations to the time of the sample.
void RingFollower::followEquations(DiagnosticsSample& sample) {
  if (!equations_) return;
  // Factors of R^2/Gamma and d^2/Gamma, d the least distance of two rings that turn about each other: error 3e-8 of R.
  constexpr double kFine = 0.1, kFineApart = 0.4;
  constexpr int kMostSteps = 64;
  const double duration = sample.time - time_;
  double longest = std::abs(duration);
  for (const fmm::CoaxialRing& ring : equations_->rings()) {
    double square = kFine * ring.radius * ring.radius;
    for (const fmm::CoaxialRing& other : equations_->rings()) {
      const double across = other.radius - ring.radius, along = other.height - ring.height;
      if (&other != &ring) square = std::min(square, kFineApart * (across * across + along * along));
    }
    longest = std::min(longest, square / std::abs(ring.circulation));
  }
  if (duration != 0) equations_->advance(duration, std::max(longest, std::abs(duration) / kMostSteps));
  time_ = sample.time;
  origin_ = origin_ + duration * stream_;
  for (RingSample& seen : sample.rings) {
    const auto found = std::find(followed_.begin(), followed_.end(), seen.measured.ring);
    if (found == followed_.end()) continue;
    const fmm::CoaxialRing& ring = equations_->rings()[static_cast<std::size_t>(found - followed_.begin())];
    seen.theoryRadius = ring.radius;
    seen.theoryPosition = fmm::dot(origin_ + ring.height * axis_, references_.at(seen.measured.ring).axis);
  }
}

}  // namespace app
