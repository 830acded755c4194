#include "panel/windows/side_dock.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "panel/panel_layout.h"

namespace app {
namespace {

constexpr float kEdge = 6;            // width of the handle at the side, at scale 1
constexpr float kLeastPicture = 240;  // width that the dock leaves to the picture if possible, at scale 1

/// Draws the handle at the dock's left side.
void drawSide(PanelState& state) {
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float margin = ImGui::GetStyle().WindowPadding.y;
  const ImVec2 next = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({low.x, low.y + margin});
  ImGui::PushClipRect(low, {low.x + size.x, low.y + size.y}, false);  // the margin reacts to the mouse as well
  ImGui::InvisibleButton("side", {kEdge * state.scale, size.y - 2 * margin});
  ImGui::PopClipRect();
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    const double wanted = (low.x + size.x - ImGui::GetIO().MousePos.x) / state.scale;
    state.dockWidth = std::clamp(wanted, kLeastDockWidth, kMostDockWidth);
  }
  ImGui::SetCursorScreenPos(next);
}

void drawTitle(PanelContext& context, const char* title, bool& open) {
  const float side = ImGui::GetFrameHeight();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(title);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - side);
  if (context.widgets().button(fmt::format("x##Close {}", title).c_str(),
                               "Closes this window and gives its space to the picture.", {side, side}))
    open = false;
}

}  // namespace

WidgetRect dockPlace(const PanelState& state, const PanelReadout& readout) {
  const bool diagnostics = state.diagnostics.open && state.diagnostics.docked && readout.diagnostics != nullptr;
  if (!state.help && !diagnostics) return {};
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float least = std::min(static_cast<float>(kLeastDockWidth) * state.scale, screen.x);
  const float room = screen.x - state.area.high.x - kLeastPicture * state.scale;
  const float width = std::max(least, std::min(static_cast<float>(state.dockWidth) * state.scale, room));
  return {{screen.x - width, 0}, screen};
}

WidgetRect freeArea(const PanelState& state) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float left = state.area.high.x;
  const bool beside = !state.dock.isEmpty() && state.dock.low.x - left >= kSmallestPicture;
  const float right = beside ? state.dock.low.x : screen.x;
  return {{left, 0}, {right, screen.y - static_cast<float>(state.timeline.height)}};
}

void beginDock(PanelContext& context, const char* title, bool& open) {
  const WidgetRect& place = context.state.dock;
  ImGui::SetNextWindowPos(place.low);
  ImGui::SetNextWindowSize({place.high.x - place.low.x, place.high.y - place.low.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                 ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin(fmt::format("{}##dock", title).c_str(), nullptr, flags);
  ImGui::PopStyleVar();
  drawSide(context.state);
  drawTitle(context, title, open);
}

void endDock(PanelContext& context, const char* name) {
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::End();
  context.widgets().place(name, {low, {low.x + size.x, low.y + size.y}});
}

}  // namespace app
