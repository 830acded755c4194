#pragma once

#include <string>
#include <string_view>

#include "commands/commands.h"
#include "fmm/workloads.h"

namespace app {

/// What one row of a benchmark evaluates, and how.
struct BenchCase {
  fmm::workloads::Workload work;  ///< with core radii; its name is the workload's alone
  std::string core;               ///< as the user names it
  fmm::Settings settings;         ///< with the core's function
  bool targetsOnly = false;       ///< velocities at the targets alone
};

/// Is this "thin", "overlapped" or the name of a core function that the fast multipole method serves?
bool isBenchCore(std::string_view name);
/// Those for which it is true, for messages: "thin, overlapped, cutoff, ...".
std::string benchCoreNames();

/// The workload of that name (fmm::workloads::named()) with cores (isBenchCore()) for `settings`.
BenchCase benchCase(const std::string& workload, BenchSize size, const std::string& core, fmm::Settings settings);

/// The particles of a scene at its beginning, with its own core function and radii. With `size` as many elements and
/// tracers. Throws as loadFlow() and makeElements() do.
BenchCase benchScene(const std::string& nameOrPath, const BenchSize* size, fmm::Settings settings);

}  // namespace app
