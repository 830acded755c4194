#version 450
// Lists the marked tiles, where the marks have been summed over ranks.
layout(local_size_x = 64) in;

#include "tiles.glsl"

void main() {
  uint tile = gl_GlobalInvocationID.x;
  if (tile < tileLayout.y && tileMarks[tile] != 0u) tileMarks[tileLayout.y + atomicAdd(tileGroups.x, 1u)] = tile;
}
