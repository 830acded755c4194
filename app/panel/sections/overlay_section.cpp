#include "panel/sections/overlay_section.h"

#include <fmt/format.h>
#include <imgui.h>

#include <string>
#include <utility>

#include "panel/sections/panel_parts.h"
#include "panel/widgets/panel_numbers.h"
#include "render/overlay/overlay_lines.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

/// The levels in the colours of their boxes, with their leaf counts.
void drawLevels(const CellReadout& readout, bool onLight) {
  if (!ImGui::BeginTable("levels", 4)) return;
  for (const CellReadout::Level& level : readout.levels) {
    ImGui::TableNextColumn();
    const LineColour c = levelColour(level.level, onLight);
    ImGui::ColorButton("##level", {c.red, c.green, c.blue, 1},
                       ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop | ImGuiColorEditFlags_NoPicker,
                       {ImGui::GetTextLineHeight() * 0.7F, ImGui::GetTextLineHeight() * 0.7F});
    ImGui::SameLine();
    ImGui::TextDisabled("level %d", level.level);
    ImGui::TableNextColumn();
    ImGui::Text("%zu leaves", level.leaves);
  }
  ImGui::EndTable();
}

void drawPicked(const PickedCell& picked) {
  const std::size_t pairs = picked.nearElements * (picked.elements + picked.tracers);
  ImGui::TextWrapped("Leaf at level %d: %s elements, %s tracers", picked.level, grouped(picked.elements).c_str(),
                     grouped(picked.tracers).c_str());
  ImGui::TextWrapped("Near list: %s leaves, %s elements, %s pairs", grouped(picked.nearLeaves).c_str(),
                     grouped(picked.nearElements).c_str(), grouped(pairs).c_str());
}

std::string withKey(const std::string& sentence, Action action) {
  return fmt::format("{}\nKey {}", sentence, keysOf(action));
}

/// Tells why there are no cells to show, and offers a remedy.
void drawNoTree(PanelContext& context) {
  if (context.readout.flow->report.mesh[0] == 0) return ImGui::TextDisabled("Direct sums have no tree");
  ImGui::TextDisabled("A mesh sums the field: no tree");
  if (!context.widgets().button(
          "Use expansions",
          "Sums with the tree's expansions instead of a mesh; the setting Mesh, beside the solver, chooses."))
    return;
  fmm::Settings edited = context.scene().settings;
  edited.mesh = fmm::MeshUse::never;
  adoptSettings(context, edited);
}

void drawTree(PanelContext& context) {
  const CellReadout& readout = context.readout.cells;
  PanelWidgets& w = context.widgets();
  if (!readout.there) return drawNoTree(context);
  drawLevels(readout, context.scene().view.background == Background::light);
  if (readout.picked) {
    drawPicked(*readout.picked);
  } else {
    ImGui::TextDisabled("Ctrl + left click on a box: its near list");
  }
  if (w.button("Next cell",
               withKey("Shows the near list of the next leaf: the leaves that it meets particle by particle.",
                       Action::nextCell)))
    context.requests.action = Action::nextCell;
  if (!readout.picked) return;
  ImGui::SameLine();
  if (w.button("No cell", "Shows all boxes alike again.")) context.requests.action = Action::noCell;
}

}  // namespace

void drawOverlayControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  const double spacing = context.readout.cells.gridSpacing;
  const auto keyHint = [](Action action) { return "\nKey " + keysOf(action); };
  drawSetting(w, &OverlaySettings::streaks, view, {"%.3g", false, ValueRange{0, 2}});
  drawSetting(w, &OverlaySettings::drawElements, view);
  drawSetting(w, &OverlaySettings::arrows, view, keyHint(Action::arrows));
  if (view.arrows) drawSetting(w, &OverlaySettings::arrowSize, view, {"%.2f", true, ValueRange{0.2, 5}});
  w.check(fmm::settingOf(&OverlaySettings::grid).title, view.grid,
          withKey(spacing > 0 ? fmt::format("Draws a floor under the scene with lines {:g} L apart.", spacing)
                              : fmm::settingOf(&OverlaySettings::grid).help,
                  Action::grid));
  drawSetting(w, &OverlaySettings::axes, view, keyHint(Action::axes));
  if (context.scene().settings.space == fmm::Space::plane) drawSetting(w, &OverlaySettings::streamLines, view);
  drawSetting(w, &OverlaySettings::scaleBar, view);
  drawSetting(w, &OverlaySettings::cells, view, keyHint(Action::cells));
  if (view.cells) drawTree(context);
}

std::string overlaySummary(PanelContext& context) {
  const ViewSettings& view = context.scene().view;
  const std::pair<bool, const char*> parts[] = {{view.streaks > 0, "streaks"}, {view.drawElements, "elements"},
                                                {view.arrows, "arrows"},       {view.grid, "grid"},
                                                {view.axes, "axes"},           {view.streamLines, "stream lines"},
                                                {view.scaleBar, "scale bar"},  {view.cells, "tree"}};
  std::string text;
  for (const auto& [on, name] : parts) {
    if (on) text += (text.empty() ? "" : ", ") + std::string(name);
  }
  return text.empty() ? "none" : text;
}

}  // namespace app
