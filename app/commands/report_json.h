#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

#include "fmm/diagnostics.h"
#include "fmm/report.h"
#include "fmm/shared_field.h"

namespace app {

/// An evaluation for --json: backend, seconds in total and per stage, evaluations, order, theta, leaf capacities,
/// levels, cells, pairs, bytes, tolerance_kept.
nlohmann::ordered_json toJson(const fmm::EvaluationReport& report);

/// The load of one rank: {"elements", "targets", "imported_cells", "imported_elements", "bytes"}.
nlohmann::ordered_json toJson(const fmm::RankLoad& load);

/// The GPU: {"name", "ordinal", "compute_capability", "multiprocessors", "memory_total", "memory_free"} in bytes; null
/// without a usable GPU.
nlohmann::ordered_json gpuJson();

/// {"relative_l2", "bound", "percentile_99", "maximum", "samples"}; null if nothing was measured.
nlohmann::ordered_json toJson(const fmm::MeasuredError& error);

/// What EvaluationReport and MeasuredError say of the tolerance; null where they say nothing.
nlohmann::ordered_json orNull(const std::optional<bool>& toleranceKept);

/// "measured error 6.0e-01, at most 7.1e-01 with 99 % confidence"; adds the tolerance if the bound exceeds it.
std::string describeError(const fmm::MeasuredError& error);

/// {"given", "budget", "passes", "spacing", "coarsenings", "rings_have_met"}
nlohmann::ordered_json toJson(const fmm::LatticeReport& report);

/// {"total_strength", "linear_impulse", "angular_impulse"}, each [x, y, z].
nlohmann::ordered_json toJson(const fmm::Invariants& invariants);

}  // namespace app
