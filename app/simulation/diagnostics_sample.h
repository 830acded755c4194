#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/report.h"

namespace app {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// Measured and theoretical values of a ring. Positions and speeds are along a reference axis: the first ring's axis at
/// the start if all rings had one axis, else the ring's own axis at the start.
struct RingSample {
  fmm::RingMeasures measured;
  double circulation = kNotMeasured;     ///< Gamma: circulation about the axis over the turns of the line [L^2/T]
  double position = kNotMeasured;        ///< of the centre [L]
  double speed = kNotMeasured;           ///< of the centre [L/T]
  double overlap = kNotMeasured;         ///< core radius of the elements over their distance along the vortex lines
  double theorySpeed = kNotMeasured;     ///< of a ring of its present shape, see DiagnosticsSample::theory [L/T]
  double theoryRadius = kNotMeasured;    ///< by the equations of coaxial rings since the start [L]
  double theoryPosition = kNotMeasured;  ///< by the equations of coaxial rings [L]
};

/// A body in the flow: means over the steps since the sample before, for a fluid of density 1; in the plane per unit
/// length.
struct BodySample {
  fmm::Vec3 force = {kNotMeasured, kNotMeasured,
                     kNotMeasured};  ///< of the fluid on the body [L^4/T^2], plane [L^3/T^2]
  fmm::Vec3 impulseForce = {kNotMeasured, kNotMeasured,
                            kNotMeasured};  ///< the same from the impulse of all elements: ImpulseForce
  double torque = kNotMeasured;             ///< about its axis [L^5/T^2], plane [L^4/T^2]
  /// Force along the stream and across it, over 1/2 U^2 A: U the stream's speed against the body's steady motion, or
  /// else the body's largest speed, A fmm::referenceOf(). Not a number for a body that is moved by hand.
  double drag = kNotMeasured, lift = kNotMeasured;
  double power = kNotMeasured;  ///< fmm::BodyLoad::power [L^5/T^3], plane [L^4/T^3]
  double slip = kNotMeasured;   ///< fmm::BodyLoad::slip [L/T]
};

/// The effects that RingSample::theorySpeed includes.
enum class RingTheory {
  none,         ///< no ring was measured
  selfInduced,  ///< the ring alone: the rings have no common axis
  coaxial,      ///< the ring, and velocities induced on it by others and by images in the ground
  met           ///< rings have met on a lattice, or a wall's vorticity, and can no longer be told apart
};

/// Change since the start, relative to a scale that is not 0 where the quantity is: 1/2 sum |x cross alpha| for the
/// impulse and so on. Over a ground plane only of what it conserves: impulse along it, angular impulse about its
/// normal; with a no-slip wall neither of these nor the strength.
struct InvariantDrift {
  double strength = kNotMeasured;
  double impulse = kNotMeasured;
  double angularImpulse = kNotMeasured;
  double energy = kNotMeasured;
  double helicity = kNotMeasured;
};

/// Diagnostics of one simulation frame. Values that were not measured are not a number.
struct DiagnosticsSample {
  double time = 0;  ///< [T]
  std::int64_t steps = 0;
  std::size_t elements = 0;
  fmm::Space space = fmm::Space::space;
  bool looked = false;  ///< invariants and rings were measured in this frame
  fmm::FlowMeasures flow;
  InvariantDrift drift;
  double passes = kNotMeasured;            ///< of two coaxial rings so far, as counted by fmm::RingPasses
  double dissipation = kNotMeasured;       ///< DissipationMeter::value(), where the energy was measured
  double reynolds = kNotMeasured;          ///< as in ReynoldsNumbers
  double cellReynolds = kNotMeasured;      ///< as in ReynoldsNumbers, where the vorticity was measured
  double resolvedReynolds = kNotMeasured;  ///< as in ReynoldsNumbers, where the vorticity was measured
  double wallCirculation = kNotMeasured;   ///< given off by a wall, about its axis [L^2/T]
  double wallNodes = kNotMeasured;         ///< sqrt(nu t)/h, nodes across the wall's layer
  std::optional<fmm::HeatMeasures> heat;   ///< empty without heat
  double thermalTheory = kNotMeasured;     ///< radius of a risen thermal, sqrt(B t/(pi Gamma)) [L]
  std::vector<BodySample> bodies;          ///< one a body
  std::vector<RingSample> rings;           ///< by index; at most kMostRings; none once they cannot be told apart
  RingTheory theory = RingTheory::none;
  fmm::MeasuredError error;              ///< samples = 0: not measured in this frame
  double seconds = 0;                    ///< wall time of the frame's steps
  std::vector<fmm::StageTime> stages;    ///< of the frame's steps
  static constexpr int kMostRings = 32;  ///< largest number of rings measured individually
};

}  // namespace app
