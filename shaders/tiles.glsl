// The tiles of the picture that differ from the ground. Other tiles are not drawn, which saves software drivers most of
// the work.
// Variants: EVERY_TILE  all tiles are drawn; the work groups cover the picture
layout(std430, binding = 5) buffer Tiles {
  uvec4 tileGroups;  // lit tiles, work groups per tile, 1: the arguments of an indirect dispatch
  uvec4 tileLayout;  // columns, tiles, side of a tile in pixels, a multiple of 8
  uint tileMarks[];  // [tiles] nonzero: lit; [tiles] indices of the lit ones
};

// Marks the tile of this pixel of the picture as lit.
void markTile(uvec2 pixel) {
  uint tile = pixel.y / tileLayout.z * tileLayout.x + pixel.x / tileLayout.z;
  if (tileMarks[tile] != 0u || atomicExchange(tileMarks[tile], 1u) != 0u) return;
  tileMarks[tileLayout.y + atomicAdd(tileGroups.x, 1u)] = tile;
}

// The pixel of this invocation of an 8 x 8 work group; it may lie outside the picture.
ivec2 pixelOfTile() {
#ifdef EVERY_TILE
  return ivec2(gl_GlobalInvocationID.xy);
#else
  uint tile = tileMarks[tileLayout.y + gl_WorkGroupID.x];
  uint groups = tileLayout.z / 8u;
  uvec2 corner = uvec2(tile % tileLayout.x, tile / tileLayout.x) * tileLayout.z;
  return ivec2(corner + 8u * uvec2(gl_WorkGroupID.y % groups, gl_WorkGroupID.y / groups) + gl_LocalInvocationID.xy);
#endif
}
