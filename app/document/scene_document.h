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

/// All looks that can be read; what is wrong with the others goes to `trouble`, a line each.
std::vector<NamedLook> loadLooks(std::vector<std::string>& trouble);

/// The name of the look that a scene was opened with, where it is none of the others.
constexpr const char* kSceneLook = "the scene's own";

/// Puts the look of a scene's view behind the others, in the place of that of the scene before, unless one of them is
/// the same.
void setSceneLook(std::vector<NamedLook>& looks, const ViewSettings& view);

/// Name of the look that `view` has, of several the one that names most; empty where it was changed by hand.
std::string lookOf(const ViewSettings& view, const std::vector<NamedLook>& looks);

/// Gives `view` the look of that name (one of `looks`); overlays and ranges of the one that it has go with that one.
void chooseLook(ViewSettings& view, const std::vector<NamedLook>& looks, const std::string& name);

/// Gives `view` the look after the one it has, the first one after the last, or where it has none. Returns its name;
/// empty if there are no looks.
std::string chooseNextLook(ViewSettings& view, const std::vector<NamedLook>& looks);

/// Everything by which the flow of these settings forgets where it came from, for people: "viscosity, relaxation and
/// splitting"; empty if time can be turned round.
std::string obstaclesToGoingBack(const fmm::Settings& settings);

/// Why time cannot be turned round with these settings, in one line; empty if it can.
std::string whyNotBackwards(const fmm::Settings& settings);

/// The scene that the user has in hand, and its owner: panel and keys edit it here, the window draws and simulates what
/// stands here.
struct SceneDocument {
  Scene scene;         ///< as edited
  Scene built;         ///< the scene that the present particles were made from
  Scene requested;     ///< the scene of the last reset, whose particles may still be on their way
  SceneRanges ranges;  ///< of the controls, from the scene as it was opened
  Counts counts;       ///< of particles that `scene` would get
  EditHistory edits;   ///< the way back

  /// Takes over a scene: what is edited, built and requested, ranges and counts. The way back stays.
  void show(const Scene& opened);
  /// Takes over settings that were edited; what no longer goes with them changes, too (fmm::reconcile()).
  void take(fmm::Settings edited);
  /// What reset() asks for: the scene as it is edited now.
  const Scene& request();
  /// The particles of `requested` have come.
  void takeRequested();

  /// Completes the change in hand; the scene keeps the view that the user has of it.
  void remember(const CameraPose& pose);
  /// What the last change is taken back to, or done again; empty: nothing. The scene itself stays until apply() or
  /// show().
  std::optional<EditHistory::Step> undo(const CameraPose& pose);
  std::optional<EditHistory::Step> redo(const CameraPose& pose);
  /// Takes over the edits of a step within this scene; the camera stays.
  void apply(const EditHistory::Step& step);

  /// Launched rings become a part of the scene, or are one no longer.
  void keepLaunches(const std::vector<RingLaunch>& launched, bool keep);
  /// A launched ring leaves the flow again, and the scene if it was a part of it.
  void dropLaunch(const RingLaunch& ring);
};

constexpr int kMostIdleMinutes = 60;
constexpr double kLongestShow = 86400, kSlowestOrbit = 3600;  // seconds

/// How scenes are shown without end.
struct LoopChoice {
  bool on = false;
  int idleMinutes = 0;     ///< up to kMostIdleMinutes; after so many without key or mouse it begins by itself; 0: never
  double eachSeconds = 0;  ///< by the clock, for which a scene is shown; 0: until the end of its film
  double orbitSeconds = 0;  ///< for one turn of the camera about its target; 0: it stands
  bool captions = false;    ///< title and note of the scene, over a hidden panel
};

/// Simulated time at which a scene that is shown in a loop ends [T]: that of its film, pictures times the time from one
/// to the next.
double endOf(const Scene& scene);

/// Scenes in a loop: asks for the next one at the end of one, and fades from its last picture to the next scene once
/// that is there.
class SceneLoop {
 public:
  static constexpr double kFade = 0.8;        ///< seconds from one scene to the next
  static constexpr double kLongestWait = 20;  ///< seconds; a scene that cannot be built leaves the last one to be seen

  /// Once a displayed picture. `now`: seconds of any clock that goes forwards; `ended`: the scene is at its end;
  /// `generation`: of the flow that is shown. True in the moment in which the next scene is to begin.
  bool advance(double now, bool ended, std::uint64_t generation);
  /// How much of the last scene's last picture is seen, 0 to 1.
  double remains() const { return remains_; }

 private:
  bool waiting_ = false;  ///< for another generation than left_, since waitingSince_
  std::uint64_t left_ = 0;
  double waitingSince_ = 0;
  double last_ = 0;  ///< `now` of the last call
  double remains_ = 0;
};

}  // namespace app
