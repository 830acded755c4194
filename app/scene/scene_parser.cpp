// Scene file -> Scene. Every key, its type and its allowed range stand here; assets/scenes/leapfrog.toml
// shows the most used ones, the README explains all.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fmm/error.h"
#include "scene/knot_parser.h"
#include "scene/line_parser.h"
#include "scene/look_file.h"
#include "scene/region_parser.h"
#include "scene/ring_parser.h"
#include "scene/scene_file.h"
#include "scene/scene_lines.h"
#include "scene/toml_reader.h"

namespace app {
namespace {

constexpr double kFastest = 1e12;                  // time steps, viscosities, rates
constexpr double kMaximumCount = 1e9;              // elements, tracers
constexpr double kMaximumSeed = 9007199254740992;  // 2^53: exact in every format that it passes through

template <class Enum>
void readEnum(TomlTable& table, const char* key, Enum& out) {
  std::string name;
  if (!table.read(key, name)) return;
  const auto value = fmm::parse<Enum>(name);
  if (!value) table.fail(key, fmt::format("= \"{}\" is not known; allowed: {}", name, fmm::allowedNames<Enum>()));
  out = *value;
}

/// A number that is 0, which switches something off, or within a range.
void readOffOr(TomlTable& table, const char* key, double& out, double low, double high) {
  if (table.read(key, out, {0, high}) && out != 0 && out < low)
    table.fail(key, fmt::format("= {} is out of range; allowed: 0 (off) or {} to {}", out, low, high));
}

void readViscosity(TomlTable& table, fmm::Settings& settings) {
  table.read("viscosity", settings.viscosity, {0, kFastest});
  readEnum(table, "diffusion", settings.diffusion);
  readOffOr(table, "core_growth", settings.coreGrowth, 1.05, 10);
  table.read("relaxation", settings.relaxation, {0, kFastest});
  if (settings.viscosity > 0 && settings.timeStep < 0)
    table.fail("viscosity", "and a negative dt exclude each other: what has spread does not come back");
  if (settings.relaxation > 0 && settings.timeStep < 0)
    table.fail("relaxation", "and a negative dt exclude each other: it cannot be undone");
}

void readRefinement(TomlTable& table, fmm::Settings& settings) {
  readOffOr(table, "minimum_overlap", settings.minimumOverlap, 0.1, 10);
  std::int64_t budget = 0;
  if (table.read("element_budget", budget, {0, kMaximumCount}))
    settings.elementBudget = static_cast<std::size_t>(budget);
  table.read("merge_tolerance", settings.mergeTolerance, {0, 0.1});
  if (settings.minimumOverlap > 0 && settings.timeStep < 0)
    table.fail("minimum_overlap", "and a negative dt exclude each other: what was split stays split");
}

/// After precision and solver, on which the finest one hangs.
void readTolerance(TomlTable& table, fmm::Settings& settings) {
  constexpr double kFinest = 1e-10, kFinestInFloat = 1e-6, kCoarsest = 0.1;
  table.read("tolerance", settings.tolerance, {kFinest, kCoarsest});
  const bool inFloat = settings.precision == fmm::Precision::single && settings.solver == fmm::SolverKind::fmm;
  if (inFloat && settings.tolerance < kFinestInFloat)
    table.fail("tolerance", fmt::format("= {} is finer than float sums; allowed: {} to {}, or from {} with precision = "
                                        "\"double\"",
                                        settings.tolerance, kFinestInFloat, kCoarsest, kFinest));
}

void readPhysics(TomlTable table, Scene& scene) {
  fmm::Settings& settings = scene.settings;
  if (table.read("dt", settings.timeStep, {-kFastest, kFastest}) && settings.timeStep == 0)
    table.fail("dt", "= 0 is out of range; allowed: -1e12 to 1e12, but not 0");
  readEnum(table, "integrator", settings.integrator);
  if (table.read("courant", settings.courant, {0, 2}) && settings.courant != 0 && settings.courant < 0.001)
    table.fail("courant",
               fmt::format("= {} is out of range; allowed: 0 (fixed steps) or 0.001 to 2", settings.courant));
  readEnum(table, "formulation", settings.formulation);
  readViscosity(table, settings);
  readRefinement(table, settings);
  readEnum(table, "stretching", settings.stretching);
  readEnum(table, "regularisation", settings.regularisation);
  readEnum(table, "solver", settings.solver);
  readEnum(table, "backend", settings.backend);
  readEnum(table, "precision", settings.precision);
  readTolerance(table, settings);
  table.read("overlap", scene.overlap, {1, 10});
  double sigma = 0;
  if (table.read("sigma", sigma, kLength)) {
    if (table.has("overlap")) table.fail("sigma", "and overlap exclude each other: give one of them");
    scene.sigma = sigma;
  }
  if (settings.regularisation == fmm::Regularisation::rosenhead && settings.solver != fmm::SolverKind::direct)
    table.fail("regularisation", "= \"rosenhead\" needs solver = \"direct\"");
  table.finish();
}

void readGround(TomlTable table, Scene& scene) {
  fmm::GroundPlane plane;
  table.read("point", plane.point, kCoordinate);
  table.read("normal", plane.normal, kCoordinate);
  table.finish();
  if (fmm::norm(plane.normal) == 0) table.fail("normal", "= [0, 0, 0] has no direction");
  scene.settings.ground = plane;
}

void readParticles(TomlTable table, Scene& scene) {
  std::int64_t count = 0;
  if (table.read("elements", count, {1, kMaximumCount})) scene.elements = static_cast<std::size_t>(count);
  if (table.read("tracers", count, {0, kMaximumCount})) scene.tracers = static_cast<std::size_t>(count);
  if (table.read("seed", count, {0, kMaximumSeed})) scene.seed = static_cast<std::uint64_t>(count);
  table.read("tracer_tube", scene.tracerTube, kLength);
  table.finish();
}

void requireColourMap(const TomlTable& table, const std::string& name) {
  const std::vector<std::string> known = colourMapFiles();
  if (name != "dye" && std::find(known.begin(), known.end(), name) == known.end())
    table.fail("colour_map", fmt::format("= \"{}\" is not known; allowed: {} and dye", name, fmt::join(known, ", ")));
}

void readView(TomlTable table, Scene& scene) {
  CameraPose& camera = scene.camera;
  ViewSettings& view = scene.view;
  table.read("eye", camera.eye, kCoordinate);
  table.read("target", camera.target, kCoordinate);
  table.read("up", camera.up, kCoordinate);
  table.read("field_of_view", camera.fieldOfView, {1, 170});
  std::string look;
  if (table.read("look", look)) {
    const std::vector<std::string> known = lookNames();
    if (std::find(known.begin(), known.end(), look) == known.end())
      table.fail("look", fmt::format("= \"{}\" is not known; allowed: {}", look, fmt::join(known, ", ")));
    applyLook(loadLook(look), view);
  }
  readLook(table, view);
  if (table.has("colour_map")) requireColourMap(table, view.colourMap);
  table.read("follow", view.follow);
  table.finish();

  if (camera.eye == camera.target) table.fail("eye", "and target are the same point");
  if (fmm::norm(fmm::cross(camera.up, camera.target - camera.eye)) == 0)
    table.fail("up", "is zero or points along the line of sight");
}

void readFilm(TomlTable table, Scene& scene) {
  std::pair<int, int> size{scene.film.width, scene.film.height};
  std::int64_t steps = scene.stepsPerFrame;
  table.read("seconds", scene.film.seconds, {0, 86400, true});
  table.read("fps", scene.film.framesPerSecond, {1, 1000});
  table.read("size", size, {16, 16384});
  std::int64_t supersampling = scene.film.supersampling;
  if (table.read("supersampling", supersampling, {1, 8})) scene.film.supersampling = static_cast<int>(supersampling);
  table.read("quality", scene.film.quality, {0, 100});
  table.read("ends_by_itself", scene.film.endsByItself);
  double timePerSecond = 0;
  if (table.read("time_per_second", timePerSecond, {0, kLargestNumber, true})) scene.film.timePerSecond = timePerSecond;
  table.read("steps_per_frame", steps, {1, 10000});
  table.finish();
  scene.film.width = size.first;
  scene.film.height = size.second;
  scene.stepsPerFrame = static_cast<int>(steps);
}

// Where the file has no [view]: three-quarter view of a ball around all rings; of some place without any.
CameraPose viewOf(const Scene& scene) {
  std::vector<fmm::Ring> rings;
  for (const VortexLine& line : linesOf(scene)) rings.push_back(asRing(line));
  for (const RingLaunch& launch : scene.launches) rings.push_back(launch.ring);
  fmm::Vec3 centre;
  for (const fmm::Ring& ring : rings) centre = centre + (1.0 / static_cast<double>(rings.size())) * ring.centre;
  double radius = rings.empty() ? 0.5 : 0;
  for (const fmm::Ring& ring : rings)
    radius = std::max(radius, fmm::norm(ring.centre - centre) + ring.radius + ring.coreRadius);
  CameraPose pose;
  pose.target = centre;
  pose.eye = centre + radius * fmm::Vec3{2.2, 1.2, 3.0};
  return pose;
}

void readTop(TomlTable& top, Scene& scene) {
  top.read("title", scene.title);
  top.read("note", scene.note);
  if (auto table = top.table("physics")) readPhysics(*table, scene);
  if (auto table = top.table("particles")) readParticles(*table, scene);
  if (auto table = top.table("ground")) readGround(*table, scene);
  readRings(top, scene);
  readKnots(top, scene);
  readRegions(top, scene);
  scene.camera = viewOf(scene);
  if (auto table = top.table("view")) readView(*table, scene);
  if (auto table = top.table("film")) readFilm(*table, scene);
  top.finish();
}

/// Is every line a single one of elements? Classical stretching keeps impulse and energy of those to round-off.
bool isOfFilaments(const Scene& scene) {
  const auto single = [](const auto& line) { return line.profile == fmm::CoreProfile::filament; };
  return lineCount(scene) + scene.launches.size() > 0 && std::all_of(scene.rings.begin(), scene.rings.end(), single) &&
         std::all_of(scene.knots.begin(), scene.knots.end(), single) &&
         std::all_of(scene.launches.begin(), scene.launches.end(),
                     [&](const RingLaunch& launch) { return single(launch.ring); });
}

}  // namespace

Scene parseScene(std::string_view text, const std::string& file) {
  const auto document = parseToml(text, file);
  TomlTable top(*document, file, "");
  Scene scene;
  scene.name = std::filesystem::path(file).stem().string();
  if (scene.name.empty()) scene.name = "untitled";
  readTop(top, scene);
  if (scene.title.empty()) scene.title = scene.name;
  const auto physics = top.table("physics");
  if (!(physics && physics->has("stretching")) && isOfFilaments(scene))
    scene.settings.stretching = fmm::Stretching::classical;
  const auto sharing = lineCount(scene) + static_cast<std::size_t>(
                                              std::count_if(scene.launches.begin(), scene.launches.end(),
                                                            [](const RingLaunch& launch) { return !launch.elements; }));
  if (scene.elements && *scene.elements < sharing)
    throw UserError(fmt::format(
        "{}: particles: elements = {} is out of range; allowed: {} (one for each ring or component of a knot) to {}",
        file, *scene.elements, sharing, kMaximumCount));
  try {
    scene.settings.validate();
  } catch (const fmm::InvalidInput& error) {
    throw UserError(file + ": physics: " + error.what());
  }
  return scene;
}

}  // namespace app
