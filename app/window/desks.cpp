#include "window/desks.h"

#include <utility>

#include <fmt/format.h>

#include "files/user_error.h"
#include "render/overlay/overlay_lines.h"
#include "simulation/inspection.h"
#include "window/panel_files.h"
#include "window/ring_tool.h"
#include "window/sketch.h"

namespace app {

bool FilmDesk::toggle(std::string& name, const Scene& scene) {
  if (recording()) {
    const bool held = hasClock();
    session_.stop();
    name = freeName(name);
    return held;
  }
  if (finishing()) throw UserError("The last film is still being finished");
  name = freeName(name);
  if (isTaken(name)) throw UserError(fmt::format("{} already exists: choose another film file", name));
  session_.start(name, scene.film, scene.settings.timeStep, scene.stepsPerFrame);
  return hasClock();
}

bool FilmDesk::capture(const SimulationState& state, PictureContents contents, const Camera& camera,
                       const ViewSettings& view, bool still) {
  const double fixedStep = state.settings.courant == 0 ? state.settings.timeStep : 0;
  session_.capture({state.number, fixedStep, state.stepsPerFrame, contents, camera, view, still});
  return session_.complete();
}

Image FilmDesk::still(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                      const FilmSettings& film) {
  FilmRenderer renderer(film, {film.transparent});
  renderer.draw(contents, camera, view);
  return renderer.take();
}

void FilmDesk::setClock(fmm::Settings& settings, int& stepsPerFrame) const {
  const auto clock = session_.clock();
  if (!clock) return;
  settings.timeStep = clock->timeStep;
  settings.courant = 0;
  stepsPerFrame = clock->stepsPerFrame;
}

std::optional<FilmSession::Outcome> FilmDesk::takeOutcome(std::string& name) {
  auto outcome = session_.takeOutcome();
  if (outcome) name = freeName(name);  // all its files are there now
  return outcome;
}

std::string FilmDesk::finish() {
  session_.stop();
  session_.wait();
  const auto outcome = session_.takeOutcome();
  return outcome && outcome->failed ? outcome->message : "";
}

namespace {

constexpr float kDot = 5;                           // radius of a round handle at scale 1
constexpr Colour kPointed = {1.00F, 0.92F, 0.45F};  // of the handle under the pointer
constexpr std::array<Colour, 3> kArrows = {{{0.95F, 0.35F, 0.35F}, {0.40F, 0.85F, 0.40F}, {0.45F, 0.60F, 1.00F}}};

bool hasHandles(const Scene& scene, const std::optional<LinePlace>& chosen) {
  return chosen && hasLine(scene, *chosen);
}

/// What the handle does, and the line's present value.
std::vector<std::string> hintOf(LineHandle handle, const fmm::LineBase& line) {
  const auto vector = [](fmm::Vec3 v) { return fmt::format("{:.3g}, {:.3g}, {:.3g}", v.x, v.y, v.z); };
  switch (handle) {
    case LineHandle::axis:
      return {"Drag: turn", "axis " + vector((1 / fmm::norm(line.axis)) * line.axis), "Esc: as before"};
    case LineHandle::circle:
      return {"Drag: radius", fmt::format("R {:.4g}", line.radius), "Esc: as before"};
    default:
      return {"Drag: move", "place " + vector(line.centre), "Esc: as before"};
  }
}

}  // namespace

bool LineDesk::onPointer(const PointerEvent& event, const PictureMap& map, bool covered, Scene& scene,
                         const std::optional<LinePlace>& chosen, double scale) {
  const ScreenPoint at{event.x, event.y};
  if (!hasHandles(scene, chosen)) {
    gizmo_.release();
    pointed_.reset();
    return false;
  }
  const bool left = event.button == PointerEvent::kLeft;
  switch (event.kind) {
    case PointerEvent::Kind::move:
      if (gizmo_.dragging()) return gizmo_.drag(scene, map, at), moved_ = true;
      pointed_.reset();
      if (!covered && map.area().contains(at))
        pointed_ = handleAt(handlesOf(scene, *chosen, map, scale), map, at, scale);
      return false;
    case PointerEvent::Kind::press:
      if (gizmo_.dragging() && !left) return gizmo_.cancel(scene), true;
      if (!left || covered || !map.area().contains(at)) return false;
      pointed_ = handleAt(handlesOf(scene, *chosen, map, scale), map, at, scale);
      if (!pointed_) return false;
      moved_ = false;
      gizmo_.press(*pointed_, scene, *chosen, map, at, scale);
      return true;
    case PointerEvent::Kind::release:
      if (!left || !gizmo_.dragging()) return false;
      gizmo_.release();
      dropped_ |= moved_;
      return true;
    case PointerEvent::Kind::wheel:
      return gizmo_.dragging();
  }
  return false;
}

bool LineDesk::takeDropped() {
  return std::exchange(dropped_, false);
}

float LineDesk::draw(const Scene& scene, const std::optional<LinePlace>& chosen, const PictureMap& map,
                     Background background, float scale) const {
  if (!hasHandles(scene, chosen)) return 0;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ScreenArea& area = map.area();
  const fmm::LineBase line = lineAt(scene, *chosen);
  const LineHandles handles = handlesOf(scene, *chosen, map, scale);
  const std::optional<LineHandle> lit = gizmo_.dragging() ? gizmo_.handle() : pointed_;
  const auto inksFor = [&](LineHandle handle, std::optional<Colour> own) {
    Inks inks = inksOn(background);
    if (lit == handle) own = kPointed;
    if (own) inks.line = ImVec4((*own)[0], (*own)[1], (*own)[2], 1);
    return inks;
  };
  list.PushClipRect(toImGui({area.x, area.y}), toImGui({area.x + area.width, area.y + area.height}));
  std::vector<ImVec2> circle;
  for (const fmm::Vec3& x : handles.circle)
    if (const auto shown = map.project(x)) circle.push_back(toImGui(*shown));
  stroke(list, circle, inksFor(LineHandle::circle, {}), 1, scale);
  const auto middle = map.project(handles.middle), tip = map.project(handles.axis);
  for (std::size_t k = 0; k < (handles.plane ? 2 : 3) && middle; ++k) {
    const auto handle = static_cast<LineHandle>(static_cast<std::size_t>(LineHandle::alongX) + k);
    if (const auto end = map.project(handles.arrows[k]))
      drawArrow(list, toImGui(*middle), toImGui(*end), inksFor(handle, kArrows[k]), scale);
  }
  const auto dot = [&](ScreenPoint at, LineHandle handle) {
    list.AddCircleFilled(toImGui(at), 1.4f * kDot * scale, faded(inksOn(background).halo, 1));
    list.AddCircleFilled(toImGui(at), kDot * scale, faded(inksFor(handle, {}).line, 1));
  };
  if (middle && tip && !handles.plane) {
    stroke(list, {toImGui(*middle), toImGui(*tip)}, inksFor(LineHandle::axis, {}), 1, scale);
    dot(*tip, LineHandle::axis);
  }
  if (middle) dot(*middle, LineHandle::middle);
  list.PopClipRect();
  return lit ? writeBelow(hintOf(*lit, line), map, inksOn(background), scale) : 0;
}

void RingDesk::arm(RingLaunch& next, const Scene& built, fmm::Vec3 depth) {
  tool_.arm(next, depth, [&built](const RingLaunch& launch) { return predictedSpeed(built, launch); });
}

bool RingDesk::onPointer(const PointerEvent& event, const PictureMap& map, bool covered,
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

float RingDesk::draw(const RingLaunch& next, const Scene& built, const PictureMap& map, Background background,
                     float scale) {
  if (!tool_.armed()) return 0;
  if (!tool_.visible()) return drawAimHint(map, background, scale, false);
  return drawGhost({next, tool_.tip(), tool_.way(), predictedSpeed(built, next), tool_.pulling()}, map, background,
                   scale);
}

void CellDesk::pickAt(ScreenPoint at, const PictureMap& map, const Camera& camera, const TreePicture& tree) {
  const ScreenArea& area = map.area();
  if (tree.cells.empty() || area.width <= 0 || area.height <= 0) return;
  const Ray ray =
      rayThrough(camera, (at.x - area.x) / area.width, (at.y - area.y) / area.height, area.width / area.height);
  pick(pickLeaf(tree.cells, ray, tree.picked), tree);
}

void CellDesk::pickNext(const TreePicture& tree) {
  if (!tree.cells.empty()) pick(nextLeaf(tree.cells, tree.picked), tree);
}

void CellDesk::pick(std::optional<std::size_t> leaf, const TreePicture& tree) {
  picked_.reset();
  if (leaf) picked_ = particleOf(tree.cells[*leaf]);
}

CellReadout cellReadout(const SimulationState& state, bool shown) {
  const TreePicture& tree = state.tree;
  CellReadout readout;
  if (state.generation > 0) readout.gridSpacing = gridSpacing(*state.floor);
  if (!shown) return readout;
  readout.there = !state.shown.tree || !tree.cells.empty();
  for (const fmm::TreeCell& cell : tree.cells) {
    if (!cell.leaf) continue;
    if (readout.levels.empty() || readout.levels.back().level != cell.level) readout.levels.push_back({cell.level, 0});
    ++readout.levels.back().leaves;
  }
  if (!tree.picked) return readout;
  const fmm::TreeCell& leaf = tree.cells[*tree.picked];
  PickedCell& told = readout.picked.emplace();
  told.level = leaf.level;
  told.elements = leaf.elements;
  told.tracers = leaf.tracers;
  told.nearLeaves = tree.near.size();
  for (const std::size_t n : tree.near) told.nearElements += tree.cells[n].elements;
  return readout;
}

}  // namespace app
