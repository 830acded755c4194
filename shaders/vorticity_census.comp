#version 450
// Adds a batch of elements to the census of all. One work group, for a fixed order of the sum.
layout(local_size_x = 1024) in;

layout(std430, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = 1) readonly buffer Strengths { vec4 strengths[]; };  // alpha x, y, z, core radius
#define CENSUS_ACCESS
#include "vorticity_census.glsl"
#include "shown_particles.glsl"

layout(location = 0) uniform uint count;   // number of elements bound
layout(location = 1) uniform float width;  // width of the core's Gaussian over the core radius

const float kNone = 3.0e38;
const float kAlike = 1.02;  // core radii within this ratio count as one

shared vec3 shares[gl_WorkGroupSize.x];  // sum of |alpha|, smallest and largest core radius

void main() {
  vec3 share = vec3(0.0, kNone, 0.0);
  for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x) {
    vec4 alpha = strengths[i];
    if (!isShown(positions[i]) || !isShown(alpha)) continue;
    float strength = length(alpha.xyz);
    if (!(strength > 0.0)) continue;
    share = vec3(share.x + strength, min(share.y, width * alpha.w), max(share.z, width * alpha.w));
  }
  shares[gl_LocalInvocationIndex] = share;
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  vec3 all = vec3(census.total.x, uintBitsToFloat(census.extremes.x), uintBitsToFloat(census.extremes.y));
  for (uint i = 0u; i < gl_WorkGroupSize.x; ++i) {
    all = vec3(all.x + shares[i].x, min(all.y, shares[i].y), max(all.z, shares[i].z));
  }
  census.extremes.xy = floatBitsToUint(all.yz);
  census.total = vec4(all.x, all.z > kAlike * all.y ? 3.0 : 1.0, 0.0, 0.0);
}
