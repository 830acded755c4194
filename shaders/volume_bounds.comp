#version 450
// Histograms of the tracers' coordinates, an axis each, for volume_select.comp to find the range of nearly all of them.
// Variants: FIRST  bins of equal numbers of floats, which fit every scale; least and largest coordinate, too
//           without it, equal bins between the bounds found so far
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };
#define BOUNDS_ACCESS
#include "volume_bounds.glsl"
#include "shown_particles.glsl"

layout(location = 0) uniform uint count;    // of particles bound

shared uint bins[3 * kBins];
#ifdef FIRST
shared uint lowest[3];
shared uint highest[3];
#endif

void main() {
  for (uint i = gl_LocalInvocationIndex; i < 3u * kBins; i += gl_WorkGroupSize.x) bins[i] = 0u;
#ifdef FIRST
  if (gl_LocalInvocationIndex < 3u) {
    lowest[gl_LocalInvocationIndex] = 0xffffffffu;
    highest[gl_LocalInvocationIndex] = 0u;
  }
  uvec3 low = uvec3(0xffffffffu), high = uvec3(0u);
#endif
  barrier();
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
    vec4 particle = particles[i];
    if (!isShown(particle)) continue;
#ifdef FIRST
    uvec3 key = keyOf(particle.xyz);
    low = min(low, key);
    high = max(high, key);
    for (uint axis = 0u; axis < 3u; ++axis) atomicAdd(bins[axis * kBins + (key[axis] >> kKeyShift)], 1u);
#else
    for (uint axis = 0u; axis < 3u; ++axis) {
      float part = (particle[axis] - bounds.low[axis]) * bounds.binsPerLength[axis];
      if (part >= 0.0 && part < float(kBins)) atomicAdd(bins[axis * kBins + uint(part)], 1u);
    }
#endif
  }
#ifdef FIRST
  for (uint axis = 0u; axis < 3u; ++axis) {
    atomicMin(lowest[axis], low[axis]);
    atomicMax(highest[axis], high[axis]);
  }
#endif
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < 3u * kBins; i += gl_WorkGroupSize.x) {
    if (bins[i] != 0u) atomicAdd(histogram[i], bins[i]);
  }
#ifdef FIRST
  if (gl_LocalInvocationIndex < 3u) {
    atomicMin(bounds.lowestKey[gl_LocalInvocationIndex], lowest[gl_LocalInvocationIndex]);
    atomicMax(bounds.highestKey[gl_LocalInvocationIndex], highest[gl_LocalInvocationIndex]);
  }
#endif
}
