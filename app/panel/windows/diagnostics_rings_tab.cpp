// The diagnostics window's tab of rings against theory.

#include "panel/windows/diagnostics_tabs.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "panel/plots/line_plot.h"
#include "panel/plots/plot_colours.h"
#include "panel/widgets/number_text.h"

namespace app {
namespace {

constexpr std::size_t kMostDrawn = 8;   // rings with curves
constexpr std::size_t kMostListed = 4;  // rings in the table before it scrolls

std::string ringColumn(std::size_t ring, const char* what) {
  return fmt::format("ring{}_{}", ring + 1, what);
}

/// Calls `visit` with the quantities that are listed with or without much room.
template <class Visit>
void forEachListed(bool wide, const Visit& visit) {
  for (const RingQuantity& quantity : kRingQuantities)
    if (quantity.title != nullptr && quantity.wide == wide) visit(quantity);
}

/// How much of the rings the table has room for.
enum class Room { little, some, much };

void drawRingRow(const DiagnosticsTable& table, std::size_t ring, Room room) {
  const auto now = [&](const char* what) { return newest(table.values(ringColumn(ring, what))); };
  const double radius = now("radius");
  const auto cell = [&](const RingQuantity& quantity) {
    const double value = now(quantity.column);
    const bool length = std::string_view(quantity.unit) == "L";
    textCell(shown(length ? withoutRoundOff(value, radius) : value, room == Room::little ? "{:.3g}" : quantity.format));
  };
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  swatch(seriesColour(ring));
  ImGui::Text("%zu", ring + 1);
  forEachListed(false, cell);
  const double speed = now("speed"), theory = now("theory_speed");
  if (room != Room::little) textCell(shown(theory));
  const double off = 100 * (speed / theory - 1);
  textCell(shown(std::abs(off) < 0.05 ? 0 : off, "{:+.1f} %"));
  if (room == Room::much) forEachListed(true, cell);
}

void drawRingTable(const DiagnosticsTable& table) {
  constexpr float kMuchFrom = 34, kSomeFrom = 26;  // heights of the font
  const float width = ImGui::GetContentRegionAvail().x / ImGui::GetFontSize();
  const Room room = width > kMuchFrom ? Room::much : width > kSomeFrom ? Room::some : Room::little;
  std::vector<const char*> titles = {"Ring"};
  const auto add = [&](const RingQuantity& quantity) { titles.push_back(quantity.title); };
  forEachListed(false, add);
  if (room != Room::little) titles.push_back("U theory");
  titles.push_back("off by");
  if (room == Room::much) forEachListed(true, add);
  const auto listed = static_cast<float>(std::min(table.rings(), kMostListed) + 1);
  const float height = listed * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y);
  const ImGuiTableFlags flags =
      ImGuiTableFlags_SizingStretchSame | (table.rings() > kMostListed ? ImGuiTableFlags_ScrollY : 0);
  if (!ImGui::BeginTable(std::to_string(titles.size()).c_str(), static_cast<int>(titles.size()), flags,
                         {0, table.rings() > kMostListed ? height : 0}))
    return;
  for (const char* title : titles)
    ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch, title == titles.front() ? 0.6f : 1.f);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableNextRow();
  for (const char* title : titles) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", title);
  }
  for (std::size_t ring = 0; ring < table.rings(); ++ring) drawRingRow(table, ring, room);
  ImGui::EndTable();
}

/// A quantity of all rings as curves, with its theory dashed upon them where there is one.
LinePlot ringPlot(DiagnosticsTab& tab, const RingQuantity& quantity) {
  LinePlot plot = plotOf(tab);
  plot.title = quantity.plot;
  plot.unit = quantity.unit;
  const std::size_t rings = std::min(tab.table.rings(), kMostDrawn);
  for (std::size_t ring = 0; ring < rings; ++ring) {
    const std::string name = fmt::format("ring {}", ring + 1);
    plot.curves.push_back({name, name, &tab.table.values(ringColumn(ring, quantity.column)), seriesColour(ring)});
  }
  if (quantity.theory == nullptr || tab.context.readout.ringTheory == RingTheory::none) return plot;
  for (std::size_t ring = 0; ring < rings; ++ring) {
    plot.curves.push_back({fmt::format("ring {}, theory", ring + 1), "theory",
                           &tab.table.values(ringColumn(ring, quantity.theory)), paler(seriesColour(ring)), true});
  }
  return plot;
}

const char* theoryText(RingTheory theory, bool measured) {
  switch (theory) {
    case RingTheory::coaxial:
      return "Theory: equations of coaxial rings; U: ring of this size in the flow of the others";
    case RingTheory::selfInduced:
      return "Theory: U of each ring alone, as the rings have no common axis";
    case RingTheory::met:
      return "Rings have met and joined: single ones cannot be told apart any more";
    case RingTheory::none:
      break;
  }
  return measured ? "No theory: it is of circular rings alone" : "No ring was measured yet";
}

}  // namespace

void drawRingsTab(DiagnosticsTab& tab) {
  const std::size_t rings = tab.table.rings();
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
  ImGui::TextWrapped("%s", theoryText(tab.context.readout.ringTheory, rings > 0));
  ImGui::PopStyleColor();
  if (rings > kMostDrawn)
    ImGui::TextDisabled("Curves of the first %zu of %zu rings; CSV has the others", kMostDrawn, rings);
  if (tab.context.readout.ringTheory != RingTheory::met) drawRingTable(tab.table);
  std::vector<RingQuantity> plotted;
  std::copy_if(kRingQuantities.begin(), kRingQuantities.end(), std::back_inserter(plotted),
               [](const RingQuantity& quantity) { return quantity.plot != nullptr; });
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(static_cast<int>(plotted.size()))};
  for (std::size_t i = 0; i < plotted.size(); ++i) {
    LinePlot plot = ringPlot(tab, plotted[i]);
    plot.legend = i == 0;
    plot.timeAxis = i + 1 == plotted.size();
    drawLinePlot(plotted[i].column, plot, size, tab.window().cursor);
  }
}

}  // namespace app
