#pragma once

#include <utility>

#include "core/rows.h"
#include "solver/direct_sum.h"
#include "solver/fmm_solver.h"
#include "solver/stage_timer.h"
#include "solver/vorticity_solver.h"
#include "vortex/element_functors.h"
#include "vortex/system_base.h"

namespace fmm {

/// Where float coordinates start from: the middle of the elements' bounding box if the scene lies far from the origin,
/// so that it keeps its digits; else the origin, so that inputs that are floats stay exactly what they are.
template <class Exec>
Vec3 frameOf(Exec& exec, const InputVectors& points) {
  if (points.size() == 0) return {};
  const NumberRange x = exec.range(points.x), y = exec.range(points.y), z = exec.range(points.z);
  const Vec3 low = {x.low, y.low, z.low}, high = {x.high, y.high, z.high};
  const Vec3 middle = 0.5 * (low + high);
  return norm(middle) > 4 * norm(high - low) ? middle : Vec3{};
}

/// Elements and their images in a plane, in double precision in rows of an execution space.
template <class Exec>
ElementViews mirroredInto(Rows<Exec, double, 7>& rows, Exec& exec, const GroundPlane& plane,
                          const ElementViews& elements) {
  const auto count = static_cast<Index>(elements.size());
  rows.resize(2 * count);
  exec.template load<double, 3>(arraysOf(elements.position), {}, rows.vector(0));
  exec.template load<double, 3>(arraysOf(elements.strength), {}, rows.vector(3));
  exec.template load<double, 1>({elements.coreRadius}, {}, {rows[6]});
  exec.forEach("fmm::mirror", count, MirrorElements<double>(plane, std::as_const(rows).all(), rows.all(), count));
  exec.synchronize();
  const auto row = [&](std::size_t k) {
    return StridedSpan<const double>{rows[k], 2 * elements.size(), 1,
                                     Exec::kHostMemory ? MemorySpace::host : MemorySpace::device};
  };
  ElementViews all;
  all.position = {row(0), row(1), row(2)};
  all.strength = {row(3), row(4), row(5)};
  all.coreRadius = row(6);
  return all;
}

/// Solves for a field once, by the solver that serves; returns the memory that it took [bytes].
template <class Exec, class Real>
std::size_t solveField(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, bool vorticityAlone,
                       EvaluationReport& report) {
  if (vorticityAlone) {
    VorticitySolver<Exec, Real> solver;
    solver.evaluate(exec, task, settings, report);
    return solver.bytes();
  }
  if (settings.solver == SolverKind::fmm) {
    FmmSolver<Exec, Real> solver;
    solver.evaluate(exec, task, settings, report);
    return solver.bytes();
  }
  DirectSum<Exec, Real>().evaluate(exec, task, settings, report);
  return 0;
}

/// The field at given points, once, in an execution space. The report's time is that of all: "start" of the threads or
/// the device and "convert", the ways between the caller's arrays and the solver's, are stages of it.
template <class Exec, class Real>
EvaluationReport evaluateFieldIn(const FieldSettings& given, const ElementViews& elements, const InputVectors& targets,
                                 FieldParts parts, const FieldResults& results) {
  EvaluationReport report;
  StageTimer whole(report);
  Exec exec(given.threads);
  whole.finish("start");
  FieldSettings settings = given;
  settings.ground.reset();
  Rows<Exec, double, 7> withImages;
  const ElementViews from = given.ground ? mirroredInto(withImages, exec, *given.ground, elements) : elements;
  const auto elementCount = static_cast<Index>(from.size()), targetCount = static_cast<Index>(targets.size());
  const Vec3 origin = frameOf(exec, from.position);
  Rows<Exec, Real, 7> sources;
  Rows<Exec, Real, 3> positions, velocities, vorticities;
  Rows<Exec, Real, 9> gradients;
  sources.resize(elementCount);
  positions.resize(targetCount);
  exec.template load<Real, 3>(arraysOf(from.position), {origin.x, origin.y, origin.z}, sources.vector(0));
  exec.template load<Real, 3>(arraysOf(from.strength), {}, sources.vector(3));
  exec.template load<Real, 1>({from.coreRadius}, {}, {sources[6]});
  exec.template load<Real, 3>(arraysOf(targets), {origin.x, origin.y, origin.z}, positions.vector());

  FieldTask<Real> task;
  task.elements = {sources[0], sources[1], sources[2], sources[3], sources[4], sources[5], sources[6]};
  task.elementCount = elementCount;
  task.tracers = {positions[0], positions[1], positions[2]};
  task.tracerCount = targetCount;
  if (parts.velocity || parts.gradient) {
    velocities.resize(targetCount);
    task.tracerVelocity = velocities.vector();
  }
  if (parts.gradient) {
    gradients.resize(targetCount);
    task.tracerGradient = gradients.all();
  }
  if (parts.vorticity) {
    vorticities.resize(targetCount);
    task.tracerVorticity = vorticities.vector();
  }
  exec.synchronize();
  whole.finish("convert");
  report.backend = Exec::kName;
  report.evaluations = 1;
  const std::size_t bytes = withImages.bytes() + sources.bytes() + positions.bytes() + velocities.bytes() +
                            gradients.bytes() + vorticities.bytes();
  const bool vorticityAlone = parts.vorticity && !parts.velocity && !parts.gradient;
  const double before = report.seconds;
  report.bytes = bytes + solveField<Exec, Real>(exec, task, settings, vorticityAlone, report);
  report.seconds = before + whole.lap();  // the stages of a GPU's clock have gaps
  if (parts.velocity)
    exec.template store<Real, 3>(std::as_const(velocities).vector(), targetCount, arraysOf(results.velocity));
  if (parts.gradient) exec.template store<Real, 9>(std::as_const(gradients).all(), targetCount, results.gradient.m);
  if (parts.vorticity)
    exec.template store<Real, 3>(std::as_const(vorticities).vector(), targetCount, arraysOf(results.vorticity));
  exec.synchronize();
  whole.finish("convert");
  return report;
}

}  // namespace fmm
