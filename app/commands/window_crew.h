#pragma once

#include <functional>

#include "fmm/crew.h"
#include "fmm/ranks.h"

namespace app {

/// The window of several ranks: rank 0 does `lead`, with the others at its service, who know of no scene, window or
/// file. All return lead's exit code; where it throws the others throw UserError, or UsageError where it does. A signal
/// to one of the others ends all, unless rank 0 ends soon as well, as after a Ctrl-C. Null: there is no other rank, nor
/// a crew.
int leadCrew(fmm::Ranks* ranks, const std::function<int(fmm::Crew* crew)>& lead);

}  // namespace app
