#version 450
// Sums over the coarse density for the exposure, a pair for each work group, in a fixed order.
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Coarse { uvec2 coarse[]; };
layout(std430, binding = 1) writeonly buffer GroupSums { vec2 groupSums[]; };  // sum n, sum n^(3/2)

layout(location = 0) uniform int count;    // of coarse pixels
layout(location = 1) uniform float scale;  // fixed point on a coarse pixel to tracers on a pixel

shared vec2 sums[gl_WorkGroupSize.x];

void main() {
  vec2 sum = vec2(0.0);
  for (uint i = gl_GlobalInvocationID.x; i < uint(count); i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
    float n = float(coarse[i].x) * scale;
    sum += vec2(n, n * sqrt(n));
  }
  sums[gl_LocalInvocationIndex] = sum;
  barrier();
  if (gl_LocalInvocationIndex == 0) {
    sum = vec2(0.0);
    for (uint i = 0; i < gl_WorkGroupSize.x; ++i) sum += sums[i];
    groupSums[gl_WorkGroupID.x] = sum;
  }
}
