#include "commands/report_json.h"

#include <fmt/format.h>

#include "fmm/cuda.h"
#include "scene/saved/settings_json.h"

namespace app {
nlohmann::ordered_json toJson(const fmm::EvaluationReport& report) {
  nlohmann::ordered_json stages = nlohmann::ordered_json::object();
  for (const fmm::StageTime& stage : report.stages) stages[stage.name] = stage.seconds;
  return {{"backend", report.backend},
          {"seconds", report.seconds},
          {"stages", stages},
          {"predicted_seconds", report.predicted.total()},
          {"evaluations", report.evaluations},
          {"order", report.order},
          {"theta", report.theta},
          {"leaf_elements", report.leafElements},
          {"leaf_points", report.leafPoints},
          {"levels", report.levels},
          {"mesh", report.mesh},
          {"cells", report.cells},
          {"leaves", report.leaves},
          {"far_pairs", report.farPairs},
          {"near_pairs", report.nearPairs},
          {"bytes", report.bytes},
          {"tolerance_kept", orNull(report.toleranceKept)}};
}

nlohmann::ordered_json toJson(const fmm::RankLoad& load) {
  return {{"elements", load.elements},
          {"targets", load.targets},
          {"imported_cells", load.importedCells},
          {"imported_elements", load.importedElements},
          {"bytes", load.bytes}};
}

nlohmann::ordered_json gpuJson() {
  const fmm::CudaDevice& device = fmm::cudaDevice();
  if (!device.usable) return nullptr;
  const fmm::CudaMemory memory = fmm::cudaMemory();
  return {{"name", device.name},
          {"ordinal", device.ordinal},
          {"compute_capability", std::to_string(device.major) + "." + std::to_string(device.minor)},
          {"multiprocessors", device.multiprocessors},
          {"memory_total", memory.total},
          {"memory_free", memory.free}};
}

nlohmann::ordered_json toJson(const fmm::MeasuredError& error) {
  if (error.samples == 0) return nullptr;
  return {{"relative_l2", error.relativeL2},
          {"bound", error.bound},
          {"percentile_99", error.percentile99},
          {"maximum", error.maximum},
          {"samples", error.samples}};
}

nlohmann::ordered_json orNull(const std::optional<bool>& toleranceKept) {
  return toleranceKept ? nlohmann::ordered_json(*toleranceKept) : nullptr;
}

std::string describeError(const fmm::MeasuredError& error) {
  std::string text =
      fmt::format("measured error {:.1e}, at most {:.1e} with 99 % confidence", error.relativeL2, error.bound);
  if (error.toleranceKept() != false) return text;
  // With two digits 1.04e-4 and its tolerance would look alike.
  if (error.relativeL2 > error.tolerance) return text + fmt::format(", above the tolerance {:g}", error.tolerance);
  return text +
         fmt::format(": within the tolerance {:g}, which the bound of {:.3e} is above", error.tolerance, error.bound);
}

nlohmann::ordered_json toJson(const fmm::LatticeReport& report) {
  return {{"given", report.given},     {"budget", report.budget},           {"passes", report.passes},
          {"spacing", report.spacing}, {"coarsenings", report.coarsenings}, {"rings_have_met", report.ringsHaveMet()}};
}

nlohmann::ordered_json toJson(const fmm::Invariants& invariants) {
  return {{"total_strength", vectorJson(invariants.totalStrength)},
          {"linear_impulse", vectorJson(invariants.linearImpulse)},
          {"angular_impulse", vectorJson(invariants.angularImpulse)}};
}

}  // namespace app
