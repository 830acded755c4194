#pragma once

#include <string>

namespace fmm {

/// Call it after a CUDA error that persists: cudaDevice() is then not usable, for this reason.
void loseCudaDevice(const std::string& why);

}  // namespace fmm
