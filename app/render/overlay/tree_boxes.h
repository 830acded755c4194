#pragma once

#include <cstddef>

#include "render/overlay/line_batch.h"
#include "state/flow_state.h"

namespace app {

/// The lines of a tree's boxes (cellLines) in GL buffers. They are made anew only for another tree or ground: a window
/// draws the same tree until the next step, a film once for each sample of a pixel.
class TreeBoxes {
 public:
  /// Throws GlError.
  void show(const TreePicture& tree, bool onLight);

  const LineBatch& all() const { return all_; }
  const LineBatch& chosen() const { return chosen_; }
  /// How often lines were made.
  std::size_t built() const { return built_; }

 private:
  TreePicture tree_;  // whose lines they are
  bool onLight_ = false;
  LineBatch all_, chosen_;
  std::size_t built_ = 0;
};

}  // namespace app
