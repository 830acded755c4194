#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "scene/line_list.h"
#include "scene/view_settings.h"

namespace app {

/// Colours of the rings in plots: those of the picture where it shows rings by colour, light enough for the panel's
/// ground; else those of any series of curves.
class RingSeries {
 public:
  /// Follows the view, the number of rings that its picture colours, and the colours of their own that a scene gives.
  void update(const ViewSettings& view, std::size_t rings, const RingColours& own);
  ImU32 colour(std::size_t ring) const;

 private:
  std::vector<ImU32> colours_;  ///< by position on the picture's palette; empty: those of a series
  std::optional<ViewSettings> view_;
  std::size_t rings_ = 0;
  RingColours own_;
};

}  // namespace app
