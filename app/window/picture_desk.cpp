#include "window/picture_desk.h"

#include <GL/glew.h>

#include <algorithm>

#include "gl/software_gl.h"

namespace app {
namespace {

constexpr int kStartSize = 64;        // of the picture before the window's size is known [pixels]
constexpr double kRefineAfter = 0.3;  // seconds a picture of less than full quality stands still

}  // namespace

PictureDesk::PictureDesk(double refreshInterval)
    : renderer_(kStartSize, kStartSize), quality_(drawingTime(refreshInterval, drawsOnCpu())) {}

std::string PictureDesk::take(const FlowState& state) {
  const bool shared = flow_.note().empty();
  flow_.take(state);
  ++updates_;
  return shared ? flow_.note() : "";
}

PictureContents PictureDesk::contents(const ViewSettings& view) {
  flow_.load(view);
  return flow_.contents();
}

void PictureDesk::draw(const Camera& camera, const ViewSettings& view, const PictureArea& area) {
  const Drawn wanted{updates_, camera.pose(), view, {area.width, area.height}};
  const double stood = std::chrono::duration<double>(Clock::now() - lastDrawn_).count();
  const bool refine = drawn_ == wanted && reduced_ && stood > kRefineAfter;
  if (drawn_ == wanted && !refine) return;
  render(camera, view, wanted.size, refine ? RenderQuality{} : quality_.quality());
  drawn_ = wanted;
  lastDrawn_ = Clock::now();
  reduced_ = !refine && quality_.reduced();
}

void PictureDesk::render(const Camera& camera, const ViewSettings& view, std::pair<int, int> size,
                         const RenderQuality& wanted) {
  const PictureContents shown = contents(view);
  if (renderer_.width() != size.first || renderer_.height() != size.second) renderer_.resize(size.first, size.second);
  renderer_.setQuality(wanted);
  const bool judged = view.mode != ViewMode::points && wanted == quality_.quality();
  if (judged) timer_.start();
  renderer_.draw(shown, camera, view);
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

Image PictureDesk::picture(const Camera& camera, const ViewSettings& view, std::pair<int, int> size) {
  drawn_.reset();
  render(camera, view, {std::max(size.first, 1), std::max(size.second, 1)}, {});
  return renderer_.read();
}

}  // namespace app
