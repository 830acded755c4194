#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "exec/later.h"
#include "fmm/error.h"
#include "fmm/field.h"
#include "solver/accuracy/error_measure.h"
#include "vortex/particle_state.h"

namespace fmm {

/// Progress of a step.
struct StepAttempt {
  double dt;
  bool adapts;          ///< the first stage decides on dt
  int stage;            ///< last one that moved the particles, counted from 1
  double gradient = 0;  ///< largest norm of the last stage [1/T]; with redistribution alone
  Inspection seen;      ///< after the last stage
};

/// Length of a step [T] for the largest velocity gradient [1/T] of its first evaluation. Throws NumericalError.
inline double stepLength(const MotionSettings& settings, double gradient) {
  if (gradient * std::abs(settings.timeStep) <= settings.courant) return settings.timeStep;
  const double dt = std::copysign(settings.courant / gradient, settings.timeStep);
  if (dt == 0) throw NumericalError("the velocity gradient is not finite; the state before the step is kept");
  return dt;
}

/// Result of `evaluate`, which also measures the error. If the error may exceed the tolerance, evaluates again with a
/// smaller tolerance, at most twice. Evaluates once if no error was measured.
Field withinTolerance(const Settings& settings, const std::function<Field(const Settings&)>& evaluate);

/// Throws ToleranceError if the settings are strict and the tolerance is not kept.
void requireKept(const FieldSettings& settings, const EvaluationReport& report);
/// The field with a report that says whether the measured error keeps the tolerance, if it was measured. Throws as
/// requireKept() does.
Field judged(const FieldSettings& settings, Field field);

/// Error of `values` against direct sums at `samples` targets or more, as many as cost little.
MeasuredError sampledError(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                           const std::vector<Vec3>& values, MeasuredQuantity quantity, const EvaluationReport& report,
                           std::size_t samples);

/// Message about a failed step of length dt [T] from `time` [T].
template <class Exec, class Real>
std::string whatFailed(const ParticleState<Exec, Real>& state, const Inspection& seen, double time, double dt) {
  const bool element = seen.first >= 0;
  const Index i = element ? seen.first : seen.second;
  const Vec3 x = element ? state.elementStart(i) : state.tracerStart(i);
  char text[256];
  std::snprintf(text, sizeof text,
                "a step of %.6g from t = %.6g gave values that are not finite; first for %s %lld, which was at "
                "(%.6g, %.6g, %.6g); the state before it is kept",
                dt, time, element ? "element" : "tracer", static_cast<long long>(i), x.x, x.y, x.z);
  return text;
}

}  // namespace fmm
