#include <fmt/format.h>
#include <imgui.h>

#include <cmath>
#include <string_view>

#include "panel/sections/panel_parts.h"
#include "panel/widgets/panel_numbers.h"
#include "panel/widgets/panel_style.h"
#include "simulation/flow_start.h"

namespace app {
namespace {

void row(const char* name, const std::string& value) {
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", name);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(value.c_str());
}

std::string mebibytes(std::size_t bytes) {
  return grouped(bytes >> 20) + " MiB";
}

}  // namespace

/// How the sums were made.
std::string sumsText(const fmm::EvaluationReport& report) {
  const auto [x, y, z] = report.mesh;
  if (x > 0) return fmt::format("Sums over a mesh of {} x {} x {} nodes", x, y, z);
  if (report.order > 0)
    return fmt::format("Sums with trees: order p = {}, angle \u03b8 = {:.2f}", report.order, report.theta);
  return report.evaluations > 0 ? "Direct sums over all pairs" : "";
}

void drawReadout(PanelContext& context) {
  const PanelReadout& r = context.readout;
  if (!ImGui::BeginTable("readout", 4)) return;
  for (const char* column : {"names", "values", "more names", "more values"})  // no name is cut
    ImGui::TableSetupColumn(column, std::string_view(column).find("names") != std::string_view::npos
                                        ? ImGuiTableColumnFlags_WidthFixed
                                        : ImGuiTableColumnFlags_WidthStretch);
  row("Pictures", fmt::format("{:.1f} /s", r.displayRate));
  row("Frames", fmt::format("{:.1f} /s", r.simulationRate));
  row("Time", fmt::format("{:.4g}", withoutRoundOff(r.flow->time, 1e3 * context.scene().settings.timeStep)));
  row("Steps", std::to_string(r.flow->steps));
  row("Elements", grouped(r.flow->elementCount));
  row("Tracers", grouped(r.flow->tracerCount));
  row("Error", r.status->error.samples > 0 ? fmt::format("{:.1e}", r.status->error.relativeL2) : "-");
  row("Backend", r.status->backend.empty() ? "-" : r.status->backend);
  row("Leaf", r.flow->report.leafPoints > 0
                  ? fmt::format("{} / {}", r.flow->report.leafElements, r.flow->report.leafPoints)
                  : "-");
  row("Depth", r.flow->report.levels > 0 ? std::to_string(r.flow->report.levels) : "-");
  row("\u0394 impulse", std::isnan(r.flow->impulseDrift) ? "-" : fmt::format("{:+.1e}", r.flow->impulseDrift));
  const fmm::LatticeReport& lattice = r.flow->lattice;
  row("Lattice", lattice.passes > 0 ? grouped(lattice.passes) + " times" : "-");
  row("Spacing h", lattice.spacing > 0 ? fmt::format("{:.3g}", lattice.spacing) : "-");
  row("Memory", mebibytes(r.flow->report.bytes));
  row("GPU free", r.flow->gpuMemory.total > 0 ? mebibytes(r.flow->gpuMemory.free) : "-");
  ImGui::EndTable();
  if (r.flow->transfers.waits > 0)
    ImGui::TextWrapped("The GPU is read %.0f KiB in %zu waits a frame",
                       static_cast<double>(r.flow->transfers.bytes) / 1024,
                       static_cast<std::size_t>(r.flow->transfers.waits));
  if (const std::string sums = sumsText(r.flow->report); !sums.empty()) ImGui::TextWrapped("%s", sums.c_str());
  if (const std::string grown = describeCoarsening(r.flow->lattice); !grown.empty())
    ImGui::TextWrapped("%s", grown.c_str());
  if (r.flow->warning.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, panelColours().warning);
  ImGui::TextWrapped("%s", r.flow->warning.c_str());
  ImGui::PopStyleColor();
  context.widgets().place("Unresolved", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void drawStageTimes(PanelContext& context) {
  ImGui::TextDisabled("Milliseconds a simulation frame: %.1f", 1000 * context.readout.flow->report.seconds);
  drawStagePlot(context.history, ImGui::GetContentRegionAvail().x, 70 * context.state.scale);
}

std::string performanceSummary(PanelContext& context) {
  const PanelReadout& r = context.readout;
  if (r.status->backend.empty()) return "";
  return fmt::format("{}, {:.1f} ms", r.status->backend, 1000 * r.flow->report.seconds);
}

}  // namespace app
