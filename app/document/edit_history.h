#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace app {

/// The scene as the user edited it, change after change, for undo and redo. A scene's state is what its file would say
/// (formatScene), except for the camera: turning the view is no change. A control that is held makes one change however
/// long it is dragged. A ring launched by hand is a change as well, which the flow takes back.
class EditHistory {
 public:
  static constexpr std::size_t kLength = 200;  ///< changes that are kept; the oldest goes first

  /// A state that undo or redo leads to.
  struct Step {
    Scene scene;
    std::string change;                   ///< what is taken back or done again: "radius", "view"
    bool otherScene = false;              ///< it belongs to a scene that was opened before or after
    bool fromState = false;               ///< that scene was opened as a saved state
    std::optional<RingLaunch> ring = {};  ///< the change was the launch of this ring
  };

  /// Begins anew: nothing to undo. `state`: the scene came with the particles of a saved state.
  void begin(const Scene& scene, bool state = false);
  /// Another scene was opened in place of the present one. A change, which undo takes back.
  void open(const Scene& scene, bool state = false);
  /// Takes the scene as it is now. While `held` it waits: more of the same change may come.
  void observe(const Scene& scene, bool held);
  /// The program itself set something back: part of the last change.
  void amend(const Scene& scene);
  /// A ring has joined the flow by hand, also one whose launch was done again.
  void launch(const Scene& scene, const RingLaunch& ring);
  /// The flow begins anew: what was launched into it is gone, and no launch can be taken back or done again.
  void forgetLaunches();

  /// A file has the scene now, and if `withRings` all rings that were launched.
  void keep(const Scene& scene, bool withRings);
  /// What no file has, for people: "changes of the scene", "launched rings"; empty: nothing.
  std::string unsaved(const Scene& scene) const;

  /// What undo and redo would take back or do again; empty: nothing.
  std::string undoable() const;
  std::string redoable() const;
  /// Empty where there is nothing.
  std::optional<Step> undo();
  std::optional<Step> redo();

 private:
  struct Entry {
    Scene scene;
    std::string text;    ///< of its file, without the camera
    std::string change;  ///< what led here from the entry before
    bool opened = false;
    bool state = false;                   ///< the scene was opened as a saved state, here or before
    std::optional<RingLaunch> ring = {};  ///< whose launch led here
    bool kept = false;                    ///< a file has that ring
  };
  void push(Entry entry);

  std::vector<Entry> entries_;
  std::size_t present_ = 0;     ///< index in entries_
  bool relaunching_ = false;    ///< the launch that led to the present entry was done again, and the ring is on its way
  std::set<std::string> kept_;  ///< texts of scenes that files have
};

}  // namespace app
