#pragma once

#include <string>
#include <vector>

#include "panel/control_panel.h"

namespace app {

/// What a part of the panel works on while it is drawn.
struct PanelContext {
  PanelState& state;
  SceneDocument& document;
  const PanelReadout& readout;
  const StageHistory& history;
  PanelRequests& requests;

  PanelWidgets& widgets() { return state.widgets; }
  Scene& scene() { return document.scene; }
};

/// A handful of controls about one thing, drawn into the current ImGui window.
using PanelPart = void (*)(PanelContext&);

/// A group of the panel that folds away; its parts stand one below the other.
struct PanelSection {
  const char* name;
  const char* hint;  ///< one sentence on what is in it
  bool open;         ///< before the user has folded or unfolded it
  std::vector<PanelPart> parts;
  std::string (*summary)(PanelContext&) = nullptr;  ///< said in its line while it is folded away: a few words
};

/// The panel's groups from top to bottom. A new control file hooks in here with one line.
const std::vector<PanelSection>& panelSections();

/// Windows of their own beside the panel, drawn also while the panel is hidden; each decides by itself whether it is
/// there. The mouse over them never moves the view.
const std::vector<PanelPart>& panelWindows();

/// The head of the panel, which stays where it is while the groups below scroll: the scene's title, the buttons of the
/// simulation, and what it is doing.
void drawStatus(PanelContext& context);

/// The foot of the panel: the last message, there as long as there is one, so that nothing above moves. Messages that
/// are no errors go by themselves after some seconds.
void drawMessage(PanelContext& context);
/// The same over the picture's lower left corner, for when the panel is hidden.
void drawMessageAlone(PanelContext& context);
/// Height that it takes in the present window.
float messageHeight(const PanelState& state);

}  // namespace app
