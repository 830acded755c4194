#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace app {

/// The scene as the user edited it, change after change, for undo and redo. A scene's state is what its file would say
/// (formatScene), except for the camera: turning the view is no change. A control that is held makes one change however
/// long it is dragged.
class EditHistory {
 public:
  static constexpr std::size_t kLength = 200;  ///< changes that are kept; the oldest goes first

  /// A state that undo or redo leads to.
  struct Step {
    Scene scene;
    std::string change;       ///< what is taken back or done again: "radius", "view"
    bool otherScene = false;  ///< it belongs to a scene that was opened before or after
    bool fromState = false;   ///< that scene was opened as a saved state
  };

  /// Begins anew: nothing to undo. `state`: the scene came with the particles of a saved state.
  void begin(const Scene& scene, bool state = false);
  /// Another scene was opened in place of the present one. A change, which undo takes back.
  void open(const Scene& scene, bool state = false);
  /// Takes the scene as it is now. While `held` it waits: more of the same change may come.
  void observe(const Scene& scene, bool held);
  /// The program itself set something back: part of the last change.
  void amend(const Scene& scene);

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
    bool state = false;  ///< the scene was opened as a saved state, here or before
  };
  void push(Entry entry);

  std::vector<Entry> entries_;
  std::size_t present_ = 0;  ///< index in entries_
};

}  // namespace app
