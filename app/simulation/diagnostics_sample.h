#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/report.h"

namespace app {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// A ring as it is and as theory has it. Positions and speeds are along the reference axis: that of the first ring at
/// the start where all rings had one axis, else the ring's own at the start.
struct RingSample {
  fmm::RingMeasures measured;
  double circulation = kNotMeasured;     ///< Gamma: that about the axis over the turns of the line about it [L^2/T]
  double position = kNotMeasured;        ///< of the centre [L]
  double speed = kNotMeasured;           ///< of the centre [L/T]
  double overlap = kNotMeasured;         ///< core radius of the elements over their distance along the vortex lines
  double theorySpeed = kNotMeasured;     ///< of a ring that is now as this one (DiagnosticsSample::theory) [L/T]
  double theoryRadius = kNotMeasured;    ///< by the equations of coaxial rings since the start [L]
  double theoryPosition = kNotMeasured;  ///< by the same [L]
};

/// What RingSample::theorySpeed takes account of.
enum class RingTheory {
  none,         ///< no ring was measured
  selfInduced,  ///< the ring alone: the rings have no common axis
  coaxial,      ///< the ring and what the others (and their images in the ground) induce on its circle
  met           ///< rings have met on a lattice, or the vorticity of a wall, and cannot be told apart any more
};

/// Change since the start, relative to a scale that is not 0 where the quantity is: 1/2 sum |x cross alpha| for the
/// impulse and so on. Over a ground plane of what it conserves: impulse along it, angular impulse about its normal;
/// where the fluid sticks to it neither of these nor the strength.
struct InvariantDrift {
  double strength = kNotMeasured;
  double impulse = kNotMeasured;
  double angularImpulse = kNotMeasured;
  double energy = kNotMeasured;
  double helicity = kNotMeasured;
};

/// Diagnostics of one simulation frame. What was not measured in it is not a number.
struct DiagnosticsSample {
  double time = 0;  ///< [T]
  std::int64_t steps = 0;
  std::size_t elements = 0;
  fmm::Space space = fmm::Space::space;
  bool looked = false;  ///< all elements were looked at: invariants and rings are of this frame
  fmm::FlowMeasures flow;
  InvariantDrift drift;
  double passes = kNotMeasured;            ///< of two coaxial rings so far, as fmm::RingPasses counts them
  double dissipation = kNotMeasured;       ///< as DissipationMeter has it, where the energy was measured
  double reynolds = kNotMeasured;          ///< these as ReynoldsNumbers has them
  double cellReynolds = kNotMeasured;      ///< where the vorticity was measured
  double resolvedReynolds = kNotMeasured;  ///< the same
  double wallCirculation = kNotMeasured;   ///< that a wall has given off, about its axis [L^2/T]
  double wallNodes = kNotMeasured;         ///< sqrt(nu t)/h, nodes over the thickness of its layer
  std::vector<RingSample> rings;           ///< by index; the first kMostRings; none once they cannot be told apart
  RingTheory theory = RingTheory::none;
  fmm::MeasuredError error;              ///< samples = 0: not measured in this frame
  double seconds = 0;                    ///< wall time of the frame's steps
  std::vector<fmm::StageTime> stages;    ///< of the same
  static constexpr int kMostRings = 32;  ///< that are followed one by one
};

}  // namespace app
