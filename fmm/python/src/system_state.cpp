#include "system_state.h"

#include <pybind11/stl.h>

#include <array>
#include <string>

#include "fmm/error.h"
#include "python_settings.h"
#include "vectors.h"

namespace ringlet {
namespace {

using py::arg;

py::tuple asTuple(const fmm::Vec3& v) {
  return py::make_tuple(v.x, v.y, v.z);
}

py::dict asDict(const fmm::LatticeReport& r) {
  return py::dict(arg("given") = r.given, arg("passes") = r.passes, arg("spacing") = r.spacing,
                  arg("spread") = r.spread, arg("turned") = r.turned, arg("at_step") = r.atStep,
                  arg("coarsenings") = r.coarsenings, arg("threshold") = r.threshold, arg("met") = r.foreignShare,
                  arg("buoyancy_gradient") = r.buoyancyGradient, arg("heat_impulse") = asTuple(r.heatImpulse),
                  arg("heat_impulse_size") = r.heatImpulseSize, arg("centroid_shift") = asTuple(r.centroidShift),
                  arg("origin") = asTuple(r.origin));
}

py::dict asDict(const fmm::MeshTuning& m) {
  return py::dict(arg("use") = m.use, arg("low") = m.low, arg("size") = m.size, arg("core_radius") = m.coreRadius,
                  arg("per_target") = m.perTarget, arg("elements") = m.elements, arg("tracers") = m.tracers,
                  arg("lay_next") = m.layNext, arg("radius_moves") = m.radiusMoves, arg("vorticity") = m.vorticity);
}

/// Value of a key of a dictionary. Throws InvalidInput if the key is missing or the value has another type.
template <class Value>
Value of(const py::dict& state, const char* key) {
  if (!state.contains(key)) throw fmm::InvalidInput(std::string("the state has no \"") + key + "\"");
  try {
    return state[key].cast<Value>();
  } catch (const py::cast_error&) {
    throw fmm::InvalidInput(std::string("the state's \"") + key + "\" is of another kind");
  }
}

fmm::LatticeReport latticeFrom(const py::dict& d) {
  const auto vector = [&d](const char* key) {
    const auto v = of<py::tuple>(d, key);
    return fmm::Vec3{v[0].cast<double>(), v[1].cast<double>(), v[2].cast<double>()};
  };
  fmm::LatticeReport r;
  r.given = of<std::size_t>(d, "given");
  r.passes = of<std::uint64_t>(d, "passes");
  r.spacing = of<double>(d, "spacing");
  r.spread = of<double>(d, "spread");
  r.turned = of<double>(d, "turned");
  r.atStep = of<std::int64_t>(d, "at_step");
  r.coarsenings = of<std::uint64_t>(d, "coarsenings");
  r.threshold = of<double>(d, "threshold");
  r.foreignShare = of<double>(d, "met");
  if (d.contains("buoyancy_gradient")) r.buoyancyGradient = of<double>(d, "buoyancy_gradient");
  if (d.contains("heat_impulse")) {
    r.heatImpulse = vector("heat_impulse");
    r.heatImpulseSize = of<double>(d, "heat_impulse_size");
  }
  r.centroidShift = vector("centroid_shift");
  r.origin = vector("origin");
  return r;
}

fmm::MeshTuning meshFrom(const py::dict& d) {
  return {of<int>(d, "use"),
          of<std::array<double, 3>>(d, "low"),
          of<std::array<int, 3>>(d, "size"),
          of<double>(d, "core_radius"),
          of<double>(d, "per_target"),
          of<std::int64_t>(d, "elements"),
          of<std::int64_t>(d, "tracers"),
          of<int>(d, "lay_next"),
          of<bool>(d, "radius_moves"),
          of<bool>(d, "vorticity")};
}

}  // namespace

py::dict stateOf(const fmm::VortexSystem& system) {
  const fmm::Elements elements = system.elements();
  const fmm::Tracers tracers = system.tracers();
  const fmm::Tuning tuning = system.tuning();
  py::dict state(arg("settings") = asDict(system.settings()), arg("time") = system.time(),
                 arg("steps") = system.steps(), arg("lattice") = asDict(system.lattice()));
  state["tuning"] = py::dict(arg("order") = tuning.order, arg("theta") = tuning.theta,
                             arg("leaf_elements") = tuning.leafElements, arg("leaf_points") = tuning.leafPoints,
                             arg("elements") = tuning.elements, arg("mesh") = asDict(tuning.mesh));
  state["x"] = rowsOf(elements.position);
  state["alpha"] = rowsOf(elements.strength);
  state["sigma"] = rowsOf(elements.coreRadius);
  state["rings"] = rowsOf(elements.ring);
  state["length"] = rowsOf(elements.length);
  state["volume"] = rowsOf(elements.volume);
  if (!elements.heat.empty()) state["heat"] = rowsOf(elements.heat);
  state["tracers"] = rowsOf(tracers.position);
  state["tracer_rings"] = rowsOf(tracers.ring);
  return state;
}

fmm::VortexSystem systemFrom(const py::dict& state) {
  fmm::Elements elements;
  elements.position = vectorsOf(of<Numbers>(state, "x"), "x");
  elements.strength = vectorsOf(of<Numbers>(state, "alpha"), "alpha");
  elements.coreRadius = valuesOf(of<Numbers>(state, "sigma"));
  elements.ring = indicesOf(of<Indices>(state, "rings"));
  elements.length = valuesOf(of<Numbers>(state, "length"));
  elements.volume = valuesOf(of<Numbers>(state, "volume"));
  if (state.contains("heat")) elements.heat = valuesOf(of<Numbers>(state, "heat"));
  fmm::Tracers tracers;
  tracers.position = vectorsOf(of<Numbers>(state, "tracers"), "tracers");
  tracers.ring = indicesOf(of<Indices>(state, "tracer_rings"));
  const auto given = of<py::dict>(state, "tuning");
  const fmm::Tuning tuning = {
      of<int>(given, "order"),       of<double>(given, "theta"),          of<int>(given, "leaf_elements"),
      of<int>(given, "leaf_points"), of<std::int64_t>(given, "elements"), meshFrom(of<py::dict>(given, "mesh"))};
  const fmm::Settings settings = settingsFrom(of<py::dict>(state, "settings"));
  if (settings.heat && elements.heat.empty() && elements.size() > 0)
    throw fmm::InvalidInput("the state's settings have heat = True, but it has no \"heat\" of its elements");
  fmm::VortexSystem system(settings, elements, tracers);
  system.setClock(of<double>(state, "time"), of<std::int64_t>(state, "steps"));
  system.setLattice(latticeFrom(of<py::dict>(state, "lattice")));
  system.setTuning(tuning);
  return system;
}

fmm::Elements elementsFrom(const py::object& x, const py::object& alpha, const py::object& sigma,
                           const py::object& ring, const py::object& heat) {
  fmm::Elements elements;
  elements.position = vectorsOf(x.cast<Numbers>(), "x");
  elements.strength = vectorsOf(alpha.cast<Numbers>(), "alpha");
  elements.coreRadius = valuesOf(sigma.cast<Numbers>());
  if (!ring.is_none()) elements.ring = indicesOf(ring.cast<Indices>());
  if (!heat.is_none()) elements.heat = valuesOf(heat.cast<Numbers>());
  return elements;
}

}  // namespace ringlet
