#pragma once

namespace fmm {

/// Operations per second of independent fused multiply-adds on `threads` threads, each counted as two; the best of
/// several short runs.
double measuredPeak(bool single, int threads);

}  // namespace fmm
