#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "camera/camera_path.h"
#include "scene/scene.h"

namespace app {

/// History of the user's edits of a scene, for undo and redo. The state of a scene is the text of its file
/// (formatScene) without the camera: turning the view is no change. A control makes one change however long it is
/// dragged. A ring launched by hand is a change as well; undo takes the ring out of the flow. So are changes of the
/// camera's keys, which belong to no scene.
class EditHistory {
 public:
  static constexpr std::size_t kLength = 200;  ///< most changes kept; the oldest goes first

  /// A state that undo or redo leads to.
  struct Step {
    Scene scene;
    std::string change;                   ///< name of the change undone or redone: "radius", "view"
    bool otherScene = false;              ///< the state belongs to a scene that was opened before or after
    bool fromState = false;               ///< that scene was opened as a saved state
    std::optional<RingLaunch> ring = {};  ///< the change was the launch of this ring
    std::vector<CameraKey> keys = {};     ///< of the camera's flight
  };

  /// Starts a new history with nothing to undo. `state`: the scene came with the particles of a saved state.
  void begin(const Scene& scene, bool state = false);
  /// Records that another scene was opened in place of the present one, a change that undo takes back.
  void open(const Scene& scene, bool state = false);
  /// Records the scene if it has changed; nothing while a control is `held`, as the change may go on.
  void observe(const Scene& scene, bool held);
  /// Records the keys of the camera's flight if they have changed, as observe().
  void observeFlight(const std::vector<CameraKey>& keys, bool held);
  /// Replaces the scene of the last change, where the program itself has set something back.
  void amend(const Scene& scene);
  /// Records a ring launched by hand, also by a redone launch.
  void launch(const Scene& scene, const RingLaunch& ring);
  /// The flow restarts without the launched rings: removes all launches from the history.
  void forgetLaunches();

  /// Records that a file has the scene, and with `withRings` also all launched rings.
  void keep(const Scene& scene, bool withRings);
  /// Records that a file has these keys of the camera's flight.
  void keepFlight(const std::vector<CameraKey>& keys) { keptKeys_ = keys; }
  /// Unsaved work as text: "changes of the scene", "launched rings and camera keys"; empty: nothing. A framing that
  /// ended because the view was moved is none.
  std::string unsaved(const Scene& scene) const;

  /// Names of the changes that undo and redo would affect; empty: none.
  std::string undoable() const;
  std::string redoable() const;
  /// Empty if there is nothing to undo or redo.
  std::optional<Step> undo();
  std::optional<Step> redo();

 private:
  struct Entry {
    Scene scene;
    std::string text;    ///< of the scene's file, without the camera
    std::string change;  ///< name of the change from the entry before
    bool opened = false;
    bool state = false;                   ///< the scene was opened as a saved state, here or before
    std::optional<RingLaunch> ring = {};  ///< ring whose launch was the change
    bool kept = false;                    ///< a file has that ring
    std::vector<CameraKey> keys = {};     ///< of the camera's flight
    bool ofFlight = false;                ///< the change was of these keys
  };
  void push(Entry entry);

  std::vector<Entry> entries_;
  std::size_t present_ = 0;     ///< index in entries_
  bool relaunching_ = false;    ///< the launch of the present entry was redone, and launch() has not yet recorded it
  std::set<std::string> kept_;  ///< texts of scenes that files have
  std::vector<CameraKey> keptKeys_;
};

}  // namespace app
