#include "commands/bench/converge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "commands/line/progress_bar.h"
#include "files/atomic_file.h"
#include "files/json.h"
#include "files/svg_chart.h"
#include "files/user_error.h"
#include "fmm/error.h"
#include "fmm/verification.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

constexpr fmm::Regularisation kCores[] = {fmm::Regularisation::gaussian, fmm::Regularisation::gaussian8};
constexpr const char* kCheck = "collisions/oblique";

/// Results of one collision.
struct CurvePoint {
  fmm::Regularisation core;
  std::size_t elements;  ///< largest number
  double spacing;        ///< at the start [L]
  double enstrophy;      ///< largest relative error
  double joined;         ///< largest error, in units of Gamma
};

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

const fmm::Check& collision() {
  const std::vector<fmm::Check>& all = fmm::checks();
  return *std::find_if(all.begin(), all.end(), [](const fmm::Check& check) { return check.name == kCheck; });
}

CurvePoint pointOf(fmm::Settings settings, fmm::Regularisation core, std::size_t elements) {
  settings.regularisation = core;
  settings.elementBudget = elements;
  CurvePoint point = {core, elements, 0, 0, 0};
  for (const fmm::Measurement& row : measure(collision(), settings)) {
    if (!std::isfinite(row.measured))
      throw UserError(fmt::format("{} elements with {}: {}; allowed: more", elements, fmm::toString(core), row.note));
    const double error = std::abs(row.measured - row.expected);
    if (endsWith(row.name, "/spacing")) point.spacing = row.measured;
    if (endsWith(row.name, "/enstrophy")) point.enstrophy = std::max(point.enstrophy, error / row.expected);
    if (endsWith(row.name, "/joined")) point.joined = std::max(point.joined, error);
  }
  return point;
}

std::string chartOf(const std::vector<CurvePoint>& points) {
  SvgChart chart;
  chart.title = "Oblique collision at Reynolds number 1000 against a spectral simulation";
  chart.xLabel = "spacing h / R";
  chart.yLabel = "largest error of the enstrophy";
  constexpr double kRadius = 0.3;
  for (const fmm::Regularisation core : kCores) {
    ChartCurve curve;
    curve.name = core == fmm::Regularisation::gaussian ? "order 2" : "order 8";
    for (const CurvePoint& point : points)
      if (point.core == core) curve.points.push_back({point.spacing / kRadius, point.enstrophy});
    chart.curves.push_back(std::move(curve));
  }
  chart.slopes = {2, 4};
  return svgOf(chart);
}

void print(const CurvePoint& point) {
  fmt::print("{:<10} {:>9} {:>10.5f} {:>11.4f} {:>9.4f}\n", fmm::toString(point.core), point.elements, point.spacing,
             point.enstrophy, point.joined);
  std::fflush(stdout);
}

Json pointJson(const CurvePoint& point) {
  return {{"core", fmm::toString(point.core)},
          {"elements", point.elements},
          {"spacing", point.spacing},
          {"enstrophy_error", point.enstrophy},
          {"joined_error", point.joined}};
}

}  // namespace

int drawCurve(const ConvergeOptions& options) {
  fmm::Settings settings = fmm::usualSettings();
  const fmm::FieldSettings& given = options.overrides.field.values();
  settings.backend = given.backend;
  settings.threads = given.threads;
  checkBackend(settings.backend, options.json);
  AtomicFile file(options.curve, options.force ? Existing::replace : Existing::keep);
  const std::vector<std::size_t> counts =
      options.counts.empty() ? std::vector<std::size_t>{2048, 4096, 8192, 16384} : options.counts;
  ProgressBar bar(kCheck, static_cast<std::int64_t>(std::size(kCores) * counts.size()));
  bar.setUnit("flows");
  std::vector<CurvePoint> points;
  Json rows = Json::array();
  if (!options.json)
    fmt::print("{:<10} {:>9} {:>10} {:>11} {:>9}\n", "core", "elements", "spacing", "enstrophy", "joined");
  for (const fmm::Regularisation core : kCores) {
    for (const std::size_t count : counts) {
      bar.update(static_cast<std::int64_t>(points.size()));
      points.push_back(pointOf(settings, core, count));
      bar.clear();
      rows.push_back(pointJson(points.back()));
      if (!options.json) print(points.back());
    }
  }
  if (options.json) fmt::print("{}\n", Json{{"points", rows}}.dump(2));
  file.write(chartOf(points));
  file.commit();
  return 0;
}

}  // namespace app
