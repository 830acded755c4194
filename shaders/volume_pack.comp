#version 450
// Packs the counts of the listed bricks side by side, so that ranks can sum them without empty bricks.
// Variants: UNPACK  copies them back
layout(local_size_x = 64) in;

layout(std430, binding = 2) buffer Counts { uvec2 counts[]; };
layout(std430, binding = 3) buffer Joined { uvec2 joined[]; };  // per brick: its 4 x 4 x 4 cells
#include "brick_list.glsl"
#include "volume_frame.glsl"

void main() {
  uint count = brickCount.x;
  for (uint i = firstBrick(); i < count; i += brickStride()) {
    ivec3 cell = cellOfBrick(i);
    uint to = 64u * i + 4u * (gl_LocalInvocationIndex & 15u);
    for (int z = 0; z < 4; ++z, ++cell.z, ++to) {
      bool there = all(lessThan(cell, frame.cells.xyz));  // bricks reach beyond the cells
      int at = (cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x;
#ifdef UNPACK
      if (there) counts[at] = joined[to];
#else
      joined[to] = there ? counts[at] : uvec2(0u);
#endif
    }
  }
}
