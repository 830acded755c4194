#pragma once

#include <deque>
#include <string>
#include <vector>

#include <imgui.h>

#include "fmm/report.h"
#include "panel/plots/line_plot.h"
#include "simulation/diagnostics_table.h"

namespace app {

/// The errors of the sampled targets over time, as a map: one column per measurement, brighter where more targets have
/// that error. The curves of `plot`, which is logarithmic, are drawn over the map.
void drawErrorMap(const char* id, const LinePlot& plot, const std::vector<TimedError>& errors, ImVec2 size,
                  PlotCursor& cursor);

/// The histogram of one measurement: percentage of the sampled targets over their error, with the tolerance and the
/// relative L2 error marked.
void drawErrorHistogram(const char* id, const fmm::MeasuredError& error, double tolerance, ImVec2 size);

/// Times of the solver's stages in the last simulation frames.
class StageHistory {
 public:
  static constexpr std::size_t kLength = 120;  ///< frames kept

  /// Adds a frame and drops the oldest beyond kLength. Time outside all stages becomes the stage "other" if it exceeds
  /// 1 %.
  void add(const fmm::EvaluationReport& report);
  void clear();

  /// Stages in order of first appearance.
  const std::vector<std::string>& names() const { return names_; }
  /// Milliseconds a stage, oldest frame first; rows of early frames may be shorter than names().
  const std::deque<std::vector<float>>& frames() const { return frames_; }
  /// Milliseconds of all stages of a frame.
  static float total(const std::vector<float>& frame);

 private:
  std::vector<std::string> names_;
  std::deque<std::vector<float>> frames_;
};

/// Stacked columns of the last frames, newest at the right, above a legend with mean times. `width` and `height` of the
/// plot [pixels].
void drawStagePlot(const StageHistory& history, float width, float height);

}  // namespace app
