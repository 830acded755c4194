#include "scene/plane_patches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "fmm/error.h"
#include "scene/line_tables.h"
#include "scene/range.h"
#include "scene/scene.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_particles.h"
#include "scene/text/toml_reader.h"
#include "scene/text/toml_text.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846, kDegree = kPi / 180;
constexpr std::size_t kMostPatches = 1000;
constexpr double kMostCopies = 1e6;
constexpr std::uint64_t kScatter = std::uint64_t{1} << 35;  // after the streams of emitters

constexpr const char* kPointOnLattice =
    "= \"point\" does not go with redistribution, which gives all elements one core "
    "radius; give \"gaussian\" or \"uniform\"";

using Pair = std::array<double, 2>;

bool isRound(const fmm::PlaneVortex& vortex) {
  return vortex.profile == fmm::PlaneProfile::point || vortex.halfAxes[0] == vortex.halfAxes[1];
}

void readPlace(TomlTable& table, const char* key, fmm::Vec3& out) {
  Pair place = {out.x, out.y};
  if (table.read(key, place, kCoordinate)) out = {place[0], place[1], 0};
}
std::string pairText(double x, double y) {
  return fmt::format("[{}, {}]", realText(x), realText(y));
}

const std::vector<std::string>& profileNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& named : fmm::namesOf(fmm::PlaneProfile{})) all.emplace_back(named.second);
    return all;
  }();
  return names;
}

fmm::PlaneVortex readVortex(TomlTable& table, bool onLattice) {
  fmm::PlaneVortex vortex;
  readPlace(table, "centre", vortex.centre);
  table.read("circulation", vortex.circulation, kNumber);
  double radius = 0, angle = 0;
  const bool round = table.read("core_radius", radius, kLength);
  if (round) vortex.halfAxes = {radius, radius};
  if (table.read("half_axes", vortex.halfAxes, kLength) && round)
    table.fail("half_axes", "and core_radius exclude each other: give one of them");
  if (table.read("angle", angle, {-360, 360})) vortex.angle = kDegree * angle;
  auto profile = static_cast<std::size_t>(vortex.profile);
  table.readChoice("profile", profile, profileNames());
  vortex.profile = static_cast<fmm::PlaneProfile>(profile);
  if (vortex.profile == fmm::PlaneProfile::point && table.has("half_axes"))
    table.fail("half_axes", "are not of a point: give core_radius");
  if (vortex.profile == fmm::PlaneProfile::point && onLattice) table.fail("profile", kPointOnLattice);
  if (table.has("angle") && isRound(vortex)) table.fail("angle", "turns nothing round: give two half_axes");
  return vortex;
}

fmm::PlaneSheet readSheet(TomlTable& table) {
  fmm::PlaneSheet sheet;
  readPlace(table, "from", sheet.from);
  readPlace(table, "to", sheet.to);
  table.read("circulation", sheet.circulation, kNumber);
  table.read("thickness", sheet.thickness, kLength);
  std::int64_t waves = 0;
  if (table.read("waves", waves, {0, 1000})) sheet.waves = static_cast<int>(waves);
  table.read("amplitude", sheet.amplitude, {0, kLongest});
  if ((sheet.waves > 0) != (sheet.amplitude > 0))
    table.fail(waves > 0 ? "waves" : "amplitude", "is nothing alone: waves and amplitude belong together");
  if (sheet.from == sheet.to) table.fail("to", "and from are the same point");
  return sheet;
}

void addPatch(TomlTable& table, ScenePatch patch, Scene& scene) {
  readLabel(table, patch.label);
  table.finish();
  const auto* vortex = std::get_if<fmm::PlaneVortex>(&patch.patch);
  for (std::size_t k = 0; vortex && k < scene.settings.bodies.size(); ++k) {
    const fmm::Body& body = scene.settings.bodies[k];
    if (fmm::isInside(fmm::outlineAt(fmm::outlineOf(body), body.poseAt(0)), vortex->centre))
      table.fail("centre", fmt::format("lies inside body {}; allowed: a vortex in the fluid", k + 1));
  }
  if (scene.settings.space != fmm::Space::plane)
    table.fail("", "belongs to plane flows: give space = \"plane\" in [physics]");
  scene.patches.push_back(std::move(patch));
  if (scene.patches.size() > kMostPatches)
    table.fail("", fmt::format("is one of more than {}; allowed: 0 to {}", kMostPatches, kMostPatches));
}

double uniform(std::uint64_t seed, std::uint64_t number) {
  return static_cast<double>(seedFor(seed, kScatter + number) >> 11) * 0x1p-53;
}

}  // namespace

bool operator==(const ScenePatch& a, const ScenePatch& b) {
  return formatPatch(a) == formatPatch(b);
}

void readPatches(TomlTable& top, Scene& scene) {
  std::size_t vortices = 0;
  for (TomlTable& table : top.tables("vortex")) {
    ScenePatch patch;
    patch.patch = readVortex(table, scene.settings.redistribution.isOn());
    std::int64_t count = 1;
    if (table.read("count", count, {1, kMostCopies})) patch.count = static_cast<std::size_t>(count);
    table.read("within", patch.within, kLength);
    if (patch.count > 1 && !(patch.within > 0)) table.fail("count", "puts all in one place: give within [L] as well");
    if (patch.count == 1 && patch.within > 0) table.fail("within", "is of several vortices: give count as well");
    vortices += patch.count;
    if (static_cast<double>(vortices) > kMostCopies)
      table.fail("count", fmt::format("makes {} vortices; allowed: up to {:.0f} in all", vortices, kMostCopies));
    addPatch(table, patch, scene);
  }
  for (TomlTable& table : top.tables("sheet")) {
    ScenePatch patch;
    patch.patch = readSheet(table);
    addPatch(table, patch, scene);
  }
  if (scene.settings.space == fmm::Space::plane && !(scene.lines.empty() && scene.launches.empty()))
    top.fail(top.has("ring")   ? "ring"
             : top.has("knot") ? "knot"
                               : "filament",
             "belongs to flows in space; with space = \"plane\" give [[vortex]], [[sheet]] or [[elements]]");
}

std::string formatPatch(const ScenePatch& patch) {
  std::string text;
  const auto line = [&](const char* key, const std::string& value) {
    fmt::format_to(std::back_inserter(text), "{} = {}\n", key, value);
  };
  if (const auto* sheet = std::get_if<fmm::PlaneSheet>(&patch.patch)) {
    text = "\n[[sheet]]\n" + formatLabel(patch.label);
    line("from", pairText(sheet->from.x, sheet->from.y));
    line("to", pairText(sheet->to.x, sheet->to.y));
    line("circulation", realText(sheet->circulation));
    line("thickness", realText(sheet->thickness));
    if (sheet->waves > 0) line("waves", tomlText(sheet->waves));
    if (sheet->amplitude > 0) line("amplitude", realText(sheet->amplitude));
    return text;
  }
  const auto& vortex = std::get<fmm::PlaneVortex>(patch.patch);
  text = "\n[[vortex]]\n" + formatLabel(patch.label);
  line("centre", pairText(vortex.centre.x, vortex.centre.y));
  line("circulation", realText(vortex.circulation));
  const auto [a, b] = vortex.halfAxes;
  isRound(vortex) ? line("core_radius", realText(a)) : line("half_axes", pairText(a, b));
  if (vortex.angle != 0 && !isRound(vortex)) line("angle", realText(vortex.angle / kDegree));
  line("profile", tomlText(vortex.profile));
  if (patch.count > 1) line("count", tomlText(patch.count));
  if (patch.within > 0) line("within", realText(patch.within));
  return text;
}

std::vector<fmm::PlanePatch> patchesOf(const Scene& scene) {
  std::vector<fmm::PlanePatch> all;
  std::uint64_t number = 0;
  for (const ScenePatch& patch : scene.patches) {
    for (std::size_t i = 0; i < patch.count; ++i) {
      fmm::PlanePatch one = patch.patch;
      if (auto* vortex = std::get_if<fmm::PlaneVortex>(&one); vortex && patch.count > 1) {
        const double r = patch.within * std::sqrt(uniform(scene.seed, number)),
                     phi = 2 * kPi * uniform(scene.seed, number + 1);
        vortex->centre = vortex->centre + fmm::Vec3{r * std::cos(phi), r * std::sin(phi), 0};
        if (i % 2 == 1) vortex->circulation = -vortex->circulation;
        number += 2;
      }
      all.push_back(one);
    }
  }
  return all;
}

double patchSpacing(const Scene& scene) {
  if (scene.settings.spacing > 0) return scene.settings.spacing;
  if (scene.sigma) return *scene.sigma / scene.overlap;
  return fmm::planeSpacing(patchesOf(scene), sceneCounts(scene).elements, scene.settings.nodeThreshold);
}

fmm::Elements patchElements(const Scene& scene) {
  if (scene.patches.empty()) return {};
  const std::vector<fmm::PlanePatch> patches = patchesOf(scene);
  const double spacing = patchSpacing(scene), threshold = scene.settings.nodeThreshold;
  const fmm::Vec3 node = fmm::planeNode(patches);
  fmm::Elements elements;
  auto next = patches.begin();
  for (std::size_t k = 0; k < scene.patches.size(); ++k) {
    const auto first = next;
    next += static_cast<std::ptrdiff_t>(scene.patches[k].count);
    try {
      fmm::Elements made = fmm::planeElements({first, next}, spacing, scene.overlap, threshold, node);
      made.ring.assign(made.size(), static_cast<std::int32_t>(k));
      fmm::append(elements, made);
    } catch (const fmm::InvalidInput& error) {
      throw fmm::InvalidInput(fmt::format("{}: {}", patchName(scene, k), error.what()));
    }
  }
  return elements;
}

void requireNoPoints(const Scene& scene) {
  for (std::size_t k = 0; k < scene.patches.size(); ++k) {
    const auto* vortex = std::get_if<fmm::PlaneVortex>(&scene.patches[k].patch);
    if (vortex && vortex->profile == fmm::PlaneProfile::point)
      throw fmm::InvalidInput(fmt::format("{}: profile {}", patchName(scene, k), kPointOnLattice));
  }
}

std::string patchCoarseness(const Scene& scene) {
  const double h = patchSpacing(scene);
  double worst = 1;
  std::size_t narrowest = 0;
  for (std::size_t k = 0; k < scene.patches.size(); ++k) {
    const double widest = fmm::widestSpacing(scene.patches[k].patch, scene.overlap, scene.settings.regularisation);
    if (h / widest > worst) worst = h / widest, narrowest = k;
  }
  if (worst <= 1) return {};
  const double side = fmm::planeSpacing(patchesOf(scene), 1, scene.settings.nodeThreshold) * worst / h;
  return fmt::format(
      "the spacing of {:.3g} is {:.3g} times too wide for {} to start as it is asked for within 1 %: that takes {}", h,
      worst, patchName(scene, narrowest),
      scene.sigma ? fmt::format("a sigma of {:.2g}", *scene.sigma / worst)
                  : fmt::format("a spacing of {:.2g}, about {:.0f} elements", h / worst, side * side));
}

fmm::Ring circleAbout(const ScenePatch& patch) {
  fmm::Ring ring;
  ring.profile = fmm::CoreProfile::gaussian;
  if (const auto* sheet = std::get_if<fmm::PlaneSheet>(&patch.patch)) {
    ring.centre = 0.5 * (sheet->from + sheet->to);
    ring.radius = fmm::norm(sheet->to - sheet->from) / 2;
    ring.coreRadius = std::sqrt(2 * ring.radius * sheet->thickness / std::sqrt(kPi));  // with the same total vorticity
    ring.circulation = sheet->circulation;
    return ring;
  }
  const auto& vortex = std::get<fmm::PlaneVortex>(patch.patch);
  ring.centre = vortex.centre;
  ring.radius = patch.within + std::max(vortex.halfAxes[0], vortex.halfAxes[1]);
  ring.coreRadius = std::sqrt(vortex.halfAxes[0] * vortex.halfAxes[1]);
  ring.circulation = vortex.circulation;
  return ring;
}

std::vector<fmm::Ring> patchRings(const Scene& scene) {
  std::vector<fmm::Ring> rings;
  for (const ScenePatch& patch : scene.patches) rings.push_back(circleAbout(patch));
  return rings;
}

std::string patchName(const Scene& scene, std::size_t index) {
  const ScenePatch& named = scene.patches.at(index);
  if (!named.label.name.empty()) return named.label.name;
  const bool sheet = std::holds_alternative<fmm::PlaneSheet>(named.patch);
  const auto alike = [&](const ScenePatch& patch) {
    return std::holds_alternative<fmm::PlaneSheet>(patch.patch) == sheet;
  };
  const auto first = scene.patches.begin(), end = first + static_cast<std::ptrdiff_t>(index) + 1;
  return fmt::format("{} {}", sheet ? "sheet" : "vortex", std::count_if(first, end, alike));
}

}  // namespace app
