#pragma once

#include <deque>
#include <limits>
#include <string>

namespace app {

/// The honest meter of a viscous run: how fast the flow's energy falls over how fast it has to, -dE/dt/(2 nu Z).
/// Without error it is 1; elements that no longer resolve the flow lose more, less, or gain. docs/math.md, (15.8).
///
/// E has an error of its own, so that the ratio is that of differences over a window: the shortest one that ends with
/// the newest sample and in which viscosity takes at least kLeastFall of E. Without viscosity there is no ratio; the
/// drift of E tells then.
class DissipationMeter {
 public:
  /// Relative error of a measured E (fmm/src/solver/energy_solver.h), and how much has to fall for a ratio to 2 %.
  static constexpr double kEnergyError = 1e-6, kLeastFall = 50 * kEnergyError;
  /// Between these the flow is as resolved as pictures of it need.
  static constexpr double kLeastSound = 0.8, kMostSound = 1.25;
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  /// Forgets everything.
  void start() { *this = {}; }
  /// The window begins with the next sample, as after a jump of the energy; least() and greatest() stay.
  void restart();
  /// The flow as it is: energy E [L^5/T^2], enstrophy Z [L^3/T^2], and the time integral of the viscosity that it has
  /// felt, int nu dt [L^2]. Where that goes back the window begins anew; values that are not finite are passed over.
  void add(double energy, double enstrophy, double diffused);

  /// -dE over int 2 Z d(nu t) of the present window; kNone: nothing was long enough since the start.
  double value() const { return value_; }
  /// Over all windows since the start; kNone before the first.
  double least() const { return least_; }
  double greatest() const { return greatest_; }

  /// One line for people if a window has left kLeastSound to kMostSound since the start: what that means and what
  /// helps. Empty: none has.
  std::string warning() const;

 private:
  struct Sample {
    double energy;
    double due;  ///< int 2 Z d(nu t) since the first sample of the window
  };

  std::deque<Sample> window_;
  double enstrophy_ = 0, diffused_ = 0;  ///< of the newest sample
  double value_ = kNone, least_ = kNone, greatest_ = kNone;
};

}  // namespace app
