#include "scene/saved/quantity_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "fmm/field.h"
#include "scene/saved/pressure.h"

namespace app {
namespace {

constexpr double kReach = 3.5;    // of cores, in their radii
constexpr double kAround = 0.25;  // of the longest side: surroundings of the flow on a slice
constexpr int kLayerSide = 192;   // cells along the longest side of a layer

struct VolumeCells {
  int longest;  ///< along the longest side
  double all;
};
/// The pressure is smoother than the others, and takes longer.
VolumeCells cellsFor(VortexQuantity quantity) {
  return quantity == VortexQuantity::pressure ? VolumeCells{128, 196608} : VolumeCells{192, 524288};
}

GridShape shapeFor(const fmm::Elements& elements, const QuantityWanted& wanted, bool plane) {
  const GridShape bulk = gridAround(elements.position, 64);
  std::array<double, 3> low = {bulk.origin.x, bulk.origin.y, bulk.origin.z}, high = low;
  const double longest = bulk.spacing * *std::max_element(bulk.cells.begin(), bulk.cells.end());
  const bool layer = plane || wanted.across != SliceAxis::none;
  const double margin = kReach * *std::max_element(elements.coreRadius.begin(), elements.coreRadius.end()) +
                        (layer ? kAround * longest : 0);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low[axis] -= margin;
    high[axis] += bulk.spacing * bulk.cells[axis] + margin;
  }
  const double volume = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
  const VolumeCells most = cellsFor(wanted.quantity);
  const double spacing = layer ? (longest + 2 * margin) / (kLayerSide - 1)
                               : std::max(std::cbrt(volume / most.all), (longest + 2 * margin) / (most.longest - 1));
  if (layer) {
    const bool across = wanted.across != SliceAxis::none;
    const std::size_t axis = across ? static_cast<std::size_t>(wanted.across) - 1 : 2;
    low[axis] = (across ? wanted.at : 0) - spacing / 2;
    high[axis] = low[axis] + spacing;
  }
  return gridIn({low[0], low[1], low[2]}, {high[0], high[1], high[2]}, spacing);
}

}  // namespace

QuantityGrid quantityOnGrid(const fmm::Settings& settings, const fmm::Elements& elements,
                            const QuantityWanted& wanted) {
  QuantityGrid grid{wanted, {}, {}, {}};
  if (elements.size() == 0) return grid;
  const bool plane = settings.space == fmm::Space::plane;
  grid.shape = shapeFor(elements, wanted, plane);
  std::vector<fmm::Vec3> centres = cellCentres(grid.shape, 0, grid.shape.size());
  if (plane)
    for (fmm::Vec3& centre : centres) centre.z = 0;
  const bool pressure = wanted.quantity == VortexQuantity::pressure;
  const fmm::Settings suited = chosenAnew(settings);
  const fmm::Field field = fmm::evaluateField(suited, elements, centres, !pressure);
  if (pressure) {
    const Pressure known(suited, elements);
    if (!known.isKnown()) grid.unknown = "pressure not known " + known.whyUnknown();
    if (!known.isKnown()) return grid;
    for (const double p : known.at(centres, field.velocity)) grid.values.push_back(static_cast<float>(p));
    return grid;
  }
  for (const fmm::Mat3& gradient : field.gradient) {
    const VortexCriteria criteria = vortexCriteria(gradient);
    grid.values.push_back(static_cast<float>(wanted.quantity == VortexQuantity::q ? criteria.q : criteria.lambda2));
  }
  return grid;
}

}  // namespace app
