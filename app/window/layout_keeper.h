#pragma once

#include <chrono>
#include <string>

#include "panel/panel_layout.h"

namespace app {

/// Keeps the layout in the user's configuration from one session to the next, or does nothing at all.
class LayoutKeeper {
 public:
  /// Reads the layout that was kept, unless it is not to be remembered or to start anew. One that cannot be read is
  /// told in one line on stderr, and the session starts with the first layout.
  LayoutKeeper(bool remember, bool startAnew);

  /// What the session starts with.
  const PanelLayout& start() const { return start_; }
  /// Is it time to look whether the layout has changed? Every few seconds, so that a crash loses little.
  bool due() const;
  /// Writes the layout if it is another than the one that is kept. What the disk refuses is told once on stderr.
  void keep(const PanelLayout& layout);

 private:
  std::string path_;  // empty: nothing is kept
  std::string kept_;  // the file's text
  PanelLayout start_;
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace app
