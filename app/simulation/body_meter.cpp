#include "simulation/body_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace app {
namespace {

/// Direction of the stream against the body; 0 if it is at rest in it.
fmm::Vec3 directionOf(const fmm::Body& body, fmm::Vec3 stream, double time) {
  const fmm::Vec3 flow = fmm::norm(stream) > 0 ? stream - body.velocity : -1 * body.poseAt(time).velocity;
  const double speed = fmm::norm(flow);
  return speed > 0 ? (1 / speed) * flow : fmm::Vec3{};
}

/// The stream's speed against the body's steady motion, or else the body's largest speed; not a number where it moves
/// by hand, without a scale.
double speedOf(const fmm::Body& body, fmm::Vec3 stream) {
  if (!body.path.empty()) return kNotMeasured;
  return fmm::norm(stream) > 0 ? fmm::norm(stream - body.velocity) : fmm::largestSpeed(body, {});
}

/// Across the stream: to the left of it in the plane; in space along y as far as the stream lets it, else along z.
fmm::Vec3 liftOf(const fmm::Body& body, fmm::Vec3 along) {
  if (fmm::isInPlane(body)) return {-along.y, along.x, 0};
  const fmm::Vec3 up = fmm::Vec3{0, 1, 0} - along.y * along;
  const double length = fmm::norm(up);
  return length > 1e-6 ? (1 / length) * up : fmm::Vec3{0, 0, 1};
}

double lengthOf(const fmm::Body& body) {
  return fmm::factsOf(body).length;
}

/// Nodes in the layer D/sqrt(Re) of a body; not a number without a motion or a lattice.
double nodesInLayer(const fmm::Settings& settings, const fmm::Body& body, double spacing) {
  const double speed = fmm::largestSpeed(body, settings.stream);
  if (!(speed > 0) || !(spacing > 0)) return kNotMeasured;
  return std::sqrt(settings.viscosity * lengthOf(body) / speed) / spacing;
}

}  // namespace

double frequencyOf(const std::vector<double>& times, const std::vector<double>& values) {
  constexpr std::size_t kPeriods = 8;
  constexpr double kLeastSwing = 0.02;  // below, it may be round-off
  double sum = 0;
  std::size_t count = 0, first = values.size() / 2;  // the beginning is no part of a steady motion
  for (std::size_t i = first; i < values.size(); ++i)
    if (std::isfinite(values[i])) {
      sum += values[i];
      ++count;
    }
  const double mean = count > 0 ? sum / static_cast<double>(count) : 0;
  std::vector<double> ups;
  for (std::size_t i = std::max<std::size_t>(first, 1); i < values.size(); ++i) {
    const double before = values[i - 1] - mean, now = values[i] - mean;
    if (before < 0 && now >= 0) ups.push_back(times[i] - (times[i] - times[i - 1]) * now / (now - before));
  }
  const auto [low, high] = std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
  if (ups.size() < 3 || *high - *low < kLeastSwing) return kNotMeasured;
  const std::size_t periods = std::min(kPeriods, ups.size() - 1);
  return static_cast<double>(periods) / (ups.back() - ups[ups.size() - 1 - periods]);
}

double strouhalNumber(const fmm::Settings& settings, std::size_t body, double frequency) {
  const double speed = speedOf(settings.bodies[body], settings.stream);
  return speed > 0 ? frequency * lengthOf(settings.bodies[body]) / speed : kNotMeasured;
}

double nodesInLayers(const fmm::Settings& settings, double spacing) {
  double least = kNotMeasured;
  for (const fmm::Body& body : settings.bodies) least = std::fmin(least, nodesInLayer(settings, body, spacing));
  return least;
}

double nodesInThickness(const fmm::Body& body, double spacing) {
  return spacing > 0 ? fmm::factsOf(body).meanThickness() / spacing : kNotMeasured;
}

double nodesAboveWall(const fmm::Settings& settings, const fmm::Body& body, double spacing, double time) {
  double least = std::numeric_limits<double>::infinity();
  if (settings.wall != fmm::Wall::noSlip || !settings.ground || !(spacing > 0)) return least;
  const fmm::BodyPose pose = body.poseAt(time);
  const double middle = fmm::height(*settings.ground, pose.centre);
  if (middle - fmm::factsOf(body).reach > kLeastGap * spacing) return least;
  const std::array<fmm::Vec3, 3> axes = body.axesAt(pose);
  for (const fmm::Vec3& x : fmm::isInPlane(body) ? fmm::outlineOf(body) : fmm::surfaceOf(body).corner)
    least = std::min(least, fmm::height(*settings.ground, pose.centre + x.x * axes[0] + x.y * axes[1] + x.z * axes[2]));
  return least / spacing;
}

std::string describeBodiesAtWall(const fmm::Settings& settings, double spacing, double time) {
  for (std::size_t b = 0; b < settings.bodies.size(); ++b) {
    const double gap = nodesAboveWall(settings, settings.bodies[b], spacing, time);
    if (gap < kLeastGap)
      return fmt::format(
          "body {} is {:.2g} spacings above the wall, and {:.0f} hold the layers of both: its force is not right; "
          "lower "
          "spacing",
          b + 1, gap, kLeastGap);
  }
  return {};
}

std::string describeBodyLayers(const fmm::Settings& settings, double spacing) {
  constexpr double kInPlane = 3, kInSpace = 2;
  double least = 1;
  std::string text;
  for (std::size_t b = 0; b < settings.bodies.size(); ++b) {
    const fmm::Body& body = settings.bodies[b];
    const double nodes = nodesInLayer(settings, body, spacing), enough = fmm::isInPlane(body) ? kInPlane : kInSpace;
    if (!(nodes / enough < least)) continue;
    least = nodes / enough;
    text = fmt::format(
        "the layer of body {} is {:.2g} nodes thick, D/(h \u221aRe), and {:.0f} resolve it: lower spacing or raise "
        "viscosity",
        b + 1, nodes, enough);
  }
  return text;
}

std::string describeThinBodies(const fmm::Settings& settings, double spacing) {
  double least = kLeastThickness;
  std::string text;
  for (std::size_t b = 0; b < settings.bodies.size(); ++b) {
    const double nodes = nodesInThickness(settings.bodies[b], spacing);
    if (!(nodes < least)) continue;
    least = nodes;
    text = fmt::format(
        "body {} is {:.2g} spacings thick in the mean, and {:.0f} keep its sides apart: lower spacing, raise "
        "element_budget for that, or make it thicker",
        b + 1, nodes, kLeastThickness);
  }
  return text;
}

void BodyMeter::add(const std::vector<fmm::BodyLoad>& loads) {
  const auto starts = [](const fmm::BodyLoad& load) { return load.starts; };
  if (std::any_of(loads.begin(), loads.end(), starts)) return;  // a blow, whose force depends on the step alone
  if (sums_.size() != loads.size()) {
    sums_.assign(loads.size(), {});
    steps_ = 0;
  }
  for (std::size_t b = 0; b < loads.size(); ++b) {
    sums_[b].force = sums_[b].force + loads[b].force;
    sums_[b].torque = sums_[b].torque + loads[b].torque;
    sums_[b].power += loads[b].power;
    sums_[b].slip += loads[b].slip;
  }
  ++steps_;
}

double BodyMeter::reference(std::size_t index, const fmm::Body& body, fmm::Vec3 along) {
  references_.resize(std::max(references_.size(), index + 1));
  Reference& known = references_[index];
  const bool same = known.of && (known.along == along || known.along == -1 * along) &&
                    fmm::haveSameShape(*known.of, body) &&
                    known.of->axesAt(known.of->poseAt(0)) == body.axesAt(body.poseAt(0));
  if (!same) known = {body, along, fmm::norm(along) > 0 ? fmm::referenceOf(body, along) : 0};
  return known.value;
}

std::vector<BodySample> BodyMeter::sample(const fmm::Settings& settings, double time) {
  std::vector<BodySample> samples(settings.bodies.size());
  const bool known = steps_ > 0 && sums_.size() == samples.size();
  for (std::size_t b = 0; known && b < samples.size(); ++b) {
    const fmm::Body& body = settings.bodies[b];
    const fmm::Vec3 along = directionOf(body, settings.stream, time);
    const double speed = speedOf(body, settings.stream);
    BodySample& sample = samples[b];
    sample.force = (1.0 / steps_) * sums_[b].force;
    sample.torque = fmm::dot(sums_[b].torque, body.poseAt(time).axis) / steps_;
    sample.power = sums_[b].power / steps_;
    sample.slip = sums_[b].slip / steps_;
    if (!(speed > 0) || fmm::norm(along) == 0) continue;
    const double unit = 0.5 * speed * speed * reference(b, body, along);
    if (!(unit > 0)) continue;
    sample.drag = fmm::dot(sample.force, along) / unit;
    sample.lift = fmm::dot(sample.force, liftOf(body, along)) / unit;
  }
  sums_.clear();
  steps_ = 0;
  return samples;
}

const fmm::BodyFacts& ImpulseForce::factsOf(const fmm::Body& body) {
  if (of_ && fmm::haveSameShape(*of_, body)) return facts_;
  last_.reset();  // of another body
  of_ = body;
  of_->path.clear();
  facts_ = fmm::factsOf(body);
  return facts_;
}

bool wakeFades(const fmm::Settings& settings, double time) {
  constexpr double kFastest = 1.5;  // of wakes, over the stream
  const double carried = fmm::wakeSpeed(settings.bodies, settings.stream);
  return settings.wakeLength > 0 && carried > 0 &&
         kFastest * carried * time > settings.wakeLength * fmm::largestLength(settings.bodies);
}

fmm::Vec3 ImpulseForce::sample(const fmm::Settings& settings, double time, fmm::Vec3 impulse) {
  constexpr fmm::Vec3 kNone = {kNotMeasured, kNotMeasured, kNotMeasured};
  const bool jumps = std::exchange(jumps_, false);
  if (settings.bodies.size() != 1 || settings.ground) {
    last_.reset();
    return kNone;
  }
  const fmm::Body& body = settings.bodies.front();
  const fmm::BodyFacts& facts = factsOf(body);
  // A step begins with the passes: the fluid inside still has what they gave to it.
  const fmm::BodyPose pose = body.poseAt(time - settings.timeStep);
  const std::array<fmm::Vec3, 3> axes = body.axesAt(pose);
  const fmm::Vec3 c = facts.centroid, middle = pose.centre + c.x * axes[0] + c.y * axes[1] + c.z * axes[2];
  const Last now = {time, impulse, facts.volume * pose.velocityAt(middle)};
  const std::optional<Last> before = std::exchange(last_, now);
  if (settings.heat) return kNone;  // buoyancy gives impulse as well
  if (!before || jumps || wakeFades(settings, time) || !(time > before->time)) return kNone;
  return (1 / (time - before->time)) * (now.inside - before->inside - (now.impulse - before->impulse));
}

}  // namespace app
