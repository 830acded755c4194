#pragma once

#include <string>
#include <vector>

#include "panel/control_panel.h"

namespace app {

/// Data that a part of the panel works on while it is drawn.
struct PanelContext {
  PanelState& state;
  SceneDocument& document;
  const PanelReadout& readout;
  const StageHistory& history;
  PanelRequests& requests;

  PanelWidgets& widgets() { return state.widgets; }
  Scene& scene() { return document.scene; }
  /// True for a plane flow, in which there are no rings, knots or filaments.
  bool plane() const { return document.scene.settings.space == fmm::Space::plane; }
};

/// A handful of controls about one thing, drawn into the current ImGui window.
using PanelPart = void (*)(PanelContext&);

/// A group of the panel that can be folded; its parts stand one below the other.
struct PanelSection {
  const char* name;
  const char* hint;  ///< one sentence on its contents
  bool open;         ///< initial state
  std::vector<PanelPart> parts;
  std::string (*summary)(PanelContext&) = nullptr;  ///< a few words shown in the group's line while it is folded
  const char* inPlane = nullptr;                    ///< its title in plane flows; null: `name`, empty: not there
  const char* hintInPlane = nullptr;                ///< null: `hint`
};

/// The panel's groups from top to bottom. A new control file hooks in here with one line.
const std::vector<PanelSection>& panelSections();

/// Windows beside the panel, drawn even while the panel is hidden. Each decides by itself whether it is shown. The
/// mouse over them never moves the view.
const std::vector<PanelPart>& panelWindows();

/// The head of the panel, which does not scroll with the groups: title, buttons of the simulation, and its status.
void drawStatus(PanelContext& context);

/// The foot of the panel: the last message, placed there so that nothing above moves. Messages that are not errors
/// disappear after some seconds.
void drawMessage(PanelContext& context);
/// The same over the picture's lower left corner, while the panel is hidden.
void drawMessageAlone(PanelContext& context);
/// Height of the message in the current window.
float messageHeight(const PanelState& state);

}  // namespace app
