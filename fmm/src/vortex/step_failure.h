#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "exec/later.h"
#include "fmm/field.h"
#include "solver/accuracy/error_measure.h"
#include "vortex/particle_state.h"

namespace fmm {

/// A step as far as it has come.
struct StepAttempt {
  double dt;
  int stage;        ///< that has moved the particles last, counted from 1
  Inspection seen;  ///< after the last one
};

/// What `evaluate` finds, which fills the error: with these settings, and again, twice at most, with a smaller
/// tolerance where theirs may not be kept. Once where nothing was measured.
Field withinTolerance(const Settings& settings, const std::function<Field(const Settings&)>& evaluate);

/// `values` against direct sums at as many targets as cost little, at least `samples`.
MeasuredError sampledError(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                           const std::vector<Vec3>& values, MeasuredQuantity quantity, const EvaluationReport& report,
                           std::size_t samples);

/// What became of a step of length dt [T] from `time` that is to be taken back.
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
