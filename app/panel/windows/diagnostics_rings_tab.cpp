// The diagnostics window's tab of rings against theory.

#include "panel/windows/diagnostics_tabs.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "panel/plots/line_plot.h"
#include "panel/plots/plot_colours.h"

namespace app {
namespace {

constexpr std::size_t kMostDrawn = 8;   // rings with curves
constexpr std::size_t kMostListed = 4;  // rings in the table before it scrolls

std::string ringColumn(std::size_t ring, const char* what) {
  return fmt::format("ring{}_{}", ring + 1, what);
}

void drawRingRow(const DiagnosticsTable& table, std::size_t ring, bool wide) {
  const auto now = [&](const char* what) { return newest(table.values(ringColumn(ring, what))); };
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  swatch(seriesColour(ring));
  ImGui::Text("%zu", ring + 1);
  const double speed = now("speed"), theory = now("theory_speed");
  textCell(shown(now("radius")));
  textCell(shown(now("position")));
  textCell(shown(speed));
  textCell(shown(theory));
  textCell(shown(100 * (speed / theory - 1), "{:+.2f} %"));
  if (!wide) return;
  textCell(shown(now("circulation")));
  textCell(shown(now("overlap"), "{:.2f}"));
}

void drawRingTable(const DiagnosticsTable& table) {
  constexpr std::array<const char*, 8> kTitles = {
      "Ring", "R [L]", "Z [L]", "U [L/T]", "U theory", "off by", "\u0393 [L\u00b2/T]", "overlap"};
  constexpr int kNarrow = 6;       // columns where there is no room for all
  constexpr float kWideFrom = 34;  // heights of the font
  const bool wide = ImGui::GetContentRegionAvail().x > kWideFrom * ImGui::GetFontSize();
  const int columns = wide ? static_cast<int>(kTitles.size()) : kNarrow;
  const auto listed = static_cast<float>(std::min(table.rings(), kMostListed) + 1);
  const float height = listed * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y);
  const ImGuiTableFlags flags =
      ImGuiTableFlags_SizingStretchSame | (table.rings() > kMostListed ? ImGuiTableFlags_ScrollY : 0);
  if (!ImGui::BeginTable(wide ? "all" : "few", columns, flags, {0, table.rings() > kMostListed ? height : 0})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableNextRow();
  for (int k = 0; k < columns; ++k) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", kTitles[static_cast<std::size_t>(k)]);
  }
  for (std::size_t ring = 0; ring < table.rings(); ++ring) drawRingRow(table, ring, wide);
  ImGui::EndTable();
}

/// A quantity of all rings as curves, with its theory dashed upon them where there is one.
LinePlot ringPlot(DiagnosticsTab& tab, const char* title, const char* unit, const char* what, const char* theory) {
  LinePlot plot = plotOf(tab);
  plot.title = title;
  plot.unit = unit;
  const std::size_t rings = std::min(tab.table.rings(), kMostDrawn);
  for (std::size_t ring = 0; ring < rings; ++ring) {
    const std::string name = fmt::format("ring {}", ring + 1);
    plot.curves.push_back({name, name, &tab.table.values(ringColumn(ring, what)), seriesColour(ring)});
  }
  if (tab.context.readout.ringTheory == RingTheory::none) return plot;
  for (std::size_t ring = 0; ring < rings; ++ring) {
    plot.curves.push_back({fmt::format("ring {}, theory", ring + 1), "theory",
                           &tab.table.values(ringColumn(ring, theory)), paler(seriesColour(ring)), true});
  }
  return plot;
}

const char* theoryText(RingTheory theory, bool measured) {
  switch (theory) {
    case RingTheory::coaxial:
      return "Theory: equations of coaxial rings; U: ring of this size in the flow of the others";
    case RingTheory::selfInduced:
      return "Theory: U of each ring alone, as the rings have no common axis";
    case RingTheory::none:
      break;
  }
  return measured ? "No theory: it is of circular rings alone" : "No ring was measured yet";
}

}  // namespace

void drawRingsTab(DiagnosticsTab& tab) {
  const std::size_t rings = tab.table.rings();
  ImGui::TextDisabled("%s", theoryText(tab.context.readout.ringTheory, rings > 0));
  if (rings > kMostDrawn)
    ImGui::TextDisabled("Curves of the first %zu of %zu rings; CSV has the others", kMostDrawn, rings);
  drawRingTable(tab.table);
  PlotCursor& cursor = tab.window().cursor;
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(3)};
  drawLinePlot("radius", ringPlot(tab, "Radius R", "L", "radius", "theory_radius"), size, cursor);
  LinePlot position = ringPlot(tab, "Axial position Z", "L", "position", "theory_position");
  position.legend = false;
  drawLinePlot("position", position, size, cursor);
  LinePlot speed = ringPlot(tab, "Axial speed U", "L/T", "speed", "theory_speed");
  speed.legend = false;
  speed.timeAxis = true;
  drawLinePlot("speed", speed, size, cursor);
}

}  // namespace app
