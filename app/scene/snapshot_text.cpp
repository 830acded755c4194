#include "scene/snapshot_text.h"

#include <fmt/format.h>

#include "files/json.h"
#include "fmm/error.h"
#include "scene/range.h"
#include "scene/settings_json.h"

namespace app {
namespace {

constexpr int kDeepest = 8;  // a state has three; what takes values apart calls itself for each

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
          {"leaf_points", tuning.leafPoints},
          {"elements", tuning.elements}};
}

/// Files of before tuning had an entry of its own have it in the settings.
fmm::Tuning takeTuning(fmm::Settings& settings) {
  const fmm::Tuning tuning = {settings.order, settings.theta, settings.leafElements, settings.leafPoints};
  settings.order = settings.leafElements = settings.leafPoints = 0;
  settings.theta = 0;
  const bool whole = tuning.order > 0 && tuning.theta > 0 && tuning.leafElements > 0 && tuning.leafPoints > 0;
  return whole ? tuning : fmm::Tuning{};
}

/// What `read` gives, or its complaint under that name.
template <class Read>
auto within(const char* name, const Read& read) {
  try {
    return read();
  } catch (const fmm::InvalidInput& error) {
    throw fmm::InvalidInput(fmt::format("{}: {}", name, error.what()));
  }
}

constexpr Range kCount{0, kLargestWhole};  // of what there is, or was done

template <class Count>
void takeCount(const Json& json, const char* key, Count& out) {
  out = static_cast<Count>(wholeNumberAt(json, key, kCount));
}

fmm::Tuning tuningOf(const Json& json, fmm::Settings& settings) {
  if (!json.contains("tuning")) return takeTuning(settings);
  return within("tuning", [&] {
    const Json& entry = objectAt(json, "tuning");
    fmm::Settings like;  // what a setting may be, a choice may be
    takeSettings(entry, {"order", "theta", "leaf_elements", "leaf_points"}, like);
    like.validate();
    fmm::Tuning tuning = {like.order, like.theta, like.leafElements, like.leafPoints};
    if (entry.contains("elements")) takeCount(entry, "elements", tuning.elements);
    return tuning;
  });
}

double amountAt(const Json& json, const char* key) {
  const double value = numberAt(json, key);
  if (value < 0) throw fmm::InvalidInput(fmt::format("{} = {}; allowed: 0 and more", key, value));
  return value;
}

Range upTo(std::int64_t steps) {
  return {0, static_cast<double>(steps)};
}

fmm::LatticeReport latticeOf(const Json& json, std::int64_t steps) {
  fmm::LatticeReport report;
  takeCount(json, "passes", report.passes);
  report.spacing = amountAt(json, "spacing");
  report.spread = amountAt(json, "spread");
  report.turned = amountAt(json, "turned");
  report.atStep = wholeNumberAt(json, "at_step", upTo(steps));
  takeCount(json, "coarsenings", report.coarsenings);
  report.threshold = amountAt(json, "threshold");
  report.met = amountAt(json, "met");
  return report;
}

/// What was split and merged; nothing where the file does not say, for which all its elements count as given.
fmm::RefinementReport refinementOf(const Json& json, std::size_t elements, std::int64_t steps) {
  fmm::RefinementReport report;
  report.given = elements;
  if (!json.contains("resolution")) return report;
  const Json& r = objectAt(json, "resolution");
  takeCount(r, "given", report.given);
  takeCount(r, "split", report.split);
  takeCount(r, "merged", report.merged);
  takeCount(r, "removed", report.removed);
  report.impulseDrift = numberAt(r, "impulse_drift");
  report.centroidShift = vectorAt(r, "centroid_shift");
  report.full = flagAt(r, "full");
  if (r.contains("lattice"))
    report.lattice = within("lattice", [&] { return latticeOf(objectAt(r, "lattice"), steps); });
  return report;
}

std::optional<fmm::Vec3> startCentroidOf(const Json& json) {
  if (!json.contains("start_centroid")) return std::nullopt;
  return vectorAt(json, "start_centroid");
}

std::optional<StepClock> clockOf(const Json& json, std::int64_t steps) {
  if (!json.contains("clock")) return std::nullopt;
  const Json& clock = objectAt(json, "clock");
  return within("clock", [&] {
    return StepClock{numberAt(clock, "time"), wholeNumberAt(clock, "steps", upTo(steps))};
  });
}

/// Any finite numbers: Framing takes those that it knows.
std::vector<double> framingOf(const Json& json) {
  constexpr std::size_t kMost = 100;
  if (!json.contains("framing")) return {};
  const Json& list = json.at("framing");
  if (!list.is_array() || list.size() > kMost) throw fmm::InvalidInput("framing must be an array of a few numbers");
  std::vector<double> numbers;
  for (const Json& number : list) numbers.push_back(numberAt({{"framing", number}}, "framing"));
  return numbers;
}

std::vector<std::int64_t> emittedOf(const Json& json) {
  if (!json.contains("emitted")) return {};
  const Json& counts = json.at("emitted");
  if (!counts.is_array()) throw fmm::InvalidInput("emitted must be an array of whole numbers");
  std::vector<std::int64_t> emitted;
  for (const Json& count : counts) emitted.push_back(wholeNumberAt({{"emitted", count}}, "emitted", kCount));
  return emitted;
}

}  // namespace

std::string settingsText(const Checkpoint& checkpoint) {
  Json json = settingsJson(checkpoint.settings);
  json["tuning"] = tuningJson(checkpoint.tuning);
  json["resolution"] = refinementJson(checkpoint.refinement);
  if (checkpoint.clock) json["clock"] = {{"time", checkpoint.clock->time}, {"steps", checkpoint.clock->steps}};
  if (!checkpoint.emitted.empty()) json["emitted"] = checkpoint.emitted;
  if (!checkpoint.framing.empty()) json["framing"] = checkpoint.framing;
  if (checkpoint.startCentroid) json["start_centroid"] = vectorJson(*checkpoint.startCentroid);
  return json.dump(2);
}

void readSettingsText(const std::string& text, std::size_t elements, Checkpoint& checkpoint) {
  const Json json = Json::parse(text, [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest) throw fmm::InvalidInput(fmt::format("has more than {} values within each other", kDeepest));
    return true;
  });
  checkpoint.settings = parseSettings(json);
  checkpoint.tuning = tuningOf(json, checkpoint.settings);
  checkpoint.startCentroid = startCentroidOf(json);
  checkpoint.clock = clockOf(json, checkpoint.steps);
  checkpoint.emitted = emittedOf(json);
  checkpoint.framing = framingOf(json);
  checkpoint.refinement = refinementOf(json, elements, checkpoint.steps);
}

}  // namespace app
