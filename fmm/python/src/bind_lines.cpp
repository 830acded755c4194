// Vortex lines as elements, and the theory of rings.

#include <pybind11/stl.h>

#include <array>
#include <string>

#include "bindings.h"
#include "fmm/error.h"
#include "fmm/initial_conditions.h"
#include "fmm/ring_theory.h"
#include "vectors.h"

namespace ringlet {
namespace {

fmm::CoreProfile profileOf(const std::string& name) {
  if (name == "filament") return fmm::CoreProfile::filament;
  if (name == "uniform") return fmm::CoreProfile::uniform;
  if (name == "gaussian") return fmm::CoreProfile::gaussian;
  throw fmm::InvalidInput("profile is '" + name + "'; allowed: filament, uniform or gaussian");
}

fmm::Regularisation coreOf(const std::string& name) {
  const auto kind = fmm::parse<fmm::Regularisation>(name);
  if (!kind)
    throw fmm::InvalidInput("regularisation is '" + name + "'; allowed: " + fmm::allowedNames<fmm::Regularisation>());
  return *kind;
}

/// Common to all lines.
struct Core {
  double circulation, coreRadius;
  std::string profile;
};
struct Place {
  double radius;
  std::array<double, 3> centre, axis;
};

void put(const Core& core, fmm::LineBase& line) {
  line.circulation = core.circulation;
  line.coreRadius = core.coreRadius;
  line.profile = profileOf(core.profile);
}
void put(const Place& place, fmm::LineBase& line) {
  line.radius = place.radius;
  line.centre = vectorOf(place.centre);
  line.axis = vectorOf(place.axis);
}

/// Elements of all components, `count` together; the first components have one more if the division leaves a rest.
template <class Line>
py::tuple elementsOf(const Line& line, std::size_t count, double sigma, std::uint64_t seed) {
  fmm::Elements elements;
  const auto components = static_cast<std::size_t>(fmm::componentsOf(fmm::VortexLine(line)));
  if (count < components)
    throw fmm::InvalidInput("count is " + std::to_string(count) + "; allowed: " + std::to_string(components) +
                            " and more, one for each component");
  for (std::size_t k = 0; k < components; ++k)
    fmm::addLine({line, static_cast<int>(k)},
                 {count / components + (k < count % components ? 1 : 0), sigma, static_cast<std::int32_t>(k), seed},
                 elements);
  return py::make_tuple(rowsOf(elements.position), rowsOf(elements.strength), rowsOf(elements.coreRadius),
                        rowsOf(elements.ring));
}

}  // namespace

void bindLines(py::module_& module) {
  using Vector = std::array<double, 3>;
  module.def("ring", [](std::size_t count, double sigma, double radius, double circulation, double coreRadius,
                        Vector centre, Vector axis, const std::string& profile, std::uint64_t seed) {
    fmm::Ring line;
    put(Place{radius, centre, axis}, line);
    put(Core{circulation, coreRadius, profile}, line);
    return elementsOf(line, count, sigma, seed);
  });
  module.def("knot",
             [](std::size_t count, double sigma, int p, int q, double radius, double minorRadius, double circulation,
                double coreRadius, Vector centre, Vector axis, const std::string& profile, std::uint64_t seed) {
               fmm::TorusKnot line;
               put(Place{radius, centre, axis}, line);
               put(Core{circulation, coreRadius, profile}, line);
               line.p = p;
               line.q = q;
               line.minorRadius = minorRadius;
               return elementsOf(line, count, sigma, seed);
             });
  module.def("curve", [](const Numbers& points, std::size_t count, double sigma, double circulation, double coreRadius,
                         const std::string& profile, std::uint64_t seed) {
    fmm::Filament line = fmm::filamentThrough(vectorsOf(points, "points"));
    put(Core{circulation, coreRadius, profile}, line);
    return elementsOf(line, count, sigma, seed);
  });
  module.def("ring_speed",
             [](double sigma, std::size_t count, double radius, double circulation, const std::string& kind) {
               return fmm::ringSpeed(coreOf(kind), sigma, count, radius, circulation);
             });
}

}  // namespace ringlet
