// Fields at points, rings as elements, and what theory says of rings.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <string>
#include <vector>

#include "bindings.h"
#include "fmm/backend.h"
#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/field.h"
#include "fmm/initial_conditions.h"
#include "fmm/ring_theory.h"
#include "fmm/version.h"
#include "measures.h"
#include "python_particles.h"
#include "python_settings.h"

namespace ringlet {
namespace {

using Numbers = py::array_t<double>;

/// Where results go, by their arrays; None: not wanted.
py::dict evaluate(const py::dict& given, const py::object& x, const py::object& alpha, const py::object& sigma,
                  const py::object& targets, const py::object& velocity, const py::object& gradient,
                  const py::object& vorticity) {
  const fmm::Settings settings = settingsFrom(given);
  const PythonElements elements(x, alpha, sigma, py::none());
  const PythonPoints points(targets, "targets");
  constexpr auto kWrite = PythonArray::Use::write;
  const PythonArray u(velocity, "velocity", kWrite), j(gradient, "gradient", kWrite), w(vorticity, "vorticity", kWrite);
  const fmm::FieldResults results{u.vectors(), j.matrices(), w.vectors()};
  const fmm::ElementViews sources = elements.views();
  const fmm::InputVectors at = points.views();
  fmm::EvaluationReport report;
  {
    const py::gil_scoped_release others;
    report = fmm::evaluateField(settings, sources, at, results);
  }
  return asDict(report);
}

Numbers rows(const std::vector<fmm::Vec3>& vectors) {
  return Numbers({static_cast<py::ssize_t>(vectors.size()), py::ssize_t{3}},
                 vectors.empty() ? nullptr : &vectors.front().x);
}

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

struct RingShape {
  double radius, circulation, coreRadius;
  std::array<double, 3> centre, axis;
  std::string profile;
};

py::tuple ring(const RingShape& shape, std::size_t count, double sigma, std::uint64_t seed) {
  fmm::Ring line;
  line.centre = {shape.centre[0], shape.centre[1], shape.centre[2]};
  line.axis = {shape.axis[0], shape.axis[1], shape.axis[2]};
  line.radius = shape.radius;
  line.circulation = shape.circulation;
  line.coreRadius = shape.coreRadius;
  line.profile = profileOf(shape.profile);
  fmm::Elements elements;
  fmm::addLine(line, count, sigma, 0, seed, elements);
  return py::make_tuple(rows(elements.position), rows(elements.strength),
                        Numbers(static_cast<py::ssize_t>(elements.size()), elements.coreRadius.data()));
}

py::list backends() {
  py::list out;
  for (const fmm::BackendInfo& info : fmm::availableBackends())
    out.append(py::make_tuple(std::string(fmm::toString(info.backend)), info.available, info.description));
  return out;
}

}  // namespace

void bindField(py::module_& module) {
  module.attr("version") = RINGLET_FMM_VERSION_STRING;
  module.attr("with_cuda") = fmm::builtWithCuda();
  module.def("evaluate", &evaluate);
  module.def("ring", [](std::size_t count, double sigma, double radius, double circulation, double coreRadius,
                        std::array<double, 3> centre, std::array<double, 3> axis, const std::string& profile,
                        std::uint64_t seed) {
    return ring({radius, circulation, coreRadius, centre, axis, profile}, count, sigma, seed);
  });
  module.def("ring_speed",
             [](double sigma, std::size_t count, double radius, double circulation, const std::string& kind) {
               return fmm::ringSpeed(coreOf(kind), sigma, count, radius, circulation);
             });
  module.def("backends", &backends);
  module.def("setting_descriptions", &settingDescriptions);
  module.def("default_settings", [] { return asDict(fmm::Settings()); });
}

}  // namespace ringlet
