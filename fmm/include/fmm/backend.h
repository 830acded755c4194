#pragma once

#include <string>
#include <vector>

#include "fmm/settings.h"

namespace fmm {

/// Result of asking for a backend: is it there, and if not, why.
struct BackendInfo {
  Backend backend = Backend::cpu;
  bool available = false;
  std::string description;  ///< "2 threads, AVX-512", "NVIDIA H200, compute capability 9.0, 139 GiB", or the reason
};
std::vector<BackendInfo> availableBackends();

}  // namespace fmm
