// Layout: /VTKHDF is what ParaView reads (VTKHDF 1.0, unstructured grid): the points, and one poly-vertex cell each for
// elements and tracers. /Ringlet is what a resumed run needs besides: format version, counts, clock, scene, settings.

#include "scene/snapshot_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "files/hdf5_file.h"
#include "files/user_error.h"
#include "fmm/error.h"
#include "scene/range.h"
#include "scene/scene_file.h"
#include "scene/snapshot_text.h"
#include "scene/tracer_tags.h"

namespace app {
namespace {

/// Of version 1 rings count from 0, from version 2 on from 1, as everywhere that users see them.
constexpr std::int64_t kFormatVersion = 2;
constexpr std::size_t kLongestName = 200;  // a file system allows 255 bytes, endings and numbers included
constexpr const char* kPointData = "/VTKHDF/PointData";
constexpr std::uint8_t kPolyVertex = 2;  // VTK's cell type

/// As many digits as are worth their space.
std::vector<fmm::Vec3> inFloats(std::vector<fmm::Vec3> vectors) {
  const auto rounded = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  for (fmm::Vec3& v : vectors) v = {rounded(v.x), rounded(v.y), rounded(v.z)};
  return vectors;
}

/// Time since the particles' rings were born [T].
std::vector<float> agesOf(const std::vector<std::int32_t>& ring, const Scene& scene, double time) {
  const std::vector<double> births = ringBirths(scene);
  std::vector<float> ages(ring.size());
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const bool known = ring[i] >= 0 && static_cast<std::size_t>(ring[i]) < births.size();
    ages[i] = static_cast<float>(time - (known ? births[static_cast<std::size_t>(ring[i])] : 0));
  }
  return ages;
}

/// What elements have besides by name; files of before it was there are without.
template <class AnyElements>
auto extentsOf(AnyElements& elements) {
  return std::array{std::pair{std::string("length"), &elements.length},
                    std::pair{std::string("volume"), &elements.volume},
                    std::pair{std::string("reference_radius"), &elements.referenceRadius}};
}

void writeGrid(const Checkpoint& checkpoint, Hdf5Image& image) {
  const std::uint64_t elements = checkpoint.elements.size(), tracers = checkpoint.tracers.size();
  const std::uint64_t points = elements + tracers;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::uint8_t> isTracer;
  for (const bool tracerCell : {false, true}) {
    const std::uint64_t count = tracerCell ? tracers : elements;
    if (count == 0) continue;
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(count));
    isTracer.push_back(tracerCell);
  }
  std::vector<fmm::Vec3> position = checkpoint.elements.position;
  position.insert(position.end(), checkpoint.tracers.position.begin(), checkpoint.tracers.position.end());
  std::vector<std::int32_t> ring = checkpoint.elements.ring;
  ring.insert(ring.end(), checkpoint.tracers.ring.begin(), checkpoint.tracers.ring.end());

  image.group("/VTKHDF");
  image.attribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  image.attribute("/VTKHDF", "Type", std::string("UnstructuredGrid"));
  image.integers("/VTKHDF/NumberOfPoints", {static_cast<std::int64_t>(points)});
  image.integers("/VTKHDF/NumberOfCells", {static_cast<std::int64_t>(isTracer.size())});
  image.integers("/VTKHDF/NumberOfConnectivityIds", {static_cast<std::int64_t>(points)});
  image.rows("/VTKHDF/Points", position, points);
  image.sequence("/VTKHDF/Connectivity", points);
  image.integers("/VTKHDF/Offsets", offsets);
  image.bytes("/VTKHDF/Types", std::vector<std::uint8_t>(isTracer.size(), kPolyVertex));
  image.group("/VTKHDF/PointData");
  image.rows("/VTKHDF/PointData/strength", checkpoint.elements.strength, points);
  image.rows("/VTKHDF/PointData/core_radius", checkpoint.elements.coreRadius, points);
  image.rows("/VTKHDF/PointData/age", agesOf(ring, checkpoint.scene, checkpoint.time), points);
  for (std::int32_t& number : ring) ++number;
  image.rows("/VTKHDF/PointData/ring", ring, points);
  if (checkpoint.speed.size() == points) image.rows("/VTKHDF/PointData/speed", checkpoint.speed, points);
  for (const auto& [name, values] :
       {std::pair{"velocity", &checkpoint.velocity}, std::pair{"vorticity", &checkpoint.vorticity}})
    if (values->size() == points) image.rows(kPointData + (std::string("/") + name), inFloats(*values), points);
  // As grids have it, whose field data VTK 9.1 refuses.
  const std::vector<float> times(points, static_cast<float>(checkpoint.time));
  image.rows("/VTKHDF/PointData/time", times, points);
  for (const auto& [name, values] : extentsOf(checkpoint.elements))
    if (!values->empty()) image.rows(kPointData + ("/" + name), *values, points);
  image.group("/VTKHDF/CellData");
  image.bytes("/VTKHDF/CellData/is_tracer", isTracer);
  image.group("/VTKHDF/FieldData");
  image.rows("/VTKHDF/FieldData/time", std::vector<double>{checkpoint.time}, 1);
}

constexpr const char* kGiven = "/Ringlet/given";

/// What files gave to the scene, table by table: the checkpoint does without them.
void writeGiven(const Scene& scene, Hdf5Image& image) {
  for (std::size_t i = 0; i < scene.given.size(); ++i) {
    const std::string group = fmt::format("{}{}", kGiven, i);
    image.group(group);
    if (!scene.given[i].content) continue;
    const fmm::Elements& elements = scene.given[i].content->elements;
    image.rows(group + "/position", elements.position, elements.size());
    image.rows(group + "/strength", elements.strength, elements.size());
    image.rows(group + "/core_radius", elements.coreRadius, elements.size());
    image.rows(group + "/ring", elements.ring, elements.size());
    for (const auto& [name, values] : extentsOf(elements))
      if (!values->empty()) image.rows(group + "/" + name, *values, elements.size());
  }
}

fmm::Elements readGiven(const Hdf5Input& file, std::size_t number) {
  const std::string group = fmt::format("{}{}", kGiven, number);
  const std::uint64_t count = file.rowCount(group + "/position");
  fmm::Elements elements;
  elements.position = file.vectors(group + "/position", 0, count);
  elements.strength = file.vectors(group + "/strength", 0, count);
  elements.coreRadius = file.reals(group + "/core_radius", 0, count);
  elements.ring = file.integers(group + "/ring", 0, count);
  for (const auto& [name, values] : extentsOf(elements))
    if (file.has(group, name)) *values = file.reals(group + "/" + name, 0, count);
  return elements;
}

void writeState(const Checkpoint& checkpoint, Hdf5Image& image) {
  const auto one = [](std::int64_t value) { return std::vector<std::int64_t>{value}; };
  image.group("/Ringlet");
  image.attribute("/Ringlet", "Format", one(kFormatVersion));
  image.attribute("/Ringlet", "Program", std::string("ringlet " RINGLET_VERSION));
  image.attribute("/Ringlet", "Elements", one(static_cast<std::int64_t>(checkpoint.elements.size())));
  image.attribute("/Ringlet", "Tracers", one(static_cast<std::int64_t>(checkpoint.tracers.size())));
  image.attribute("/Ringlet", "Time", checkpoint.time);
  image.attribute("/Ringlet", "Steps", one(checkpoint.steps));
  image.attribute("/Ringlet", "Frames", one(checkpoint.frames));
  image.attribute("/Ringlet", "Seed", one(static_cast<std::int64_t>(checkpoint.scene.seed)));
  image.text("/Ringlet/scene", formatScene(checkpoint.scene));
  image.text("/Ringlet/scene_name", checkpoint.scene.name);
  image.text("/Ringlet/settings", settingsText(checkpoint));
  writeGiven(checkpoint.scene, image);
}

std::int64_t countAttribute(const Hdf5Input& file, const char* key) {
  const std::int64_t value = file.integerAttribute("/Ringlet", key).front();
  if (value < 0 || value > static_cast<std::int64_t>(kLargestWhole))
    file.fail(
        fmt::format("/Ringlet: attribute {} = {} is out of range; allowed: 0 to {:.0f}", key, value, kLargestWhole));
  return value;
}

double timeAttribute(const Hdf5Input& file) {
  const double time = file.realAttribute("/Ringlet", "Time");
  if (!kNumber.contains(time))
    file.fail(fmt::format("/Ringlet: attribute Time = {} is out of range; allowed: {}", time, kNumber.text()));
  return time;
}

/// New files are named after it, so it may not lead into another folder.
std::string sceneNameOf(const Hdf5Input& file) {
  std::string name = file.text("/Ringlet/scene_name");
  std::string shown = name.substr(0, kLongestName);
  const auto control = [](unsigned char c) { return c < ' '; };
  std::replace_if(shown.begin(), shown.end(), control, '?');
  if (name.empty() || name == "." || name == ".." || shown != name || name.find('/') != std::string::npos)
    file.fail(
        fmt::format("/Ringlet/scene_name = \"{}\"; allowed: a file's name of at most {} bytes, without / and "
                    "control characters",
                    shown, kLongestName));
  return name;
}

/// What grid_file.h writes looks alike from outside.
void refuseGrid(const Hdf5Input& file) {
  if (!file.has("/Ringlet", "settings") && file.has("/VTKHDF/PointData", "density"))
    file.fail("is an exported grid, which holds no particles, and no saved state (--checkpoint writes those)");
}

/// Indices of rings of `count` points from `first` on.
std::vector<std::int32_t> readRings(const Hdf5Input& file, std::int64_t format, std::uint64_t first,
                                    std::uint64_t count) {
  std::vector<std::int32_t> ring = file.integers("/VTKHDF/PointData/ring", first, count);
  if (format < 2) return ring;
  for (std::int32_t& number : ring) {
    if (number == std::numeric_limits<std::int32_t>::min())
      file.fail(fmt::format("/VTKHDF/PointData/ring: {} is out of range", number));
    --number;
  }
  return ring;
}

void readParticles(const Hdf5Input& file, std::int64_t format, Checkpoint& out) {
  const auto elements = static_cast<std::uint64_t>(countAttribute(file, "Elements"));
  const auto tracers = static_cast<std::uint64_t>(countAttribute(file, "Tracers"));
  const std::uint64_t points = file.rowCount("/VTKHDF/Points");
  if (elements > points || tracers != points - elements)
    file.fail(fmt::format("has {} points, but {} elements and {} tracers", points, elements, tracers));
  out.elements.position = file.vectors("/VTKHDF/Points", 0, elements);
  out.elements.strength = file.vectors("/VTKHDF/PointData/strength", 0, elements);
  out.elements.coreRadius = file.reals("/VTKHDF/PointData/core_radius", 0, elements);
  out.elements.ring = readRings(file, format, 0, elements);
  for (const auto& [name, values] : extentsOf(out.elements))
    if (file.has(kPointData, name)) *values = file.reals(kPointData + ("/" + name), 0, elements);
  out.tracers.position = file.vectors("/VTKHDF/Points", elements, tracers);
  out.tracers.ring = readRings(file, format, elements, tracers);
}

}  // namespace

void writeCheckpoint(const std::string& path, const Checkpoint& checkpoint, Existing existing) {
  Hdf5Image image(path);
  writeGrid(checkpoint, image);
  writeState(checkpoint, image);
  const std::vector<char> bytes = image.takeSealed();
  AtomicFile file(path, existing, Rival::awaited);
  file.write({bytes.data(), bytes.size()});
  file.commit(true);
}

Checkpoint readCheckpoint(const std::string& path) {
  const Hdf5Input file(path);
  refuseGrid(file);
  const std::int64_t format = countAttribute(file, "Format");
  if (format > kFormatVersion)
    file.fail(fmt::format("checkpoint format {} is not known: a newer version of ringlet wrote it; allowed: {}", format,
                          kFormatVersion));
  if (format < 1) file.fail(fmt::format("checkpoint format {} is not known; allowed: {}", format, kFormatVersion));
  Checkpoint checkpoint;
  checkpoint.time = timeAttribute(file);
  checkpoint.steps = countAttribute(file, "Steps");
  checkpoint.frames = countAttribute(file, "Frames");
  try {
    readSettingsText(file.text("/Ringlet/settings"), static_cast<std::size_t>(countAttribute(file, "Elements")),
                     checkpoint);
  } catch (const nlohmann::json::exception& error) {
    file.fail(std::string("/Ringlet/settings: ") + error.what());
  } catch (const fmm::InvalidInput& error) {
    file.fail(std::string("/Ringlet/settings: ") + error.what());
  }
  const SceneFiles files{[&](const GivenElements&, std::size_t number) { return readGiven(file, number); }, {}, {}};
  checkpoint.scene = parseScene(file.text("/Ringlet/scene"), path + ":/Ringlet/scene", files);
  checkpoint.scene.name = sceneNameOf(file);
  readParticles(file, format, checkpoint);
  return checkpoint;
}

}  // namespace app
