#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/rows.h"
#include "fmm/settings.h"
#include "vortex/element_functors.h"
#include "vortex/particle_state.h"

namespace fmm {

/// Rates of the elements' strengths and core radii, by the velocity gradient at them (MotionSettings::stretching) and
/// by core spreading, d(sigma^2)/dt = 2 nu.
template <class Exec, class Real>
void stretchElements(Exec& exec, const Settings& settings, const Rows<Exec, Real, 9>& gradient,
                     ParticleState<Exec, Real>& state) {
  const bool spreads = settings.viscosity > 0 && settings.diffusion == Diffusion::coreSpreading;
  const auto spreading = static_cast<Real>(spreads ? 2 * settings.viscosity : 0);
  const Index count = state.elementCount();
  if (settings.stretching != Stretching::off) {
    exec.forEach("fmm::stretch", count,
                 StretchElements<Real>{settings.stretching, settings.formulation, spreading, gradient.all(),
                                       std::as_const(state.element).all(), state.elementRate.all()});
    return;
  }
  for (std::size_t k = 3; k < kElementRows; ++k)
    exec.fill(state.elementRate[k], count, k == kCoreRow ? spreading : Real(0));
}

/// Strengths turn towards the vorticity after a step's last evaluation: MotionSettings::relaxation.
template <class Exec, class Real>
void relaxStrengths(Exec& exec, const Settings& settings, const Rows<Exec, Real, 9>& gradient, double dt,
                    ParticleState<Exec, Real>& state) {
  if (settings.relaxation == 0) return;
  const double part = std::min(1.0, settings.relaxation * std::abs(dt));
  exec.forEach("fmm::relax", state.elementCount(),
               RelaxStrengths<Real>{gradient.all(), state.element.vector(3), static_cast<Real>(part)});
}

}  // namespace fmm
