#version 450
// Clears the bricks that the last volume filled, so that the surroundings of the next one are empty.
// Variants: COUNTS  and their counts
//           TINTS   with tints
layout(local_size_x = 64) in;

layout(rg16f, binding = 0) writeonly uniform image3D density;
layout(rgba16f, binding = 1) writeonly uniform image3D lit;
#ifdef TINTS
layout(rgba16f, binding = 2) writeonly uniform image3D tints;
#endif
#include "brick_list.glsl"
#ifdef COUNTS
layout(std430, binding = 2) writeonly buffer Counts { uvec2 counts[]; };
#ifdef TINTS
layout(std430, binding = 3) writeonly buffer More { uvec2 more[]; };
#endif
#include "volume_frame.glsl"
#endif

void main() {
  uint count = brickCount.x;
  for (uint i = firstBrick(); i < count; i += brickStride()) {
    ivec3 cell = cellOfBrick(i);
    for (int z = 0; z < 4; ++z) {
      imageStore(density, cell + ivec3(0, 0, z), vec4(0.0));
      imageStore(lit, cell + ivec3(0, 0, z), vec4(0.0));
#ifdef TINTS
      imageStore(tints, cell + ivec3(0, 0, z), vec4(0.0));
#endif
#ifdef COUNTS
      ivec3 counted = cell + ivec3(0, 0, z);  // bricks reach beyond the cells
      int at = (counted.z * frame.cells.y + counted.y) * frame.cells.x + counted.x;
      if (all(lessThan(counted, frame.cells.xyz))) {
        counts[at] = uvec2(0u);
#ifdef TINTS
        more[at] = uvec2(0u);
#endif
      }
#endif
    }
  }
}
