#version 450
// One direction of a Gaussian blur of the smoke's picture.
// Variants: VERTICAL  blurs the rows' result, writes the texture for the resolve pass and marks tiles that differ from
//                     the ground
layout(local_size_x = 64) in;

#ifdef VERTICAL
#include "tiles.glsl"
layout(location = 2) uniform int block;  // side of a coarse pixel, pixels
const float kDarkest = 5.0e-4;  // smaller differences do not change an 8-bit picture
#else
layout(location = 1) uniform vec2 scale;  // from coarse pixels to the source's coordinates
#endif
layout(binding = 0) uniform sampler2D source;  // light towards the eye, transmittance
layout(rgba16f, binding = 0) writeonly uniform image2D result;
layout(location = 0) uniform ivec2 size;  // of the coarse picture

#include "gauss_kernel.glsl"

vec4 sourceAt(ivec2 pixel) {
#ifdef VERTICAL
  return texelFetch(source, ivec2(pixel.x, clamp(pixel.y, 0, size.y - 1)), 0);
#else
  return textureLod(source, (vec2(pixel) + 0.5) * scale, 0.0);
#endif
}

void main() {
  ivec2 first = firstOfRun(int(gl_GlobalInvocationID.x), size);
  if (any(greaterThanEqual(first, size))) return;
  vec4 sums[kRun] = vec4[](vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
  for (int d = -kReach; d < kReach + kRun; ++d) {
    vec4 here = sourceAt(first + d * kAlong);
    for (int i = 0; i < kRun; ++i) {
      if (abs(d - i) <= kReach) sums[i] += kWeights[abs(d - i)] / kSum * here;
    }
  }
  for (int i = 0; i < kRun; ++i) {
    ivec2 pixel = first + i * kAlong;
    if (any(greaterThanEqual(pixel, size))) return;
    vec4 sum = sums[i];
    imageStore(result, pixel, sum);
#ifdef VERTICAL
    if (max(max(sum.x, sum.y), max(sum.z, 1.0 - sum.w)) > kDarkest) markTile(uvec2(pixel * block));
#endif
  }
}
