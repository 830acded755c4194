#pragma once

#include "fmm/settings.h"

namespace fmm {

/// Something that the parts of an evaluation by the fast multipole method have each: seconds, or factors of them.
struct CostParts {
  double pairs = 0;         ///< of elements and targets that meet directly: the stage "near"
  double translations = 0;  ///< of expansions between cells: "transfer"
  double expansions = 0;    ///< of elements, cells and targets: "upward", "downward"
  double points = 0;        ///< sorted into a tree and its lists: "sort", "tree", "lists", "scatter"

  double total() const { return pairs + translations + expansions + points; }
};

/// Counts the fits of the program's own constants: factors are of those that they were measured beside.
constexpr int kCostConstants = 1;

/// No factor that a measurement gives lies beyond these.
constexpr double kLeastCostFactor = 0.02, kMostCostFactor = 50;

/// What parts of an evaluation take on this machine in units of what the program's own constants, which were fitted to
/// a few machines, say of it. Of evaluations of two rings and of a cube on the settings' backend, precision and
/// threads; takes up to two seconds. Translations and expansions have one factor, and so have pairs where theirs is
/// within a quarter of it: choices depend on the quotient, and the constants are no better than that. Throws
/// EnvironmentError where there is no such backend.
CostParts measureCosts(const FieldSettings& machine);

/// What an evaluation of two rings takes over what the costs in use say of it: the least of three, 1 where they are
/// right, below where they were measured while the machine was busy. Takes some tenths of a second. Throws as
/// measureCosts().
double costQuotient(const FieldSettings& machine);

/// From now on all solvers on this backend and in this precision choose their parameters by the program's constants
/// times these factors. Until then they are 1: what is chosen is then the same on every machine. Throws InvalidInput
/// for factors out of range.
void useCosts(Backend backend, Precision precision, const CostParts& factors);
CostParts costsInUse(Backend backend, Precision precision);

}  // namespace fmm
