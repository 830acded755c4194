#version 450
// Looks over the density in blocks of pixels: writes the mean of each block, and sums for the exposure. One invocation
// a block. The sums are made in a fixed order.
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
layout(std430, binding = 1) writeonly buffer Coarse { vec2 coarse[]; };     // a block: mean weight, mean of weight * colour
layout(std430, binding = 2) writeonly buffer Partial { vec2 partial[]; };   // a work group: sum n, sum n^(3/2)

layout(location = 0) uniform ivec2 size;        // of the picture
layout(location = 1) uniform ivec2 coarseSize;
layout(location = 2) uniform int block;         // side of a block, pixels
layout(location = 3) uniform float scale;       // 1 / unit: fixed point to tracers

shared vec2 sums[gl_WorkGroupSize.x * gl_WorkGroupSize.y];

void main() {
  ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
  ivec2 first = cell * block;
  ivec2 last = min(first + block, size);
  vec2 total = vec2(0.0);
  float contrast = 0.0;
  for (int y = first.y; y < last.y; ++y) {
    for (int x = first.x; x < last.x; ++x) {
      vec2 n = vec2(density[y * size.x + x]) * scale;
      total += n;
      contrast += n.x * sqrt(n.x);
    }
  }
  if (all(lessThan(cell, coarseSize))) {
    coarse[cell.y * coarseSize.x + cell.x] = total / float(block * block);
  }

  uint lane = gl_LocalInvocationIndex;
  sums[lane] = vec2(total.x, contrast);
  barrier();
  if (lane == 0) {
    vec2 sum = vec2(0.0);
    for (uint i = 0; i < gl_WorkGroupSize.x * gl_WorkGroupSize.y; ++i) sum += sums[i];
    partial[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sum;
  }
}
