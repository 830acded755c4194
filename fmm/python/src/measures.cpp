#include "measures.h"

#include <optional>
#include <string>

namespace ringlet {
namespace {

py::tuple tupleOf(const fmm::Vec3& v) {
  return py::make_tuple(v.x, v.y, v.z);
}

py::object orNone(const std::optional<bool>& toleranceKept) {
  return toleranceKept ? py::object(py::bool_(*toleranceKept)) : py::none();
}
py::object orNone(const std::string& warning) {
  return warning.empty() ? py::object(py::none()) : py::str(warning);
}

}  // namespace

py::dict asDict(const fmm::EvaluationReport& report) {
  using py::arg;
  py::dict stages;
  for (const fmm::StageTime& stage : report.stages) stages[stage.name.c_str()] = stage.seconds;
  return py::dict(arg("backend") = report.backend, arg("seconds") = report.seconds, arg("stages") = stages,
                  arg("evaluations") = report.evaluations, arg("order") = report.order, arg("theta") = report.theta,
                  arg("levels") = report.levels, arg("cells") = report.cells, arg("leaves") = report.leaves,
                  arg("far_pairs") = report.farPairs, arg("near_pairs") = report.nearPairs, arg("bytes") = report.bytes,
                  arg("tolerance_kept") = orNone(report.toleranceKept), arg("warning") = orNone(report.warning));
}

py::dict asDict(const fmm::MeasuredError& error) {
  using py::arg;
  return py::dict(arg("relative_l2") = error.relativeL2, arg("bound") = error.bound,
                  arg("percentile_99") = error.percentile99, arg("maximum") = error.maximum,
                  arg("samples") = error.samples, arg("tolerance_kept") = orNone(error.toleranceKept()),
                  arg("warning") = orNone(error.warning()));
}

py::dict asDict(const fmm::FlowMeasures& flow) {
  using py::arg;
  return py::dict(arg("total_strength") = tupleOf(flow.invariants.totalStrength),
                  arg("linear_impulse") = tupleOf(flow.invariants.linearImpulse),
                  arg("angular_impulse") = tupleOf(flow.invariants.angularImpulse), arg("helicity") = flow.helicity,
                  arg("energy") = flow.energy, arg("enstrophy") = flow.enstrophy, arg("divergence") = flow.divergence,
                  arg("least_overlap") = flow.leastOverlap, arg("mean_overlap") = flow.meanOverlap,
                  arg("largest_vorticity") = flow.largestVorticity, arg("largest_gradient") = flow.largestGradient);
}

py::dict asDict(const fmm::RingMeasures& ring) {
  using py::arg;
  return py::dict(arg("ring") = ring.ring, arg("elements") = ring.elements, arg("centre") = tupleOf(ring.centre),
                  arg("axis") = tupleOf(ring.axis), arg("radius") = ring.radius, arg("thickness") = ring.thickness,
                  arg("circulation") = ring.circulation, arg("strength") = ring.strength, arg("sigma") = ring.sigma,
                  arg("velocity") = tupleOf(ring.velocity), arg("speed") = ring.speed);
}

py::dict asDict(const fmm::HeatMeasures& heat) {
  using py::arg;
  return py::dict(arg("sum") = heat.sum, arg("largest") = heat.largest, arg("centre") = tupleOf(heat.centre),
                  arg("height") = heat.height, arg("potential") = heat.potential, arg("circulation") = heat.circulation,
                  arg("radius") = heat.radius, arg("vortex_height") = heat.vortexHeight);
}

}  // namespace ringlet
