#version 450
// One direction of a Gaussian blur of the smoke's picture.
// Variants: VERTICAL reads the rows' result, writes the texture that the resolve pass samples and marks tiles that
//           differ from the ground
layout(local_size_x = 64) in;

#ifdef VERTICAL
layout(std430, binding = 0) readonly buffer Source { vec4 source[]; };
#include "tiles.glsl"
layout(rgba16f, binding = 0) writeonly uniform image2D result;
layout(location = 2) uniform int block;  // side of a coarse pixel, pixels
const float kDarkest = 5.0e-4;  // what is less does not change an 8-bit picture
#else
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };
layout(binding = 0) uniform sampler2D source;  // light towards the eye, part that passes through
layout(location = 1) uniform vec2 scale;       // from coarse pixels to the source's coordinates
#endif
layout(location = 0) uniform ivec2 size;  // of the coarse picture

#include "gauss_kernel.glsl"

void main() {
  int index = int(gl_GlobalInvocationID.x);
  if (index >= size.x * size.y) return;
  ivec2 pixel = ivec2(index % size.x, index / size.x);
  vec4 sum = vec4(0.0);
  for (int d = -kReach; d <= kReach; ++d) {
#ifdef VERTICAL
    int y = clamp(pixel.y + d, 0, size.y - 1);
    sum += kWeights[abs(d)] * source[y * size.x + pixel.x];
#else
    sum += kWeights[abs(d)] * textureLod(source, (vec2(pixel.x + d, pixel.y) + 0.5) * scale, 0.0);
#endif
  }
  sum /= kSum;
#ifdef VERTICAL
  imageStore(result, pixel, sum);
  if (max(max(sum.x, sum.y), max(sum.z, 1.0 - sum.w)) > kDarkest) markTile(uvec2(pixel * block));
#else
  result[index] = sum;
#endif
}
