// Launching rings: what the mouse, the panel and the simulation have to do with it.

#include "window/application_impl.h"
#include "window/ring_ghost.h"

namespace app {

PictureMap Application::Impl::pictureMap() const {
  const PictureArea area = pictureArea();
  const double ratio = window.pixelRatio();
  return {followingCamera(), {area.x / ratio, 0, area.width / ratio, area.height / ratio}};
}

/// Arms the tool, or leaves it.
void Application::Impl::toggleAim() {
  if (ringTool.armed()) return ringTool.cancel();
  const SimulationState& state = simulation.state();
  if (state.generation == 0) return;
  if (!status.lost.empty()) return say(status.lost, true);
  const fmm::Vec3 depth = state.elementCount > 0 ? state.centroid : followingCamera().pose().target;
  panel.openSections["New ring"] = true;
  ringTool.arm(panel.launcher.next, depth,
               [this](const RingLaunch& launch) { return predictedSpeed(panel.built, launch); });
  if (pointer) aim({PointerEvent::Kind::move, pointer->x, pointer->y});
}

/// What the mouse does while a ring is aimed; true: the view is not to be moved by it.
bool Application::Impl::aim(const PointerEvent& event) {
  pointer = {event.x, event.y};
  if (!ringTool.armed()) return false;
  const PictureMap map = pictureMap();
  const bool onPicture = map.area().contains(*pointer) && !covered(event.x, event.y);
  switch (event.kind) {
    case PointerEvent::Kind::move:
      if (onPicture || ringTool.pulling()) {
        ringTool.move(map, *pointer);
      } else {
        ringTool.leave();
      }
      return ringTool.pulling();
    case PointerEvent::Kind::press:
      if (event.button == PointerEvent::kRight && (onPicture || ringTool.pulling())) return ringTool.cancel(), true;
      if (event.button != PointerEvent::kLeft || !onPicture) return false;
      ringTool.press(map, *pointer);
      return true;
    case PointerEvent::Kind::release:
      if (event.button != PointerEvent::kLeft || !ringTool.pulling()) return false;
      if (const auto ring = ringTool.release(event.shift)) launch(*ring);
      return true;
    case PointerEvent::Kind::wheel:
      if (!onPicture && !ringTool.pulling()) return false;
      ringTool.wheel(event.steps, event.shift, event.control);
      return true;
  }
  return false;
}

/// The ring that is aimed keeps its place in the picture while the camera moves along with the flow.
void Application::Impl::carryAim() {
  const fmm::Vec3 shift = following ? simulation.state().shift : fmm::Vec3{};
  ringTool.carry(shift - aimShift);
  aimShift = shift;
  if (ringTool.visible() && pointer) ringTool.move(pictureMap(), *pointer);
}

void Application::Impl::drawAim() {
  panel.launcher.aiming = ringTool.armed();
  if (!ringTool.armed()) return;
  const PictureMap map = pictureMap();
  const Background background = panel.scene.view.background;
  if (!ringTool.visible()) return drawAimHint(map, background, gui.scale(), false);
  const RingLaunch& next = panel.launcher.next;
  drawGhost({next, ringTool.tip(), ringTool.way(), predictedSpeed(panel.built, next), ringTool.pulling()}, map,
            background, gui.scale());
}

void Application::Impl::launch(const RingLaunch& ring) {
  if (!status.lost.empty()) return say(status.lost, true);
  simulation.launch(ring);
}

/// Launched rings become a part of the scene, or are one no longer; what is shown has them in any case.
void Application::Impl::keepLaunches() {
  bool changed = false;
  for (Scene* scene : {&panel.scene, &panel.built, &requested}) {
    const std::vector<RingLaunch>& launched = simulation.state().launched;
    changed |= panel.launcher.keep ? keepLaunched(*scene, launched) : dropLaunched(*scene, launched);
  }
  if (changed) edits.amend(panel.scene);
}

}  // namespace app
