// Checkpoints, exports and diagnostics of a run.

#include "commands/run/run_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>
#include <vector>

#include "files/atomic_file.h"
#include "files/data_paths.h"
#include "files/file_error.h"
#include "files/file_name.h"
#include "files/json.h"
#include "files/message.h"
#include "files/user_error.h"
#include "scene/element_file.h"
#include "scene/saved/grid_file.h"
#include "scene/saved/particle_file.h"
#include "scene/saved/seed_line_file.h"
#include "scene/saved/surface_file.h"
#include "scene/saved/vdb_file.h"
#include "scene/scene_lines.h"
#include "scene/start/tracer_tags.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// "states/all.vtkhdf.series" for "states/all_%05d.vtkhdf"; "states/states.vtkhdf.series" if the name is only a number.
fs::path seriesFile(const fs::path& pattern) {
  std::string name = pattern.stem().string();
  const std::size_t begin = name.find('%'), end = name.find('d', begin);
  name.erase(begin, end + 1 - begin);
  const auto isJoint = [](char c) { return c == '_' || c == '-' || c == '.'; };
  while (!name.empty() && isJoint(name.back())) name.pop_back();
  while (!name.empty() && isJoint(name.front())) name.erase(0, 1);
  if (name.empty()) name = fs::absolute(pattern).parent_path().filename().string();
  if (name.empty()) name = "states";
  return pattern.parent_path() / (name + ".vtkhdf.series");
}

/// The existing states listed in a series, by time, without `anew`. A file that is not a series counts as empty.
std::map<double, std::string> readSeries(const fs::path& file, const std::string& anew) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 26;
  std::map<double, std::string> states;
  try {
    const Json series = Json::parse(readTextFile(file.string(), kLargest));
    for (const Json& entry : series.at("files")) {
      const auto name = entry.at("name").get<std::string>();
      std::error_code error;
      if (name != anew && fs::exists(file.parent_path() / name, error)) states[entry.at("time").get<double>()] = name;
    }
  } catch (const Json::exception&) {
    return {};
  }
  return states;
}

}  // namespace

CheckpointFiles::CheckpointFiles(const std::string& path) : path_(path) {
  if (hasNumber(path)) series_.emplace(path, "states/%05d.ringlet");
}

std::string CheckpointFiles::at(std::int64_t number) const {
  return series_ ? series_->at(number) : path_;
}

void CheckpointFiles::note(std::int64_t number, double time) {
  if (!series_ || endingOf(path_) != kVtkEnding) return;
  const fs::path file = seriesFile(path_);
  AtomicFile out(file.string(), Existing::replace, OtherWriter::awaited);  // locked: other processes may add entries
  const std::string name = fs::path(at(number)).filename().string();
  std::error_code error;
  std::map<double, std::string> states;  // by time
  if (fs::exists(file, error)) states = readSeries(file, name);
  states[time] = name;
  Json list = Json::array();
  for (const auto& [when, state] : states) list.push_back({{"name", state}, {"time", when}});
  const Json series = {{"file-series-version", "1.0"}, {"files", list}};
  try {
    out.write(series.dump(2) + "\n");
    out.commit();
  } catch (const Json::exception&) {  // the name is no UTF-8 text, as JSON is; the file itself is as good as any
    if (!told_) tellError(fmt::format("{}: a .series cannot name such files; open them by themselves", at(number)));
    told_ = true;
  }
}

void CheckpointFiles::prepareFolder() const {
  std::error_code error;
  const fs::path folder = fs::path(path_).parent_path();
  if (!folder.empty() && !fs::create_directories(folder, error) && error)
    throw FileError(path_, "the folder cannot be made: " + error.message());
  if (fs::is_directory(path_, error)) throw UserError(path_ + ": is a folder");
}

std::optional<std::string> CheckpointFiles::inTheWay(std::int64_t number) const {
  std::error_code error;
  if (!series_) return fs::exists(path_, error) ? std::optional(path_) : std::nullopt;
  const std::vector<std::int64_t> numbers = series_->existing();
  const auto next = std::upper_bound(numbers.begin(), numbers.end(), number);
  return next == numbers.end() ? std::nullopt : std::optional(series_->at(*next));
}

namespace {

GridShape shapeOf(const GridBox& box, int longest) {
  const fmm::Vec3 size = box.high - box.low;
  const double spacing = box.spacing.value_or(std::max({size.x, size.y, size.z}) / longest);
  constexpr double kMostAlong = 4096, kMost = 512. * 512 * 512;
  const double cells[] = {size.x / spacing, size.y / spacing, size.z / spacing};
  if (std::max({cells[0], cells[1], cells[2]}) > kMostAlong ||
      std::max(cells[0], 1.) * std::max(cells[1], 1.) * std::max(cells[2], 1.) > kMost)
    throw UsageError(
        fmt::format("--grid-spacing {} makes {:.3g} x {:.3g} x {:.3g} cells of --grid-box; allowed: 4096 "
                    "along an edge and 1.34e8 in all",
                    spacing, cells[0], cells[1], cells[2]));
  return gridIn(box.low, box.high, spacing);
}

}  // namespace

RunExports::RunExports(const RunOptions& options) : gridCells_(options.gridCells) {
  if (!options.exportElements.empty()) elements_.emplace(options.exportElements);
  if (!options.exportGrid.empty()) grid_.emplace(options.exportGrid);
  if (!options.exportBodies.empty()) bodies_.emplace(options.exportBodies);
  if (!options.exportLines.empty()) lines_.emplace(options.exportLines);
  if (options.gridBox) gridShape_ = shapeOf(*options.gridBox, options.gridCells);
}

void RunExports::prepare(const Scene& scene, std::int64_t frame, bool replace) const {
  const fmm::Settings& settings = scene.settings;
  if (bodies_ && (settings.bodies.empty() || settings.space == fmm::Space::plane))
    throw UserError("--export-bodies: the flow has no bodies in space; leave it out");
  const auto hasSeeds = [](const Emitter& emitter) { return emitter.hasSeeds(); };
  if (lines_ && std::none_of(scene.emitters.begin(), scene.emitters.end(), hasSeeds))
    throw UserError("--export-lines: the scene has no [[emitter]] with shape = \"streaks\" or \"paths\"; leave it out");
  if (grid_ && endingOf(grid_->at(frame)) == kVdbEnding && vdbModule().empty())
    throw UserError("--export-grid: this program has no module for OpenVDB files; give a name that ends in .vtkhdf");
  for (const auto* files : {&elements_, &grid_, &bodies_, &lines_}) {
    if (!*files) continue;
    (*files)->prepareFolder();
    const auto other = replace ? std::nullopt : (*files)->inTheWay(frame - 1);
    if (other) throw UserError(*other + ": exists already and is kept; --force replaces it");
  }
}

std::vector<std::string> RunExports::write(const fmm::VortexSystem& system, const fmm::Tracers& tracers,
                                           const std::vector<SeedLine>& lines, const Scene& scene, std::int64_t frame) {
  std::vector<std::string> written;
  const fmm::Elements elements = system.elements();
  if (elements_ && endingOf(elements_->at(frame)) == kVtkEnding) {
    ParticleFields fields = fieldsAtParticles(system.settings(), elements, tracers);
    fields.births = ringBirths(scene);
    fields.time = system.time();
    written.push_back(elements_->at(frame));
    writeParticles(written.back(), fields, Existing::replace);
    elements_->note(frame, fields.time);
  } else if (elements_) {
    written.push_back(elements_->at(frame));
    exportElements(written.back(), elements, system.settings(), system.time());
  }
  if (grid_) {
    GridFields fields = gridShape_ ? fieldsOnGrid(system.settings(), elements, tracers, *gridShape_)
                                   : fieldsOnGrid(system.settings(), elements, tracers, gridCells_);
    fields.time = system.time();
    written.push_back(grid_->at(frame));
    const bool vdb = endingOf(written.back()) == kVdbEnding;
    (vdb ? writeVdb : writeGrid)(written.back(), fields, Existing::replace);
    grid_->note(frame, fields.time);
  }
  if (bodies_) {
    written.push_back(bodies_->at(frame));
    writeSurfaces(written.back(), fieldsOnBodies(system.settings(), elements, system.lattice().spacing, system.time()),
                  Existing::replace);
    bodies_->note(frame, system.time());
  }
  if (lines_) {
    written.push_back(lines_->at(frame));
    writeSeedLines(written.back(), lines, system.time(), Existing::replace);
    lines_->note(frame, system.time());
  }
  return written;
}

namespace {

constexpr std::int64_t kErrors = 20;  // measured in a run, at most

std::size_t ringsOf(const Scene& scene) {
  const bool plane = scene.settings.space == fmm::Space::plane;
  const std::size_t all = plane ? scene.patches.size() : lineCount(scene) + scene.launches.size();
  return std::min<std::size_t>(all, DiagnosticsSample::kMostRings);
}

}  // namespace

bool energyIsDue(std::int64_t frame, std::int64_t frames, std::size_t elements) {
  constexpr std::size_t kFew = 1024;
  constexpr std::int64_t kFramesBetween = 10;
  return elements <= kFew || frame % kFramesBetween == 0 || frame + 1 == frames;
}

bool errorIsDue(std::int64_t frame, std::int64_t frames) {
  return frame % std::max<std::int64_t>(1, (frames + kErrors - 1) / kErrors) == 0;
}

RunDiagnostics::RunDiagnostics(const std::string& path, Existing existing, const Scene& scene, std::int64_t frames)
    : log_(path, existing, {ringsOf(scene), scene.settings.bodies.size(), scene.settings.space}), frames_(frames) {}

void RunDiagnostics::add(Flow& flow, std::int64_t frame, const std::vector<fmm::StageTime>& stages) {
  const fmm::VortexSystem& system = flow.system();
  DiagnosticsSample sample = flow.measure(energyIsDue(frame, frames_, system.elementCount()));
  sample.stages = stages;
  for (const fmm::StageTime& stage : stages) sample.seconds += stage.seconds;
  if (errorIsDue(frame, frames_)) sample.error = flow.measureError();
  log_.add(sample);
}

}  // namespace app
