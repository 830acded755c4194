#include "simulation/body_meter.h"

#include <cmath>

namespace app {
namespace {

/// Direction of the stream against the body; 0 if it is at rest in it.
fmm::Vec3 directionOf(const fmm::Body& body, fmm::Vec3 stream, double time) {
  const fmm::Vec3 flow = fmm::norm(stream) > 0 ? stream : -1 * body.poseAt(time).velocity;
  const double speed = fmm::norm(flow);
  return speed > 0 ? (1 / speed) * flow : fmm::Vec3{};
}

}  // namespace

void BodyMeter::add(const std::vector<fmm::BodyLoad>& loads) {
  if (sums_.size() != loads.size()) {
    sums_.assign(loads.size(), {});
    steps_ = 0;
  }
  for (std::size_t b = 0; b < loads.size(); ++b) {
    sums_[b].force = sums_[b].force + loads[b].force;
    sums_[b].torque += loads[b].torque;
    sums_[b].slip += loads[b].slip;
  }
  ++steps_;
}

std::vector<BodySample> BodyMeter::take(const fmm::Settings& settings, double time) {
  std::vector<BodySample> samples(settings.bodies.size());
  const bool known = steps_ > 0 && sums_.size() == samples.size();
  for (std::size_t b = 0; known && b < samples.size(); ++b) {
    const fmm::Body& body = settings.bodies[b];
    const double speed = fmm::norm(settings.stream) > 0 ? fmm::norm(settings.stream) : fmm::largestSpeed(body, {});
    const double unit = 0.5 * speed * speed * fmm::factsOf(body, fmm::outlineOf(body)).length;
    const fmm::Vec3 along = directionOf(body, settings.stream, time);
    BodySample& sample = samples[b];
    sample.force = (1.0 / steps_) * sums_[b].force;
    sample.torque = sums_[b].torque / steps_;
    sample.slip = sums_[b].slip / steps_;
    if (!(unit > 0) || fmm::norm(along) == 0) continue;
    sample.drag = fmm::dot(sample.force, along) / unit;
    sample.lift = fmm::dot(sample.force, fmm::Vec3{-along.y, along.x, 0}) / unit;
  }
  sums_.clear();
  steps_ = 0;
  return samples;
}

}  // namespace app
