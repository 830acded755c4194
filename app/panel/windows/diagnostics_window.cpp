#include "panel/windows/diagnostics_window.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "panel/widgets/panel_style.h"
#include "panel/windows/diagnostics_tabs.h"
#include "panel/windows/side_dock.h"

namespace app {
namespace {

constexpr float kWidth = 560, kHeight = 590;  // at scale 1, when it is first opened
constexpr float kLeastWidth = 380, kLeastHeight = 300;

struct Span {
  const char* name;
  std::size_t rows;  ///< 0: all
};
constexpr std::array<Span, 4> kSpans = {{{"whole run", 0}, {"last 2000", 2000}, {"last 500", 500}, {"last 100", 100}}};

std::size_t firstRow(const DiagnosticsTable& table, const std::string& span) {
  const auto found = std::find_if(kSpans.begin(), kSpans.end(), [&](const Span& s) { return s.name == span; });
  const std::size_t rows = found == kSpans.end() ? 0 : found->rows;
  return rows == 0 || rows >= table.rows() ? 0 : table.rows() - rows;
}

struct Tab {
  const char* name;
  const char* hint;
  void (*draw)(DiagnosticsTab&);
  const char* inPlane = nullptr;  ///< title in plane flows; null: `name`
  const char* hintInPlane = nullptr;
  bool (*there)(const DiagnosticsTab&) = nullptr;  ///< null: always
};
bool hasBodies(const DiagnosticsTab& tab) {
  return !tab.context.scene().settings.bodies.empty();
}
bool hasHeat(const DiagnosticsTab& tab) {
  return tab.context.scene().settings.heat;
}
bool hasRings(const DiagnosticsTab& tab) {
  return (!hasBodies(tab) && !hasHeat(tab)) || tab.table.rings() > 0;
}
void drawRingsOrVortices(DiagnosticsTab& tab) {
  tab.context.plane() ? drawVorticesTab(tab) : drawRingsTab(tab);
}

constexpr std::array<Tab, 6> kTabs = {
    {{"Bodies", "Drag, lift and torque of every body.", drawBodiesTab, nullptr, nullptr, hasBodies},
     {"Heat", "Circulation, radius and height of what rises.", drawHeatTab, nullptr, nullptr, hasHeat},
     {"Rings", "Radius, position and speed of every ring, measured and by theory.", drawRingsOrVortices,
      "Vortices###Rings", "Place, core radius and circulation of every vortex.", hasRings},
     {"Invariants", "Quantities that the exact flow conserves, and their drift.", drawInvariantsTab},
     {"Error", "Error of the velocities against direct sums at sampled targets.", drawErrorTab},
     {"Time", "Wall time of each of the solver's stages.", drawTimesTab}}};

float buttonWidth(const char* label) {
  return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
}

constexpr float kSpanWidth = 7.5f, kNameWidth = 7.5f;  // in heights of the font

/// Total width of the save buttons, with the gaps before them.
float savingWidth() {
  return buttonWidth("Save CSV") + buttonWidth("Save plots") + 2 * ImGui::GetStyle().ItemSpacing.x;
}

/// True if all controls for saving fit into one row.
bool footerIsOneRow() {
  const float fields = (kSpanWidth + kNameWidth) * ImGui::GetFontSize() + ImGui::GetStyle().ItemSpacing.x;
  return fields + savingWidth() <= ImGui::GetContentRegionAvail().x;
}

/// Height of the wrapped message about saving.
float messageHeight(const std::string& message) {
  if (message.empty()) return 0;
  const float width = ImGui::GetContentRegionAvail().x;
  return ImGui::CalcTextSize(message.c_str(), nullptr, false, width).y + ImGui::GetStyle().ItemSpacing.y;
}

void drawSpan(PanelContext& context) {
  DiagnosticsWindow& window = context.state.diagnostics;
  ImGui::SetNextItemWidth(kSpanWidth * ImGui::GetFontSize());
  const bool open = ImGui::BeginCombo("##span", window.span.c_str());
  context.widgets().note("Span", "How many of the last simulation frames are drawn.");
  if (!open) return;
  for (const Span& span : kSpans) {
    if (ImGui::Selectable(span.name, span.name == window.span)) window.span = span.name;
    context.widgets().place(std::string("Span/") + span.name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  }
  ImGui::EndCombo();
}

/// The lines at the bottom: the result of saving, the span shown, and the file to save to.
void drawFooter(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  DiagnosticsWindow& window = context.state.diagnostics;
  const bool oneRow = footerIsOneRow();
  if (!window.message.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, window.isError ? panelColours().error : panelColours().good);
    ImGui::TextWrapped("%s", window.message.c_str());
    ImGui::PopStyleColor();
  }
  if (window.confirmOverwrite) {
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%s already exists.", window.csvName.c_str());
    if (oneRow) ImGui::SameLine();
    if (w.button("Overwrite##Overwrite CSV", "Replaces the file by the present history."))
      context.requests.saveDiagnostics = context.requests.overwriteDiagnostics = true;
    ImGui::SameLine();
    if (w.button("Keep it##Keep CSV", "Leaves the file as it is.")) window.confirmOverwrite = false;
    return;
  }
  drawSpan(context);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - (oneRow ? savingWidth() : 0));
  if (ImGui::InputTextWithHint("##csv", "file.csv", &window.csvName)) window.message.clear();
  w.note("CSV file", "Where the whole history is saved, a row a simulation frame.");
  if (oneRow) ImGui::SameLine();
  if (w.button("Save CSV", "Writes every quantity of the history as comma-separated values, with units in the header."))
    context.requests.saveDiagnostics = true;
  ImGui::SameLine();
  if (w.button("Save plots", "Writes a picture of this tab as the next plots-0001.png."))
    context.requests.savePlots = true;
}

void drawBody(PanelContext& context, const DiagnosticsTable& table) {
  DiagnosticsTab tab{context, table, firstRow(table, context.state.diagnostics.span)};
  const float rows = footerIsOneRow() ? 1 : 2;
  const float footer = rows * ImGui::GetFrameHeightWithSpacing() + messageHeight(context.state.diagnostics.message);
  for (std::size_t i = 0; i < kTabs.size(); ++i) {
    const Tab& t = kTabs[i];
    if (t.there != nullptr && !t.there(tab)) continue;
    const bool other = context.plane() && t.inPlane != nullptr;
    const bool shown = ImGui::BeginTabItem(other ? t.inPlane : t.name);
    context.widgets().note(std::string("Diagnostics/") + t.name, other ? t.hintInPlane : t.hint);
    if (!shown) continue;
    context.state.diagnostics.tab = i;
    ImGui::BeginChild("tab", {0, -footer});
    t.draw(tab);
    ImGui::EndChild();
    context.widgets().place("Plots", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    ImGui::EndTabItem();
  }
}

/// Places the window initially: where it was in the last run, clamped to the screen, or in the upper right corner.
void placeFirst(const DiagnosticsWindow& window, float scale, ImVec2 screen) {
  ImVec2 size = {kWidth * scale, kHeight * scale};
  if (const auto& place = window.place)
    size = {(place->high.x - place->low.x) * scale, (place->high.y - place->low.y) * scale};
  size = {std::min(size.x, 0.9f * screen.x), std::min(size.y, 0.9f * screen.y)};
  ImVec2 corner = {screen.x - 16 * scale - size.x, 16 * scale};
  if (const auto& place = window.place) corner = {place->low.x * scale, place->low.y * scale};
  corner = {std::clamp(corner.x, 0.f, screen.x - size.x), std::clamp(corner.y, 0.f, screen.y - size.y)};
  ImGui::SetNextWindowSize(size, ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowPos(corner, ImGuiCond_FirstUseEver);
}

void drawTabs(PanelContext& context, const DiagnosticsTable& table) {
  if (!ImGui::BeginTabBar("tabs")) return;
  context.state.diagnostics.cursor.beginFrame();
  drawBody(context, table);
  ImGui::EndTabBar();
  drawFooter(context);
}

/// A window over the picture, which the mouse can move.
void drawFloating(PanelContext& context, const DiagnosticsTable& table) {
  DiagnosticsWindow& window = context.state.diagnostics;
  const float scale = context.state.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  placeFirst(window, scale, screen);
  ImGui::SetNextWindowSizeConstraints(
      {std::min(kLeastWidth * scale, screen.x), std::min(kLeastHeight * scale, screen.y)}, screen);
  const bool drawn = ImGui::Begin("Diagnostics", &window.open, ImGuiWindowFlags_NoCollapse);
  const ImVec2 low = ImGui::GetWindowPos(), extent = ImGui::GetWindowSize();
  const WidgetRect rect = {low, {low.x + extent.x, low.y + extent.y}};
  context.widgets().place("Diagnostics", rect);
  window.place = {{rect.low.x / scale, rect.low.y / scale}, {rect.high.x / scale, rect.high.y / scale}};
  if (drawn) drawTabs(context, table);
  ImGui::End();
}

}  // namespace

void drawDiagnosticsWindow(PanelContext& context) {
  DiagnosticsWindow& window = context.state.diagnostics;
  const DiagnosticsTable* table = context.readout.diagnostics;
  if (!window.open || !table) return;
  if (!window.docked) return drawFloating(context, *table);
  if (context.state.help || context.state.dock.isEmpty()) return;  // the help takes the dock
  beginDock(context, "Diagnostics", window.open);
  drawTabs(context, *table);
  endDock(context, "Diagnostics");
}

float drawDiagnosticsPage(PanelContext& context) {
  const DiagnosticsWindow& window = context.state.diagnostics;
  const DiagnosticsTable& table = *context.readout.diagnostics;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("page", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar(2);
  DiagnosticsTab tab{context, table, firstRow(table, window.span)};
  kTabs[window.tab].draw(tab);
  const float needed = ImGui::GetCursorPosY();
  ImGui::End();
  return needed;
}

void drawDiagnosticsSwitch(PanelContext& context) {
  DiagnosticsWindow& window = context.state.diagnostics;
  context.widgets().check("Diagnostics window", window.open,
                          fmt::format("Plots of rings against theory, invariants, errors and times, with CSV.\nKey {}",
                                      keysOf(Action::diagnostics)));
  context.widgets().check(
      "Docked", window.docked,
      "Shows the diagnostics beside the picture; otherwise over it, in a window that can be moved.");
}

}  // namespace app
