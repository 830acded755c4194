// Layout: VTKHDF 1.0, unstructured grid: the points, and one poly-vertex cell each for elements and tracers.

#include "scene/saved/particle_file.h"

#include <cstdint>
#include <utility>

#include "files/hdf5_image.h"
#include "scene/saved/grid_file.h"

namespace app {
namespace {

constexpr std::uint8_t kPolyVertex = 2;  // VTK's cell type

/// Rounds to float; further digits are not worth their space.
std::vector<fmm::Vec3> inFloats(std::vector<fmm::Vec3> vectors) {
  const auto rounded = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  for (fmm::Vec3& v : vectors) v = {rounded(v.x), rounded(v.y), rounded(v.z)};
  return vectors;
}

/// Time since the particles' rings were born [T].
std::vector<float> agesOf(const std::vector<std::int32_t>& ring, const std::vector<double>& births, double time) {
  std::vector<float> ages(ring.size());
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const bool known = ring[i] >= 0 && static_cast<std::size_t>(ring[i]) < births.size();
    ages[i] = static_cast<float>(time - (known ? births[static_cast<std::size_t>(ring[i])] : 0));
  }
  return ages;
}

std::vector<fmm::Vec3> pointsOf(const fmm::Elements& elements, const fmm::Tracers& tracers) {
  std::vector<fmm::Vec3> points = elements.position;
  points.insert(points.end(), tracers.position.begin(), tracers.position.end());
  return points;
}

}  // namespace

ParticleFields fieldsAtParticles(const fmm::Settings& settings, fmm::Elements elements, fmm::Tracers tracers) {
  ParticleFields fields;
  const std::vector<fmm::Vec3> points = pointsOf(elements, tracers);
  fields.velocity = velocityAt(settings, elements, points);
  fields.vorticity = vorticityAt(settings, elements, points);
  fields.elements = std::move(elements);
  fields.tracers = std::move(tracers);
  return fields;
}

void writeParticles(const std::string& path, const ParticleFields& fields, Existing existing) {
  const std::uint64_t elements = fields.elements.size(), tracers = fields.tracers.size();
  const std::uint64_t points = elements + tracers;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::uint8_t> isTracer;
  for (const bool tracerCell : {false, true}) {
    const std::uint64_t count = tracerCell ? tracers : elements;
    if (count == 0) continue;
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(count));
    isTracer.push_back(tracerCell);
  }
  const std::vector<fmm::Vec3> position = pointsOf(fields.elements, fields.tracers);
  std::vector<std::int32_t> ring = fields.elements.ring;
  ring.insert(ring.end(), fields.tracers.ring.begin(), fields.tracers.ring.end());

  Hdf5Image image(path);
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
  image.rows("/VTKHDF/PointData/strength", fields.elements.strength, points);
  image.rows("/VTKHDF/PointData/core_radius", fields.elements.coreRadius, points);
  image.rows("/VTKHDF/PointData/age", agesOf(ring, fields.births, fields.time), points);
  for (std::int32_t& number : ring) ++number;
  image.rows("/VTKHDF/PointData/ring", ring, points);
  std::vector<float> speed;
  for (const fmm::Vec3& u : fields.velocity) speed.push_back(static_cast<float>(fmm::norm(u)));
  image.rows("/VTKHDF/PointData/speed", speed, points);
  image.rows("/VTKHDF/PointData/velocity", inFloats(fields.velocity), points);
  image.rows("/VTKHDF/PointData/vorticity", inFloats(fields.vorticity), points);
  // Point data as in grid files, because VTK 9.1 refuses field data there.
  const std::vector<float> times(points, static_cast<float>(fields.time));
  image.rows("/VTKHDF/PointData/time", times, points);
  for (const auto& [name, values] :
       {std::pair{"length", &fields.elements.length}, std::pair{"volume", &fields.elements.volume},
        std::pair{"heat", &fields.elements.heat}})
    if (!values->empty()) image.rows(std::string("/VTKHDF/PointData/") + name, *values, points);
  image.group("/VTKHDF/CellData");
  image.bytes("/VTKHDF/CellData/is_tracer", isTracer);
  image.group("/VTKHDF/FieldData");
  image.rows("/VTKHDF/FieldData/time", std::vector<double>{fields.time}, 1);
  image.save(path, existing);
}

}  // namespace app
