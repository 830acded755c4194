#version 450
// Histograms of the tracers' coordinates, one per axis, from which volume_select.comp finds the range of nearly all.
// Variants: FIRST  bins of equal numbers of floats, which fit every scale
//           without it, equal bins over the range found by the first pass
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };
#define BOUNDS_ACCESS
#include "volume_bounds.glsl"
#include "shown_particles.glsl"

layout(location = 0) uniform uint count;  // number of particles bound

shared uint bins[3 * kBins];
shared uint below[3];

void main() {
  for (uint i = gl_LocalInvocationIndex; i < 3u * kBins; i += gl_WorkGroupSize.x) bins[i] = 0u;
  if (gl_LocalInvocationIndex < 3u) below[gl_LocalInvocationIndex] = 0u;
#ifndef FIRST
  vec3 low = bounds.low.xyz, binsPerLength = bounds.binsPerLength.xyz;
#endif
  barrier();
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
    vec4 particle = particles[i];
    if (!isShown(particle)) continue;
#ifdef FIRST
    uvec3 bin = keyOf(particle.xyz) >> kKeyShift;
    for (uint axis = 0u; axis < 3u; ++axis) atomicAdd(bins[axis * kBins + bin[axis]], 1u);
#else
    vec3 bin = (particle.xyz - low) * binsPerLength;
    for (uint axis = 0u; axis < 3u; ++axis) {
      if (bin[axis] < 0.0) atomicAdd(below[axis], 1u);
      else if (bin[axis] < float(kBins)) atomicAdd(bins[axis * kBins + uint(bin[axis])], 1u);
    }
#endif
  }
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < 3u * kBins; i += gl_WorkGroupSize.x) {
    if (bins[i] != 0u) atomicAdd(histogram[i], bins[i]);
  }
#ifndef FIRST
  if (gl_LocalInvocationIndex < 3u) atomicAdd(bounds.below[gl_LocalInvocationIndex], below[gl_LocalInvocationIndex]);
#endif
}
