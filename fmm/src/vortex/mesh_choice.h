#pragma once

#include <utility>
#include <vector>

#include "solver/field_solver.h"
#include "vortex/array_shapes.h"
#include "vortex/field_impl.h"

namespace fmm {

/// Would a mesh sum these elements at these targets?
template <class Exec, class Real>
bool choosesMesh(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets) {
  Exec exec(settings.threads);
  const ElementViews from = viewOf(elements);
  const InputVectors at = viewOf(targets);
  const Vec3 origin = frameOf(exec, from.position);
  Rows<Exec, Real, 7> sources;
  Rows<Exec, Real, 3> points;
  sources.resize(static_cast<Index>(elements.size()));
  points.resize(static_cast<Index>(targets.size()));
  exec.template load<Real, 3>(arraysOf(from.position), {origin.x, origin.y, origin.z}, sources.vector(0));
  exec.template load<Real, 3>(arraysOf(from.strength), {}, sources.vector(3));
  exec.template load<Real, 1>({from.coreRadius}, {}, {sources[6]});
  exec.template load<Real, 3>(arraysOf(at), {origin.x, origin.y, origin.z}, points.vector());
  FieldTask<Real> task;
  task.elements = {sources[0], sources[1], sources[2], sources[3], sources[4], sources[5], sources[6]};
  task.elementCount = static_cast<Index>(elements.size());
  task.tracers = std::as_const(points).vector();
  task.tracerCount = static_cast<Index>(targets.size());
  return FieldSolver<Exec, Real>().wouldChooseMesh(exec, task, settings);
}

}  // namespace fmm
