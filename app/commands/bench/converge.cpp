// ringlet converge: separates the errors of a run due to element spacing and due to the time step.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "commands/bench/converge.h"
#include "commands/commands.h"
#include "commands/line/progress_bar.h"
#include "files/json.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

/// A row of the table.
struct Row {
  FlowValue base;  ///< run 0
  Extrapolation spacing, step;
  double limit = 0, error = 0;  ///< of both errors together

  double errorOfSpacing() const { return base.value - spacing.limit; }
  double errorOfStep() const { return base.value - step.limit; }
};

struct Report {
  ConvergePlan plan;
  std::vector<ConvergedFlow> flows;  ///< as plan.runs
  std::vector<Row> rows;
};

std::vector<ConvergedFlow> runAll(const ConvergePlan& plan) {
  std::vector<std::int64_t> steps;
  std::int64_t all = 0, done = 0;
  for (const ConvergeRun& run : plan.runs) {
    steps.push_back(std::llround(static_cast<double>(plan.steps) / run.step));
    all += steps.back();
  }
  ProgressBar bar(plan.scene.name, all);
  bar.setUnit("steps");
  std::vector<ConvergedFlow> flows;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    bar.setLabel(fmt::format("{}: run {} of {}", plan.scene.name, i + 1, plan.runs.size()));
    flows.push_back(runFlow(sceneOf(plan, plan.runs[i]), steps[i], [&] { bar.update(++done); }));
  }
  return flows;
}

/// Relative width of a run: h if there is a lattice; else from the number of elements.
double widthOf(const Report& report, std::size_t run) {
  const ConvergedFlow &flow = report.flows[run], &base = report.flows[0];
  if (flow.spacing > 0) return flow.spacing / base.spacing;
  return std::pow(static_cast<double>(flow.elements) / static_cast<double>(base.elements),
                  -1.0 / report.plan.dimension);
}

double valueOf(const ConvergedFlow& flow, const std::string& name) {
  for (const FlowValue& value : flow.values)
    if (value.name == name) return value.value;
  return std::numeric_limits<double>::quiet_NaN();
}

Row rowOf(const Report& report, const FlowValue& base) {
  const ConvergePlan& plan = report.plan;
  std::array<double, 3> spacing{}, step{}, atSpacing{}, atStep{};
  for (std::size_t i = 0; i < 3; ++i) {
    spacing[i] = widthOf(report, plan.bySpacing[i]);
    step[i] = plan.runs[plan.byStep[i]].step;
    atSpacing[i] = valueOf(report.flows[plan.bySpacing[i]], base.name);
    atStep[i] = valueOf(report.flows[plan.byStep[i]], base.name);
  }
  Row row = {base, extrapolate(spacing, atSpacing), extrapolate(step, atStep)};
  row.limit = row.spacing.limit + row.step.limit - base.value;
  row.error = row.spacing.error + row.step.error;
  return row;
}

std::string numberText(double value, const char* format) {
  return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : "none";
}

void print(const Report& report) {
  const ConvergePlan& plan = report.plan;
  fmt::print("{} to t = {:.6g}\n\n", plan.scene.name, plan.until());
  fmt::print("{:>4} {:>10} {:>12} {:>12} {:>8} {:>8}\n", "run", "elements", "spacing", "dt", "steps", "seconds");
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    const ConvergedFlow& flow = report.flows[i];
    fmt::print("{:>4} {:>10} {:>12} {:>12.6g} {:>8} {:>8.1f}\n", i + 1, flow.elements,
               flow.spacing > 0 ? fmt::format("{:.6g}", flow.spacing) : fmt::format("{:.3f} h", widthOf(report, i)),
               plan.scene.settings.timeStep * plan.runs[i].step,
               std::llround(static_cast<double>(plan.steps) / plan.runs[i].step), flow.seconds);
  }
  constexpr const char* kRow = "{:<18} {:>12} {:>12} {:>7} {:>12} {:>7} {:>12} {:>10} {}\n";
  fmt::print("\n");
  fmt::print(fmt::runtime(kRow), "", "run 1", "of spacing", "order", "of dt", "order", "limit", "+-", "unit");
  for (const Row& row : report.rows)
    fmt::print(fmt::runtime(kRow), row.base.name, numberText(row.base.value, "{:.6g}"),
               numberText(row.errorOfSpacing(), "{:+.2e}"), numberText(row.spacing.order, "{:.2f}"),
               numberText(row.errorOfStep(), "{:+.2e}"), numberText(row.step.order, "{:.2f}"),
               numberText(row.limit, "{:.6g}"), numberText(row.error, "{:.1e}"), row.base.unit);
  for (const std::string& note : plan.notes) fmt::print("{}\n", note);
}

Json partJson(const Extrapolation& part, double error) {
  return {{"order", part.order}, {"error", error}, {"limit", part.limit}, {"error_bar", part.error}};
}

Json reportJson(const Report& report) {
  const ConvergePlan& plan = report.plan;
  Json runs = Json::array(), rows = Json::array();
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    const ConvergedFlow& flow = report.flows[i];
    Json values = Json::object();
    for (const FlowValue& value : flow.values) values[value.name] = value.value;
    runs.push_back({{"elements", flow.elements},
                    {"relative_spacing", widthOf(report, i)},
                    {"spacing", flow.spacing > 0 ? Json(flow.spacing) : Json(nullptr)},
                    {"time_step", plan.scene.settings.timeStep * plan.runs[i].step},
                    {"seconds", flow.seconds},
                    {"values", values}});
  }
  for (const Row& row : report.rows)
    rows.push_back({{"name", row.base.name},
                    {"unit", row.base.unit},
                    {"value", row.base.value},
                    {"spacing", partJson(row.spacing, row.errorOfSpacing())},
                    {"time_step", partJson(row.step, row.errorOfStep())},
                    {"limit", row.limit},
                    {"error_bar", row.error}});
  return {
      {"scene", plan.scene.name}, {"time", plan.until()}, {"runs", runs}, {"quantities", rows}, {"notes", plan.notes}};
}

}  // namespace

int convergeCommand(const ConvergeOptions& options) {
  if (!options.curve.empty()) return drawCurve(options);
  Report report;
  report.plan = convergePlan(options);
  checkBackend(report.plan.scene.settings.backend, options.json);
  report.flows = runAll(report.plan);
  for (const ConvergedFlow& flow : report.flows)
    if (flow.coarsened)
      report.plan.notes.push_back(fmt::format(
          "with {} elements the budget made the lattice coarser on the way: a larger element_budget keeps it",
          flow.elements));
  for (const FlowValue& base : report.flows.front().values) report.rows.push_back(rowOf(report, base));
  if (options.json)
    fmt::print("{}\n", reportJson(report).dump(2, ' ', false, Json::error_handler_t::replace));
  else
    print(report);
  return 0;
}

}  // namespace app
