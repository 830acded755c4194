#pragma once

#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "simulation/diagnostics_sample.h"

namespace app {

/// What changes of the flow's strength and impulses are held against.
struct MomentScales {
  double strength = 0;  ///< sum |alpha|                     [L^3/T]
  double impulse = 0;   ///< 1/2 sum |r x alpha|             [L^4/T]
  double angular = 0;   ///< 1/3 sum |r x (r x alpha)|       [L^5/T]
};

/// With r = x - fmm::centroid(). The impulses are at least those of arms as long as the cores and as what positions are
/// rounded to: 1/2 sum h |alpha| and 1/3 sum h^2 |alpha|, h = sigma + 64 eps |x|, eps being that of the precision.
/// Elements in one place have a scale, too, and far from the origin round-off is no drift. In the plane the factors are
/// those of fmm::invariantsIn().
MomentScales momentScales(const fmm::Elements& elements, fmm::Precision precision, fmm::Space space);

/// Numbers without dimension that say what viscosity and a lattice's spacing do to a flow; not a number where there is
/// no viscosity, no lattice, or no vorticity.
struct ReynoldsNumbers {
  /// The cell number up to which blobs of order 6 carry a flow: below it the scenes that come with the program lose
  /// their energy within 25 % as fast as viscosity takes it (measured), though their cores are smooth, and thinner
  /// layers need a number of the order of 1 (Ploumhans and Winckelmans 2000).
  static constexpr double kMostResolved = 100;

  double flow = kNotMeasured;      ///< Gamma/nu
  double cell = kNotMeasured;      ///< max |omega| h^2/nu
  double resolved = kNotMeasured;  ///< Gamma/nu of the viscosity at which `cell` were kMostResolved
};

/// Of a circulation Gamma [L^2/T], viscosity nu [L^2/T], largest vorticity [1/T] and spacing h [L]; zeros: there is
/// none.
ReynoldsNumbers reynoldsNumbers(double circulation, double viscosity, double vorticity, double spacing);

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

/// What a layer of vorticity at a wall is worth that is so many nodes of the lattice thick; empty where it is resolved.
std::string describeWallLayer(double nodes);

/// How far the flow turns and stretches in one step, where it does so fastest.
struct StepTurn {
  double step = 0;      ///< |dt| [T]; 0: not known
  double gradient = 0;  ///< max |grad u| [1/T]

  double turn() const { return step * gradient; }
  bool isTooLong() const { return turn() > 1; }
  /// "dt = 0.01 is too long: dt max|grad u| is 3.2, ..."
  std::string describe() const;
};

/// Tells when elements have stopped to carry the flow: the exact flow keeps the linear impulse I = 1/2 sum x cross
/// alpha for ever (Saffman 1992), elements do so until the vorticity folds into structures finer than they are.
class ImpulseWatch {
 public:
  /// Beyond this drift the numbers mean nothing any more; a few steps later the elements fly apart.
  static constexpr double kLost = 0.5;

  /// What a flow obeys that is watched.
  struct Frame {
    fmm::Precision precision = fmm::Precision::single;
    std::optional<fmm::GroundPlane> ground = std::nullopt;  ///< along it alone the impulse is conserved: it pushes
    fmm::Wall wall = fmm::Wall::slip;                       ///< where the fluid sticks to it, not even there
    fmm::Space space = fmm::Space::space;
  };
  /// Remembers the impulse that the elements have now about `centre`. All impulses to come are about that point, or
  /// where the stream has carried it.
  void start(const fmm::Elements& elements, fmm::Vec3 centre, const Frame& frame);
  /// `added` joined from outside: its impulse is no drift. `all` are the elements that there are now, with it.
  void join(const fmm::Elements& added, const fmm::Elements& all, fmm::Vec3 centre);
  /// |I - I(start)|, relative to momentScales() at the start (or when the last ring joined): opposite rings, whose I is
  /// 0, have a scale, too. 0 without elements.
  double drift(const fmm::Invariants& now) const;
  /// One line for people: what a drift beyond kLost means and what helps, of a flow with such steps at its start.
  static std::string describe(double drift, const StepTurn& step);

 private:
  fmm::Vec3 start_;
  fmm::Vec3 normal_;  ///< of the ground; 0: there is none
  bool sticks_ = false;
  fmm::Precision precision_ = fmm::Precision::single;
  fmm::Space space_ = fmm::Space::space;
  double scale_ = 0;
};

/// Follows how far the quantities that the exact flow conserves have moved from what they were.
class DriftWatch {
 public:
  /// The values of `sample` are those to be kept. `elements` and their `velocities` give the scales.
  void start(const DiagnosticsSample& sample, const fmm::Elements& elements, const std::vector<fmm::Vec3>& velocities,
             const fmm::Settings& settings);
  /// Elements joined between the samples `before` and `now`: what changed by them is no drift. What changed otherwise
  /// in that time is forgotten, too.
  void join(const DiagnosticsSample& before, const DiagnosticsSample& now, const fmm::Elements& elements,
            const std::vector<fmm::Vec3>& velocities);
  /// Not a number where the sample has no value, or had none at the start. An energy that came later is its own start.
  InvariantDrift drift(const DiagnosticsSample& sample);

 private:
  void setScales(const fmm::Elements& elements, const std::vector<fmm::Vec3>& velocities);

  fmm::Invariants invariants_;
  double energy_ = kNotMeasured, helicity_ = 0;
  fmm::Vec3 normal_;  // of the ground; 0: there is none
  bool sticks_ = false;
  bool spreads_ = false;  // a plane flow's angular impulse falls with viscosity
  fmm::Precision precision_ = fmm::Precision::single;
  fmm::Space space_ = fmm::Space::space;
  MomentScales scales_;
  double helicityScale_ = 0;
};

}  // namespace app
