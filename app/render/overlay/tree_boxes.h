#pragma once

#include <cstddef>

#include "render/overlay/line_batch.h"
#include "state/flow_state.h"

namespace app {

/// The lines of a tree's boxes (cellLines) in GL buffers, rebuilt only for another tree or background: a window draws
/// the same tree until the next step, a film draws it once for each supersample.
class TreeBoxes {
 public:
  /// Throws GlError.
  void show(const TreePicture& tree, bool onLight);

  const LineBatch& all() const { return all_; }
  const LineBatch& chosen() const { return chosen_; }
  /// Number of rebuilds.
  std::size_t built() const { return built_; }

 private:
  TreePicture tree_;  // the tree of the lines
  bool onLight_ = false;
  LineBatch all_, chosen_;
  std::size_t built_ = 0;
};

}  // namespace app
