#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "panel/widgets/panel_widgets.h"

namespace app {

struct PanelState;

/// Place of the program's window [screen coordinates] while it is neither full-screen nor maximised.
struct WindowPlace {
  std::pair<int, int> size{1280, 720};
  std::optional<std::pair<int, int>> position;
  bool maximised = false;
  double scale = 1;  ///< scale of the screen when the place was saved; 2 on a dense one

  friend bool operator==(const WindowPlace& a, const WindowPlace& b) {
    return a.size == b.size && a.position == b.position && a.maximised == b.maximised && a.scale == b.scale;
  }
};

/// The user's arrangement of window and panel, kept between runs. What the picture shows is part of scene and look.
struct PanelLayout {
  std::optional<WindowPlace> window;
  bool panelVisible = true;
  double size = 1;                             ///< size of the interface, a factor on the screen's scale
  double panelWidth = 350;                     ///< at scale 1
  double dockWidth = 440;                      ///< width of help and diagnostics beside the picture, at scale 1
  std::map<std::string, bool> openSections;    ///< by name; other sections have their initial state
  bool diagnostics = false;                    ///< the diagnostics window is open
  bool diagnosticsDocked = true;               ///< the diagnostics window is beside the picture
  std::optional<WidgetRect> diagnosticsPlace;  ///< place of the floating window, at scale 1
  bool timeline = false;
  int idleMinutes = 0;  ///< minutes without input after which scenes are shown in a loop; 0: never
};

constexpr double kLeastPanelWidth = 250, kMostPanelWidth = 900;  // at scale 1
constexpr double kLeastSize = 0.6, kMostSize = 3;                // of the interface
constexpr double kLeastDockWidth = 300, kMostDockWidth = 1200;

PanelLayout layoutOf(const PanelState& state);
void applyLayout(const PanelLayout& layout, PanelState& state);

/// Path of layout.toml in the user's configuration; empty if there is no configuration folder.
std::string layoutPath();

/// Converts a layout to TOML and back. parseLayout() throws UserError "file:line:column: what".
std::string formatLayout(const PanelLayout& layout);
PanelLayout parseLayout(std::string_view text, const std::string& file);

}  // namespace app
