#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "panel/widgets/panel_widgets.h"

namespace app {

struct PanelState;

/// Where the program's window lies, while it neither fills the screen nor is maximised [screen coordinates].
struct WindowPlace {
  std::pair<int, int> size{1280, 720};
  std::optional<std::pair<int, int>> position;
  bool maximised = false;
  double scale = 1;  ///< of the screen that the numbers hold for: 2 on a dense one

  friend bool operator==(const WindowPlace& a, const WindowPlace& b) {
    return a.size == b.size && a.position == b.position && a.maximised == b.maximised && a.scale == b.scale;
  }
};

/// How the user has arranged window and panel; kept from one session to the next. What the picture shows is not part of
/// it: that is the scene's and the look's.
struct PanelLayout {
  std::optional<WindowPlace> window;
  bool panelVisible = true;
  double size = 1;                             ///< of the interface, times what the screen asks for
  double panelWidth = 350;                     ///< at scale 1
  double dockWidth = 440;                      ///< of help and diagnostics beside the picture, at scale 1
  std::map<std::string, bool> openSections;    ///< by name; others are as they are at first
  bool diagnostics = false;                    ///< is that window open?
  bool diagnosticsDocked = true;               ///< is it beside the picture?
  std::optional<WidgetRect> diagnosticsPlace;  ///< at scale 1
  bool timeline = false;
  int idleMinutes = 0;  ///< after so many without key or mouse scenes are shown without end; 0: never
};

constexpr double kLeastPanelWidth = 250, kMostPanelWidth = 900;  // at scale 1
constexpr double kLeastSize = 0.6, kMostSize = 3;                // of the interface
constexpr double kLeastDockWidth = 300, kMostDockWidth = 1200;

PanelLayout layoutOf(const PanelState& state);
void applyLayout(const PanelLayout& layout, PanelState& state);

/// layout.toml in the user's configuration; empty where there is none.
std::string layoutPath();

/// As TOML. parseLayout() gives the same layout back. Throws UserError "file:line:column: what".
std::string formatLayout(const PanelLayout& layout);
PanelLayout parseLayout(std::string_view text, const std::string& file);

}  // namespace app
