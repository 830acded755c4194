#version 450
// Counts of tracers to optical depth across a cell, smoothed: 1 2 1 along each axis. Four bricks a work group, side by
// side, and in them four cells, one behind the other, an invocation.
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 2) readonly buffer Counts { uvec2 counts[]; };
layout(std430, binding = 3) readonly buffer Bricks { uint bricks[]; };
layout(rg16f, binding = 0) writeonly uniform image3D density;  // optical depth across a cell, the same * colour index
#include "volume_frame.glsl"

layout(location = 0) uniform float unit;  // weight of a tracer

vec2 rowSum(int at) { return vec2(counts[at - 1]) + 2.0 * vec2(counts[at]) + vec2(counts[at + 1]); }
vec2 sliceSum(ivec3 cell) {
  // The outermost cells are empty, and so are the sums about them.
  if (any(lessThan(cell, ivec3(1, 1, 0))) || any(greaterThanEqual(cell, frame.cells.xyz - ivec3(1, 1, 0)))) {
    return vec2(0.0);
  }
  int at = (cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x;
  return rowSum(at - frame.cells.x) + 2.0 * rowSum(at) + rowSum(at + frame.cells.x);
}

void main() {
  ivec3 cell = ivec3(gl_GlobalInvocationID.xy, int(gl_GlobalInvocationID.z) * kBrick);
  uvec3 brick = uvec3(cell / kBrick);
  if (any(greaterThanEqual(brick.xy, frame.bricks.xy)) ||
      bricks[(brick.z * frame.bricks.y + brick.y) * frame.bricks.x + brick.x] == 0u) {
    return;
  }
  float scale = frame.depthOfTracer.x / (64.0 * unit);
  vec2 before = sliceSum(cell - ivec3(0, 0, 1)), here = sliceSum(cell);
  for (int i = 0; i < kBrick; ++i) {
    vec2 behind = sliceSum(cell + ivec3(0, 0, 1));
    imageStore(density, cell, vec4(scale * (before + 2.0 * here + behind), 0.0, 0.0));
    before = here;
    here = behind;
    ++cell.z;
  }
}
