#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "simulation/diagnostics_csv.h"
#include "simulation/flow.h"

namespace app {

/// Is the energy measured at this frame of a run? In every frame of small sets, else in every tenth, which is a few
/// percent of a run's time: by numbers alone, so that the same run measures the same.
bool energyIsDue(std::int64_t frame, std::size_t elements);

/// Is the error measured at this one of so many frames?
bool errorIsDue(std::int64_t frame, std::int64_t frames);

/// Measures every frame of a run into a CSV file, row by row. What takes long is measured in some frames only: the
/// energy as energyIsDue() has it, and the error in about twenty. Drifts and the equations of rings start at the first
/// frame of this run.
class RunDiagnostics {
 public:
  /// Creates the file, with columns for the rings that the scene ever has. Throws UserError if the file is there and to
  /// be kept, FileError.
  RunDiagnostics(const std::string& path, Existing existing, const Scene& scene, std::int64_t frames);

  /// Measures the flow at `frame`, whose steps took `stages`. Evaluates it anew where the error is due, which changes
  /// neither particles nor the steps to come. Throws FileError and what the flow throws.
  void add(Flow& flow, std::int64_t frame, const std::vector<fmm::StageTime>& stages);

 private:
  DiagnosticsLog log_;
  std::int64_t frames_;
};

}  // namespace app
