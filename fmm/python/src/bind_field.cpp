// Fields at points: single calls and the Evaluator.

#include <pybind11/stl.h>

#include "bindings.h"
#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/field.h"
#include "fmm/settings.h"
#include "fmm/version.h"
#include "measures.h"
#include "python_particles.h"
#include "python_settings.h"
#include "vectors.h"

namespace ringlet {
namespace {

/// Writes into the arrays given for results; None: not wanted. Returns the report.
py::dict evaluate(fmm::FieldEvaluator& evaluator, const py::object& x, const py::object& alpha, const py::object& sigma,
                  const py::object& targets, const py::object& velocity, const py::object& gradient,
                  const py::object& vorticity) {
  const PythonElements elements(x, alpha, sigma, py::none(), py::none());
  const PythonPoints points(targets, "targets");
  constexpr auto kWrite = PythonArray::Use::write;
  const PythonArray u(velocity, "velocity", kWrite), j(gradient, "gradient", kWrite), w(vorticity, "vorticity", kWrite);
  const fmm::FieldResults results{u.vectors(), j.matrices(), w.vectors()};
  const fmm::ElementViews sources = elements.views();
  const fmm::InputVectors at = points.views();
  fmm::EvaluationReport report;
  {
    const py::gil_scoped_release others;
    report = evaluator.evaluate(sources, at, results);
  }
  return asDict(report);
}

fmm::Elements elementsOf(const Numbers& x, const Numbers& alpha, const Numbers& sigma) {
  fmm::Elements elements;
  elements.position = vectorsOf(x, "x");
  elements.strength = vectorsOf(alpha, "alpha");
  elements.coreRadius = valuesOf(sigma);
  return elements;
}

py::dict measureError(const fmm::FieldEvaluator& evaluator, const Numbers& x, const Numbers& alpha,
                      const Numbers& sigma, const Numbers& targets, const Numbers& velocity, std::size_t samples) {
  const fmm::Elements elements = elementsOf(x, alpha, sigma);
  const std::vector<fmm::Vec3> points = vectorsOf(targets, "targets"), found = vectorsOf(velocity, "velocity");
  fmm::MeasuredError error;
  {
    const py::gil_scoped_release others;
    error = evaluator.measureError(elements, points, found, samples);
  }
  return asDict(error);
}

Numbers vectorPotential(const py::dict& given, const Numbers& x, const Numbers& alpha, const Numbers& sigma,
                        const Numbers& targets) {
  const fmm::Settings settings = settingsFrom(given);
  const fmm::Elements elements = elementsOf(x, alpha, sigma);
  const std::vector<fmm::Vec3> points = vectorsOf(targets, "targets");
  std::vector<fmm::Vec3> potential;
  {
    const py::gil_scoped_release others;
    potential = fmm::vectorPotential(settings, elements, points);
  }
  return rowsOf(potential);
}

/// Velocities with a measured error, evaluated anew if it may exceed the tolerance: (u, j or None, report, error).
py::tuple evaluateMeasured(const py::dict& given, const Numbers& x, const Numbers& alpha, const Numbers& sigma,
                           const Numbers& targets, bool gradient, std::size_t samples) {
  const fmm::Settings settings = settingsFrom(given);
  const fmm::Elements elements = elementsOf(x, alpha, sigma);
  const std::vector<fmm::Vec3> points = vectorsOf(targets, "targets");
  fmm::Field field;
  {
    const py::gil_scoped_release others;
    field = fmm::evaluateField(settings, elements, points, gradient, samples);
  }
  py::object j = py::none();
  if (gradient)
    j = Numbers({static_cast<py::ssize_t>(points.size()), py::ssize_t{3}, py::ssize_t{3}},
                points.empty() ? nullptr : field.gradient.front().m);
  return py::make_tuple(rowsOf(field.velocity), j, asDict(field.report), asDict(field.error));
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
  py::class_<fmm::FieldEvaluator>(module, "Evaluator")
      .def(py::init([](const py::dict& settings) { return fmm::FieldEvaluator(settingsFrom(settings)); }))
      .def("evaluate", &evaluate)
      .def("measure_error", &measureError);
  module.def("evaluate_measured", &evaluateMeasured);
  module.def("vector_potential", &vectorPotential);
  module.def("backends", &backends);
  module.def("setting_descriptions", &settingDescriptions);
  module.def("default_settings", [] { return asDict(fmm::Settings()); });
}

}  // namespace ringlet
