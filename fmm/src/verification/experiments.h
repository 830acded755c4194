#pragma once

// Building blocks of the checks' experiments. This folder uses the library's public headers only.

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

/// Every pair in double precision, for comparison with formulas.
Settings directDouble(const Settings& machine);
/// The program's default: FMM in float with a tolerance of 1e-4.
Settings fmmFloat(const Settings& machine);
/// The same for a few hundred elements, which would otherwise fit into so few leaves that no far pairs exist.
Settings fmmFloatInSmallLeaves(const Settings& machine);

/// True if this backend would run on a GPU.
bool runsOnGpu(Backend backend);

/// Settings under test, with their name in checks.
struct Method {
  const char* name;
  Settings (*settings)(const Settings& machine);
  bool exact;  ///< differs from the formula by round-off only
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
/// The limit of infinitely many elements, for the equations of coaxial rings.
CoaxialRing circle(double height, double circulation = 1);

/// Mean radius and height of the elements of each of two rings, identified by their ring index.
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

/// A measurement that should be within a relative tolerance of the expected value.
Measurement relative(std::string name, double measured, double expected, double tolerance, std::string unit);
/// A measurement that should be 0 up to `tolerance`.
Measurement vanishing(std::string name, double measured, double tolerance, std::string unit = "1");

void append(std::vector<Check> more, std::vector<Check>& all);

// The parts of checks(), one per file.
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
std::vector<Check> bodyChecks();
std::vector<Check> heatChecks();

}  // namespace fmm::verification
