// The diagnostics window's tab of the bodies in a flow: coefficients of drag and lift over time, and the frequency of
// the lift.

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>

#include "panel/plots/line_plot.h"
#include "panel/plots/plot_frame.h"
#include "panel/widgets/panel_numbers.h"
#include "panel/windows/diagnostics_tabs.h"
#include "simulation/body_meter.h"

namespace app {
namespace {

struct BodyPlot {
  bool coefficient;
  const char* column;
  const char* title;
  const char* unit;
  const char* inPlane;  ///< the unit there
};
constexpr std::array<BodyPlot, 3> kPlots = {{{true, "drag_coefficient", "Drag coefficient", "1", "1"},
                                             {true, "lift_coefficient", "Lift coefficient", "1", "1"},
                                             {false, "torque", "Torque", "L^5/T^2", "L^4/T^2"}}};

/// A force as "(x, y)"; empty if it is not known.
std::string forceText(const DiagnosticsTab& tab, std::size_t body, const std::string& quantity) {
  std::string text;
  for (const char* axis : {"_x", "_y", "_z"}) {
    const std::vector<double>& values = tab.table.values(columnOfBody(body, (quantity + axis).c_str()));
    if (values.empty()) continue;  // of a plane flow
    if (!std::isfinite(values.back())) return {};
    text += (text.empty() ? "(" : ", ") + shown(values.back(), "{:.3g}");
  }
  return text + ")";
}

LinePlot plotOf(DiagnosticsTab& tab, const BodyPlot& of) {
  LinePlot plot = app::plotOf(tab);
  plot.title = of.title;
  plot.unit = tab.context.plane() ? of.inPlane : of.unit;
  for (std::size_t body = 0; body < tab.table.bodies(); ++body) {
    const std::string name = fmt::format("body {}", body + 1);
    plot.curves.push_back({name, name, &tab.table.values(columnOfBody(body, of.column)), seriesColour(body)});
    if (of.coefficient && std::isfinite(newest(tab.table.values(columnOfBody(body, "force_x")))))
      plot.empty = "No coefficients: no body has a speed of its own or a stream to base them on";
  }
  return plot;
}

/// One line a body: its newest numbers, and the Strouhal number once the lift has swung often enough. Below, as long as
/// the impulse of all elements tells the force, that beside the force by passes.
void drawNumbers(DiagnosticsTab& tab) {
  const fmm::Settings& settings = tab.context.scene().settings;
  for (std::size_t body = 0; body < std::min(tab.table.bodies(), settings.bodies.size()); ++body) {
    swatch(seriesColour(body));
    const auto value = [&](const char* column) { return shown(newest(tab.table.values(columnOfBody(body, column)))); };
    std::string line =
        fmt::format("body {}: c_d {}, c_l {}", body + 1, value("drag_coefficient"), value("lift_coefficient"));
    const double frequency =
        frequencyOf(tab.table.values("time"), tab.table.values(columnOfBody(body, "lift_coefficient")));
    const double strouhal = strouhalNumber(settings, body, frequency);
    if (std::isfinite(strouhal)) line += fmt::format(", St {:.3f}", strouhal);
    ImGui::TextUnformatted(line.c_str());
    const std::string impulse = forceText(tab, body, "impulse_force"), force = forceText(tab, body, "force");
    if (impulse.empty() || force.empty()) continue;
    ImGui::TextDisabled("force %s", force.c_str());
    ImGui::TextDisabled("by impulse %s", impulse.c_str());
  }
}

}  // namespace

void drawBodiesTab(DiagnosticsTab& tab) {
  drawNumbers(tab);
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(static_cast<int>(kPlots.size()))};
  for (const BodyPlot& of : kPlots) {
    LinePlot plot = plotOf(tab, of);
    plot.legend = &of == &kPlots.front();
    plot.timeAxis = &of == &kPlots.back();
    drawLinePlot(of.column, plot, size, tab.window().cursor);
  }
}

}  // namespace app
