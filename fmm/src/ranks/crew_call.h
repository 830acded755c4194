#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/math.h"
#include "fmm/costs.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"

namespace fmm {

/// What rank 0 wants of its crew, in bytes that all ranks understand. Behind a call for an evaluation come where the
/// tracers of each rank begin, in their order along a curve, [ranks + 1] of std::size_t; seven numbers an element; and
/// three a tracer of the rank. Behind it go three a tracer and vector that is wanted, and counts of the work.
struct CrewCall {
  bool leave = false;  ///< with this code; nothing else counts then
  int code = 0;

  bool begin = false;  ///< with a new solver
  bool anew = false;   ///< with no more than these parameters and these costs of what the solver knows
  Tuning tuning;
  CostParts costs;
  FieldSettings settings;  ///< with a backend that is chosen
  bool check = false;      ///< FmmSolver::evaluate()
  Index elements = 0;
  bool elementGradient = false, elementVorticity = false, tracerVorticity = false;  ///< wanted besides velocities
};
static_assert(std::is_trivially_copyable_v<CrewCall>);

/// Work of an evaluation on all ranks, as EvaluationReport has it. All ranks call it, each with its own.
struct CrewWork {
  std::uint64_t nearPairs = 0, correctedPairs = 0, farPairs = 0;

  static CrewWork of(const EvaluationReport& report) {
    return {report.nearPairs, report.correctedPairs, report.farPairs};
  }
  CrewWork ofAll(Ranks& ranks) const {
    std::array<std::uint64_t, 3> counts = {nearPairs, correctedPairs, farPairs};
    ranks.sum(counts.data(), counts.size());
    return {counts[0], counts[1], counts[2]};
  }
};

}  // namespace fmm
