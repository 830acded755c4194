#version 450
// Two triangles for each tile of the picture that has light in it; no vertex data. The others keep the ground, which
// saves software drivers most of a picture.
// Variants: ELEMENTS, EVERY_TILE  draws all, lit or not
layout(std430, binding = 3) readonly buffer Tiles { uint lit[]; };

layout(location = 6) uniform ivec2 tiles;    // columns, rows
layout(location = 7) uniform vec2 tileSize;  // in clip space

void main() {
  int tile = gl_VertexID / 6;
  int corner = gl_VertexID % 6;
#if !defined(ELEMENTS) && !defined(EVERY_TILE)
  if (lit[tile] == 0u) corner = 0;
#endif
  vec2 at = vec2(corner == 1 || corner == 3 || corner == 4, corner == 2 || corner == 4 || corner == 5);
  vec2 low = vec2(tile % tiles.x, tile / tiles.x);
  gl_Position = vec4((low + at) * tileSize - 1.0, 0.0, 1.0);
}
