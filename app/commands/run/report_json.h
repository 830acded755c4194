#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "fmm/diagnostics.h"
#include "fmm/report.h"
#include "fmm/shared_field.h"

namespace app {

/// What an evaluation did, for --json: backend, seconds in all and per stage, evaluations, order, theta, leaf
/// capacities, levels, cells, pairs, bytes.
nlohmann::ordered_json toJson(const fmm::EvaluationReport& report);

/// What one of several ranks held: {"elements", "targets", "imported_cells", "imported_elements", "bytes"}.
nlohmann::ordered_json toJson(const fmm::RankLoad& load);

/// The GPU: {"name", "ordinal", "compute_capability", "multiprocessors", "memory_total", "memory_free"} in bytes; null
/// where there is none that this program can use.
nlohmann::ordered_json gpuJson();

/// {"relative_l2", "percentile_99", "maximum", "samples"}; null if nothing was measured.
nlohmann::ordered_json toJson(const fmm::MeasuredError& error);

/// Is the measured error within the tolerance? null if nothing was measured, or sums are direct and have none.
nlohmann::ordered_json toleranceKept(const fmm::Settings& settings, const fmm::MeasuredError& error);

/// "measured error 6.0e-01, above the tolerance 1e-04", or without the second half where it is kept or there is none.
std::string describeError(const fmm::Settings& settings, const fmm::MeasuredError& error);

/// {"given", "budget", "split", "merged", "removed", "impulse_drift", "full"}
nlohmann::ordered_json toJson(const fmm::RefinementReport& report);

/// {"total_strength", "linear_impulse", "angular_impulse"}, each [x, y, z].
nlohmann::ordered_json toJson(const fmm::Invariants& invariants);

}  // namespace app
