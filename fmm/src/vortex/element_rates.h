#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/rows.h"
#include "fmm/settings.h"
#include "vortex/element_functors.h"
#include "vortex/particle_state.h"

namespace fmm {

/// The first seven rows of elements, or of elements and their images.
template <class Exec, class Real, std::size_t N>
SourceArrays<Real> sourcesIn(const Rows<Exec, Real, N>& s) {
  return {s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
}

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

/// Adds to the rates of strengths what elements exchange by viscosity, with `count` sources, images among them.
template <class Exec, class Real>
void exchangeStrengths(Exec& exec, const Settings& settings, const SourceArrays<Real>& sources, Index count,
                       ParticleState<Exec, Real>& state) {
  const Index elements = state.elementCount();
  exec.forEach("fmm::exchange", elements,
               ExchangeStrengths<Real>{sources, count, elements, std::as_const(state.fixed)[0],
                                       static_cast<Real>(settings.viscosity), state.elementRate.vector(3)},
               16);
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

/// Behind ParticleState::advance(): a uniform stream (MotionSettings::stream) carries all along, which is exact in
/// every stage, as its rate is the same everywhere.
template <class Exec, class Real>
void carryAlong(Exec& exec, const Settings& settings, const RungeKutta& scheme, int stage, double dt,
                ParticleState<Exec, Real>& state) {
  if (settings.stream == Vec3{}) return;
  const Vec3 by = (dt * partDone(scheme, stage)) * settings.stream;
  const std::array<Real, 3> shift = {static_cast<Real>(by.x), static_cast<Real>(by.y), static_cast<Real>(by.z)};
  exec.forEach("fmm::carry", state.elementCount(), ShiftRows<Real>{state.element.vector(0), shift});
  exec.forEach("fmm::carry", state.tracerCount(), ShiftRows<Real>{state.tracer.vector(), shift});
}

}  // namespace fmm
