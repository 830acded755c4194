#version 450
// Narrows the bounds of one axis, that of the work group, to the bins of its histogram that hold the tracers of two
// ranks: nearly the first and nearly the last. Clears the histogram for the next pass.
// Variants: FIRST  as in volume_bounds.comp
layout(local_size_x = 256) in;

#define BOUNDS_ACCESS
#include "volume_bounds.glsl"

const uint kOwn = kBins / 256u;  // bins of an invocation

shared uint sums[gl_WorkGroupSize.x];

float lowEdge(uint axis, uint bin, float low, float width) {
#ifdef FIRST
  return valueOf(bin << kKeyShift);
#else
  return low + float(bin) * width;
#endif
}
float highEdge(uint axis, uint bin, float low, float width) {
#ifdef FIRST
  return valueOf(bin << kKeyShift | ((1u << kKeyShift) - 1u));
#else
  return low + float(bin + 1u) * width;
#endif
}

void main() {
  uint axis = gl_WorkGroupID.x;
  uint own = gl_LocalInvocationIndex;
  uint first = axis * kBins + own * kOwn;
  uint counts[kOwn];
  uint sum = 0u;
  for (uint i = 0u; i < kOwn; ++i) {
    counts[i] = histogram[first + i];
    histogram[first + i] = 0u;
    sum += counts[i];
  }
  // Sums up to and including each invocation.
  sums[own] = sum;
  barrier();
  for (uint reach = 1u; reach < gl_WorkGroupSize.x; reach *= 2u) {
    uint before = own >= reach ? sums[own - reach] : 0u;
    barrier();
    sums[own] += before;
    barrier();
  }

#ifdef FIRST
  uint total = sums[gl_WorkGroupSize.x - 1u];
  uint below = 0u;
  const float low = 0.0, width = 0.0;
#else
  uint total = bounds.count[axis];
  uint below = bounds.below[axis];
  float low = bounds.low[axis];
  float width = (bounds.high[axis] - low) / float(kBins);
#endif
  barrier();  // all have read the bounds
  // A thousandth of the tracers at each end may run away, and four even of a few; never so many that nothing is left.
  uint spare = min(total / 8u, max(total / 1000u, 4u));
  uint lowRank = spare, highRank = total - 1u - spare;
  uint at = below + sums[own] - sum;
  if (total == 0u) {
    if (own == 0u) bounds.low[axis] = bounds.high[axis] = 0.0;
  } else {
    for (uint i = 0u; i < kOwn; ++i) {
      uint bin = own * kOwn + i;
      if (lowRank >= at && lowRank - at < counts[i]) {
        bounds.low[axis] = lowEdge(axis, bin, low, width);
        bounds.below[axis] = at;
      }
      if (highRank >= at && highRank - at < counts[i]) bounds.high[axis] = highEdge(axis, bin, low, width);
      at += counts[i];
    }
  }
  memoryBarrierBuffer();
  barrier();
  if (own == 0u) {
    bounds.count[axis] = total;
    // A hair more than the width, so that the largest value falls into the last bin.
    float range = max((bounds.high[axis] - bounds.low[axis]) * 1.00001, 1.0e-30);
    bounds.binsPerLength[axis] = float(kBins) / range;
  }
}
