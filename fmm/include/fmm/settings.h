#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "fmm/ground_plane.h"

namespace fmm {

/// Where the work runs. `automatic`: CUDA where a usable GPU answers, else the CPU.
enum class Backend { automatic, cpu, cuda };
/// Arithmetic and storage of positions, strengths and velocities.
enum class Precision { single, real64 };
/// How velocities are summed: fast multipole method, or every pair (the reference).
enum class SolverKind { fmm, direct };
/// Core function g(rho): what a vortex element looks like near its centre. `rosenhead` needs SolverKind::direct.
enum class Regularisation { cutoff, gaussian, winckelmans, rosenhead };
/// Form of d(alpha)/dt: off, (alpha . grad) u, (grad u)^T alpha, their mean.
enum class Stretching { off, classical, transpose, mixed };
/// Explicit Runge-Kutta schemes with 1, 2 (Heun), 3 (Heun) and 4 evaluations a step.
enum class Integrator { euler, rk2, rk3, rk4 };
/// What a stretched element keeps. `classic`: its core radius. `reformulated`: its mass and, with it, part of its
/// angular momentum, so that it thins out and grows in strength more slowly: Alvarez and Ning 2023, f = 0, g = 1/5.
enum class Formulation { classic, reformulated };

/// How viscosity spreads vorticity. `coreSpreading`: the cores widen, d(sigma^2)/dt = 2 nu (Leonard 1980); needs the
/// Gaussian core. `strengthExchange`: elements that fill space give each other strength, the PSE of Degond and
/// Mas-Gallic 1989; reaches no farther than there are elements.
enum class Diffusion { coreSpreading, strengthExchange };

/// Names as they stand in scene files, on the command line and in the panel ("auto", "float", "double", ...).
std::string_view toString(Backend value);
std::string_view toString(Precision value);
std::string_view toString(SolverKind value);
std::string_view toString(Regularisation value);
std::string_view toString(Stretching value);
std::string_view toString(Integrator value);
std::string_view toString(Formulation value);
std::string_view toString(Diffusion value);

/// The value of that name; empty if there is none. `Enum` is one of those above.
template <class Enum>
std::optional<Enum> parse(std::string_view name);
/// All names of an enumeration, "a, b or c", for messages.
template <class Enum>
std::string allowedNames();

/// Everything that decides how a vortex system moves. Plain data; validate() says what is wrong with it.
struct Settings {
  Backend backend = Backend::automatic;
  Precision precision = Precision::single;
  SolverKind solver = SolverKind::fmm;
  Regularisation regularisation = Regularisation::gaussian;
  Stretching stretching = Stretching::transpose;
  Formulation formulation = Formulation::classic;
  Integrator integrator = Integrator::rk2;
  double timeStep = 0.01;  ///< [T], any sign, not 0: negative runs backwards; the largest step where it adapts
  /// Adaptive steps: dt = min(|timeStep|, courant / max |grad u|), with the Frobenius norm over all elements at the
  /// beginning of the step, so that no element turns or stretches by more than about `courant` in one. 0: fixed steps.
  double courant = 0;
  double viscosity = 0;  ///< nu [L^2/T]; 0: inviscid
  Diffusion diffusion = Diffusion::coreSpreading;
  /// Core spreading splits an element into thinner ones where sigma has grown to so many of its reference radius (Rossi
  /// 1996: a wide core would be carried along whole where the fluid about it is strained). The vorticity in the middle
  /// of a single line changes by 3 % at 1.25, by 12 % at 1.4. 0: cores grow for ever.
  double coreGrowth = 1.25;
  /// f [1/T]: strengths turn towards the vorticity, alpha <- (1 - f dt) alpha + f dt |alpha| omega/|omega|, and keep
  /// their lengths (Pedrizzetti 1992). 0: they do not.
  double relaxation = 0;
  double minimumOverlap = 0;  ///< least sigma/l: an element that is stretched beyond is split along its line; 0: any
  std::size_t elementBudget = 0;  ///< most elements; 0: RefinementReport::kBudgetFactor times those given
  /// Where elements are split negligible ones are merged. The most by which that may change the linear impulse in one
  /// step, of 1/2 sum |x - c| |alpha| about the mean position c. 0: none is merged.
  double mergeTolerance = 1e-5;
  std::optional<GroundPlane> ground;  ///< elements and tracers stay above it
  double tolerance = 1e-4;            ///< relative L2 error of the velocity that the FMM is asked for
  int threads = 0;                    ///< CPU threads; 0 = all cores

  /// Expansion order p (4 to 16), opening angle theta (0.2 to 0.9) and leaf capacities; 0 = chosen from tolerance and
  /// counts. A resumed run and a test set them, a user need not.
  int order = 0;
  double theta = 0;
  int leafElements = 0;
  int leafPoints = 0;

  /// Throws InvalidInput that names the field, its value and the allowed range.
  void validate() const;

  friend bool operator==(const Settings& a, const Settings& b);
  friend bool operator!=(const Settings& a, const Settings& b) { return !(a == b); }
};

/// The field that makes the flow forget where it came from: "viscosity", "relaxation" or "minimumOverlap" (splitting).
/// With it a negative time step is refused. Empty if there is none: the flow then retraces its way.
std::string_view irreversiblePart(const Settings& settings);

}  // namespace fmm
