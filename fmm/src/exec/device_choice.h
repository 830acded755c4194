#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fmm {

/// Names of the GPUs in CUDA's order, "NVIDIA H200"; empty without CUDA or a GPU. Queried in a child process, so that
/// CUDA is not initialised in this one.
std::vector<std::string> gpuNames();

/// Index of the GPU that `wanted` denotes: its number, or a part of its name in any case, the first match. Throws
/// InvalidInput that lists the GPUs.
std::size_t chosenGpu(const std::vector<std::string>& names, const std::string& wanted);

/// Value of CUDA_VISIBLE_DEVICES that shows only this GPU if the value now is `visible` (empty: not set).
std::string visibleAlone(const std::string& visible, std::size_t index);

}  // namespace fmm
