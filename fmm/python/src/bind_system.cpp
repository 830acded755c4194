// A vortex system for Python. Long calls let other threads of Python run.

#include <optional>

#include "bindings.h"
#include "fmm/vortex_system.h"
#include "measures.h"
#include "python_particles.h"
#include "python_settings.h"
#include "system_state.h"
#include "vectors.h"

namespace ringlet {
namespace {

/// A vector of a flow: two numbers in the plane, else three.
py::tuple inFlow(fmm::Vec3 v, bool plane) {
  if (plane) return py::make_tuple(v.x, v.y);
  return py::make_tuple(v.x, v.y, v.z);
}

fmm::VortexSystem makeSystem(const py::dict& settings, const py::object& x, const py::object& alpha,
                             const py::object& sigma, const py::object& ring, const py::object& tracers,
                             const py::object& heat) {
  const fmm::Settings wanted = settingsFrom(settings);
  const PythonElements elements(x, alpha, sigma, ring, heat);
  const PythonPoints points(tracers, "tracers");
  const fmm::ParticleViews views{elements.views(), {points.views(), {}}};
  const py::gil_scoped_release others;
  return fmm::VortexSystem(wanted, views);
}

void readElements(const fmm::VortexSystem& system, const py::object& position, const py::object& strength,
                  const py::object& coreRadius, const py::object& velocity, const py::object& strengthRate,
                  const py::object& heat) {
  constexpr auto kWrite = PythonArray::Use::write;
  const PythonArray x(position, "positions", kWrite), alpha(strength, "strengths", kWrite),
      sigma(coreRadius, "core_radii", kWrite), u(velocity, "velocities", kWrite),
      rate(strengthRate, "strength_rates", kWrite), b(heat, "heat", kWrite);
  system.read(
      fmm::ElementResults{x.vectors(), alpha.vectors(), sigma.numbers(), u.vectors(), rate.vectors(), b.numbers()});
}

void readTracers(const fmm::VortexSystem& system, const py::object& position, const py::object& velocity) {
  constexpr auto kWrite = PythonArray::Use::write;
  const PythonArray x(position, "tracer_positions", kWrite), u(velocity, "tracer_velocities", kWrite);
  system.read(fmm::TracerResults{x.vectors(), u.vectors()});
}

/// Lets other threads of Python run while the library works. The package's lock keeps them off the same system.
template <class Work>
auto released(const Work& work) {
  const py::gil_scoped_release others;
  return work();
}

py::list ringsOf(fmm::VortexSystem& system) {
  py::list out;
  for (const fmm::RingMeasures& ring : released([&] { return system.measureRings(); })) out.append(asDict(ring));
  return out;
}

py::dict heatOf(fmm::VortexSystem& system) {
  const auto frame = released([&] { return system.measureFrame({false, false, false, 0, {}}); });
  if (!frame.heat) throw fmm::InvalidInput("measure_heat: this flow has none; allowed is heat = true");
  py::dict measures = asDict(*frame.heat);
  // Elements have no volumes of their own before the lattice has given them some.
  if (system.lattice().passes == 0) measures["largest"] = fmm::FlowMeasures::kNone;
  return measures;
}

}  // namespace

void bindSystem(py::module_& module) {
  using fmm::VortexSystem;
  using py::arg;
  const py::none none;
  using Released = py::call_guard<py::gil_scoped_release>;
  py::class_<VortexSystem>(module, "System")
      .def(py::init(&makeSystem))
      .def("step", &VortexSystem::step, Released())
      .def("evaluate", &VortexSystem::evaluate, Released())
      .def("apply",
           [](VortexSystem& system, const py::dict& settings) {
             const fmm::Settings wanted = settingsFrom(settings);
             const py::gil_scoped_release others;
             system.apply(wanted);
           })
      .def("append",
           [](VortexSystem& system, const py::object& x, const py::object& alpha, const py::object& sigma,
              const py::object& ring, const py::object& tracers, const py::object& heat) {
             const fmm::Elements elements = elementsFrom(x, alpha, sigma, ring, heat);
             fmm::Tracers points;
             if (!tracers.is_none()) points.position = vectorsOf(tracers.cast<Numbers>(), "tracers");
             released([&] { return system.append(elements, points), 0; });
           })
      .def("set_clock", &VortexSystem::setClock)
      .def("vorticities",
           [](VortexSystem& system) { return rowsOf(released([&] { return system.elementVorticities(); })); })
      .def("tracer_vorticities",
           [](VortexSystem& system) { return rowsOf(released([&] { return system.tracerVorticities(); })); })
      .def("rings", [](const VortexSystem& system) { return rowsOf(system.elementRings()); })
      .def("state", &stateOf)
      .def_static("from_state", &systemFrom)
      .def("settings", [](const VortexSystem& system) { return asDict(system.settings()); })
      .def("time", &VortexSystem::time)
      .def("steps", &VortexSystem::steps)
      .def("element_count", &VortexSystem::elementCount)
      .def("tracer_count", &VortexSystem::tracerCount)
      .def("read_elements", &readElements, arg("position") = none, arg("strength") = none, arg("core_radius") = none,
           arg("velocity") = none, arg("strength_rate") = none, arg("heat") = none)
      .def("read_tracers", &readTracers, arg("position") = none, arg("velocity") = none)
      .def("report", [](const VortexSystem& system) { return asDict(system.report()); })
      .def("body_loads",
           [](const VortexSystem& system) {
             const bool plane = system.settings().space == fmm::Space::plane;
             py::list loads;
             for (const fmm::BodyLoad& load : system.bodyLoads())
               loads.append(py::dict(arg("force") = inFlow(load.force, plane),
                                     arg("torque") = plane ? py::object(py::float_(load.torque.z))
                                                           : py::object(inFlow(load.torque, false)),
                                     arg("power") = load.power, arg("slip") = load.slip, arg("passes") = load.passes));
             return loads;
           })
      .def("measure",
           [](VortexSystem& system, bool energy, bool vorticity) {
             return asDict(released([&] { return system.measure(energy, vorticity); }));
           })
      .def("measure_rings", &ringsOf)
      .def("measure_heat", &heatOf)
      .def("measure_error", [](VortexSystem& system, std::size_t samples) {
        return asDict(released([&] { return system.measureError(samples); }));
      });
}

}  // namespace ringlet
