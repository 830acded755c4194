#pragma once

#include <imgui.h>

#include <vector>

#include "panel/plots/line_plot.h"
#include "simulation/diagnostics_table.h"

namespace app {

/// The errors of the sampled targets over time, as a map: a column a measurement, brighter where more targets have that
/// error; over it the curves of `plot`, which is logarithmic.
void drawErrorMap(const char* id, const LinePlot& plot, const std::vector<TimedError>& errors, ImVec2 size,
                  PlotCursor& cursor);

/// The histogram of one measurement: share of the sampled targets in per cent over their error, with the tolerance and
/// what of it was used marked.
void drawErrorHistogram(const char* id, const fmm::MeasuredError& error, double tolerance, ImVec2 size);

}  // namespace app
