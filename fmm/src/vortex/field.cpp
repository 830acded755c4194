#include "fmm/field.h"

#include "solver/reference.h"
#include "vortex/array_checks.h"
#include "vortex/array_shapes.h"
#include "vortex/system_base.h"

namespace fmm {
namespace {

/// Checks what can be seen from here (what is in device memory is left to its backend) and evaluates.
EvaluationReport evaluateParts(const Settings& settings, const ElementViews& elements, const InputVectors& targets,
                               FieldParts parts, const FieldResults& results) {
  settings.validate();
  const Backend backend = resolve(settings.backend);
  const MemorySpace ofElements = requireShape(elements), ofTargets = requireShape(targets, "targets");
  const MemorySpace ofResults = requireRoom(results, targets.size());
  requireCount(settings.ground ? 2 * elements.size() : elements.size(), targets.size());
  requireReach(backend, ofElements, "elements");
  requireReach(backend, ofTargets, "targets");
  requireReach(backend, ofResults, "results at targets");
  HostMemory host;
  if (ofElements == MemorySpace::host) requireSound(host, elements);
  if (ofTargets == MemorySpace::host) requireFinite(host, targets, "target");
  return backend == Backend::cuda ? evaluateFieldOnCuda(settings, elements, targets, parts, results)
                                  : evaluateFieldOnCpu(settings, elements, targets, parts, results);
}

/// `values` against direct sums at `samples` of the targets.
MeasuredError sampledError(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                           const std::vector<Vec3>& values, bool vorticity, std::size_t samples) {
  std::vector<Vec3> at, got;
  for (const std::size_t i : sampleIndices(targets.size(), samples)) {
    at.push_back(targets[i]);
    got.push_back(values[i]);
  }
  const auto reference = vorticity ? referenceVorticities : referenceVelocities;
  return compareVelocities(got, reference(inducing(settings, elements), at, settings.regularisation, settings.threads));
}

}  // namespace

Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples) {
  Field field;
  field.velocity.resize(targets.size());
  if (gradient) field.gradient.resize(targets.size());
  field.report = evaluateParts(settings, viewOf(elements), viewOf(targets), {true, gradient, false},
                               {viewOf(field.velocity), viewOf(field.gradient), {}});
  if (errorSamples > 0) field.error = sampledError(settings, elements, targets, field.velocity, false, errorSamples);
  return field;
}

Field evaluateVorticity(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                        std::size_t errorSamples) {
  Field field;
  field.vorticity.resize(points.size());
  field.report = evaluateParts(settings, viewOf(elements), viewOf(points), {false, false, true},
                               {{}, {}, viewOf(field.vorticity)});
  if (errorSamples > 0) field.error = sampledError(settings, elements, points, field.vorticity, true, errorSamples);
  return field;
}

EvaluationReport evaluateField(const Settings& settings, const ElementViews& elements, const InputVectors& targets,
                               const FieldResults& results) {
  const FieldParts wanted = {results.velocity.x.data != nullptr, results.gradient.m[0].data != nullptr,
                             results.vorticity.x.data != nullptr};
  return evaluateParts(settings, elements, targets, wanted, results);
}

}  // namespace fmm
