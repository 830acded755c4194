#pragma once

#include "commands/commands.h"

namespace app {

/// Draws how the error of a collision falls with the spacing h, for cores of order 2, 4 and 6: the largest relative
/// deviation of the enstrophy from a spectral simulation over all times that it has, one collision a point. Prints the
/// numbers, too. Returns the exit code; throws as verify and AtomicFile do.
int drawCurve(const ConvergeOptions& options);

}  // namespace app
