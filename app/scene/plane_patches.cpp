#include "scene/plane_patches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fmm/error.h"
#include "scene/line_tables.h"
#include "scene/range.h"
#include "scene/scene.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_particles.h"
#include "scene/text/table_keys.h"
#include "scene/text/toml_reader.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846, kDegree = kPi / 180;
constexpr std::size_t kMostPatches = 1000;
constexpr double kMostCopies = 1e6;
constexpr std::uint64_t kScatter = std::uint64_t{1} << 35;  // after the streams of emitters

constexpr const char* kPointOnLattice =
    "= \"point\" does not go with redistribution, which gives all elements one core "
    "radius; give \"gaussian\" or \"uniform\"";

bool isRound(const fmm::PlaneVortex& vortex) {
  return vortex.profile == fmm::PlaneProfile::point || vortex.halfAxes[0] == vortex.halfAxes[1];
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
  KeyReader keys(table);
  keys.place("centre", vortex.centre);
  keys("circulation", vortex.circulation, kNumber);
  double radius = 0, angle = 0;
  const bool round = table.read("core_radius", radius, kLength);
  if (round) vortex.halfAxes = {radius, radius};
  if (table.read("half_axes", vortex.halfAxes, kLength) && round)
    table.fail("half_axes", "and core_radius exclude each other: give one of them");
  if (table.read("angle", angle, {-360, 360})) vortex.angle = kDegree * angle;
  keys.choice("profile", vortex.profile, profileNames());
  if (vortex.profile == fmm::PlaneProfile::point && table.has("half_axes"))
    table.fail("half_axes", "are not of a point: give core_radius");
  if (vortex.profile == fmm::PlaneProfile::point && onLattice) table.fail("profile", kPointOnLattice);
  if (table.has("angle") && isRound(vortex)) table.fail("angle", "turns nothing round: give two half_axes");
  return vortex;
}

template <class Keys>
void describe(fmm::PlaneSheet& sheet, Keys& keys) {
  keys.place("from", sheet.from);
  keys.place("to", sheet.to);
  keys("circulation", sheet.circulation, kNumber);
  keys("thickness", sheet.thickness, kLength);
  keys("waves", sheet.waves, {0, 1000}, {true, sheet.waves > 0});
  keys("amplitude", sheet.amplitude, {0, kLongest}, {true, sheet.amplitude > 0});
}

fmm::PlaneSheet readSheet(TomlTable& table) {
  fmm::PlaneSheet sheet;
  KeyReader keys(table);
  describe(sheet, keys);
  if ((sheet.waves > 0) != (sheet.amplitude > 0))
    table.fail(sheet.waves > 0 ? "waves" : "amplitude", "is nothing alone: waves and amplitude belong together");
  if (sheet.from == sheet.to) table.fail("to", "and from are the same point");
  return sheet;
}

void addPatch(TomlTable& table, ScenePatch patch, const BodyPlaces& bodies, Scene& scene) {
  readLabel(table, patch.label);
  table.finish();
  const auto* vortex = std::get_if<fmm::PlaneVortex>(&patch.patch);
  if (const auto body = vortex ? bodies.containing(vortex->centre, 0) : std::nullopt)
    table.fail("centre", fmt::format("lies inside body {}; allowed: a vortex in the fluid", *body + 1));
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

void readPatches(TomlTable& top, const BodyPlaces& bodies, Scene& scene) {
  std::size_t vortices = 0;
  for (TomlTable& table : top.tables("vortex")) {
    ScenePatch patch;
    patch.patch = readVortex(table, scene.settings.redistribution.isOn());
    KeyReader keys(table);
    keys("count", patch.count, {1, kMostCopies});
    keys("within", patch.within, kLength);
    if (patch.count > 1 && !(patch.within > 0)) table.fail("count", "puts all in one place: give within [L] as well");
    if (patch.count == 1 && patch.within > 0) table.fail("within", "is of several vortices: give count as well");
    vortices += patch.count;
    if (static_cast<double>(vortices) > kMostCopies)
      table.fail("count", fmt::format("makes {} vortices; allowed: up to {:.0f} in all", vortices, kMostCopies));
    addPatch(table, patch, bodies, scene);
  }
  for (TomlTable& table : top.tables("sheet")) {
    ScenePatch patch;
    patch.patch = readSheet(table);
    addPatch(table, patch, bodies, scene);
  }
  if (scene.settings.space == fmm::Space::plane && !(scene.lines.empty() && scene.launches.empty()))
    top.fail(top.has("ring")   ? "ring"
             : top.has("knot") ? "knot"
                               : "filament",
             "belongs to flows in space; with space = \"plane\" give [[vortex]], [[sheet]] or [[elements]]");
}

std::string formatPatch(const ScenePatch& patch) {
  if (const auto* sheet = std::get_if<fmm::PlaneSheet>(&patch.patch)) {
    KeyWriter keys("\n[[sheet]]\n" + formatLabel(patch.label));
    fmm::PlaneSheet written = *sheet;
    describe(written, keys);
    return keys.text();
  }
  const auto& vortex = std::get<fmm::PlaneVortex>(patch.patch);
  KeyWriter keys("\n[[vortex]]\n" + formatLabel(patch.label));
  keys.place("centre", vortex.centre);
  keys("circulation", vortex.circulation);
  const auto [a, b] = vortex.halfAxes;
  isRound(vortex) ? keys("core_radius", a) : keys.place("half_axes", {a, b, 0});
  keys("angle", vortex.angle / kDegree, {}, {!isRound(vortex), vortex.angle != 0});
  keys.choice("profile", vortex.profile, profileNames());
  keys("count", patch.count, {}, {true, patch.count > 1});
  keys("within", patch.within, {}, {true, patch.within > 0});
  return keys.text();
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
