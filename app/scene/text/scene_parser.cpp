// Scene file -> Scene. Keys, types and allowed ranges are in the tables of settings, the kinds of lines, and the parser
// of regions; assets/scenes/leapfrog.toml shows the most common ones, docs/scenes.md and docs/settings.md explain all.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "fmm/idle_settings.h"
#include "fmm/settings.h"
#include "fmm/settings_table.h"
#include "scene/body_places.h"
#include "scene/element_file.h"
#include "scene/scene_lines.h"
#include "scene/scene_settings_table.h"
#include "scene/text/body_tables.h"
#include "scene/text/heat_tables.h"
#include "scene/text/look_file.h"
#include "scene/text/scene_file.h"
#include "scene/text/scene_tables.h"
#include "scene/text/setting_file.h"
#include "scene/text/toml_reader.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

/// Refuses keys that ask for what this flow never does.
void refuseIdle(const TomlTable& table, const Scene& scene) {
  const char* first = nullptr;
  std::vector<std::string_view> others;
  fmm::forEachSetting<fmm::Settings>([&](const auto& setting) {
    if (!table.has(setting.key) || fmm::whyIdle(setting.key, scene.settings).empty()) return;
    if (first) others.emplace_back(setting.key);
    if (!first) first = setting.key;
  });
  if (!first) return;
  const std::string more = others.empty() ? "" : fmt::format("; leave out {}, too", fmt::join(others, ", "));
  table.fail(first, fmt::format("has no effect: {}{}", fmm::whyIdle(first, scene.settings), more));
}

void readPhysics(TomlTable table, Scene& scene) {
  readSettings<fmm::MotionSettings>(table, scene.settings);
  readSettings<fmm::FieldSettings>(table, scene.settings);
  readSettings<WidthSettings>(table, scene);
  if (scene.sigma && table.has("overlap")) table.fail("sigma", "and overlap exclude each other: give one of them");
  const bool lattice = scene.settings.redistribution.isOn();
  if (scene.sigma && lattice) table.fail("sigma", "follows from spacing and overlap with redistribution: give those");
  if (scene.sigma && scene.settings.space == fmm::Space::plane && scene.settings.spacing > 0)
    table.fail("sigma", "and spacing exclude each other in a plane flow: give one of them");
  if (scene.overlap < 1 && !lattice)
    table.fail("overlap", fmt::format("= {} is out of range without redistribution; allowed: 1 to 10", scene.overlap));
  if (const fmm::SettingRule* rule = fmm::brokenRule(scene.settings))
    table.fail(rule->key, rule->complaint(scene.settings));
  refuseIdle(table, scene);
  table.finish();
}

void readGround(TomlTable table, Scene& scene) {
  fmm::GroundPlane plane;
  table.read("point", plane.point, kCoordinate);
  table.read("normal", plane.normal, kCoordinate);
  constexpr auto kWall = fmm::settingOf(&fmm::MotionSettings::wall);
  readValue(table, kWall.key, kWall.range, scene.settings.wall);
  table.finish();
  if (fmm::norm(plane.normal) == 0) table.fail("normal", "= [0, 0, 0] has no direction");
  scene.settings.ground = plane;
  if (const fmm::SettingRule* rule = fmm::brokenRule(scene.settings))
    table.fail(rule->key, rule->complaint(scene.settings));
}

void readParticles(TomlTable table, Scene& scene) {
  readSettings<ParticleSettings>(table, scene);
  table.finish();
}

void requireColourMap(const TomlTable& table, const char* key, const std::string& name) {
  if (!table.has(key) || name == kDyeMap) return;
  const std::vector<std::string> known = colourMapFiles();
  if (std::find(known.begin(), known.end(), name) == known.end())
    table.fail(key, fmt::format("= \"{}\" is not known; allowed: {} and {}", name, fmt::join(known, ", "), kDyeMap));
}

void readView(TomlTable table, Scene& scene) {
  CameraPose& camera = scene.camera;
  ViewSettings& view = scene.view;
  readSettings(table, camera);
  std::string look;
  if (table.read("look", look)) {
    const std::vector<std::string> known = lookNames();
    if (std::find(known.begin(), known.end(), look) == known.end())
      table.fail("look", fmt::format("= \"{}\" is not known; allowed: {}", look, fmt::join(known, ", ")));
    applyLook(loadLook(look), view);
  }
  readLook(table, view);
  requireColourMap(table, "colour_map", view.colourMap);
  requireColourMap(table, "vorticity_map", view.vorticityMap);
  readSettings<FollowSettings>(table, view);
  table.finish();

  if (camera.eye == camera.target) table.fail("eye", "and target are the same point");
  if (fmm::norm(fmm::cross(camera.up, camera.target - camera.eye)) == 0)
    table.fail("up", "is zero or points along the line of sight");
}

void readFilm(TomlTable table, Scene& scene) {
  readSettings(table, scene.film);
  readSettings<PaceSettings>(table, scene);
  table.finish();
}

// The camera without [view] in the file: a three-quarter view of a ball around all rings, or of a default ball.
CameraPose viewOf(const Scene& scene) {
  std::vector<fmm::Ring> rings = beginningRings(scene);
  for (const RingLaunch& launch : scene.launches) rings.push_back(launch.ring);
  fmm::Vec3 centre;
  for (const fmm::Ring& ring : rings) centre = centre + (1.0 / static_cast<double>(rings.size())) * ring.centre;
  double radius = rings.empty() ? 0.5 : 0;
  for (const fmm::Ring& ring : rings)
    radius = std::max(radius, fmm::norm(ring.centre - centre) + ring.radius + ring.coreRadius);
  CameraPose pose;
  pose.target = centre;
  if (scene.settings.space == fmm::Space::plane) {  // from above
    pose.eye = centre + radius * fmm::Vec3{0, 0, 3.6};
    pose.up = {0, 1, 0};
    return pose;
  }
  pose.eye = centre + radius * fmm::Vec3{2.2, 1.2, 3.0};
  return pose;
}

/// True if every line is a filament, whose impulse and energy classical stretching conserves to round-off.
bool isOfFilaments(const Scene& scene) {
  const auto single = [](const fmm::LineBase& line) { return line.profile == fmm::CoreProfile::filament; };
  bool all = scene.given.empty() && scene.patches.empty() && (!scene.lines.empty() || !scene.launches.empty());
  scene.lines.forEach([&](const fmm::LineBase& line) { all &= single(line); });
  for (const RingLaunch& launch : scene.launches) all &= single(launch.ring);
  return all;
}

constexpr std::size_t kMostFiles = 100;

/// Elements determine the core function of a scene that names none.
void takeCore(const TomlTable& table, fmm::Regularisation core, std::optional<fmm::Regularisation>& known,
              Scene& scene) {
  const char* key = fmm::settingOf(&fmm::FieldSettings::regularisation).key;
  if (known && *known != core)
    table.fail("file", fmt::format("has elements of the core {}, the files before {}; give {} in [physics]",
                                   fmm::toString(core), fmm::toString(*known), key));
  known = core;
  scene.settings.regularisation = core;
  if (const fmm::SettingRule* rule = fmm::brokenRule(scene.settings))
    table.fail("file", fmt::format("has elements of the core {}: {} {}; or give {} in [physics]", fmm::toString(core),
                                   rule->key, rule->complaint(scene.settings), key));
}

/// Refuses elements that lie inside a body with their cores, but for those that bodies have given off, and the faint.
void requireOutside(const TomlTable& table, const BodyPlaces& bodies, const fmm::Elements& elements) {
  constexpr double kCounted = 1e-3;  // of the strongest
  if (bodies.empty()) return;
  double strongest = 0;
  for (const fmm::Vec3& strength : elements.strength) strongest = std::max(strongest, fmm::norm(strength));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const bool given = i < elements.ring.size() && elements.ring[i] == fmm::kWallRing;
    if (given || fmm::norm(elements.strength[i]) < kCounted * strongest) continue;
    const fmm::Vec3 x = elements.position[i];
    const auto body = bodies.containing(x, 0);
    const double sigma = elements.coreRadius[i];
    const fmm::Vec3 edges[] = {{sigma, 0, 0}, {0, sigma, 0}, {0, 0, sigma}};
    const bool all = body && std::all_of(std::begin(edges), std::end(edges), [&](fmm::Vec3 edge) {
                       return bodies.containing(x + edge, 0) && bodies.containing(x - edge, 0);
                     });
    if (all)
      table.fail("file", fmt::format("has an element inside body {}, element {} at [{:.6g}, {:.6g}, {:.6g}]; allowed: "
                                     "elements in the fluid",
                                     *body + 1, i + 1, x.x, x.y, x.z));
  }
}

void readGiven(TomlTable& top, const SceneFiles& files, bool saysCore, const BodyPlaces& bodies, Scene& scene) {
  std::optional<fmm::Regularisation> core;
  for (TomlTable& table : top.tables("elements")) {
    GivenElements given;
    std::string name;
    table.read("file", name);
    double sigma = 0;
    if (table.read("core_radius", sigma, {0, kLength.high})) given.coreRadius = sigma;
    table.finish();
    if (!hasElementEnding(name)) table.fail("file", "must be a file's name that ends in .csv, .npy or .ringlet");
    given.file = files.pathOf(name);
    if (files.elements) {
      FileElements read = files.elements(given, scene.settings.space, scene.given.size());
      if (read.space && *read.space != scene.settings.space)
        table.fail("file", fmt::format("has elements of a flow with space = \"{}\"; this scene has \"{}\"",
                                       fmm::toString(*read.space), fmm::toString(scene.settings.space)));
      if (!read.heat.empty() && !scene.settings.heat)
        table.fail("file", fmt::format("= \"{}\" has elements with heat, and this scene has none; give heat = true in "
                                       "[physics], or a file without",
                                       name));
      if (read.core && !saysCore) takeCore(table, *read.core, core, scene);
      requireOutside(table, bodies, read);
      given.content = contentOf(std::move(read), given.file);
    }
    scene.given.push_back(std::move(given));
    if (scene.given.size() > kMostFiles)
      top.fail("elements", fmt::format("tables [[elements]]: more than {}; allowed: 0 to {}", kMostFiles, kMostFiles));
  }
}

void readTop(TomlTable& top, const SceneFiles& files, Scene& scene) {
  top.read("title", scene.title);
  top.read("about", scene.about);
  top.read("note", scene.note);
  bool saysStretching = false, saysCore = false;
  scene.settings.bodies = readBodies(top, files);  // settings of [physics] depend on them
  scene.settings.heatSources = readHeatSources(top);
  scene.settings.heat = !scene.settings.heatSources.empty();
  if (auto table = top.table("physics")) {
    saysStretching = table->has(fmm::settingOf(&fmm::MotionSettings::stretching).key);
    saysCore = table->has(fmm::settingOf(&fmm::FieldSettings::regularisation).key);
    readPhysics(*table, scene);
  } else if (const fmm::SettingRule* rule = fmm::brokenRule(scene.settings)) {
    top.fail(scene.settings.bodies.empty() ? "heat" : "body", rule->complaint(scene.settings));
  }
  if (auto table = top.table("particles")) readParticles(*table, scene);
  if (auto table = top.table("ground")) readGround(*table, scene);
  const BodyPlaces bodies(files.begun ? std::vector<fmm::Body>() : scene.settings.bodies);
  requireOutside(top, bodies, scene.settings);
  readLines(top, files, bodies, scene);
  readPatches(top, bodies, scene);
  readGiven(top, files, saysCore, bodies, scene);
  readRegions(top, scene);
  readEmitters(top, scene);
  if (!saysStretching && isOfFilaments(scene)) scene.settings.stretching = fmm::Stretching::classical;
  scene.camera = viewOf(scene);
  if (auto table = top.table("view")) readView(*table, scene);
  if (auto table = top.table("film")) readFilm(*table, scene);
  top.finish();
}

}  // namespace

Scene parseScene(std::string_view text, const std::string& file, const SceneFiles& given) {
  const auto document = parseToml(text, file);
  TomlTable top(*document, file, "");
  Scene scene;
  scene.name = std::filesystem::path(file).stem().string();
  if (scene.name.empty()) scene.name = "untitled";
  SceneFiles files = given;
  files.folder = std::filesystem::path(file).parent_path().string();
  readTop(top, files, scene);
  if (scene.title.empty()) scene.title = scene.name;
  const std::size_t sharing = sharingLineCount(scene);
  if (scene.elements && *scene.elements < sharing)
    throw UserError(fmt::format(
        "{}: particles: elements = {} is out of range; allowed: {} (one for each ring or component of a knot) to {}",
        file, *scene.elements, sharing, kLargestCount));
  return scene;
}

}  // namespace app
