#include "commands/run/run.h"

#include <fmt/format.h>

#include <cmath>

#include "commands/report_json.h"
#include "files/json.h"
#include "film/film_progress.h"
#include "simulation/body_meter.h"
#include "simulation/flow_start.h"

namespace app {
namespace {

Json orNull(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json secondsJson(const RunReport& report) {
  Json stages = Json::object();
  for (const fmm::StageTime& stage : report.result.stages) stages[stage.name] = stage.seconds;
  return {{"total", report.result.totalSeconds},
          {"step", report.result.stepSeconds},
          {"stages", stages},
          {"draw", report.result.drawSeconds},
          {"encode", report.encodeSeconds},
          {"wait_for_encoder", report.waitSeconds}};
}

/// Times of the pictures [T], and the steps between them.
Json clockJson(const RunReport& report) {
  const FilmClock& clock = report.clock;
  return {{"start", clock.start},
          {"interval", clock.interval},
          {"time_per_second", std::abs(clock.interval) * report.scene.film.framesPerSecond},
          {"steps_per_frame", clock.stepsPerFrame},
          {"time_step", clock.timeStep}};
}

/// The least overlap at which neighbours still overlap: 1, or on a lattice the intended value with an allowance.
double leastSound(const fmm::Settings& settings) {
  constexpr double kStretched = 0.6;  // for neighbours that separate between redistributions
  return settings.redistribution.isOn() ? kStretched * settings.latticeOverlap : 1;
}

std::string latticeSummary(const fmm::LatticeReport& lattice) {
  if (lattice.passes == 0) return {};
  std::string text =
      fmt::format("redistributed {} times onto a lattice of spacing {:.4g}", lattice.passes, lattice.spacing);
  if (lattice.ringsHaveMet()) text += "; rings have met";
  return text;
}

Json numberOrNull(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

/// null if viscosity took too little energy for a ratio.
Json dissipationJson(const DissipationMeter& meter) {
  if (std::isnan(meter.least())) return nullptr;
  return {{"last", numberOrNull(meter.value())},
          {"least", meter.least()},
          {"greatest", meter.greatest()},
          {"resolved", meter.warning().empty()}};
}

std::string dissipationSummary(const RunReport& report) {
  const DissipationMeter& meter = report.dissipation;
  std::string text;
  if (!std::isnan(meter.least())) {
    text = fmt::format("dissipation {:.2f} to {:.2f} of what viscosity takes", meter.least(), meter.greatest());
  } else if (report.settings.viscosity == 0 && std::isfinite(report.energyDrift)) {
    text = fmt::format("energy off by {:.1e}", report.energyDrift);
  }
  return text;
}

std::string passesSummary(const RunReport& report) {
  if (!report.passes || report.passes->empty()) return {};
  return fmt::format("the rings passed at t = {:.3f}", fmt::join(*report.passes, ", "));
}

double perStep(const RunReport& report, std::uint64_t count) {
  const double steps = static_cast<double>(report.result.framesDone - report.firstFrame) * report.clock.stepsPerFrame;
  return static_cast<double>(count) / std::max(steps, 1.0);
}

double perPicture(const RunReport& report, double amount) {
  return amount / static_cast<double>(std::max<std::int64_t>(report.result.pictures, 1));
}

/// null for a single process.
Json ranksJson(const RunReport& report) {
  const RankReport& r = report.ranks;
  if (r.count == 1) return nullptr;
  return {{"count", r.count},
          {"messages_per_step", perStep(report, r.flow.messages)},
          {"bytes_per_step", perStep(report, r.flow.bytes)},
          {"bytes_per_picture", perPicture(report, static_cast<double>(r.pictures.bytes))},
          {"seconds_waited_per_picture", perPicture(report, r.pictureSeconds)}};
}

std::string ranksSummary(const RunReport& report) {
  const RankReport& r = report.ranks;
  if (r.count == 1) return {};
  std::string text = fmt::format("{} ranks, {:.0f} messages and {:.3g} MiB a step", r.count,
                                 perStep(report, r.flow.messages), 0x1p-20 * perStep(report, r.flow.bytes));
  if (report.result.pictures > 0)
    text += fmt::format(", {:.3g} MiB and {:.3g} ms a picture",
                        0x1p-20 * perPicture(report, static_cast<double>(r.pictures.bytes)),
                        1e3 * perPicture(report, r.pictureSeconds));
  return text;
}

}  // namespace

std::string formatJson(const RunReport& report) {
  Json json = {{"scene", report.scene.name},
               {"film", orNull(report.film)},
               {"checkpoint", orNull(report.checkpoint)},
               {"coarse_start", orNull(report.coarseness)},
               {"exports", report.exports},
               {"first_frame", report.firstFrame},
               {"frames_done", report.result.framesDone},
               {"frames", report.frames},
               {"interrupted", report.result.interrupted},
               {"failure", orNull(report.result.failure)},
               {"pictures", report.result.pictures},
               {"size", {report.scene.film.size.width, report.scene.film.size.height}},
               {"frames_per_second", report.scene.film.framesPerSecond},
               {"supersampling", report.scene.film.supersampling},
               {"quality", report.scene.film.quality},
               {"clock", clockJson(report)},
               {"renderer", orNull(report.renderer)},
               {"elements", report.elements},
               {"tracers", report.tracers},
               {"seed", report.scene.seed},
               {"time", report.time},
               {"steps", report.steps},
               {"solver", fmm::toString(report.settings.solver)},
               {"precision", fmm::toString(report.settings.precision)},
               {"threads", report.settings.threads},
               {"tolerance", report.settings.tolerance},
               {"evaluations", report.result.evaluations},
               {"seconds", secondsJson(report)},
               {"last_step", toJson(report.last)},
               {"gpu", report.last.backend == "cuda" ? gpuJson() : Json(nullptr)},
               {"error", toJson(report.error)},
               {"tolerance_kept", orNull(report.error.toleranceKept())},
               {"least_overlap", report.leastOverlap},
               {"invariants", {{"start", toJson(report.start)}, {"end", toJson(report.end)}}},
               {"impulse_drift", numberOrNull(report.impulseDrift)},
               {"energy_drift", numberOrNull(report.energyDrift)},
               {"dissipation", dissipationJson(report.dissipation)},
               {"passes", report.passes ? Json(*report.passes) : Json(nullptr)},
               {"lattice", toJson(report.lattice)},
               {"ranks", ranksJson(report)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> formatSummary(const RunReport& report) {
  const std::int64_t made = report.result.framesDone - report.firstFrame;
  std::string first = fmt::format("{}: {}", report.scene.name, frameCount(made));
  if (report.firstFrame > 0) first += fmt::format(" (from {})", report.firstFrame);
  if (!report.film.empty()) {
    const FilmSettings& film = report.scene.film;
    first +=
        fmt::format(" of {}x{} at {:.6g} a second, {:.6g} of simulated time a second", film.size.width,
                    film.size.height, film.framesPerSecond, std::abs(report.clock.interval) * film.framesPerSecond);
  }
  std::vector<std::string> lines = {first};
  const auto add = [&](const std::string& line) {
    if (!line.empty()) lines.push_back("  " + line);
  };
  add(fmt::format("to t = {:.6g}, {} elements, {} tracers, in {:.1f} s", report.time, report.elements, report.tracers,
                  report.result.totalSeconds));
  const fmm::LatticeReport& r = report.lattice;
  add(latticeSummary(r));
  add(passesSummary(report));
  add(dissipationSummary(report));
  add(ranksSummary(report));
  if (report.error.samples > 0) add(describeError(report.error));
  if (!report.checkpoint.empty()) add("checkpoint " + report.checkpoint);
  for (const std::string& path : report.exports) add("exported " + path);
  return lines;
}

std::vector<std::string> formatWarnings(const RunReport& report) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& line) {
    if (!line.empty()) lines.push_back(report.scene.name + ": " + line);
  };
  const fmm::LatticeReport& r = report.lattice;
  add(describeCoarsening(r));
  add(report.coarseness);
  add(report.dissipation.warning());
  add(report.error.warning());
  const fmm::Settings& settings = report.settings;
  if (settings.wall == fmm::Wall::noSlip && r.spacing > 0)
    add(describeWallLayer(std::sqrt(settings.viscosity * report.time) / r.spacing));
  if (settings.heat && settings.courant == 0) add(describeBuoyancyStep(settings.timeStep, r));
  add(describeBodyLayers(settings, r.spacing));
  add(describeThinBodies(settings, r.spacing));
  add(describeBodiesAtWall(settings, r.spacing, report.time));
  if (report.leastOverlap > 0 && report.leastOverlap < leastSound(report.settings))
    add(fmt::format("least overlap {:.2f}: elements have come apart", report.leastOverlap));
  return lines;
}

}  // namespace app
