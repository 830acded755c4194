#version 450
// Marks the tiles of the picture that the surface of the vorticity may reach: those of rays that meet it, and of their
// neighbours.
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 1) uniform sampler2D rayHits;  // of vorticity_march.comp
#include "tiles.glsl"

layout(location = 0) uniform ivec2 size;  // of the picture

void main() {
  ivec2 ray = ivec2(gl_GlobalInvocationID.xy), rays = textureSize(rayHits, 0);
  if (any(greaterThanEqual(ray, rays)) || texelFetch(rayHits, ray, 0).x >= 1.0e29) return;
  vec2 pixels = vec2(size) / vec2(rays), most = vec2(size) - 1.0;
  // Steps of a tile, so that none between the corners is left out.
  vec2 low = (vec2(ray) + 0.5) * pixels - 1.5 * pixels, high = low + 3.0 * pixels;
  for (float y = low.y; y < high.y + float(tileLayout.z); y += float(tileLayout.z))
    for (float x = low.x; x < high.x + float(tileLayout.z); x += float(tileLayout.z))
      markTile(uvec2(clamp(min(vec2(x, y), high), vec2(0.0), most)));
}
