#include "window/ring_desk.h"

#include "window/ring_ghost.h"

namespace app {

void RingDesk::arm(RingLaunch& next, const Scene& built, fmm::Vec3 depth) {
  tool_.arm(next, depth, [&built](const RingLaunch& launch) { return predictedSpeed(built, launch); });
}

bool RingDesk::hear(const PointerEvent& event, const PictureMap& map, bool covered,
                    const std::function<void(const RingLaunch&)>& launch) {
  pointer_ = {event.x, event.y};
  if (!tool_.armed()) return false;
  const bool onPicture = map.area().contains(*pointer_) && !covered;
  switch (event.kind) {
    case PointerEvent::Kind::move:
      if (onPicture || tool_.pulling()) {
        tool_.move(map, *pointer_);
      } else {
        tool_.leave();
      }
      return tool_.pulling();
    case PointerEvent::Kind::press:
      if (event.button == PointerEvent::kRight && (onPicture || tool_.pulling())) return tool_.cancel(), true;
      if (event.button != PointerEvent::kLeft || !onPicture) return false;
      tool_.press(map, *pointer_);
      return true;
    case PointerEvent::Kind::release:
      if (event.button != PointerEvent::kLeft || !tool_.pulling()) return false;
      if (const auto ring = tool_.release(event.shift)) launch(*ring);
      return true;
    case PointerEvent::Kind::wheel:
      if (!onPicture && !tool_.pulling()) return false;
      tool_.wheel(event.steps, event.shift, event.control);
      return true;
  }
  return false;
}

void RingDesk::carry(fmm::Vec3 shift, const PictureMap& map) {
  tool_.carry(shift - shift_);
  shift_ = shift;
  if (tool_.visible() && pointer_) tool_.move(map, *pointer_);
}

void RingDesk::draw(const RingLaunch& next, const Scene& built, const PictureMap& map, Background background,
                    float scale) {
  if (!tool_.armed()) return;
  if (!tool_.visible()) return drawAimHint(map, background, scale, false);
  drawGhost({next, tool_.tip(), tool_.way(), predictedSpeed(built, next), tool_.pulling()}, map, background, scale);
}

}  // namespace app
