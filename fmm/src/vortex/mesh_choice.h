#pragma once

#include <cstddef>
#include <vector>

#include "fmm/shared_field.h"
#include "solver/evaluator.h"
#include "vortex/array_shapes.h"
#include "vortex/field_impl.h"

namespace fmm {

/// True if each of `ranks` ranks would sum these elements over a mesh, at its share of the targets and, if wanted, of
/// the elements. Judged by every `ranks`-th target, which sample all regions with targets.
template <class Exec, class Real>
bool choosesMesh(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                 const SharedParts& parts, int ranks) {
  Exec exec(settings.threads);
  std::vector<Vec3> share;
  for (std::size_t i = 0; i < targets.size(); i += static_cast<std::size_t>(ranks)) share.push_back(targets[i]);
  FieldInputs<Exec, Real> inputs;
  Rows<Exec, Real, 3> velocities;
  Rows<Exec, Real, 9> gradients;
  FieldTask<Real> task = inputs.load(exec, viewOf(elements), viewOf(share));
  if (parts.atElements) {
    velocities.resize(task.elementCount);
    task.elementVelocity = velocities.vector();
  }
  if (parts.gradient || parts.elementGradient) {
    gradients.resize(task.tracerCount);
    task.tracerGradient = gradients.all();
  }
  return Evaluator<Exec, Real>().mesh().wouldChoose(exec, task, settings, 1.0 / ranks);
}
/// The same in the precision of the settings.
template <class Exec>
bool choosesMesh(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                 const SharedParts& parts, int ranks) {
  return settings.precision == Precision::single ? choosesMesh<Exec, float>(settings, elements, targets, parts, ranks)
                                                 : choosesMesh<Exec, double>(settings, elements, targets, parts, ranks);
}

}  // namespace fmm
