#version 450
// Counts of tracers to optical depth across a cell, smoothed: 1 2 1 along each axis.
layout(local_size_x = 64) in;

layout(std430, binding = 2) readonly buffer Counts { uvec2 counts[]; };
layout(rg16f, binding = 0) writeonly uniform image3D density;  // optical depth across a cell, the same * colour index
#include "brick_list.glsl"
#include "volume_frame.glsl"

layout(location = 0) uniform float unit;  // weight of a tracer

// Three by three cells around one, across z.
vec2 sliceSum(ivec3 cell) {
  // The outermost cells are empty, and so are the sums about them.
  if (any(lessThan(cell, ivec3(1, 1, 0))) || any(greaterThanEqual(cell, frame.cells.xyz - ivec3(1, 1, 0)))) {
    return vec2(0.0);
  }
  int row = frame.cells.x, at = (cell.z * frame.cells.y + cell.y) * row + cell.x;
  uvec2 side = counts[at - 1] + counts[at + 1] + counts[at - row] + counts[at + row];
  uvec2 corner = counts[at - row - 1] + counts[at - row + 1] + counts[at + row - 1] + counts[at + row + 1];
  return 4.0 * vec2(counts[at]) + 2.0 * vec2(side) + vec2(corner);
}

void main() {
  float scale = frame.depthOfTracer.x / (64.0 * unit);
  uint count = brickCount.x;
  for (uint i = firstBrick(); i < count; i += brickStride()) {
    ivec3 cell = cellOfBrick(i);
    vec2 before = sliceSum(cell - ivec3(0, 0, 1)), here = sliceSum(cell);
    for (int z = 0; z < 4; ++z) {
      vec2 behind = sliceSum(cell + ivec3(0, 0, 1));
      imageStore(density, cell, vec4(scale * (before + 2.0 * here + behind), 0.0, 0.0));
      before = here;
      here = behind;
      ++cell.z;
    }
  }
}
