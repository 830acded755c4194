#include "scene/snapshot_text.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "fmm/error.h"
#include "scene/settings_json.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

Json latticeJson(const fmm::LatticeReport& r) {
  return {{"passes", r.passes},  {"spacing", r.spacing},         {"spread", r.spread},       {"turned", r.turned},
          {"at_step", r.atStep}, {"coarsenings", r.coarsenings}, {"threshold", r.threshold}, {"met", r.met}};
}

Json refinementJson(const fmm::RefinementReport& r) {
  return {{"given", r.given},
          {"split", r.split},
          {"merged", r.merged},
          {"removed", r.removed},
          {"impulse_drift", r.impulseDrift},
          {"centroid_shift", vectorJson(r.centroidShift)},
          {"full", r.full},
          {"lattice", latticeJson(r.lattice)}};
}

Json tuningJson(const fmm::Tuning& tuning) {
  return {{"order", tuning.order},
          {"theta", tuning.theta},
          {"leaf_elements", tuning.leafElements},
          {"leaf_points", tuning.leafPoints}};
}

/// Files of before tuning had an entry of its own have it in the settings.
fmm::Tuning takeTuning(fmm::Settings& settings) {
  const fmm::Tuning tuning = {settings.order, settings.theta, settings.leafElements, settings.leafPoints};
  settings.order = settings.leafElements = settings.leafPoints = 0;
  settings.theta = 0;
  const bool whole = tuning.order > 0 && tuning.theta > 0 && tuning.leafElements > 0 && tuning.leafPoints > 0;
  return whole ? tuning : fmm::Tuning{};
}

fmm::Tuning tuningOf(const Json& json, fmm::Settings& settings) {
  if (!json.contains("tuning")) return takeTuning(settings);
  const Json& t = json.at("tuning");
  fmm::Settings like;  // what a setting may be, a choice may be
  like.order = t.at("order");
  like.theta = t.at("theta");
  like.leafElements = t.at("leaf_elements");
  like.leafPoints = t.at("leaf_points");
  like.validate();
  return {like.order, like.theta, like.leafElements, like.leafPoints};
}

/// A number of at least 0; throws InvalidInput for others.
double amountOf(const Json& json, const char* key) {
  const double value = json.at(key);
  if (!(value >= 0) || !std::isfinite(value))
    throw fmm::InvalidInput(fmt::format("lattice: {} = {}; allowed: 0 and more", key, value));
  return value;
}

fmm::LatticeReport latticeOf(const Json& json, std::int64_t steps) {
  fmm::LatticeReport report;
  report.passes = json.at("passes");
  report.spacing = amountOf(json, "spacing");
  report.spread = amountOf(json, "spread");
  report.turned = amountOf(json, "turned");
  report.atStep = json.at("at_step");
  report.coarsenings = json.at("coarsenings");
  report.threshold = amountOf(json, "threshold");
  report.met = amountOf(json, "met");
  if (report.atStep < 0 || report.atStep > steps)
    throw fmm::InvalidInput(fmt::format("lattice: at_step = {}; allowed: 0 to {}", report.atStep, steps));
  return report;
}

/// What was split and merged; nothing where the file does not say, for which all its elements count as given.
fmm::RefinementReport refinementOf(const Json& json, std::size_t elements, std::int64_t steps) {
  fmm::RefinementReport report;
  report.given = elements;
  if (!json.contains("resolution")) return report;
  const Json& r = json.at("resolution");
  report.given = r.at("given");
  report.split = r.at("split");
  report.merged = r.at("merged");
  report.removed = r.at("removed");
  report.impulseDrift = r.at("impulse_drift");
  report.centroidShift = vectorOf(r.at("centroid_shift"));
  report.full = r.at("full");
  if (r.contains("lattice")) report.lattice = latticeOf(r.at("lattice"), steps);
  if (!std::isfinite(report.impulseDrift) || !std::isfinite(fmm::norm(report.centroidShift)))
    throw fmm::InvalidInput("resolution is not finite");
  return report;
}

std::optional<fmm::Vec3> startCentroidOf(const Json& json) {
  if (!json.contains("start_centroid")) return std::nullopt;
  const fmm::Vec3 centroid = vectorOf(json.at("start_centroid"));
  if (!std::isfinite(fmm::norm(centroid))) throw fmm::InvalidInput("start_centroid is not finite");
  return centroid;
}

std::optional<StepClock> clockOf(const Json& json, std::int64_t steps) {
  if (!json.contains("clock")) return std::nullopt;
  const StepClock clock = {json.at("clock").at("time"), json.at("clock").at("steps")};
  if (!std::isfinite(clock.time)) throw fmm::InvalidInput("clock: time is not finite");
  if (clock.steps < 0 || clock.steps > steps)
    throw fmm::InvalidInput(fmt::format("clock: steps = {}; allowed: 0 to {}", clock.steps, steps));
  return clock;
}

}  // namespace

std::string settingsText(const Checkpoint& checkpoint) {
  Json json = settingsJson(checkpoint.settings);
  json["tuning"] = tuningJson(checkpoint.tuning);
  json["resolution"] = refinementJson(checkpoint.refinement);
  if (checkpoint.clock) json["clock"] = {{"time", checkpoint.clock->time}, {"steps", checkpoint.clock->steps}};
  if (checkpoint.startCentroid) json["start_centroid"] = vectorJson(*checkpoint.startCentroid);
  return json.dump(2);
}

void readSettingsText(const std::string& text, std::size_t elements, Checkpoint& checkpoint) {
  const Json json = Json::parse(text);
  checkpoint.settings = parseSettings(json);
  checkpoint.tuning = tuningOf(json, checkpoint.settings);
  checkpoint.startCentroid = startCentroidOf(json);
  checkpoint.clock = clockOf(json, checkpoint.steps);
  checkpoint.refinement = refinementOf(json, elements, checkpoint.steps);
}

}  // namespace app
