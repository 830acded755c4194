#pragma once

// What the experiments of the checks are made of. The room knows the library by its public headers only.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "fmm/initial_conditions.h"
#include "fmm/ring_theory.h"
#include "fmm/tracer_regions.h"
#include "fmm/types.h"
#include "fmm/verification.h"

namespace fmm::verification {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSigma = 0.1;  ///< core radius of the elements of all thin rings [L]

// ---- settings -------------------------------------------------------------------------------------------------------

/// Every pair in double precision: what formulas are compared with.
Settings directDouble(const Settings& machine);
/// The program's own choice: FMM in float with a tolerance of 1e-4.
Settings fmmFloat(const Settings& machine);
/// The same for a few hundred elements, which would otherwise fit into so few leaves that no two of them are far.
Settings fmmFloatInSmallLeaves(const Settings& machine);

/// Would this backend run on a GPU?
bool runsOnGpu(Backend backend);

/// How a pair of settings is told apart in the name of a check.
struct Method {
  const char* name;
  Settings (*settings)(const Settings& machine);
  bool exact;  ///< nothing but round-off stands between it and the formula
};
extern const Method kDirect, kFmm;

// ---- rings ----------------------------------------------------------------------------------------------------------

/// A circle of elements: R = 1 about the z axis.
Ring filament(Vec3 centre = {}, double circulation = 1);
/// Appends elements with core radius `sigma` and the next free ring index.
void append(const Ring& ring, std::size_t count, Elements& elements, double sigma = kSigma);
/// Two equal filaments, `gap` apart, that travel along z; ring 0 behind ring 1. A wave of mode 3 changes their radii by
/// `wave`, relative.
Elements leapfrogPair(std::size_t countEach, double gap, double wave = 0);
/// The limit of many elements, for the equations of coaxial rings.
CoaxialRing circle(double height, double circulation = 1);

/// Mean radius and height of the elements of each of two rings, told apart by their ring index.
struct PairShape {
  double radius[2] = {0, 0};
  double height[2] = {0, 0};
  double gap() const { return height[1] - height[0]; }
};
PairShape shapeOf(const Elements& elements);
PairShape shapeOf(const CoaxialRings& rings);
/// Largest difference of a radius or a height [L].
double distance(const PairShape& a, const PairShape& b);

// ---- results --------------------------------------------------------------------------------------------------------

/// What should be within a relative tolerance of what is expected.
Measurement relative(std::string name, double measured, double expected, double tolerance, std::string unit);
/// What should be 0 up to `tolerance`.
Measurement vanishing(std::string name, double measured, double tolerance, std::string unit = "1");

/// Adds `more` to `all`.
void append(std::vector<Check> more, std::vector<Check>& all);

// The parts of checks(), one a file.
std::vector<Check> ringSpeedChecks();
std::vector<Check> leapfrogChecks();
std::vector<Check> viscousLeapfrogChecks();
std::vector<Check> headOnChecks();
std::vector<Check> invariantChecks();
std::vector<Check> linkChecks();
std::vector<Check> accuracyChecks();
std::vector<Check> viscosityChecks();
std::vector<Check> timeReversalChecks();
std::vector<Check> redistributedRingChecks();
std::vector<Check> collisionChecks();
std::vector<Check> wallChecks();
std::vector<Check> planeChecks();

}  // namespace fmm::verification
