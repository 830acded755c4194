#version 450
// One direction of a Gaussian blur of the coarse density.
// Variants: VERTICAL reads the rows' result, writes the texture that the resolve pass samples and marks lit tiles.
layout(local_size_x = 64) in;

#ifdef VERTICAL
layout(std430, binding = 0) readonly buffer Source { vec2 source[]; };
layout(std430, binding = 1) readonly buffer Exposure { float exposure; };
#include "tiles.glsl"
layout(rg32f, binding = 0) writeonly uniform image2D result;
layout(location = 2) uniform int block;  // side of a coarse pixel, pixels
const float kDarkest = 5.0e-4;   // light below this does not change an 8-bit picture
#else
layout(std430, binding = 0) readonly buffer Source { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Result { vec2 result[]; };
layout(location = 1) uniform float scale;  // fixed point on a coarse pixel to tracers on a pixel
#endif
layout(location = 0) uniform ivec2 size;   // of the coarse density

#include "gauss_kernel.glsl"

void main() {
  int index = int(gl_GlobalInvocationID.x);
  if (index >= size.x * size.y) return;
  ivec2 pixel = ivec2(index % size.x, index / size.x);
  vec2 sum = vec2(0.0);
  for (int d = -kReach; d <= kReach; ++d) {
#ifdef VERTICAL
    int y = pixel.y + d;
    if (y >= 0 && y < size.y) sum += kWeights[abs(d)] * source[y * size.x + pixel.x];
#else
    int x = pixel.x + d;
    if (x >= 0 && x < size.x) sum += kWeights[abs(d)] * vec2(source[pixel.y * size.x + x]);
#endif
  }
#ifdef VERTICAL
  sum /= kSum;
  imageStore(result, pixel, vec4(sum, 0.0, 0.0));
  if (sum.x * exposure > kDarkest) markTile(uvec2(pixel * block));
#else
  result[index] = sum * (scale / kSum);
#endif
}
