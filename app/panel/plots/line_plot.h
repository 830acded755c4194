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
  std::string name;    ///< at the pointer
  std::string legend;  ///< beside the title; curves of the same one share its entry
  const std::vector<double>* values = nullptr;
  ImU32 colour = 0;
  bool dashed = false;
};

/// Several quantities of one unit over time. Values that are not finite are left out; one curve may have more values
/// than another.
struct LinePlot {
  std::string title, unit;  ///< the title another one for every plot; the unit empty for pure numbers
  const std::vector<double>* times = nullptr;
  std::size_t first = 0;    ///< index of the first that is shown
  std::uint64_t epoch = 0;  ///< of the times and all values, as CurveReducer has it
  PlotMemory* memory = nullptr;
  std::vector<PlotCurve> curves;
  bool timeAxis = false;        ///< with marks and title of the time axis below
  bool legend = true;           ///< beside the title
  bool fromZero = false;        ///< the y axis contains 0
  bool logarithmic = false;     ///< decades; values of 0 and below are left out
  std::vector<double> include;  ///< what the y axis must hold besides the curves
  double least = 1e-2;          ///< share of the largest value that the y axis spans at least
  double level = -1;            ///< a dashed line at this height, if positive, ...
  const char* levelName = "";   ///< ... named so
  const char* empty = "Nothing was measured yet";
};

/// Draws the curves into `size` pixels of the current ImGui window, upon what `ground` has drawn. Where the pointer is,
/// their values are told.
void drawLinePlot(const char* id, const LinePlot& plot, ImVec2 size, PlotCursor& cursor,
                  const std::function<void(const PlotFrame&)>& ground = {});

/// The same for quantities that add up: areas one upon the other, from 0 on. Not logarithmic.
void drawStackPlot(const char* id, const LinePlot& plot, ImVec2 size, PlotCursor& cursor);

}  // namespace app
