#version 450
// Finds the bins of two tracers, nearly the lowest and nearly the highest, in the histogram of one axis per work group.
// Clears the histogram for the next pass.
// Variants: FIRST  sets the range of the second histogram: between the two, and a margin
//           without it, the final range: up to the outermost tracers that are near enough to the others
layout(local_size_x = 256) in;

#define BOUNDS_ACCESS
#include "volume_bounds.glsl"

const uint kOwn = kBins / 256u;  // bins per invocation

shared uint sums[gl_WorkGroupSize.x];
shared uint lowBin, highBin;
shared uint lowest, highest;

void main() {
  uint axis = gl_WorkGroupID.x;
  uint own = gl_LocalInvocationIndex;
  uint first = own * kOwn;
  uint counts[kOwn];
  uint sum = 0u;
  for (uint i = 0u; i < kOwn; ++i) {
    counts[i] = histogram[axis * kBins + first + i];
    histogram[axis * kBins + first + i] = 0u;
    sum += counts[i];
  }
  // Inclusive prefix sums.
  sums[own] = sum;
  if (own == 0u) {
    lowBin = lowest = kBins - 1u;
    highBin = highest = 0u;
  }
  barrier();
  for (uint reach = 1u; reach < gl_WorkGroupSize.x; reach *= 2u) {
    uint before = own >= reach ? sums[own - reach] : 0u;
    barrier();
    sums[own] += before;
    barrier();
  }

#ifdef FIRST
  uint total = sums[gl_WorkGroupSize.x - 1u];
  uint at = sums[own] - sum;
#else
  uint total = bounds.count.x;
  uint at = bounds.below[axis] + sums[own] - sum;
#endif
  // A thousandth of the tracers at each end may be outliers, at least four, but at most an eighth.
  uint spare = min(total / 8u, max(total / 1000u, 4u));
  uint lowRank = spare, highRank = max(total, 1u) - 1u - spare;
  for (uint i = 0u; i < kOwn; ++i) {
    if (lowRank >= at && lowRank - at < counts[i]) lowBin = first + i;
    if (highRank >= at && highRank - at < counts[i]) highBin = first + i;
    at += counts[i];
  }
  barrier();

#ifdef FIRST
  if (own != 0u) return;
  float low = total > 0u ? valueOf(lowBin << kKeyShift) : 0.0;
  float high = total > 0u ? valueOf(highBin << kKeyShift | ((1u << kKeyShift) - 1u)) : 0.0;
  float more = (kReach + 0.01) * (high - low) + 1.0e-30;
  bounds.low[axis] = low - more;
  bounds.high[axis] = high + more;
  bounds.binsPerLength[axis] = float(kBins) / (high - low + 2.0 * more);
  bounds.below[axis] = 0u;
  if (axis == 0u) bounds.count.x = total;
#else
  uint reach = uint(kReach * float(highBin - lowBin)) + 1u;
  for (uint i = 0u; i < kOwn; ++i) {
    uint bin = first + i;
    if (counts[i] == 0u || bin + reach < lowBin || bin > highBin + reach) continue;
    atomicMin(lowest, bin);
    atomicMax(highest, bin);
  }
  barrier();
  if (own != 0u) return;
  float low = bounds.low[axis], width = 1.0 / bounds.binsPerLength[axis];
  bounds.low[axis] = low + width * float(lowest);
  bounds.high[axis] = low + width * float(highest + 1u);
#endif
}
