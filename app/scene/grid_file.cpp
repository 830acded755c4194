#include "scene/grid_file.h"

#include <algorithm>
#include <cstdint>

#include "files/hdf5_image.h"
#include "fmm/field.h"

namespace app {
namespace {

constexpr std::size_t kCellsAtATime = std::size_t{1} << 20;

void append(std::vector<float>& values, const std::vector<fmm::Vec3>& vectors) {
  for (const fmm::Vec3& v : vectors)
    for (const double part : {v.x, v.y, v.z}) values.push_back(static_cast<float>(part));
}

/// What fits the run's tracers need not fit other points.
fmm::Settings chosenAnew(fmm::Settings settings) {
  settings.order = settings.leafElements = settings.leafPoints = 0;
  settings.theta = 0;
  return settings;
}

}  // namespace

GridFields fieldsOnGrid(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                        int longest) {
  return fieldsOnGrid(settings, elements, tracers,
                      gridAround(tracers.size() > 0 ? tracers.position : elements.position, longest));
}

GridFields fieldsOnGrid(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                        const GridShape& shape) {
  const fmm::Settings suited = chosenAnew(settings);
  GridFields fields;
  fields.shape = shape;
  fields.tracers = countInto(fields.shape, tracers.position);
  const std::size_t cells = fields.shape.size();
  fields.velocity.reserve(3 * cells);
  fields.vorticity.reserve(3 * cells);
  for (std::size_t first = 0; first < cells; first += kCellsAtATime) {
    const auto centres = cellCentres(fields.shape, first, std::min(kCellsAtATime, cells - first));
    append(fields.velocity, fmm::evaluateField(suited, elements, centres, false).velocity);
    append(fields.vorticity, fmm::evaluateVorticity(suited, elements, centres).vorticity);
  }
  return fields;
}

std::vector<fmm::Vec3> velocityAt(const fmm::Settings& settings, const fmm::Elements& elements,
                                  const std::vector<fmm::Vec3>& points) {
  return fmm::evaluateField(chosenAnew(settings), elements, points, false).velocity;
}

std::vector<fmm::Vec3> vorticityAt(const fmm::Settings& settings, const fmm::Elements& elements,
                                   const std::vector<fmm::Vec3>& points) {
  return fmm::evaluateVorticity(chosenAnew(settings), elements, points).vorticity;
}

void writeGrid(const std::string& path, const GridFields& fields, Existing existing) {
  const GridShape& shape = fields.shape;
  // VTK 9.1 reads an image's cell data only with the extent of its points, so points at the cells' centres carry it
  // all.
  const std::vector<std::int64_t> extent = {0, shape.cells[0] - 1, 0, shape.cells[1] - 1, 0, shape.cells[2] - 1};
  const fmm::Vec3 first = cellCentres(shape, 0, 1).front();
  Hdf5Image image(path);
  image.group("/VTKHDF");
  image.attribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  image.attribute("/VTKHDF", "Type", std::string("ImageData"));
  image.attribute("/VTKHDF", "WholeExtent", extent);
  image.attribute("/VTKHDF", "Origin", std::vector<double>{first.x, first.y, first.z});
  image.attribute("/VTKHDF", "Spacing", std::vector<double>(3, shape.spacing));
  image.attribute("/VTKHDF", "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  image.group("/VTKHDF/PointData");
  image.grid("/VTKHDF/PointData/density", fields.tracers.density, shape.cells, 1);
  image.grid("/VTKHDF/PointData/velocity", fields.velocity, shape.cells, 3);
  image.grid("/VTKHDF/PointData/vorticity", fields.vorticity, shape.cells, 3);
  // VTK 9.1 refuses field data of an image; a constant packs to nothing.
  const std::vector<float> time(shape.size(), static_cast<float>(fields.time));
  image.grid("/VTKHDF/PointData/time", time, shape.cells, 1);
  image.group("/Ringlet");
  image.attribute("/Ringlet", "Time", fields.time);
  image.attribute("/Ringlet", "TracersOutside",
                  std::vector<std::int64_t>{static_cast<std::int64_t>(fields.tracers.outside)});
  image.save(path, existing);
}

}  // namespace app
