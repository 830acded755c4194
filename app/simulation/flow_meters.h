#pragma once

#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "simulation/diagnostics_sample.h"

namespace app {

/// Scales of the flow's strength and impulses, to which their changes are relative.
struct MomentScales {
  double strength = 0;  ///< sum |alpha|                     [L^3/T]
  double impulse = 0;   ///< 1/2 sum |r x alpha|             [L^4/T]
  double angular = 0;   ///< 1/3 sum |r x (r x alpha)|       [L^5/T]
};

/// With r = x - fmm::centroid(). The impulses have lower bounds, 1/2 sum h |alpha| and 1/3 sum h^2 |alpha| with h =
/// sigma + 64 eps |x| and eps of double, so that elements in one place have a scale and round-off far from the origin
/// is no drift. In the plane the factors are those of fmm::invariantsIn().
MomentScales momentScales(const fmm::Elements& elements, fmm::Space space);

/// Dimensionless measures of viscosity and of a lattice's spacing; not a number without viscosity, lattice or
/// vorticity.
struct ReynoldsNumbers {
  /// Largest cell number at which blobs of order 6 carry a flow: below it the scenes that come with the program lose
  /// energy within 25 % of the rate that viscosity gives (measured). Their cores are smooth; thinner layers need a
  /// number of the order of 1 (Ploumhans and Winckelmans 2000).
  static constexpr double kMostResolved = 100;

  double flow = kNotMeasured;      ///< Gamma/nu
  double cell = kNotMeasured;      ///< max |omega| h^2/nu
  double resolved = kNotMeasured;  ///< Gamma/nu of the viscosity for which `cell` is kMostResolved
};

/// Of a circulation Gamma [L^2/T], viscosity nu [L^2/T], largest vorticity [1/T] and spacing h [L]; 0: none.
ReynoldsNumbers reynoldsNumbers(double circulation, double viscosity, double vorticity, double spacing);

/// Measures how well a viscous run is resolved: the rate at which the energy falls over the rate due to viscosity,
/// -dE/dt/(2 nu Z). Exact is 1; elements that do not resolve the flow lose more, less, or gain. docs/math.md, (15.8).
///
/// E has an error of its own, so the ratio is taken over a window: the shortest one that ends with the newest sample
/// and in which viscosity takes at least kLeastFall of E. Without viscosity there is no ratio; use the drift of E
/// instead.
class DissipationMeter {
 public:
  /// Relative error of a measured E (fmm/src/solver/energy_solver.h), and the fall of E that gives a ratio to 2 %.
  static constexpr double kEnergyError = 1e-6, kLeastFall = 50 * kEnergyError, kLeastFallOfMore = 0.03;
  /// Between these values the flow is resolved well enough for pictures.
  static constexpr double kLeastSound = 0.8, kMostSound = 1.25;
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  /// Forgets everything.
  void start() { *this = {}; }
  /// Begins the window with the next sample, after a jump of the energy; least() and greatest() stay.
  void restart();
  /// Adds a sample: energy E [L^5/T^2], enstrophy Z [L^3/T^2], and the time integral of viscosity, int nu dt [L^2]. If
  /// that integral falls, the window begins anew; values that are not finite are ignored. `work` is what bodies have
  /// given to the fluid since the start [L^5/T^2]; with heat E and the potential energy fall together. With either a
  /// window is one in which viscosity takes kLeastFallOfMore of E, since a flow that is only beginning has diffused by
  /// half a step more than its vorticity tells.
  void add(double energy, double enstrophy, double diffused, std::optional<double> potential = std::nullopt,
           double work = 0);

  /// -dE over int 2 Z d(nu t) of the present window; kNone if no window has been long enough.
  double value() const { return value_; }
  /// Over all windows since the start; kNone before the first.
  double least() const { return least_; }
  double greatest() const { return greatest_; }

  /// One line for people, meaning and remedy, if a window has left kLeastSound to kMostSound since the start; else
  /// empty.
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

/// Warning for a wall's layer of vorticity that is `nodes` lattice nodes thick; empty if the lattice resolves it.
std::string describeWallLayer(double nodes);

/// Rotation and stretching of the flow in one step, where they are fastest.
struct StepTurn {
  double step = 0;      ///< |dt| [T]; 0: not known
  double gradient = 0;  ///< max |grad u| [1/T]

  double turn() const { return step * gradient; }
  bool isTooLong() const { return turn() > 1; }
  /// "dt = 0.01 is too long: dt max|grad u| is 3.2, ..."
  std::string describe() const;
};

/// Complaint about a step [T] that is too long for the buoyancy of the last one; empty if it is not.
std::string describeBuoyancyStep(double step, const fmm::LatticeReport& lattice);

/// Detects when elements no longer carry the flow: the exact flow conserves the linear impulse I = 1/2 sum x cross
/// alpha (Saffman 1992); elements do so until the vorticity folds into structures finer than their spacing.
class ImpulseWatch {
 public:
  /// Beyond this drift the results mean nothing; a few steps later the elements fly apart.
  static constexpr double kLost = 0.5;

  /// The conditions under which the flow conserves impulse.
  struct Frame {
    std::optional<fmm::GroundPlane> ground = std::nullopt;  ///< exerts a force: conserves only impulse along it
    bool sticks = false;                                    ///< fmm::sticks(): not even that one
    fmm::Space space = fmm::Space::space;
  };
  /// Remembers the present impulse of the elements about `centre`. All later impulses are about that point, carried
  /// along by the stream.
  void start(const fmm::Elements& elements, fmm::Vec3 centre, const Frame& frame);
  /// `added` has joined: its impulse is no drift. `all` are all present elements, `added` included.
  void join(const fmm::Elements& added, const fmm::Elements& all, fmm::Vec3 centre);
  /// Impulse that buoyancy has given the flow: no drift, but a scale [L^4/T].
  void give(fmm::Vec3 impulse, double size) {
    start_ = start_ + impulse;
    scale_ += size;
  }
  /// |I - I(start)| relative to momentScales() at the start or when the last ring joined, so that opposite rings with I
  /// = 0 have a scale, too. 0 without elements; not a number where a wall or a body takes up impulse.
  double drift(const fmm::Invariants& now) const;
  /// One line for people: meaning of a drift beyond kLost, given the steps at the flow's start, and those remedies that
  /// these settings allow and do not use yet.
  static std::string describe(double drift, const StepTurn& step, const fmm::Settings& settings);

 private:
  fmm::Vec3 start_;
  fmm::Vec3 normal_;  ///< of the ground; 0: there is none
  bool sticks_ = false;
  fmm::Space space_ = fmm::Space::space;
  double scale_ = 0;
};

/// Follows the drift of the quantities that the exact flow conserves.
class DriftWatch {
 public:
  /// Takes the values of `sample` as the reference. `elements` and their `velocities` give the scales.
  void start(const DiagnosticsSample& sample, const fmm::Elements& elements, const std::vector<fmm::Vec3>& velocities,
             const fmm::Settings& settings);
  /// Elements joined between the samples `before` and `now`: their contribution is no drift. Any other change in that
  /// interval is ignored, too.
  void join(const DiagnosticsSample& before, const DiagnosticsSample& now, const fmm::Elements& elements,
            const std::vector<fmm::Vec3>& velocities);
  /// Impulse that buoyancy has given the flow, and a scale of it: no drift [L^4/T].
  void give(fmm::Vec3 impulse, double size) {
    invariants_.linearImpulse = invariants_.linearImpulse + impulse;
    given_ += size;
  }
  /// Not a number where the sample or the start has no value. The first energy measured later becomes its own start.
  InvariantDrift drift(const DiagnosticsSample& sample);

 private:
  void setScales(const fmm::Elements& elements, const std::vector<fmm::Vec3>& velocities);

  fmm::Invariants invariants_;
  bool heat_ = false;    // which changes energy, helicity and angular impulse
  bool bodies_ = false;  // which work
  double energy_ = kNotMeasured, helicity_ = 0;
  fmm::Vec3 normal_;  // of the ground; 0: there is none
  bool sticks_ = false;
  bool spreads_ = false;  // a plane flow's angular impulse falls with viscosity
  fmm::Space space_ = fmm::Space::space;
  MomentScales scales_;
  double helicityScale_ = 0;
  double given_ = 0;  // by buoyancy
};

}  // namespace app
