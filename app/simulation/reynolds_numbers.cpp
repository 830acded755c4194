#include "simulation/reynolds_numbers.h"

#include <cmath>

namespace app {

ReynoldsNumbers reynoldsNumbers(double circulation, double viscosity, double vorticity, double spacing) {
  ReynoldsNumbers numbers;
  const double gamma = std::abs(circulation), turning = vorticity * spacing * spacing;
  if (viscosity > 0 && gamma > 0) numbers.flow = gamma / viscosity;
  if (!(turning > 0)) return numbers;  // not a number, too
  if (viscosity > 0) numbers.cell = turning / viscosity;
  if (gamma > 0) numbers.resolved = ReynoldsNumbers::kMostResolved * gamma / turning;
  return numbers;
}

}  // namespace app
