#include "scene/saved/grid_file.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>

#include "files/hdf5_image.h"
#include "fmm/field.h"
#include "fmm/wall_velocity.h"
#include "scene/saved/buoyancy.h"
#include "scene/saved/pressure.h"

namespace app {
namespace {

constexpr double kRest = 0.005;  // share of the points beyond each end of the bulk

constexpr double kRoom = 1 + 1e-9;  // keeps the outermost points inside despite rounding

struct Interval {
  double low = 0, high = 0;
  double length() const { return high - low; }
};

/// The range of the values, except those farther from the bulk than its length.
Interval extentOf(std::vector<double>& values) {
  const auto at = [&](double share) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
  };
  const Interval bulk{at(kRest), at(1 - kRest)};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {std::max(*low, bulk.low - bulk.length()), std::min(*high, bulk.high + bulk.length())};
}

std::optional<std::size_t> cellOf(const GridShape& grid, fmm::Vec3 p) {
  const double place[3] = {p.x - grid.origin.x, p.y - grid.origin.y, p.z - grid.origin.z};
  std::size_t index = 0;
  for (int axis = 2; axis >= 0; --axis) {
    const auto cells = grid.cells[static_cast<std::size_t>(axis)];
    const double cell = std::floor(place[axis] / grid.spacing);
    if (!(cell >= 0 && cell < cells)) return std::nullopt;
    index = index * static_cast<std::size_t>(cells) + static_cast<std::size_t>(cell);
  }
  return index;
}

}  // namespace

GridShape gridAround(const std::vector<fmm::Vec3>& points, int longest) {
  assert(longest >= 3);
  GridShape grid;
  if (points.empty()) return grid;
  std::array<Interval, 3> box;
  std::vector<double> values(points.size());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::transform(points.begin(), points.end(), values.begin(), [&](const fmm::Vec3& p) {
      return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
    });
    box[axis] = extentOf(values);
  }
  const double side = std::max({box[0].length(), box[1].length(), box[2].length()});
  const int inner = longest - 2;
  if (side > 0) grid.spacing = kRoom * side / inner;
  const auto place = [&](std::size_t axis) {
    const int within = std::clamp(static_cast<int>(std::ceil(kRoom * box[axis].length() / grid.spacing)), 1, inner);
    grid.cells[axis] = within + 2;
    return (box[axis].low + box[axis].high - grid.cells[axis] * grid.spacing) / 2;
  };
  const double x = place(0), y = place(1), z = place(2);
  grid.origin = {x, y, z};
  return grid;
}

GridShape gridIn(fmm::Vec3 low, fmm::Vec3 high, double spacing) {
  const auto along = [spacing](double length) {
    constexpr double kLess = 1e-9;  // of a cell: rounding must not add one
    return std::max(1, static_cast<int>(std::ceil(length / spacing - kLess)));
  };
  return {low, spacing, {along(high.x - low.x), along(high.y - low.y), along(high.z - low.z)}};
}

GridDensity countInto(const GridShape& grid, const std::vector<fmm::Vec3>& points) {
  std::vector<std::uint32_t> counts(grid.size());
  GridDensity result;
  for (const fmm::Vec3& p : points) {
    if (const auto cell = cellOf(grid, p)) {
      ++counts[*cell];
    } else {
      ++result.outside;
    }
  }
  const double volume = grid.spacing * grid.spacing * grid.spacing;
  result.density.reserve(counts.size());
  for (const std::uint32_t count : counts) result.density.push_back(static_cast<float>(count / volume));
  return result;
}

std::vector<fmm::Vec3> cellCentres(const GridShape& grid, std::size_t first, std::size_t count) {
  const auto nx = static_cast<std::size_t>(grid.cells[0]), ny = static_cast<std::size_t>(grid.cells[1]);
  std::vector<fmm::Vec3> centres;
  centres.reserve(count);
  const auto middle = [&](double low, std::size_t cell) {
    return low + (static_cast<double>(cell) + 0.5) * grid.spacing;
  };
  for (std::size_t i = first; i < first + count; ++i)
    centres.push_back(
        {middle(grid.origin.x, i % nx), middle(grid.origin.y, i / nx % ny), middle(grid.origin.z, i / nx / ny)});
  return centres;
}

namespace {

constexpr std::size_t kCellsAtATime = std::size_t{1} << 20;

void append(std::vector<float>& values, const std::vector<fmm::Vec3>& vectors) {
  for (const fmm::Vec3& v : vectors)
    for (const double part : {v.x, v.y, v.z}) values.push_back(static_cast<float>(part));
}

}  // namespace

fmm::Settings chosenAnew(fmm::Settings settings) {
  settings.order = settings.leafElements = settings.leafPoints = 0;
  settings.theta = 0;
  return settings;
}

/// The middle root of the characteristic polynomial by its trigonometric form (Smith 1961).
VortexCriteria vortexCriteria(const fmm::Mat3& gradient) {
  constexpr double kPi = 3.14159265358979323846;
  const double* j = gradient.m;
  double m[3][3] = {};  // S^2 + W^2 = (J J + its transpose)/2
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      for (int k = 0; k < 3; ++k) m[a][b] += (j[3 * a + k] * j[3 * k + b] + j[3 * b + k] * j[3 * k + a]) / 2;
  const double trace = m[0][0] + m[1][1] + m[2][2], mean = trace / 3;
  const double off = m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2];
  const double x = m[0][0] - mean, y = m[1][1] - mean, z = m[2][2] - mean;
  const double spread = std::sqrt((x * x + y * y + z * z + 2 * off) / 6);
  if (!(spread > 0)) return {-trace / 2, mean};
  const double determinant = x * (y * z - m[1][2] * m[1][2]) - m[0][1] * (m[0][1] * z - m[1][2] * m[0][2]) +
                             m[0][2] * (m[0][1] * m[1][2] - y * m[0][2]);
  const double angle = std::acos(std::clamp(determinant / (2 * spread * spread * spread), -1., 1.)) / 3;
  return {-trace / 2, mean + 2 * spread * std::cos(angle - 2 * kPi / 3)};
}

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
  const Pressure pressure(suited, elements);
  const std::size_t cells = fields.shape.size();
  fields.velocity.reserve(3 * cells);
  fields.vorticity.reserve(3 * cells);
  for (std::size_t first = 0; first < cells; first += kCellsAtATime) {
    auto centres = cellCentres(fields.shape, first, std::min(kCellsAtATime, cells - first));
    if (settings.space == fmm::Space::plane)
      for (fmm::Vec3& centre : centres) centre.z = 0;  // a plane flow is the same at every height
    fmm::Field field = fmm::evaluateField(suited, elements, centres, true);
    if (pressure.isKnown())
      for (const double p : pressure.at(centres, field.velocity)) fields.pressure.push_back(static_cast<float>(p));
    fmm::addHiddenSlip(suited, elements, centres, field.velocity);
    append(fields.velocity, field.velocity);
    for (const fmm::Mat3& gradient : field.gradient) {
      const VortexCriteria criteria = vortexCriteria(gradient);
      fields.q.push_back(static_cast<float>(criteria.q));
      fields.lambda2.push_back(static_cast<float>(criteria.lambda2));
    }
    append(fields.vorticity, fmm::evaluateVorticity(suited, elements, centres).vorticity);
    if (!settings.heat) continue;
    for (const double b : buoyancyAt(suited, elements, centres)) fields.buoyancy.push_back(static_cast<float>(b));
  }
  return fields;
}

std::vector<fmm::Vec3> velocityAt(const fmm::Settings& settings, const fmm::Elements& elements,
                                  const std::vector<fmm::Vec3>& points) {
  std::vector<fmm::Vec3> velocity = fmm::evaluateField(chosenAnew(settings), elements, points, false).velocity;
  fmm::addHiddenSlip(settings, elements, points, velocity);
  return velocity;
}

std::vector<fmm::Vec3> vorticityAt(const fmm::Settings& settings, const fmm::Elements& elements,
                                   const std::vector<fmm::Vec3>& points) {
  return fmm::evaluateVorticity(chosenAnew(settings), elements, points).vorticity;
}

void writeGrid(const std::string& path, const GridFields& fields, Existing existing) {
  const GridShape& shape = fields.shape;
  // VTK 9.1 reads an image's cell data only with the extent of its points, so all data is on points at the cells'
  // centres.
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
  image.grid("/VTKHDF/PointData/q", fields.q, shape.cells, 1);
  image.grid("/VTKHDF/PointData/lambda_2", fields.lambda2, shape.cells, 1);
  if (!fields.pressure.empty()) image.grid("/VTKHDF/PointData/pressure", fields.pressure, shape.cells, 1);
  if (!fields.buoyancy.empty()) image.grid("/VTKHDF/PointData/buoyancy", fields.buoyancy, shape.cells, 1);
  // VTK 9.1 refuses field data of an image; a constant array compresses to almost nothing.
  const std::vector<float> time(shape.size(), static_cast<float>(fields.time));
  image.grid("/VTKHDF/PointData/time", time, shape.cells, 1);
  image.group("/Ringlet");
  image.attribute("/Ringlet", "Time", fields.time);
  image.attribute("/Ringlet", "TracersOutside",
                  std::vector<std::int64_t>{static_cast<std::int64_t>(fields.tracers.outside)});
  image.save(path, existing);
}

}  // namespace app
