#pragma once

namespace fmm {

/// Threads of a warp, and the mask of all of them.
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xFFFFFFFFu;

}  // namespace fmm
