#include "window/picture_desk.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <GL/glew.h>

#include "gl/headless_context.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;

fmm::Vec3 normalised(fmm::Vec3 a) {
  return (1 / fmm::norm(a)) * a;
}

}  // namespace

PictureMap::PictureMap(const Camera& camera, const ScreenArea& area, double legend) : area_(area), legend_(legend) {
  const CameraPose pose = camera.pose();
  eye_ = pose.eye;
  forward_ = normalised(pose.target - pose.eye);
  right_ = normalised(fmm::cross(forward_, pose.up));
  up_ = fmm::cross(right_, forward_);
  focus_ = area.height / 2 / std::tan(pose.fieldOfView * kPi / 360);
}

fmm::Vec3 PictureMap::onPlane(ScreenPoint at, fmm::Vec3 through) const {
  const double x = at.x - area_.x - area_.width / 2, y = area_.y + area_.height / 2 - at.y;
  const double away = depth(through);
  return eye_ + away * (forward_ + (x / focus_) * right_ + (y / focus_) * up_);
}

std::optional<ScreenPoint> PictureMap::project(fmm::Vec3 point) const {
  const double away = depth(point);
  if (!(away > 0)) return std::nullopt;
  const fmm::Vec3 offset = point - eye_;
  return ScreenPoint{area_.x + area_.width / 2 + focus_ * fmm::dot(offset, right_) / away,
                     area_.y + area_.height / 2 - focus_ * fmm::dot(offset, up_) / away};
}

double PictureMap::scaleAt(fmm::Vec3 point) const {
  const double away = depth(point);
  return away > 0 ? focus_ / away : 0;
}

namespace {

constexpr int kStartSize = 64;  // of the picture before the window's size is known [pixels]
constexpr std::size_t kFewestTracers = std::size_t{1} << 13;  // drawing fewer saves hardly any time
constexpr double kTurningTime = 0.045;  // drawing time while turning [s]; panel and display need some time as well
constexpr double kRefineAfter = 0.3;    // seconds before a picture at rest is redrawn at full quality

void copyPicture(unsigned from, const Texture& to, int width, int height) {
  glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to.name(), GL_TEXTURE_2D, 0, 0, 0, 0, width, height, 1);
}

}  // namespace

PictureDesk::PictureDesk(double refreshInterval, ContextSwitch context)
    : place_(std::move(context)),
      onCpu_(drawsOnCpu()),
      drawingTime_(drawingTime(refreshInterval, onCpu_)),
      full_(fullQuality()),
      quality_(drawingTime_, full_),
      thinning_(kTurningTime) {
  place_.run([&] { renderer_.emplace(kStartSize, kStartSize); });
}

PictureDesk::~PictureDesk() {
  place_.run([&] { renderer_.reset(); });
}

std::string PictureDesk::adopt(const FlowState& state) {
  const bool shared = flow_.note().empty();
  flow_.adopt(state);
  ++updates_;
  return shared ? flow_.note() : "";
}

PictureContents PictureDesk::contents(const ViewSettings& view) {
  flow_.load(view);
  return flow_.contents();
}

void PictureDesk::setFinish(Finish finish) {
  if (finish == finish_) return;
  finish_ = finish;
  full_ = finished(fullQuality(), finish);
  quality_ = QualityControl(drawingTime_, full_);
  drawn_.reset();
}

PictureDesk::Effort PictureDesk::effort(bool turning) const {
  if (finish_ == Finish::best && !(turning && onCpu_)) return {full_};
  if (!turning || !onCpu_ || !thinning_.reduces()) return {quality_.quality()};
  return {QualityControl::turning(), thinning_.stride(), thinning_.scale(), true};
}

void PictureDesk::draw(const Camera& camera, const ViewSettings& view, const PictureArea& area, bool turning,
                       bool groundLeftOut, const std::function<void()>& meanwhile) {
  const Drawn wanted{updates_, camera.pose(), view, {area.width, area.height}, groundLeftOut};
  const double stood = std::chrono::duration<double>(Clock::now() - lastDrawn_).count();
  const bool refine = drawn_ == wanted && reduced_ && stood > kRefineAfter;
  if (drawn_ == wanted && !refine) return;
  Effort spent = refine ? Effort{full_} : effort(turning);
  spent.groundLeftOut = groundLeftOut;
  render(camera, view, wanted.size, spent, meanwhile);
  keep();
  drawn_ = wanted;
  lastDrawn_ = Clock::now();
  reduced_ = !isFull(spent);
}

void PictureDesk::render(const Camera& camera, const ViewSettings& view, std::pair<int, int> size, const Effort& effort,
                         const std::function<void()>& meanwhile) {
  flow_.load(view);
  std::uint32_t most = Thinning::kMost;
  while (most > 1 && flow_.contents().tracers.count() / most < kFewestTracers) most /= 2;
  thinning_.setMost(most);
  PictureContents shown = effort.stride > 1 ? flow_.thinned(effort.stride) : flow_.contents();
  shown.groundLeftOut = effort.groundLeftOut;
  const auto scaled = [&](int side) { return std::max(1, static_cast<int>(std::lround(effort.scale * side))); };
  const int width = scaled(size.first), height = scaled(size.second);
  const bool adapts = view.mode != ViewMode::points || showsVorticity(view) || view.streaks > 0;
  const bool judged = !effort.ofTurn && adapts && effort.quality == quality_.quality();
  const auto draw = [&] {
    if (renderer_->width() != width || renderer_->height() != height) renderer_->resize(width, height);
    renderer_->setQuality(effort.quality);
    if (judged || onCpu_) timer_.start();
    renderer_->draw(shown, camera, view);
    timer_.stop();
  };
  place_.run(draw, meanwhile);
  while (const auto time = timer_.take()) {
    if (judged || !onCpu_) quality_.add(*time);
    if (onCpu_) thinning_.add(*time, effort.ofTurn);
  }
}

/// Notes the picture that is finished, and copies it if its place may be drawn on before it has been shown.
void PictureDesk::keep() {
  const int width = renderer_->width(), height = renderer_->height();
  legendShare_ = static_cast<double>(renderer_->legendHeight()) / height;
  if (place_.isApart()) {
    if (width != width_ || height != height_) {
      keptFrom_ = Framebuffer();
      kept_ = Texture(GL_RGBA8, width, height, GL_LINEAR);
      keptFrom_ = Framebuffer(kept_);
    }
    copyPicture(renderer_->picture(), kept_, width, height);
  }
  width_ = width;
  height_ = height;
}

void PictureDesk::present(const PictureArea& area) const {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, area.x + area.width, area.bottom + area.height);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  if (width_ == 0) return;  // none is finished yet
  const GLuint picture = place_.isApart() ? keptFrom_.name() : renderer_->framebuffer();
  glBlitNamedFramebuffer(picture, 0, 0, 0, width_, height_, area.x, area.bottom, area.x + area.width,
                         area.bottom + area.height, GL_COLOR_BUFFER_BIT, width_ == area.width ? GL_NEAREST : GL_LINEAR);
}

void PictureDesk::hold() {
  if (width_ == 0) return;
  held_ = Texture(GL_RGBA8, width_, height_, GL_LINEAR);
  glTextureParameteri(held_.name(), GL_TEXTURE_SWIZZLE_A, GL_ONE);
  copyPicture(place_.isApart() ? kept_.name() : renderer_->picture(), held_, width_, height_);
}

Image PictureDesk::picture(const Camera& camera, const ViewSettings& view, std::pair<int, int> size) {
  if (!place_.isApart()) drawn_.reset();  // else the window's picture is kept
  render(camera, view, {std::max(size.first, 1), std::max(size.second, 1)}, Effort{full_});
  if (!place_.isApart()) keep();
  Image image;
  place_.run([&] { image = renderer_->read(); });
  return image;
}

}  // namespace app
