#version 450
// One direction of a Gaussian blur of the coarse density.
// Variants: VERTICAL  blurs the rows' result, writes the texture for the resolve pass and marks lit tiles
//           those of tracer_sums.glsl
layout(local_size_x = 64) in;

#ifdef VERTICAL
layout(std430, binding = 1) readonly buffer Exposure { float exposure; };
#include "tiles.glsl"
layout(binding = 0) uniform sampler2D source;
layout(location = 2) uniform int block;  // side of a coarse pixel, pixels
const float kDarkest = 5.0e-4;   // light below this does not change an 8-bit picture
#else
layout(std430, binding = 0) readonly buffer Source { uvec2 source[]; };
#ifdef TINTS
layout(std430, binding = 2) readonly buffer More { uvec2 more[]; };
#endif
layout(location = 1) uniform float scale;  // factor from fixed point on a coarse pixel to tracers per pixel
#endif
#include "tracer_sums.glsl"
layout(SUMS_FORMAT, binding = 0) writeonly uniform image2D result;
layout(location = 0) uniform ivec2 size;   // of the coarse density

#include "gauss_kernel.glsl"

// Pixels outside the picture are empty.
SUMS sourceAt(ivec2 pixel) {
  if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, size))) return SUMS(0.0);
#ifdef VERTICAL
  return SUMS_PART(texelFetch(source, pixel, 0));
#else
  int at = pixel.y * size.x + pixel.x;
#ifdef TINTS
  return scale * vec4(source[at], more[at]);
#else
  return scale * vec2(source[at]);
#endif
#endif
}

void main() {
  ivec2 first = firstOfRun(int(gl_GlobalInvocationID.x), size);
  if (any(greaterThanEqual(first, size))) return;
  SUMS sums[kRun] = SUMS[](SUMS(0.0), SUMS(0.0), SUMS(0.0), SUMS(0.0));
  for (int d = -kReach; d < kReach + kRun; ++d) {
    SUMS here = sourceAt(first + d * kAlong);
    for (int i = 0; i < kRun; ++i) {
      if (abs(d - i) <= kReach) sums[i] += kWeights[abs(d - i)] / kSum * here;
    }
  }
  for (int i = 0; i < kRun; ++i) {
    ivec2 pixel = first + i * kAlong;
    if (any(greaterThanEqual(pixel, size))) return;
    imageStore(result, pixel, SUMS_TEXEL(sums[i]));
#ifdef VERTICAL
    if (sums[i].x * exposure > kDarkest) markTile(uvec2(pixel * block));
#endif
  }
}
