// The diagnostics window's tab of a flow with heat: circulation, radius and heights of what rises, over time.

#include <imgui.h>

#include <array>
#include <vector>

#include "panel/plots/line_plot.h"
#include "panel/plots/plot_frame.h"
#include "panel/windows/diagnostics_tabs.h"

namespace app {
namespace {

struct HeatCurve {
  const char* column;
  const char* name;
};
struct HeatPlot {
  const char* title;
  const char* unit;
  std::vector<HeatCurve> curves;
};

/// The radius beside that of a risen thermal, r^2 = B t/(pi Gamma).
const std::array<HeatPlot, 4>& heatPlots() {
  static const std::array<HeatPlot, 4> plots = {
      {{"Circulation about the axis", "L^2/T", {{"thermal_circulation", "circulation"}}},
       {"Radius", "L", {{"thermal_radius", "ring"}, {"thermal_theory_radius", "\u221a(Bt/\u03c0\u0393)"}}},
       {"Height", "L", {{"thermal_height", "ring"}, {"heat_height", "heat"}}},
       {"Largest buoyancy", "L/T^2", {{"buoyancy_max", "buoyancy"}}}}};
  return plots;
}

}  // namespace

void drawHeatTab(DiagnosticsTab& tab) {
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(static_cast<int>(heatPlots().size()))};
  for (const HeatPlot& of : heatPlots()) {
    LinePlot plot = plotOf(tab);
    plot.title = of.title;
    plot.unit = of.unit;
    for (std::size_t k = 0; k < of.curves.size(); ++k)
      plot.curves.push_back(
          {of.curves[k].name, of.curves[k].name, &tab.table.values(of.curves[k].column), seriesColour(k)});
    plot.legend = of.curves.size() > 1;
    plot.timeAxis = &of == &heatPlots().back();
    drawLinePlot(of.curves.front().column, plot, size, tab.window().cursor);
  }
}

}  // namespace app
