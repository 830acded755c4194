#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fmm {

/// Names of the GPUs as CUDA counts them, "NVIDIA H200"; none where there is no CUDA or no GPU. Asked in a process of
/// its own, so that CUDA has not begun in this one.
std::vector<std::string> gpuNames();

/// Index of the GPU that `wanted` means: its number, or a part of its name in small or capital letters, of several the
/// first. Throws InvalidInput that lists those that there are.
std::size_t chosenGpu(const std::vector<std::string>& names, const std::string& wanted);

/// What CUDA_VISIBLE_DEVICES must be to show that GPU alone, where now it is `visible` (empty: it is not set).
std::string visibleAlone(const std::string& visible, std::size_t index);

}  // namespace fmm
