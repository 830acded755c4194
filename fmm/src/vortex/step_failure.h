#pragma once

#include <cstdio>
#include <string>

#include "exec/inspection.h"
#include "vortex/particle_state.h"

namespace fmm {

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
