#include "fmm/field.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fmm/settings_table.h"
#include "solver/accuracy/error_measure.h"
#include "vortex/array_checks.h"
#include "vortex/array_shapes.h"
#include "vortex/step_failure.h"
#include "vortex/system_base.h"

namespace fmm {
namespace {

FieldParts partsOf(const FieldResults& results) {
  return {results.velocity.x.data != nullptr, results.gradient.m[0].data != nullptr,
          results.vorticity.x.data != nullptr};
}

}  // namespace

class FieldEvaluator::Impl {
 public:
  explicit Impl(const Settings& settings) : settings_(settings), backend_(resolve(settings.backend)) {
    settings.validate();
    field_ = backend_ == Backend::cuda ? makeCudaField(settings) : makeCpuField(settings);
  }

  /// Checks everything but numbers in device memory, which the backend checks, and evaluates.
  EvaluationReport evaluate(const ElementViews& elements, const InputVectors& targets, FieldParts parts,
                            const FieldResults& results) {
    const MemorySpace ofElements = requireShape(elements), ofTargets = requireShape(targets, "targets");
    const MemorySpace ofResults = requireRoom(results, targets.size());
    requireCount(settings_.ground ? 2 * elements.size() : elements.size(), targets.size());
    requireReach(backend_, ofElements, "elements");
    requireReach(backend_, ofTargets, "targets");
    requireReach(backend_, ofResults, "results at targets");
    HostMemory host;
    if (ofElements == MemorySpace::host) {
      requireSound(host, elements);
      requireInRange(host, settings_.precision, elements);
    }
    if (ofTargets == MemorySpace::host) requireFinite(host, targets, "target");
    requireInPlane(host, settings_, ofElements == MemorySpace::host ? &elements : nullptr,
                   ofTargets == MemorySpace::host ? &targets : nullptr, "target");
    return field_->evaluate(elements, targets, parts, results);
  }

  /// Throws InvalidInput if a result in host memory is not finite. The backend has checked those in device memory.
  void requireNumbers(const FieldResults& results, std::size_t count) const {
    HostMemory host;
    requireResults(host, settings_.precision, results, count);
  }
  /// Keeps the report for measureError(). Throws as requireKept() does.
  void keep(const EvaluationReport& report) {
    report_ = report;
    requireKept(settings_, report_);
  }
  MeasuredError measureError(const Elements& elements, const std::vector<Vec3>& targets,
                             const std::vector<Vec3>& velocity, std::size_t samples) const {
    requireShape(viewOf(elements));
    HostMemory host;
    requireSound(host, viewOf(elements));
    requireFinite(host, viewOf(targets), "target");
    if (velocity.size() != targets.size())
      throw InvalidInput("there are " + std::to_string(velocity.size()) + " velocities at " +
                         std::to_string(targets.size()) + " targets; allowed is one each");
    if (report_.evaluations == 0) throw InvalidInput("measureError() before the first evaluation");
    const MeasuredError error =
        sampledError(settings_, elements, targets, velocity, MeasuredQuantity::velocity, report_, samples);
    if (settings_.strict && error.toleranceKept() == false) throw ToleranceError(error.warning());
    return error;
  }

 private:
  const Settings settings_;
  const Backend backend_;
  EvaluationReport report_;
  std::unique_ptr<FieldBase> field_;
};

FieldEvaluator::FieldEvaluator(const Settings& settings) : impl_(std::make_unique<Impl>(settings)) {}
FieldEvaluator::~FieldEvaluator() = default;
FieldEvaluator::FieldEvaluator(FieldEvaluator&&) noexcept = default;
FieldEvaluator& FieldEvaluator::operator=(FieldEvaluator&&) noexcept = default;

EvaluationReport FieldEvaluator::evaluate(const ElementViews& elements, const InputVectors& targets,
                                          const FieldResults& results) {
  EvaluationReport report = impl_->evaluate(elements, targets, partsOf(results), results);
  impl_->requireNumbers(results, targets.size());
  impl_->keep(report);
  return report;
}

MeasuredError FieldEvaluator::measureError(const Elements& elements, const std::vector<Vec3>& targets,
                                           const std::vector<Vec3>& velocity, std::size_t samples) const {
  return impl_->measureError(elements, targets, velocity, samples);
}

void requireKept(const FieldSettings& settings, const EvaluationReport& report) {
  if (settings.strict && report.toleranceKept == false) throw ToleranceError(report.warning);
}

Field judged(const FieldSettings& settings, Field field) {
  if (field.error.samples > 0) {
    field.error.tolerance = promisedTolerance(settings);  // retries have asked for less
    field.report.toleranceKept = field.error.toleranceKept();
    field.report.warning = field.error.warning();
  }
  requireKept(settings, field.report);
  return field;
}

MeasuredError sampledError(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                           const std::vector<Vec3>& values, MeasuredQuantity quantity, const EvaluationReport& report,
                           std::size_t samples) {
  constexpr std::uint64_t kPairs = std::uint64_t{1} << 28;
  return measureAgainstDirect(inducing(settings, elements), {{targets, values}}, quantity, settings, report,
                              {samples, kPairs});
}

Field withinTolerance(const Settings& settings, const std::function<Field(const Settings&)>& evaluate) {
  constexpr int kTries = 3;
  constexpr double kMargin = 0.5;
  Settings used = settings;
  Field best;
  double spent = 0;
  for (int i = 0; i < kTries; ++i) {
    Field field = evaluate(used);
    if (field.error.samples == 0) return field;
    spent += field.report.seconds;
    if (i > 0 && !(field.error.bound < best.error.bound)) break;
    best = std::move(field);
    const bool chosen = best.report.order > 0 && settings.order == 0 && settings.theta == 0;
    if (!chosen || best.error.bound <= settings.tolerance || !std::isfinite(best.error.bound)) break;
    used.tolerance = std::max(finestTolerance(used), kMargin * used.tolerance * settings.tolerance / best.error.bound);
  }
  const double others = spent - best.report.seconds;
  if (others > 0) {
    best.report.stages.push_back({"other tries", others});
    best.report.seconds = spent;
  }
  return best;
}

Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples) {
  const auto evaluated = [&](const Settings& used) {
    Field field;
    field.velocity.resize(targets.size());
    if (gradient) field.gradient.resize(targets.size());
    field.report = FieldEvaluator::Impl(used).evaluate(viewOf(elements), viewOf(targets), {true, gradient, false},
                                                       {viewOf(field.velocity), viewOf(field.gradient), {}});
    if (errorSamples > 0)
      field.error =
          sampledError(used, elements, targets, field.velocity, MeasuredQuantity::velocity, field.report, errorSamples);
    return field;
  };
  return judged(settings, withinTolerance(settings, evaluated));
}

Field evaluateVorticity(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                        std::size_t errorSamples) {
  Field field;
  field.vorticity.resize(points.size());
  field.report = FieldEvaluator::Impl(settings).evaluate(viewOf(elements), viewOf(points), {false, false, true},
                                                         {{}, {}, viewOf(field.vorticity)});
  if (errorSamples > 0) {
    field.error = sampledError(settings, elements, points, field.vorticity, MeasuredQuantity::vorticity, field.report,
                               errorSamples);
  }
  return judged(settings, std::move(field));
}

EvaluationReport evaluateField(const Settings& settings, const ElementViews& elements, const InputVectors& targets,
                               const FieldResults& results) {
  return FieldEvaluator(settings).evaluate(elements, targets, results);
}

}  // namespace fmm
