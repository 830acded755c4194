#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/edit_history.h"
#include "document/scene_edit.h"
#include "fmm/settings.h"
#include "scene/scene.h"
#include "scene/start/scene_particles.h"
#include "scene/text/look_file.h"

namespace app {

/// A look that can be chosen.
struct NamedLook {
  std::string name;
  Look look;
};

/// All looks that can be read; errors of the others go to `trouble`, one line each.
std::vector<NamedLook> loadLooks(std::vector<std::string>& trouble);

/// Name of the look that a scene was opened with, if no other look equals it.
constexpr const char* kSceneLook = "the scene's own";

/// Removes the look of the previous scene and appends that of `view`, unless another look equals it.
void setSceneLook(std::vector<NamedLook>& looks, const ViewSettings& view);

/// Name of the look that `view` has, of several the one that names most settings; empty after changes by hand.
std::string lookOf(const ViewSettings& view, const std::vector<NamedLook>& looks);

/// Gives `view` the look of that name (one of `looks`); overlays and ranges of its present look are removed.
void chooseLook(ViewSettings& view, const std::vector<NamedLook>& looks, const std::string& name);

/// Gives `view` the next look of the list, in a cycle, the first one if it has none. Returns the look's name; empty if
/// there are no looks.
std::string chooseNextLook(ViewSettings& view, const std::vector<NamedLook>& looks);

/// The irreversible parts of these settings as text: "viscosity, relaxation and redistribution"; empty if there are
/// none.
std::string obstaclesToGoingBack(const fmm::Settings& settings);

/// Why time cannot be reversed with these settings, in one line; empty if it can.
std::string whyNotBackwards(const fmm::Settings& settings);

/// Owner of the scene that the user works on: panel and keys edit it here, the window draws and simulates it.
struct SceneDocument {
  Scene scene;         ///< as edited
  Scene built;         ///< the scene that the present particles were made from
  Scene requested;     ///< the scene of the last reset, whose particles may still be on their way
  SceneRanges ranges;  ///< of the controls, from the scene as it was opened
  Counts counts;       ///< of particles that `scene` would get
  EditHistory edits;   ///< for undo and redo

  /// Sets the edited, built and requested scene, ranges and counts. The history of edits stays.
  void show(const Scene& opened);
  /// Takes over edited settings and adapts those that do not go with them (fmm::reconcile()).
  void adopt(fmm::Settings edited);
  /// Sets `requested` to the edited scene, for a reset, and returns it.
  const Scene& request();
  /// To call when the particles of `requested` have arrived.
  void takeRequested();

  /// Records the present change, with the user's view `pose` of the scene.
  void remember(const CameraPose& pose);
  /// The step that undoes the last change, or redoes one; empty: none. The scene itself stays until apply() or show().
  std::optional<EditHistory::Step> undo(const CameraPose& pose);
  std::optional<EditHistory::Step> redo(const CameraPose& pose);
  /// Takes over the edits of a step within this scene; the camera stays.
  void apply(const EditHistory::Step& step);

  /// Adds launched rings to the scene, or removes them.
  void keepLaunches(const std::vector<RingLaunch>& launched, bool keep);
  /// Removes a launched ring, which has left the flow, from the scene.
  void dropLaunch(const RingLaunch& ring);
};

constexpr int kMostIdleMinutes = 60;
constexpr double kLongestShow = 86400, kSlowestOrbit = 3600;  // seconds

/// Options of the endless loop of scenes.
struct LoopChoice {
  bool on = false;
  int idleMinutes = 0;  ///< minutes without input before the loop starts by itself, at most kMostIdleMinutes; 0: never
  double eachSeconds = 0;   ///< wall-clock time per scene; 0: until the end of its film
  double orbitSeconds = 0;  ///< for one turn of the camera about its target; 0: it stands still
  bool captions = false;    ///< title and note of the scene, over a hidden panel
};

/// Simulated time at which a scene in a loop ends [T]: the length of its film, frames times the time between frames.
double endOf(const Scene& scene);

/// Loop over scenes: asks for the next scene at the end of one, and fades from the last picture to the next scene when
/// it is there.
class SceneLoop {
 public:
  static constexpr double kFade = 0.8;        ///< seconds from one scene to the next
  static constexpr double kLongestWait = 20;  ///< seconds; if no scene comes, the last one stays visible

  /// Call it once per displayed picture. `now`: seconds of a monotonic clock; `ended`: the scene is at its end;
  /// `generation`: that of the displayed flow. True when the next scene is to begin.
  bool advance(double now, bool ended, std::uint64_t generation);
  /// Opacity of the last scene's last picture, 0 to 1.
  double remains() const { return remains_; }

 private:
  bool waiting_ = false;  ///< for another generation than left_, since waitingSince_
  std::uint64_t left_ = 0;
  double waitingSince_ = 0;
  double last_ = 0;  ///< `now` of the last call
  double remains_ = 0;
};

}  // namespace app
