#include "window/picture_desk.h"

#include <GL/glew.h>

#include <algorithm>

#include "gl/software_gl.h"
#include "scene/scene_particles.h"

namespace app {
namespace {

constexpr int kStartSize = 64;        // of the picture before the window's size is known [pixels]
constexpr double kRefineAfter = 0.3;  // seconds a picture of less than full quality stands still

}  // namespace

PictureDesk::PictureDesk(double refreshInterval)
    : renderer_(kStartSize, kStartSize),
      tracers_(makeParticleStream()),
      elements_(makeParticleStream()),
      strengths_(makeParticleStream()),
      quality_(drawingTime(refreshInterval, drawsOnCpu())) {}

bool PictureDesk::take(const SimulationState& state) {
  const bool shared = note().empty();
  copyParticles(*state.tracers, *tracers_);
  tags_.load(state.tags);
  ++updates_;
  return shared && !note().empty();
}

void PictureDesk::begin(const Scene& built) {
  speedScale_ = speedRange(built);
  vorticityScale_ = vorticityRange(built);
  ringsScaled_ = 0;
}

void PictureDesk::widenScales(const SimulationState& state, const Scene& built) {
  for (; ringsScaled_ < state.launched.size(); ++ringsScaled_) {
    const RingLaunch& ring = state.launched[ringsScaled_];
    const bool others = static_cast<std::size_t>(state.rings) > state.launched.size() - ringsScaled_;
    const double speed = edgeSpeed(built, ring.ring, *ring.elements);
    const double vorticity = peakVorticity(built, ring.ring, *ring.elements);
    speedScale_ = others ? std::max(speedScale_, speed) : speed;
    vorticityScale_ = others ? std::max(vorticityScale_, vorticity) : vorticity;
  }
}

PictureContents PictureDesk::contents(const SimulationState& state, const Scene& built, const ViewSettings& view) {
  if ((view.drawElements || view.arrows) && elementsTaken_ != updates_) {
    copyParticles(*state.elements, *elements_);
    elementsTaken_ = updates_;
  }
  if (view.arrows && state.insight.strengths && strengthsTaken_ != updates_) {
    copyParticles(*state.strengths, *strengths_);
    strengthsTaken_ = updates_;
  }
  PictureContents shown{*tracers_};
  shown.elements = elements_.get();
  shown.speedRange = speedScale_;
  shown.vorticityRange = vorticityScale_;
  shown.time = state.time;
  shown.tags = &tags_;
  shown.centre = state.centroid;
  shown.extent = state.extent + built.tracerTube;
  shown.strengths = strengths_.get();
  shown.tree = &state.tree;
  shown.floor = &state.floor;
  return shown;
}

void PictureDesk::draw(const SimulationState& state, const Scene& built, const Camera& camera, const ViewSettings& view,
                       const PictureArea& area) {
  const Drawn wanted{updates_, camera.pose(), view, {area.width, area.height}};
  const double stood = std::chrono::duration<double>(Clock::now() - lastDrawn_).count();
  const bool refine = drawn_ == wanted && reduced_ && stood > kRefineAfter;
  if (drawn_ == wanted && !refine) return;
  render(contents(state, built, view), camera, view, wanted.size, refine ? RenderQuality{} : quality_.quality());
  drawn_ = wanted;
  lastDrawn_ = Clock::now();
  reduced_ = !refine && quality_.reduced();
}

void PictureDesk::render(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                         std::pair<int, int> size, const RenderQuality& wanted) {
  if (renderer_.width() != size.first || renderer_.height() != size.second) renderer_.resize(size.first, size.second);
  renderer_.setQuality(wanted);
  const bool judged = view.mode != ViewMode::points && wanted == quality_.quality();
  if (judged) timer_.start();
  renderer_.draw(contents, camera, view);
  timer_.stop();
  while (const auto time = timer_.take()) quality_.add(*time);
}

void PictureDesk::present(const PictureArea& area) const {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, area.x + area.width, area.bottom + area.height);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glBlitNamedFramebuffer(renderer_.framebuffer(), 0, 0, 0, renderer_.width(), renderer_.height(), area.x, area.bottom,
                         area.x + area.width, area.bottom + area.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

Image PictureDesk::picture(const SimulationState& state, const Scene& built, const Camera& camera,
                           const ViewSettings& view, std::pair<int, int> size) {
  drawn_.reset();
  render(contents(state, built, view), camera, view, {std::max(size.first, 1), std::max(size.second, 1)}, {});
  return renderer_.read();
}

}  // namespace app
