#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "document/line_edit.h"
#include "document/ring_launcher.h"
#include "document/scene_document.h"
#include "document/timeline.h"
#include "film/film_session.h"
#include "fmm/cuda.h"
#include "fmm/report.h"
#include "panel/key_bindings.h"
#include "panel/plots/solver_plots.h"
#include "panel/sections/camera_section.h"
#include "panel/sections/overlay_section.h"
#include "panel/widgets/panel_style.h"
#include "panel/widgets/panel_widgets.h"
#include "panel/windows/diagnostics_window.h"
#include "panel/windows/gallery_window.h"
#include "scene/colour_quantity.h"
#include "scene/scene.h"
#include "scene/start/scene_particles.h"
#include "simulation/diagnostics_table.h"
#include "simulation/simulation.h"

namespace app {

/// A line for the user, which can be dismissed.
struct PanelNote {
  std::string message;  ///< empty: none
  bool isError = false;
  bool isWarning = false;
  double messageSince = -1;  ///< ImGui's time when the message was first shown [s]; < 0: not yet
};

/// Small pictures of looks, by name; a user's own may have none.
using LookPictures = std::map<std::string, ImTextureID>;

/// State of the panel besides the scene. Plain data: the panel only changes it and reports requests. Its own note is
/// the newest one, or the one that tells why the flow stopped, and then `toast` is the newest one.
struct PanelState : PanelNote {
  RingLauncher launcher;          ///< the ring that is launched next
  std::optional<LinePlace> line;  ///< vortex line chosen in the list, with handles over the picture
  std::size_t body = 0;           ///< index of the body whose values are shown
  std::size_t heat = 0;           ///< index of the region of heat whose values are shown
  std::size_t region = 0;         ///< index of the tracer region whose values are shown
  std::size_t emitter = 0;        ///< index of the emitter whose values are shown

  std::vector<std::string> sceneNames, colourMaps;  ///< choices in the lists
  ColourStrips colourStrips;                        ///< colours of the maps, for their list

  std::vector<NamedLook> looks;      ///< choices in the list
  LookPictures lookPictures;         ///< small pictures of these in the list
  ViewSettings sceneView;            ///< the view that the scene was opened with
  std::string lookName = "my-look";  ///< name under which "Keep" saves the present look
  bool confirmLook = false;          ///< a look of that name exists: ask before replacing it

  bool visible = true;
  double size = 1;                           ///< size of the interface, a factor on the screen's scale
  double width = 350;                        ///< panel width at scale 1
  std::map<std::string, bool> openSections;  ///< state of each section by name, once it was shown
  bool help = false;
  double dockWidth = 440;  ///< width of the dock at the right of the picture, at scale 1
  float scale = 1;         ///< factor on all lengths of the interface
  float hintHeight = 0;    ///< room at the lower edge of the picture of hints on the mouse and of legends

  std::string saveName;           ///< file to which "Save" writes the scene
  bool confirmOverwrite = false;  ///< that file exists: ask before replacing it
  std::string filmName = "ringlet.mp4";
  bool ownFilmSize = false;  ///< width and height are chosen by hand
  PanelNote toast;
  bool offersWayOn = false;  ///< the message tells why the flow stopped and has buttons for what to do next

  bool startsHidden = false;  ///< the saved layout hides the panel: a sign says how to show it
  double keysSince = -1;      ///< ImGui's time when that sign was first shown [s]; < 0: not yet
  bool pressed = false;   ///< a button of the mouse was pressed or its wheel turned: the first hint has done its work
  double noteSince = -1;  ///< ImGui's time when the scene's note appeared beside a hidden panel [s]; < 0: not yet

  LoopChoice loop;     ///< endless show of scenes
  bool kiosk = false;  ///< for visitors: no messages, no signs, no pointer

  DiagnosticsWindow diagnostics;
  Gallery gallery;
  Timeline timeline;  ///< the camera's flight

  PanelWidgets widgets;  ///< places of all controls, by name
  WidgetRect area;       ///< rectangle of the panel on the screen; empty while hidden
  WidgetRect dock;       ///< rectangle of help or diagnostics beside the picture; empty while neither is shown
};

/// Shows a newly opened scene in the document, and sets the panel's file name, look and ring to launch from it.
void openScene(PanelState& state, SceneDocument& document, const Scene& scene);

/// The text with a capital letter, if it begins with a word; names of files and settings stay as they are.
std::string sentence(std::string text);

/// Shows one line of text in place of the newest note, which it returns. A message with a way on stays beside it.
PanelNote& say(PanelState& state, const std::string& text, bool isError);

/// Values that the panel shows.
struct PanelReadout {
  const SimulationState* flow = nullptr;     ///< the newest state
  const SimulationStatus* status = nullptr;  ///< of the solver's thread
  bool recording = false;
  bool finishingFilm = false;  ///< a film is being closed
  FilmProgress film;
  double displayRate = 0;     ///< pictures a second
  double simulationRate = 0;  ///< simulation frames a second
  CameraReadout camera;
  std::string undoable, redoable;  ///< what undo and redo would change; empty: nothing
  const DiagnosticsTable* diagnostics = nullptr;
  CellReadout cells;
};

/// Requests of the user in this frame.
struct PanelRequests {
  std::optional<Action> action;     ///< from a button
  bool settings = false;            ///< the scene's settings or stepsPerFrame changed
  std::optional<std::string> open;  ///< name of a scene to open
  bool save = false;                ///< save the scene to saveName
  bool overwrite = false;           ///< ... even if the file exists
  bool keepLook = false;  ///< save the present look as lookName; replaces an existing one if confirmLook is set
  bool dismissMessage = false;
  bool dismissToast = false;
  bool launch = false;                ///< launch launcher.next as it stands
  bool keep = false;                  ///< launcher.keep changed
  bool savePlots = false;             ///< save the plots of the shown tab
  bool saveDiagnostics = false;       ///< save the diagnostics to diagnostics.csvName
  bool overwriteDiagnostics = false;  ///< ... even if the file exists
  TimelineRequests timeline;
  std::optional<double> fieldOfView;  ///< new field of view [degrees]
};

/// Draws the panel, and the help if it is on, into the current ImGui frame. The user's changes go into `document`.
PanelRequests drawPanel(PanelState& state, SceneDocument& document, const PanelReadout& readout,
                        const StageHistory& history);

}  // namespace app
