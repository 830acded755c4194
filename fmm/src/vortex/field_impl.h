#pragma once

#include <algorithm>
#include <vector>

#include "core/rows.h"
#include "solver/direct_sum.h"
#include "solver/fmm_solver.h"
#include "solver/vorticity_solver.h"
#include "vortex/system_base.h"

namespace fmm {

/// Where float coordinates start from: the middle of the elements' bounding box if the scene lies far from the origin,
/// so that it keeps its digits; else the origin, so that inputs that are floats stay exactly what they are.
inline Vec3 frameOf(const std::vector<Vec3>& points) {
  if (points.empty()) return {};
  Vec3 low = points.front(), high = points.front();
  for (const Vec3& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3 middle = 0.5 * (low + high);
  return norm(middle) > 4 * norm(high - low) ? middle : Vec3{};
}

inline std::vector<Vec3> shifted(const std::vector<Vec3>& points, Vec3 origin) {
  std::vector<Vec3> out(points.size());
  std::transform(points.begin(), points.end(), out.begin(), [&](Vec3 p) { return p - origin; });
  return out;
}

/// The field at given points, once, in an execution space.
template <class Exec, class Real>
Field evaluateFieldIn(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                      FieldParts parts) {
  Exec exec(settings.threads);
  const auto elementCount = static_cast<Index>(elements.size()), targetCount = static_cast<Index>(targets.size());
  const Vec3 origin = frameOf(elements.position);
  Rows<Exec, Real, 7> sources;
  Rows<Exec, Real, 3> positions, vectors;  // velocities or vorticities
  Rows<Exec, Real, 9> gradients;
  sources.resize(elementCount);
  positions.resize(targetCount);
  vectors.resize(targetCount);
  exec.template upload<Real>(shifted(elements.position, origin), sources.vector(0));
  exec.template upload<Real>(elements.strength, sources.vector(3));
  exec.template uploadRow<Real>(elements.coreRadius, sources[6]);
  exec.template upload<Real>(shifted(targets, origin), positions.vector());

  FieldTask<Real> task;
  task.elements = {sources[0], sources[1], sources[2], sources[3], sources[4], sources[5], sources[6]};
  task.elementCount = elementCount;
  task.tracers = {positions[0], positions[1], positions[2]};
  task.tracerCount = targetCount;
  const bool vorticity = parts == FieldParts::vorticity, gradient = parts == FieldParts::velocityAndGradient;
  (vorticity ? task.tracerVorticity : task.tracerVelocity) = vectors.vector();
  if (gradient) {
    gradients.resize(targetCount);
    task.tracerGradient = gradients.all();
  }
  Field field;
  field.report.backend = Exec::kName;
  field.report.evaluations = 1;
  field.report.bytes = sources.bytes() + positions.bytes() + vectors.bytes() + gradients.bytes();
  if (vorticity) {
    VorticitySolver<Exec, Real> solver;
    solver.evaluate(exec, task, settings, field.report);
    field.report.bytes += solver.bytes();
  } else if (settings.solver == SolverKind::fmm) {
    FmmSolver<Exec, Real> solver;
    solver.evaluate(exec, task, settings, field.report);
    field.report.bytes += solver.bytes();
  } else {
    DirectSum<Exec, Real>().evaluate(exec, task, settings, field.report);
  }
  (vorticity ? field.vorticity : field.velocity) =
      exec.template download<Real>({vectors[0], vectors[1], vectors[2]}, targetCount);
  if (gradient) {
    field.gradient.resize(targets.size());
    for (std::size_t k = 0; k < 9; ++k) {
      const std::vector<double> row = exec.template downloadRow<Real>(gradients[k], targetCount);
      for (std::size_t i = 0; i < row.size(); ++i) field.gradient[i].m[k] = row[i];
    }
  }
  return field;
}

}  // namespace fmm
