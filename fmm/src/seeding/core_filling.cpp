#include "seeding/core_filling.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/input_checks.h"
#include "core/seeded_random.h"
#include "fmm/initial_conditions.h"
#include "seeding/tube.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// A `gaussian` core is filled out to this many core radii, where exp(-s^2/a^2) = 0.2 %.
constexpr double kGaussianExtent = 2.5;
constexpr std::size_t kFewestSections = 3;
constexpr int kMostLayers = 100;

/// Circulation and second moment of the profile between two distances. Distances are in core radii; moments are
/// relative to the circulation within the filled radius.
struct Moments {
  double circulation, square;
};
Moments momentsBetween(CoreProfile profile, double from, double to) {
  const double a = from * from, b = to * to;
  if (profile != CoreProfile::gaussian) return {b - a, (b * b - a * a) / 2};
  const double whole = 1 - std::exp(-kGaussianExtent * kGaussianExtent);
  return {(std::exp(-a) - std::exp(-b)) / whole, ((1 + a) * std::exp(-a) - (1 + b) * std::exp(-b)) / whole};
}

std::size_t cellsOf(int layers) {
  const auto side = static_cast<std::size_t>(2 * layers + 1);
  return side * side;
}

LayerPlan planFor(const Core& core, double length, std::size_t count, int layers) {
  LayerPlan plan;
  plan.layers = layers;
  plan.section = cellsOf(layers);
  plan.along = count / plan.section;
  const double across = std::sqrt(kPi / static_cast<double>(plan.section)) * core.tube();
  plan.spacing = std::max(across, length / static_cast<double>(std::max<std::size_t>(plan.along, 1)));
  return plan;
}

}  // namespace

double filledRadius(CoreProfile profile, double coreRadius) {
  if (profile == CoreProfile::filament) return 0;
  return profile == CoreProfile::gaussian ? kGaussianExtent * coreRadius : coreRadius;
}

double Core::tube() const {
  return filledRadius(profile, radius);
}

LayerPlan planLayers(const Core& core, double length, std::size_t count) {
  requireWithin("layers", core.layers, 0, kMostLayers);
  LayerPlan best = planFor(core, length, count, std::max(core.layers, 1));
  if (best.along < kFewestSections)
    rejectInput("count", std::to_string(count),
                std::to_string(kFewestSections * best.section) + " or more for a core with " +
                    std::to_string(best.layers) + (best.layers == 1 ? " layer" : " layers"));
  if (core.layers > 0) return best;
  for (int layers = 2; layers <= kMostLayers; ++layers) {
    const LayerPlan plan = planFor(core, length, count, layers);
    if (plan.along < kFewestSections) break;
    if (plan.spacing < best.spacing) best = plan;
  }
  return best;
}

std::vector<CoreCell> layeredSection(const Core& core, int layers) {
  const double edge = core.tube() / core.radius, unit = edge / (2 * layers + 1);
  std::vector<CoreCell> cells{{0, 0, momentsBetween(core.profile, 0, unit).circulation}};
  double square = 0;
  for (int l = 1; l <= layers; ++l) {
    const Moments part = momentsBetween(core.profile, (2 * l - 1) * unit, (2 * l + 1) * unit);
    square += part.square;
    for (int k = 0; k < 8 * l; ++k)
      cells.push_back(
          {std::sqrt(part.square / part.circulation), kPi * (2 * k + 1) / (8 * l), part.circulation / (8 * l)});
  }
  const double wanted = core.profile == CoreProfile::gaussian ? 1 : 0.5;
  for (CoreCell& cell : cells) cell.distance *= core.radius * std::sqrt(wanted / square);
  return cells;
}

namespace {

double fraction(double x) {
  return x - std::floor(x);
}

/// Equal arcs along the line, from its beginning.
void placeFilament(const CentreLine& line, std::size_t count, Vec3* position, Vec3* strength) {
  parallelFor(count, [&](std::size_t i) {
    const LinePoint on = line.at(static_cast<double>(i) / static_cast<double>(count));
    position[i] = on.position;
    strength[i] = on.tangent;
  });
}

/// Fills the core evenly: equal arcs along the line, and over the section the R2 sequence (Roberts 2018, additive
/// recurrence with the powers of 1/1.3247...), shifted by the seed. While the sequence fills one section, the line
/// advances by one mean spacing: neighbours are equally far in every direction, and the field is much smoother than
/// that of as many random points. Strengths are the tangent times the profile's vorticity: elements have equal volumes,
/// so that a `gaussian` core overlaps as well at its edge as in its middle.
void placeRandom(const CentreLine& line, const Core& core, const SeededRandom& random, std::size_t count,
                 Vec3* position, Vec3* strength) {
  constexpr double kFirst = 0.7548776662466927;   // 1/g
  constexpr double kSecond = 0.5698402909980532;  // 1/g^2, g^3 = g + 1
  const double shift[] = {random.uniform(0, 0), random.uniform(0, 1), random.uniform(0, 2)};
  parallelFor(count, [&](std::size_t i) {
    const double k = static_cast<double>(i);
    const TubePoint point = tubePoint(line, core.tube(), (k + shift[0]) / static_cast<double>(count),
                                      fraction(shift[1] + k * kFirst), fraction(shift[2] + k * kSecond));
    const double s = point.distance / core.radius;
    const double weight = core.profile == CoreProfile::gaussian ? std::exp(-s * s) : 1;
    position[i] = point.position;
    strength[i] = weight * point.tangent;
  });
}

/// The same section at equal arcs. A cell's strength is its circulation times its length, which the bend of the line
/// makes longer outside than inside.
void placeLayers(const CentreLine& line, const Core& core, const LayerPlan& plan, Vec3* position, Vec3* strength) {
  const std::vector<CoreCell> cells = layeredSection(core, plan.layers);
  parallelFor(plan.along, [&](std::size_t i) {
    const LinePoint on = line.at(static_cast<double>(i) / static_cast<double>(plan.along));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const CoreCell& cell = cells[k];
      position[i * cells.size() + k] = besideLine(on, cell.distance, cell.angle);
      strength[i * cells.size() + k] = cell.share * stretchAt(on, cell.distance, cell.angle) * on.tangent;
    }
  });
}

/// Subtracts the sum, which would be 0 for infinitely many elements, from all strengths in proportion to their sizes.
void close(std::size_t count, Vec3* strength) {
  Vec3 sum;
  double lengths = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum = sum + strength[i];
    lengths += norm(strength[i]);
  }
  for (std::size_t i = 0; i < count; ++i) strength[i] = strength[i] - (norm(strength[i]) / lengths) * sum;
}

/// Scales the strengths so that their lengths add up to |Gamma| times the length of the line.
void normalise(double target, std::size_t count, Vec3* strength) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += norm(strength[i]);
  for (std::size_t i = 0; i < count; ++i) strength[i] = (target / sum) * strength[i];
}

/// Lengths and volumes of the elements of each cell; both grow with the distance from the centre of curvature.
void measureLayers(const CentreLine& line, const Core& core, const LayerPlan& plan, double* length, double* volume) {
  const std::vector<CoreCell> cells = layeredSection(core, plan.layers);
  const double arc = line.length() / static_cast<double>(plan.along);
  const double area = kPi * core.tube() * core.tube() / static_cast<double>(plan.section);
  parallelFor(plan.along, [&](std::size_t i) {
    const LinePoint on = line.at(static_cast<double>(i) / static_cast<double>(plan.along));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      length[i * cells.size() + k] = arc * stretchAt(on, cells[k].distance, cells[k].angle);
      volume[i * cells.size() + k] = area * length[i * cells.size() + k];
    }
  });
}

}  // namespace

void fillCore(const CentreLine& line, const Filling& filling, Elements& elements) {
  const Core& core = filling.core;
  requireFinite("circulation", filling.circulation);
  if (!(filling.sigma >= 0 && std::isfinite(filling.sigma)))
    rejectInput("sigma", numberText(filling.sigma), "0 or more");
  if (filling.count == 0) return;
  const bool layered = core.profile != CoreProfile::filament && core.layout == CoreLayout::layers;
  const LayerPlan plan = layered ? planLayers(core, line.length(), filling.count) : LayerPlan{};
  const std::size_t count = layered ? plan.section * plan.along : filling.count;

  fillExtents(elements);
  const std::size_t first = elements.size();
  elements.position.resize(first + count);
  elements.strength.resize(first + count);
  elements.coreRadius.resize(first + count, filling.sigma);
  elements.ring.resize(first + count, filling.index);
  const double spacing = spacingOf(line, core, count);
  elements.length.resize(first + count, spacing);
  elements.volume.resize(first + count, core.profile == CoreProfile::filament ? 0 : spacing * spacing * spacing);
  Vec3* const position = elements.position.data() + first;
  Vec3* const strength = elements.strength.data() + first;
  if (core.profile == CoreProfile::filament) {
    placeFilament(line, count, position, strength);
  } else if (layered) {
    placeLayers(line, core, plan, position, strength);
    measureLayers(line, core, plan, elements.length.data() + first, elements.volume.data() + first);
  } else {
    placeRandom(line, core, {filling.seed, elementStream(filling.index)}, count, position, strength);
  }
  if (filling.closed) close(count, strength);
  normalise(filling.circulation * line.length(), count, strength);
}

double spacingOf(const CentreLine& line, const Core& core, std::size_t count) {
  if (count == 0) rejectInput("count", "0", "1 or more");
  if (core.profile == CoreProfile::filament) return line.length() / static_cast<double>(count);
  if (core.layout == CoreLayout::layers) return planLayers(core, line.length(), count).spacing;
  const double tube = core.tube();
  return std::cbrt(kPi * tube * tube * line.length() / static_cast<double>(count));  // Pappus: volume = area * length
}

}  // namespace fmm
