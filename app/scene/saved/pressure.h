#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// The pressure of a flow over its density [L^2/T^2], 0 far away: lap p = -d_i u_j d_j u_i + div(b e), with the
/// buoyancy b along e. Its sources reach as far as the flow; those of H = p + u^2/2, lap H = div(u x omega + b e), lie
/// where the vorticity and the heat are. They are sampled on a lattice about the elements, and H is the divergence of
/// their vector potential, two sums by the solver. A uniform stream adds nothing.
class Pressure {
 public:
  /// Throws InvalidInput, EnvironmentError.
  Pressure(const fmm::Settings& settings, const fmm::Elements& elements);

  /// False if the pressure is not known: where the fluid sticks to bodies or a wall, whose forces are not in the
  /// equation, with heat over a ground, whose image falls, with elements that are not Gaussian, and with radii so
  /// different that the lattice would be too large.
  bool isKnown() const { return unknown_.empty(); }
  /// Which of these it is, as "where the fluid sticks to bodies"; empty if the pressure is known.
  const std::string& whyUnknown() const { return unknown_; }
  /// At points with these velocities without the stream [L/T]. Throws as the constructor.
  std::vector<double> at(const std::vector<fmm::Vec3>& points, const std::vector<fmm::Vec3>& velocity) const;

 private:
  fmm::Settings settings_;
  fmm::Elements sources_;  ///< with u x omega + b e times volume as strength
  std::string unknown_;
};

}  // namespace app
