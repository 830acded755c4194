#pragma once

namespace fmm {

/// Threads of a warp, and the mask that names them all.
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xFFFFFFFFu;

}  // namespace fmm
