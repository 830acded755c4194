#include "scene/saved/snapshot_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/json.h"
#include "fmm/error.h"
#include "scene/range.h"
#include "scene/saved/settings_json.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

/// Formats 1 and 2 were HDF5; 3 had settings and counts of splitting.
constexpr std::int64_t kFormat = 4;
constexpr std::size_t kLongestName = 200;  // a file system allows 255 bytes, including endings and numbers
constexpr int kDeepest = 8;                // a state has four levels; limits the recursion of the readers

Json latticeJson(const fmm::LatticeReport& r) {
  return {{"given", r.given},
          {"passes", r.passes},
          {"spacing", r.spacing},
          {"spread", r.spread},
          {"turned", r.turned},
          {"at_step", r.atStep},
          {"coarsenings", r.coarsenings},
          {"threshold", r.threshold},
          {"met", r.foreignShare},
          {"buoyancy_gradient", r.buoyancyGradient},
          {"heat_impulse", vectorJson(r.heatImpulse)},
          {"heat_impulse_size", r.heatImpulseSize},
          {"centroid_shift", vectorJson(r.centroidShift)},
          {"origin", vectorJson(r.origin)}};
}

Json meshJson(const fmm::MeshTuning& mesh) {
  return {{"use", mesh.use},
          {"low", mesh.low},
          {"size", mesh.size},
          {"core_radius", mesh.coreRadius},
          {"per_target", mesh.perTarget},
          {"elements", mesh.elements},
          {"tracers", mesh.tracers},
          {"lay_next", mesh.layNext},
          {"radius_moves", mesh.radiusMoves},
          {"vorticity", mesh.vorticity}};
}

Json tuningJson(const fmm::Tuning& tuning) {
  return {{"order", tuning.order},
          {"theta", tuning.theta},
          {"leaf_elements", tuning.leafElements},
          {"leaf_points", tuning.leafPoints},
          {"elements", tuning.elements},
          {"mesh", meshJson(tuning.mesh)}};
}

/// Calls `read`, and prefixes its complaint with `name`.
template <class Read>
auto within(const char* name, const Read& read) {
  try {
    return read();
  } catch (const fmm::InvalidInput& error) {
    throw fmm::InvalidInput(fmt::format("{}: {}", name, error.what()));
  }
}

constexpr Range kCount{0, kLargestWhole};  // of objects or steps

template <class Count>
void takeCount(const Json& json, const char* key, Count& out) {
  out = static_cast<Count>(wholeNumberAt(json, key, kCount));
}

double amountAt(const Json& json, const char* key) {
  const double value = numberAt(json, key);
  if (value < 0) throw fmm::InvalidInput(fmt::format("{} = {}; allowed: 0 and more", key, value));
  return value;
}

/// Reads a mesh; if it is unsuitable the solver makes its own.
fmm::MeshTuning meshOf(const Json& json) {
  constexpr Range kNodes{0, 65536}, kUses{-1, 1}, kStages{0, 100};
  fmm::MeshTuning mesh;
  mesh.use = static_cast<int>(wholeNumberAt(json, "use", kUses));
  const fmm::Vec3 low = vectorAt(json, "low");
  mesh.low = {low.x, low.y, low.z};
  const Json& size = json.at("size");
  if (!size.is_array() || size.size() != mesh.size.size()) throw fmm::InvalidInput("size must be three whole numbers");
  for (std::size_t axis = 0; axis < mesh.size.size(); ++axis)
    mesh.size[axis] = static_cast<int>(wholeNumberAt({{"size", size[axis]}}, "size", kNodes));
  mesh.coreRadius = amountAt(json, "core_radius");
  mesh.perTarget = amountAt(json, "per_target");
  takeCount(json, "elements", mesh.elements);
  takeCount(json, "tracers", mesh.tracers);
  mesh.layNext = static_cast<int>(wholeNumberAt(json, "lay_next", kStages));
  mesh.radiusMoves = flagAt(json, "radius_moves");
  mesh.vorticity = flagAt(json, "vorticity");
  return mesh;
}

fmm::Tuning tuningOf(const Json& json, fmm::Space space) {
  return within("tuning", [&] {
    const Json& entry = objectAt(json, "tuning");
    fmm::Settings like;  // tuned values have the ranges of settings
    like.space = space;
    readSettings(entry, {"order", "theta", "leaf_elements", "leaf_points"}, like);
    like.validate();
    fmm::Tuning tuning = {like.order, like.theta, like.leafElements, like.leafPoints};
    takeCount(entry, "elements", tuning.elements);
    tuning.mesh = within("mesh", [&] { return meshOf(objectAt(entry, "mesh")); });
    return tuning;
  });
}

Range upTo(std::int64_t steps) {
  return {0, static_cast<double>(steps)};
}

fmm::LatticeReport latticeOf(const Json& json, std::int64_t steps) {
  return within("lattice", [&] {
    const Json& entry = objectAt(json, "lattice");
    fmm::LatticeReport report;
    takeCount(entry, "given", report.given);
    takeCount(entry, "passes", report.passes);
    report.spacing = amountAt(entry, "spacing");
    report.spread = amountAt(entry, "spread");
    report.turned = amountAt(entry, "turned");
    report.atStep = wholeNumberAt(entry, "at_step", upTo(steps));
    takeCount(entry, "coarsenings", report.coarsenings);
    report.threshold = amountAt(entry, "threshold");
    report.foreignShare = amountAt(entry, "met");
    if (entry.contains("buoyancy_gradient")) report.buoyancyGradient = amountAt(entry, "buoyancy_gradient");
    if (entry.contains("heat_impulse")) {
      report.heatImpulse = vectorAt(entry, "heat_impulse");
      report.heatImpulseSize = amountAt(entry, "heat_impulse_size");
    }
    report.centroidShift = vectorAt(entry, "centroid_shift");
    report.origin = vectorAt(entry, "origin");
    return report;
  });
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

/// At most `most` finite numbers; none if the list is missing.
std::vector<double> numbersAt(const Json& json, const char* key, std::size_t most) {
  if (!json.contains(key)) return {};
  const Json& list = json.at(key);
  if (!list.is_array() || list.size() > most)
    throw fmm::InvalidInput(fmt::format("{} must be an array of at most {} numbers", key, most));
  std::vector<double> numbers;
  for (const Json& number : list) numbers.push_back(numberAt({{key, number}}, key));
  return numbers;
}

/// Whole numbers from 0; none if the list is missing.
std::vector<std::int64_t> countsAt(const Json& json, const char* key) {
  if (!json.contains(key)) return {};
  const Json& list = json.at(key);
  if (!list.is_array()) throw fmm::InvalidInput(fmt::format("{} must be an array of whole numbers", key));
  std::vector<std::int64_t> counts;
  for (const Json& count : list) counts.push_back(wholeNumberAt({{key, count}}, key, kCount));
  return counts;
}

std::string textAt(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_string()) throw fmm::InvalidInput(fmt::format("{} must be a text", key));
  return found->get<std::string>();
}

/// The scene's name, which must not contain a folder because new files are named after it.
std::string sceneNameOf(const Json& json) {
  std::string name = textAt(json, "scene_name");
  std::string shown = name.substr(0, kLongestName);
  const auto control = [](unsigned char c) { return c < ' '; };
  std::replace_if(shown.begin(), shown.end(), control, '?');
  if (name.empty() || name == "." || name == ".." || shown != name || name.find('/') != std::string::npos)
    throw fmm::InvalidInput(
        fmt::format("scene_name = \"{}\"; allowed: a file's name of at most {} bytes, without / and control characters",
                    shown, kLongestName));
  return name;
}

std::vector<std::size_t> givenOf(const Json& json) {
  std::vector<std::size_t> counts;
  for (const std::int64_t count : countsAt(json, "given")) counts.push_back(static_cast<std::size_t>(count));
  return counts;
}

Json givenJson(const Scene& scene) {
  Json counts = Json::array();
  for (const GivenElements& given : scene.given) counts.push_back(given.content ? given.content->elements.size() : 0);
  return counts;
}

void requireFormat(const Json& json) {
  const std::int64_t format = wholeNumberAt(json, "format", kCount);
  if (format != kFormat)
    throw fmm::InvalidInput(fmt::format("format {} of states is not known: {} version of ringlet wrote it; allowed: {}",
                                        format, format > kFormat ? "a newer" : "an older", kFormat));
}

}  // namespace

std::string stateText(const Checkpoint& checkpoint) {
  Json json = {{"format", kFormat},
               {"program", "ringlet " RINGLET_VERSION},
               {"elements", checkpoint.elements.size()},
               {"tracers", checkpoint.tracers.size()},
               {"time", checkpoint.time},
               {"steps", checkpoint.steps},
               {"frames", checkpoint.frames},
               {"seed", checkpoint.scene.seed},
               {"scene_name", checkpoint.scene.name},
               {"scene", formatScene(checkpoint.scene)},
               {"given", givenJson(checkpoint.scene)},
               {"settings", settingsJson(checkpoint.settings)},
               {"tuning", tuningJson(checkpoint.tuning)},
               {"lattice", latticeJson(checkpoint.lattice)}};
  if (checkpoint.clock) json["clock"] = {{"time", checkpoint.clock->time}, {"steps", checkpoint.clock->steps}};
  if (!checkpoint.emitted.empty()) json["emitted"] = checkpoint.emitted;
  if (!checkpoint.framing.empty()) json["framing"] = checkpoint.framing;
  if (!checkpoint.trails.times.empty()) {
    json["trail_times"] = checkpoint.trails.times;
    json["trails"] = checkpoint.trails.paths();
  }
  if (checkpoint.startCentroid) json["start_centroid"] = vectorJson(*checkpoint.startCentroid);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";  // file names may be invalid UTF-8
}

StateText readStateText(const std::string& text, Checkpoint& checkpoint) {
  const Json json = Json::parse(text, [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest) throw fmm::InvalidInput(fmt::format("has more than {} values within each other", kDeepest));
    return true;
  });
  if (!json.is_object()) throw fmm::InvalidInput("must be an object");
  requireFormat(json);
  checkpoint.time = numberAt(json, "time");
  takeCount(json, "steps", checkpoint.steps);
  takeCount(json, "frames", checkpoint.frames);
  checkpoint.settings = parseSettings(objectAt(json, "settings"));
  checkpoint.tuning = tuningOf(json, checkpoint.settings.space);
  checkpoint.startCentroid = startCentroidOf(json);
  checkpoint.clock = clockOf(json, checkpoint.steps);
  checkpoint.emitted = countsAt(json, "emitted");
  checkpoint.framing = numbersAt(json, "framing", 100);
  checkpoint.trails.times = numbersAt(json, "trail_times", 64);
  checkpoint.lattice = latticeOf(json, checkpoint.steps);
  StateText state;
  takeCount(json, "elements", state.elements);
  takeCount(json, "tracers", state.tracers);
  if (!checkpoint.trails.times.empty()) takeCount(json, "trails", state.trails);
  state.given = givenOf(json);
  state.scene = textAt(json, "scene");
  state.sceneName = sceneNameOf(json);
  return state;
}

}  // namespace app
