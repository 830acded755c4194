#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "panel/plots/plot_frame.h"
#include "panel/plots/plot_scale.h"

namespace app {

/// A quantity over time.
struct PlotCurve {
  std::string name;    ///< shown at the pointer
  std::string legend;  ///< entry beside the title; curves with the same text share it
  const std::vector<double>* values = nullptr;
  ImU32 colour = 0;
  bool dashed = false;
};

/// Several quantities of one unit over time. Values that are not finite are left out; curves may differ in length.
struct LinePlot {
  std::string title, unit;  ///< titles must differ between plots; the unit is empty for pure numbers
  const std::vector<double>* times = nullptr;
  std::size_t first = 0;    ///< index of the first row shown
  std::uint64_t epoch = 0;  ///< epoch of the times and all values, see CurveReducer
  PlotMemory* memory = nullptr;
  std::vector<PlotCurve> curves;
  bool timeAxis = false;        ///< draw marks and title of the time axis below
  bool legend = true;           ///< draw the legend beside the title
  bool fromZero = false;        ///< the y axis contains 0
  bool logarithmic = false;     ///< y axis in decades; values <= 0 are left out
  std::vector<double> include;  ///< further values that the y axis must contain
  double least = 1e-2;          ///< least span of the y axis, as a share of the largest value
  double level = -1;            ///< height of a dashed line, if positive
  const char* levelName = "";   ///< name of that line
  const char* empty = "Nothing was measured yet";
};

/// Draws the curves into `size` pixels of the current ImGui window, over what `ground` draws. A tooltip shows the
/// values at the pointer.
void drawLinePlot(const char* id, const LinePlot& plot, ImVec2 size, PlotCursor& cursor,
                  const std::function<void(const PlotFrame&)>& ground = {});

/// The same for quantities that add up, as areas stacked from 0. Not logarithmic.
void drawStackPlot(const char* id, const LinePlot& plot, ImVec2 size, PlotCursor& cursor);

}  // namespace app
