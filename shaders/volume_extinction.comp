#version 450
// The optical depth of a tracer, such that the columns of a typical tracer are as opaque as wanted, for any number of
// tracers and size of the scene. One work group.
// Variants: VORTICES  of the vorticity, which has no list of bricks
layout(local_size_x = 1024) in;

layout(std430, binding = 4) readonly buffer Columns { uint columns[]; };  // [3][side][side]
#define FRAME_WRITTEN
#include "volume_frame.glsl"
#ifndef VORTICES
#include "brick_list.glsl"
#endif

layout(location = 0) uniform int side;
layout(location = 1) uniform float wanted;  // optical depth of a typical column

shared vec2 sums[gl_WorkGroupSize.x];

// Number of tracers per cell face around a typical tracer, seen along an axis: sum c^2 / sum c over the columns, which
// are 2 x 2 cells.
float typical(int axis, ivec2 size) {
  vec2 sum = vec2(0.0);
  for (int i = int(gl_LocalInvocationIndex); i < size.x * size.y; i += 1024) {
    float count = float(columns[(axis * side + i / size.x) * side + i % size.x]);
    sum += vec2(count, count * count);
  }
  barrier();
  sums[gl_LocalInvocationIndex] = sum;
  barrier();
  for (uint reach = gl_WorkGroupSize.x / 2u; reach > 0u; reach /= 2u) {
    if (gl_LocalInvocationIndex < reach) sums[gl_LocalInvocationIndex] += sums[gl_LocalInvocationIndex + reach];
    barrier();
  }
  return sums[0].x > 0.0 ? 0.25 * sums[0].y / sums[0].x : 0.0;
}

void main() {
  ivec3 size = (frame.cells.xyz + 1) / 2;
  float x = typical(0, size.yz), y = typical(1, size.xz), z = typical(2, size.xy);
  if (gl_LocalInvocationIndex != 0u) return;
#ifndef VORTICES
  brickGroups = uvec4(min((brickCount.x + 3u) / 4u, 65535u), 1u, 1u, 0u);  // the limit that every OpenGL supports
#endif
  float mean = pow(x * y * z, 1.0 / 3.0);
  frame.depthOfTracer = vec4(mean > 0.0 ? wanted / mean : 0.0);
}
