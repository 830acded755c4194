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

namespace app {

/// What the panel remembers, besides the scene. Plain data; the panel never does anything but change it and report
/// requests.
struct PanelState {
  RingLauncher launcher;          ///< the ring that is launched next
  std::optional<LinePlace> line;  ///< of the scene, chosen in the list; its handles lie over the picture
  std::size_t region = 0;         ///< of the scene's regions of tracers, whose values are shown
  std::size_t emitter = 0;        ///< of the scene's emitters, likewise

  std::vector<std::string> sceneNames, colourMaps;  ///< to choose from
  ColourStrips colourStrips;                        ///< what the colour maps look like

  std::vector<NamedLook> looks;      ///< to choose from
  ViewSettings sceneView;            ///< that the scene was opened with
  std::string lookName = "my-look";  ///< where "Keep" writes the present look
  bool confirmLook = false;          ///< a look of that name is there: ask before it is replaced

  bool visible = true;
  double size = 1;                           ///< of the interface, times what the screen asks for
  double width = 350;                        ///< of the panel, at scale 1
  std::map<std::string, bool> openSections;  ///< by name, once they were shown
  bool help = false;
  double dockWidth = 440;  ///< of what stands at the right of the picture, at scale 1
  float scale = 1;         ///< of the user's screen: 2 on a dense one

  std::string saveName;           ///< where "Save" writes the scene
  bool confirmOverwrite = false;  ///< that file is there: ask before it is replaced
  std::string filmName = "ringlet.mp4";
  bool ownFilmSize = false;  ///< width and height are chosen by hand
  std::string message;       ///< dismissible line; empty: none
  bool isError = false;
  bool offersWayOn = false;  ///< it says why the flow has stopped: with buttons for what to do now
  double messageSince = -1;  ///< ImGui's time when it was first shown; < 0: not yet

  bool startsHidden = false;  ///< the panel, since an earlier session: a sign says how it comes back
  double keysSince = -1;      ///< ImGui's time when that sign was first shown; < 0: not yet
  double noteSince = -1;      ///< ImGui's time when the scene's note came up beside a hidden panel; < 0: not yet

  LoopChoice loop;     ///< scenes without end
  bool kiosk = false;  ///< for visitors: no messages, no signs, no pointer

  DiagnosticsWindow diagnostics;
  Gallery gallery;
  Timeline timeline;  ///< the camera's flight

  PanelWidgets widgets;  ///< places of all controls, by name
  WidgetRect area;       ///< of the panel on the screen; nothing while it is hidden
  WidgetRect dock;       ///< of help or diagnostics beside the picture; empty while neither is there
};

/// Shows a freshly opened scene: in the document, and with its own names of files and ring to launch in the panel.
void openScene(PanelState& state, SceneDocument& document, const Scene& scene);

/// Shows one line in place of the last one.
void say(PanelState& state, const std::string& text, bool isError);

/// What the panel shows.
struct PanelReadout {
  bool playing = false;
  bool canStepBack = false;  ///< to a state before the flow stopped
  bool busy = false;         ///< a simulation frame is being computed
  bool recording = false;
  bool finishingFilm = false;  ///< a film is being closed
  FilmProgress film;
  double displayRate = 0;     ///< pictures a second
  double simulationRate = 0;  ///< simulation frames a second
  std::string backend;        ///< "cpu" or "cuda"; empty before the first state
  std::size_t elements = 0, tracers = 0;
  CameraReadout camera;
  double time = 0;  ///< simulated [T]
  ColourTops tops;  ///< of the colours where the view leaves them open
  std::int64_t steps = 0;
  fmm::EvaluationReport report;  ///< of the last simulation frame
  fmm::MeasuredError error;
  std::string undoable, redoable;  ///< what undo and redo would change; empty: nothing
  double impulseDrift = 0;         ///< relative change of the linear impulse since the reset
  fmm::RefinementReport refinement;
  std::string warning;           ///< that the elements do not resolve the flow; empty: none
  fmm::CudaMemory gpuMemory;     ///< zeros where the CPU computes
  fmm::CudaTransfers transfers;  ///< from the GPU in the last frame
  std::size_t launched = 0;      ///< rings launched by hand since the reset
  const DiagnosticsTable* diagnostics = nullptr;
  RingTheory ringTheory = RingTheory::none;  ///< that the newest diagnostics have
  CellReadout cells;
};

/// What the user asked for in this frame.
struct PanelRequests {
  std::optional<Action> action;     ///< from a button
  bool settings = false;            ///< the scene's settings or stepsPerFrame changed
  std::optional<std::string> open;  ///< scene of this name
  bool save = false;                ///< scene to saveName
  bool overwrite = false;           ///< ... even if the file is there
  bool keepLook = false;            ///< the present look as lookName, in any case where confirmLook is set
  bool dismissMessage = false;
  bool launch = false;                ///< launcher.next, as it is
  bool keep = false;                  ///< launcher.keep changed
  bool savePlots = false;             ///< of the tab that is shown
  bool saveDiagnostics = false;       ///< to diagnostics.csvName
  bool overwriteDiagnostics = false;  ///< ... even if the file is there
  TimelineRequests timeline;
  std::optional<double> fieldOfView;  ///< degrees
};

/// Draws the panel, and the help if it is on, into the current ImGui frame; what the user changes goes into `document`.
PanelRequests drawPanel(PanelState& state, SceneDocument& document, const PanelReadout& readout,
                        const StageHistory& history);

}  // namespace app
