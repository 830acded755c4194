#version 450
// Turns counts of tracers into optical depth across a cell, smoothed by 1 2 1 along each axis.
// Variants: those of tracer_sums.glsl
layout(local_size_x = 64) in;

layout(std430, binding = 2) readonly buffer Counts { uvec2 counts[]; };
layout(rg16f, binding = 0) writeonly uniform image3D density;  // optical depth across a cell, the same * colour index
#ifdef TINTS
layout(std430, binding = 3) readonly buffer More { uvec2 more[]; };
layout(rgba16f, binding = 1) writeonly uniform image3D tints;  // optical depth * tint
#endif
#include "tracer_sums.glsl"
#include "brick_list.glsl"
#include "volume_frame.glsl"

layout(location = 0) uniform float unit;  // weight of a tracer

#ifdef TINTS
uvec4 countsAt(int at) { return uvec4(counts[at], more[at]); }
#define COUNTS uvec4
#else
uvec2 countsAt(int at) { return counts[at]; }
#define COUNTS uvec2
#endif

// Weighted sum of 3 x 3 cells in a layer of constant z.
SUMS sliceSum(ivec3 cell) {
  // The outermost cells are empty, and so are their sums.
  if (any(lessThan(cell, ivec3(1, 1, 0))) || any(greaterThanEqual(cell, frame.cells.xyz - ivec3(1, 1, 0)))) {
    return SUMS(0.0);
  }
  int row = frame.cells.x, at = (cell.z * frame.cells.y + cell.y) * row + cell.x;
  COUNTS side = countsAt(at - 1) + countsAt(at + 1) + countsAt(at - row) + countsAt(at + row);
  COUNTS corner = countsAt(at - row - 1) + countsAt(at - row + 1) + countsAt(at + row - 1) + countsAt(at + row + 1);
  return 4.0 * SUMS(countsAt(at)) + 2.0 * SUMS(side) + SUMS(corner);
}

void main() {
  float scale = frame.depthOfTracer.x / (64.0 * unit);
  uint count = brickCount.x;
  for (uint i = firstBrick(); i < count; i += brickStride()) {
    ivec3 cell = cellOfBrick(i);
    SUMS before = sliceSum(cell - ivec3(0, 0, 1)), here = sliceSum(cell);
    for (int z = 0; z < 4; ++z) {
      SUMS behind = sliceSum(cell + ivec3(0, 0, 1)), sums = scale * (before + 2.0 * here + behind);
      imageStore(density, cell, vec4(sums.xy, 0.0, 0.0));
#ifdef TINTS
      imageStore(tints, cell, vec4(sums.yzw, 0.0));
#endif
      before = here;
      here = behind;
      ++cell.z;
    }
  }
}
