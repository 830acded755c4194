#include "state/tracer_trails.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 256;  // as in trails.comp
constexpr std::size_t kPathBytes = std::size_t{3} * TracerTrails::kTimes * sizeof(float);
constexpr std::size_t kParticleBytes = 4 * sizeof(float);
// The present is one place more, and the oldest one kept must be older than the stretch.
constexpr double kStretches = TracerTrails::kTimes - 1;
constexpr double kFarthest = 2;     // stretches between two states of one path
constexpr double kRounding = 1e-6;  // of the time between two places

}  // namespace

void TracerTrails::keep(double length) {
  if (length <= 0) {
    forget();
    paths_ = 0;
    places_ = Buffer();
    births_ = Buffer();
  }
  length_ = length;
}

void TracerTrails::forget() {
  times_.clear();
  newest_ = -1;
}

/// Paths that were there keep their places.
void TracerTrails::makeRoom(std::size_t tracers) {
  stride_ = std::max<std::size_t>(1, (tracers + kMost - 1) / kMost);
  paths_ = (tracers + stride_ - 1) / stride_;
  if (places_.bytes() >= paths_ * kPathBytes) return;
  Buffer places(paths_ * kPathBytes), births(paths_ * sizeof(std::uint32_t));
  if (places_.bytes() > 0) {
    glCopyNamedBufferSubData(places_.name(), places.name(), 0, 0, static_cast<GLsizeiptr>(places_.bytes()));
    glCopyNamedBufferSubData(births_.name(), births.name(), 0, 0, static_cast<GLsizeiptr>(births_.bytes()));
    checkGl("glCopyNamedBufferSubData");
  }
  places_ = std::move(places);
  births_ = std::move(births);
}

void TracerTrails::add(const ParticleStream& tracers, const TagBuffer& tags, double time, std::uint64_t flow) {
  if (length_ <= 0) return;
  const std::size_t formerPaths = paths_, formerStride = stride_;
  makeRoom(tracers.count());
  const double step = time - (restored_.times.empty() ? now_ : restored_.times.back());
  if (flow != flow_ || paths_ < formerPaths || stride_ != formerStride || std::abs(step) > kFarthest * length_ ||
      step * step_ < 0)
    forget();
  std::size_t known = times_.empty() ? 0 : formerPaths;
  if (!restored_.times.empty()) known = takeRestored(time);
  flow_ = flow;
  if (times_.empty()) {
    step_ = 0;
  } else if (step != 0) {
    step_ = step;
  }
  now_ = time;
  if (paths_ == 0) return forget();
  const bool due = times_.empty() ||
                   std::abs(time - times_[static_cast<std::size_t>(newest_)]) >= length_ / kStretches * (1 - kRounding);
  if (due) {
    newest_ = (newest_ + 1) % kTimes;
    if (newest_ == static_cast<int>(times_.size())) times_.push_back(time);
    times_[static_cast<std::size_t>(newest_)] = time;
  }
  write(tracers, tags, due ? newest_ : -1, known);
}

void TracerTrails::write(const ParticleStream& tracers, const TagBuffer& tags, int slot, std::size_t known) {
  const bool births = tags.count() >= tracers.count();
  Program::Defines defines = {"TIMES " + std::to_string(kTimes)};
  if (births) defines.emplace_back("BIRTHS");
  programs_.with(defines).use();
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  glUniform1ui(1, static_cast<GLuint>(stride_));
  glUniform1i(3, slot);
  for (std::size_t first = 0; first < paths_; first += kBatch) {
    const std::size_t count = std::min(kBatch, paths_ - first), particle = first * stride_;
    const std::size_t particles = std::min(count * stride_, tracers.count() - particle);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, tracers.buffer(), static_cast<GLintptr>(particle * kParticleBytes),
                      static_cast<GLsizeiptr>(particles * kParticleBytes));
    bind(1, first, count);
    if (births) {
      glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 2, births_.name(), static_cast<GLintptr>(first * sizeof(GLuint)),
                        static_cast<GLsizeiptr>(count * sizeof(GLuint)));
      tags.bind(particle, particles);
    }
    glUniform1ui(0, static_cast<GLuint>(count));
    glUniform1ui(2, static_cast<GLuint>(std::clamp(known, first, first + count) - first));
    glDispatchCompute(workGroups(count, kGroup), 1, 1);
  }
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  checkGl("glDispatchCompute(trails)");
}

std::vector<TracerTrails::Age> TracerTrails::ages() const {
  std::vector<Age> ages;
  const int count = static_cast<int>(times_.size());
  for (int k = 0; k < count; ++k) {
    const int slot = (newest_ - k + count) % count;
    const double age = std::abs(now_ - times_[static_cast<std::size_t>(slot)]);
    if (k > 0 || age > 0) ages.push_back({age, slot});
  }
  return ages;
}

void TracerTrails::bind(GLuint binding, std::size_t first, std::size_t count) const {
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, places_.name(), static_cast<GLintptr>(first * kPathBytes),
                    static_cast<GLsizeiptr>(count * kPathBytes));
}

TrailPlaces TracerTrails::read() const {
  TrailPlaces result;
  if (!any()) return result;
  std::vector<float> values(paths_ * kPathBytes / sizeof(float));
  result.births.resize(paths_);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  places_.read(values.data(), paths_ * kPathBytes);
  births_.read(result.births.data(), paths_ * sizeof(std::int32_t));
  const std::size_t count = times_.size();
  for (std::size_t k = 1; k <= count; ++k)
    result.times.push_back(times_[(static_cast<std::size_t>(newest_) + k) % count]);
  result.places.reserve(paths_ * count);
  for (std::size_t path = 0; path < paths_; ++path)
    for (std::size_t k = 1; k <= count; ++k) {
      const float* x = &values[3 * (path * kTimes + (static_cast<std::size_t>(newest_) + k) % count)];
      result.places.push_back({x[0], x[1], x[2]});
    }
  return result;
}

void TracerTrails::restore(TrailPlaces places) {
  forget();
  restored_ = std::move(places);
}

/// Writes restored places where they belong to the paths of a flow at `time`; returns for how many.
std::size_t TracerTrails::takeRestored(double time) {
  const TrailPlaces from = std::exchange(restored_, {});
  const std::size_t count = from.times.size(), known = from.paths();
  if (count > kTimes || known > paths_ || std::abs(time - from.times.back()) > kFarthest * length_) return 0;
  std::vector<float> values(known * kPathBytes / sizeof(float));
  for (std::size_t path = 0; path < known; ++path)
    for (std::size_t k = 0; k < count; ++k) {
      const fmm::Vec3& x = from.places[path * count + k];
      float* to = &values[3 * (path * kTimes + k)];
      to[0] = static_cast<float>(x.x);
      to[1] = static_cast<float>(x.y);
      to[2] = static_cast<float>(x.z);
    }
  places_.write(values.data(), values.size() * sizeof(float));
  births_.write(from.births.data(), known * sizeof(std::int32_t));
  times_ = from.times;
  newest_ = static_cast<int>(count) - 1;
  return known;
}

}  // namespace app
