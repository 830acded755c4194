#include "seeding/core_layers.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/input_checks.h"
#include "fmm/initial_conditions.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// A `gaussian` core is filled out to this many core radii, where exp(-s^2/a^2) = 0.2 %.
constexpr double kGaussianExtent = 2.5;
constexpr std::size_t kFewestSections = 3;
constexpr int kMostLayers = 100;

/// The profile's circulation and its second moment between two distances, in units of the core radius and of the
/// whole up to the edge of what is filled.
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

}  // namespace fmm
