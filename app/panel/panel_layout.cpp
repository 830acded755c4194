#include "panel/panel_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "files/data_paths.h"
#include "panel/control_panel.h"
#include "panel/panel_sections.h"
#include "scene/text/toml_reader.h"

namespace app {
namespace {

constexpr Range kPixels{-1e5, 1e5}, kSides{1, 1e5}, kScales{0.25, 16}, kIdleMinutes{0, kMostIdleMinutes};

// TOML keys hold no blanks.
std::string keyOf(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return name;
}

void readWindow(TomlTable table, PanelLayout& layout) {
  WindowPlace place;
  std::pair<int, int> position;
  table.read("size", place.size, kSides);
  if (table.read("position", position, kPixels)) place.position = position;
  table.read("maximised", place.maximised);
  table.read("scale", place.scale, kScales);
  table.finish();
  layout.window = place;
}

void readPanel(TomlTable table, PanelLayout& layout) {
  table.read("visible", layout.panelVisible);
  table.read("interface_size", layout.size, {kLeastSize, kMostSize});
  table.read("width", layout.panelWidth, {kLeastPanelWidth, kMostPanelWidth});
  table.read("dock_width", layout.dockWidth, {kLeastDockWidth, kMostDockWidth});
  table.finish();
}

void readSections(TomlTable table, PanelLayout& layout) {
  for (const PanelSection& section : panelSections()) {
    bool open = false;
    if (table.read(keyOf(section.name).c_str(), open)) layout.openSections[section.name] = open;
  }
  table.finish();
}

void readDiagnostics(TomlTable table, PanelLayout& layout) {
  std::pair<int, int> position, size;
  table.read("open", layout.diagnostics);
  table.read("docked", layout.diagnosticsDocked);
  const bool placed = table.read("position", position, kPixels);
  if (table.read("size", size, kSides) && placed) {
    const auto x = static_cast<float>(position.first), y = static_cast<float>(position.second);
    layout.diagnosticsPlace = {{x, y}, {x + static_cast<float>(size.first), y + static_cast<float>(size.second)}};
  }
  table.finish();
}

std::string pairText(std::pair<int, int> numbers) {
  return fmt::format("[{}, {}]", numbers.first, numbers.second);
}

std::pair<int, int> rounded(float x, float y) {
  return {static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y))};
}

}  // namespace

PanelLayout layoutOf(const PanelState& state) {
  PanelLayout layout;
  layout.panelVisible = state.visible;
  layout.panelWidth = std::round(state.width);
  layout.size = std::round(100 * state.size) / 100;
  layout.dockWidth = std::round(state.dockWidth);
  layout.openSections = state.openSections;
  layout.diagnostics = state.diagnostics.open;
  layout.diagnosticsDocked = state.diagnostics.docked;
  layout.diagnosticsPlace = state.diagnostics.place;
  layout.timeline = state.timeline.visible;
  layout.idleMinutes = state.loop.idleMinutes;
  return layout;
}

void applyLayout(const PanelLayout& layout, PanelState& state) {
  state.visible = layout.panelVisible;
  state.startsHidden = !layout.panelVisible;
  state.width = layout.panelWidth;
  state.size = layout.size;
  state.dockWidth = layout.dockWidth;
  for (const auto& [name, open] : layout.openSections) state.openSections[name] = open;
  state.diagnostics.open = layout.diagnostics;
  state.diagnostics.docked = layout.diagnosticsDocked;
  state.diagnostics.place = layout.diagnosticsPlace;
  state.timeline.visible = layout.timeline;
  state.loop.idleMinutes = layout.idleMinutes;
}

std::string layoutPath() {
  const std::filesystem::path folder = configDirectory();
  return folder.empty() ? std::string() : (folder / "layout.toml").string();
}

std::string formatLayout(const PanelLayout& layout) {
  std::string out = "# How window and panel were arranged last; ringlet --reset-layout starts anew.\n";
  const auto line = [&](const std::string& key, const auto& value) { out += fmt::format("{} = {}\n", key, value); };
  line("timeline", layout.timeline);
  line("loop_when_idle", layout.idleMinutes);
  if (const auto& window = layout.window) {
    out += "[window]\n";
    line("size", pairText(window->size));
    if (window->position) line("position", pairText(*window->position));
    line("maximised", window->maximised);
    line("scale", window->scale);
  }
  out += "[panel]\n";
  line("visible", layout.panelVisible);
  line("interface_size", layout.size);
  line("width", layout.panelWidth);
  line("dock_width", layout.dockWidth);
  out += "[diagnostics]\n";
  line("open", layout.diagnostics);
  line("docked", layout.diagnosticsDocked);
  if (const auto& place = layout.diagnosticsPlace) {
    line("position", pairText(rounded(place->low.x, place->low.y)));
    line("size", pairText(rounded(place->high.x - place->low.x, place->high.y - place->low.y)));
  }
  out += "[sections]\n";
  for (const auto& [name, open] : layout.openSections) line(keyOf(name), open);
  return out;
}

PanelLayout parseLayout(std::string_view text, const std::string& file) {
  const auto document = parseToml(text, file);
  TomlTable table(*document, file, "");
  PanelLayout layout;
  table.read("timeline", layout.timeline);
  std::int64_t minutes = 0;
  if (table.read("loop_when_idle", minutes, kIdleMinutes)) layout.idleMinutes = static_cast<int>(minutes);
  if (auto window = table.table("window")) readWindow(*window, layout);
  if (auto panel = table.table("panel")) readPanel(*panel, layout);
  if (auto diagnostics = table.table("diagnostics")) readDiagnostics(*diagnostics, layout);
  if (auto sections = table.table("sections")) readSections(*sections, layout);
  table.finish();
  return layout;
}

}  // namespace app
