#include "scene/saved/seed_line_file.h"

#include <cstdint>

#include "files/hdf5_image.h"

namespace app {
namespace {

constexpr std::uint8_t kPolyLine = 4;  // VTK's cell type

}  // namespace

void writeSeedLines(const std::string& path, const std::vector<SeedLine>& lines, double now, Existing existing) {
  std::vector<fmm::Vec3> points;
  std::vector<double> times;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> emitters, seeds;
  std::vector<std::uint8_t> paths;
  for (const SeedLine& line : lines) {
    if (line.place.size() < 2) continue;
    points.insert(points.end(), line.place.begin(), line.place.end());
    times.insert(times.end(), line.time.begin(), line.time.end());
    offsets.push_back(static_cast<std::int64_t>(points.size()));
    emitters.push_back(static_cast<std::int32_t>(line.emitter + 1));
    seeds.push_back(static_cast<std::int32_t>(line.seed + 1));
    paths.push_back(line.path);
  }
  const std::uint64_t count = points.size(), cells = seeds.size();
  Hdf5Image image(path);
  image.group("/VTKHDF");
  image.attribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  image.attribute("/VTKHDF", "Type", std::string("UnstructuredGrid"));
  image.integers("/VTKHDF/NumberOfPoints", {static_cast<std::int64_t>(count)});
  image.integers("/VTKHDF/NumberOfCells", {static_cast<std::int64_t>(cells)});
  image.integers("/VTKHDF/NumberOfConnectivityIds", {static_cast<std::int64_t>(count)});
  image.rows("/VTKHDF/Points", points, count);
  image.sequence("/VTKHDF/Connectivity", count);
  image.integers("/VTKHDF/Offsets", offsets);
  image.bytes("/VTKHDF/Types", std::vector<std::uint8_t>(cells, kPolyLine));
  image.group("/VTKHDF/PointData");
  image.rows("/VTKHDF/PointData/time", times, count);
  // Point data, because VTK 9.1 refuses field data there.
  image.rows("/VTKHDF/PointData/now", std::vector<double>(count, now), count);
  image.group("/VTKHDF/CellData");
  image.rows("/VTKHDF/CellData/emitter", emitters, cells);
  image.rows("/VTKHDF/CellData/seed", seeds, cells);
  image.bytes("/VTKHDF/CellData/is_path", paths);
  image.save(path, existing);
}

}  // namespace app
