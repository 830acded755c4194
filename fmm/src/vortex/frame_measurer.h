#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "measures/flow_measures.h"
#include "measures/heat_measures.h"
#include "measures/ring_sums.h"
#include "solver/energy_solver.h"
#include "vortex/particle_state.h"
#include "vortex/vorticity_rows.h"

namespace fmm {

/// Inputs of a frame's measures besides the particles.
template <class Exec, class Real>
struct MeasuredFields {
  FieldTask<Real> sources;  ///< sources of the flow
  /// Sources for the enstrophy, if they differ.
  std::optional<FieldTask<Real>> vorticitySources;
  std::array<const Real*, 9> gradient;  ///< at the elements; [0] null: none
  VorticityRows<Exec, Real>& vorticity;
};

/// Sums over a system's elements in their execution space, with one synchronisation. Keeps its buffers between calls.
template <class Exec, class Real>
class FrameMeasurer {
 public:
  FrameMeasures measure(Exec& exec, const ParticleState<Exec, Real>& state, const MeasuredFields<Exec, Real>& fields,
                        const Settings& settings, const FrameParts& parts) {
    FrameMeasures m;
    if (state.fixed.hasHeat()) m.heat = measureHeat(exec, state, settings);
    for (bool done = false; !done;) {
      std::array<const Real*, 3> vorticity = {};
      if (parts.vorticity) vorticity = fields.vorticity.beginElementsNow(exec, fields.sources, settings);
      Later<FlowSum> energy;
      if (parts.energy) energy = energy_.begin(exec, fields.sources, settings);
      Later<FlowSum> ofVorticity;
      if (fields.vorticitySources) ofVorticity = enstrophy_.begin(exec, *fields.vorticitySources, settings);
      const FlowFigures<Real> flow =
          beginMeasures(exec, flowRows(state, vorticity, fields.gradient, parts.about), settings.regularisation);
      RingFigures rings;
      if (parts.rings) rings = beginRings(exec, state);
      const auto moments = state.beginMoments();
      Later<std::vector<Vec3>> sample, strengths;
      if (parts.stride > 0) {
        sample = exec.everyNth(state.element.vector(0), state.elementCount(), static_cast<Index>(parts.stride));
        strengths = exec.everyNth(state.element.vector(3), state.elementCount(), static_cast<Index>(parts.stride));
      }
      exec.synchronize();
      const bool summed = fields.vorticity.complete(),
                 measured = energy_.complete() && (!fields.vorticitySources || enstrophy_.complete());
      done = summed && measured;
      if (!done) continue;
      m.flow = flow.measures();
      if (parts.energy) addEnergy(energy.value(), settings, m.flow);
      if (fields.vorticitySources)
        m.flow.enstrophy =
            EnergySolver<Exec, Real>::energyOf(ofVorticity.value(), settings.regularisation).enstrophy / 2;
      if (parts.rings) m.rings = rings.measures();
      m.centroid = state.centroidOf(moments.value());
      if (parts.stride == 0) continue;
      m.sample = sample.value();
      for (Vec3& x : m.sample) x = x + state.origin();
      m.sampleStrengths = strengths.value();
    }
    return m;
  }
  std::vector<RingMeasures> measureRings(Exec& exec, const ParticleState<Exec, Real>& state) {
    const RingFigures rings = beginRings(exec, state);
    exec.synchronize();
    return rings.measures();
  }

  std::size_t bytes() const { return energy_.bytes() + enstrophy_.bytes(); }

 private:
  static MeasuredRows<Real> flowRows(const ParticleState<Exec, Real>& state,
                                     const std::array<const Real*, 3>& vorticity,
                                     const std::array<const Real*, 9>& gradient, Vec3 about) {
    const auto& x = state.exactElement;
    const auto& rates = state.elementRate;
    return {
        {x.vector(0), x.vector(3), rates.vector(0), vorticity, x[kCoreRow], x[kLengthRow], {about.x, about.y, about.z}},
        state.elementCount(),
        gradient};
  }
  RingFigures beginRings(Exec& exec, const ParticleState<Exec, Real>& state) {
    const auto& x = state.exactElement;
    const auto& rates = state.elementRate;
    return rings_.begin(exec, state.elementRuns(),
                        RingElementRows<Real>{x.vector(0), x.vector(3), rates.vector(0), rates.vector(3), x[kCoreRow]});
  }
  static HeatMeasures measureHeat(Exec& exec, const ParticleState<Exec, Real>& state, const Settings& settings) {
    const Index count = state.elementCount();
    const auto position = state.exactElement.vector(0);
    const Vec3 from = state.origin(), up = upOf(settings);
    const bool plane = settings.space == Space::plane;
    const auto vector = [](Vec3 v) { return Vector3<double>{v.x, v.y, v.z}; };
    const auto centre = exec.template sums<HeatCentre<double>::kCount>(
        "fmm::heat", count, HeatCentre<Real>{position, state.fixed.heat(), vector(from)});
    const HeatMeasures still = heatMeasures(centre, from, up, {});
    const auto rising = exec.template sumsLater<RisingSums::kCount>(
        "fmm::heat", count,
        RisingSums{position, state.exactElement.vector(3), state.exactElement[kCoreRow], vector(still.centre),
                   vector(up), plane});
    const Later<float> largest = exec.largestLater(
        "fmm::heat", count, LargestBuoyancy<Real>{state.fixed.heat(), state.fixed[kVolumeRow], plane});
    exec.synchronize();
    HeatMeasures m = heatMeasures(centre, from, up, rising.value());
    m.largest = largest.value();
    return m;
  }
  static void addEnergy(const FlowSum& sum, const FieldSettings& settings, FlowMeasures& m) {
    const FlowEnergy flow = EnergySolver<Exec, Real>::energyOf(sum, settings.regularisation);
    const double half = settings.ground ? 0.5 : 1;  // the sums count elements and images
    m.energy = half * flow.energy;
    if (!std::isnan(flow.enstrophy)) m.enstrophy = half * flow.enstrophy;
  }

  EnergySolver<Exec, Real> energy_, enstrophy_;
  RingSummer<Exec> rings_;
};

}  // namespace fmm
