#pragma once

#include <string>

namespace fmm {

/// CUDA's errors that last have come: from now on cudaDevice() is not usable, and its reason says why.
void loseCudaDevice(const std::string& why);

}  // namespace fmm
