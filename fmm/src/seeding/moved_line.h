#pragma once

#include <memory>

#include "seeding/centre_line.h"

namespace fmm {

/// The line moved outwards of its bends, so that a tube about it whose mean square along each direction of the section
/// is `square` [L^2] less has the same impulse: R'^2 = R^2 + square for a circle.
std::unique_ptr<CentreLine> movedOutwards(std::unique_ptr<CentreLine> line, double square);

}  // namespace fmm
