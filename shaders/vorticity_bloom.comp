#version 450
// The light of the vorticity that is too strong for a screen, spread wide over its surroundings.
// Variants: EXCESS    that light, on texels of 8 x 8 pixels at 720 rows
//           VERTICAL  blurs the rows' result along columns, and marks tiles that differ from the ground
//           without   blurs along rows
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) uniform sampler2D source;
layout(rgba16f, binding = 0) writeonly uniform image2D result;
layout(location = 0) uniform ivec2 size;     // of the result
#ifdef VERTICAL
layout(location = 1) uniform vec2 pixels;    // of the picture on a texel
layout(location = 2) uniform float strength;
#include "tiles.glsl"
const float kDarkest = 5.0e-4;  // smaller differences do not change an 8-bit picture
const ivec2 kAlong = ivec2(0, 1);
#else
const ivec2 kAlong = ivec2(1, 0);
#endif

const float kRange = 0.4;   // of light that stays where it is
const float kWidth = 5.0;   // of the Gaussian, texels
const int kReach = 13;
const int kSide = 4;        // samples along a side of a texel

#ifdef EXCESS
vec3 valueOf(ivec2 texel) {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < kSide * kSide; ++i) {
    vec2 offset = (vec2(i % kSide, i / kSide) + 0.5) / float(kSide);
    vec3 light = textureLod(source, (vec2(texel) + offset) / vec2(size), 0.0).rgb;
    float most = max(light.r, max(light.g, light.b));
    sum += light * max(1.0 - kRange / max(most, 1.0e-9), 0.0);
  }
  return sum / float(kSide * kSide);
}
#else
vec3 valueOf(ivec2 texel) {
  vec3 sum = vec3(0.0);
  float total = 0.0;
  for (int d = -kReach; d <= kReach; ++d) {
    float weight = exp(-0.5 * float(d * d) / (kWidth * kWidth));
    sum += weight * texelFetch(source, clamp(texel + d * kAlong, ivec2(0), size - 1), 0).rgb;
    total += weight;
  }
  return sum / total;
}
#endif

void main() {
  ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(texel, size))) return;
  vec3 value = valueOf(texel);
#ifdef VERTICAL
  value *= strength;
  // The texels around are interpolated with this one.
  if (max(value.r, max(value.g, value.b)) > kDarkest) {
    vec2 most = vec2(size) * pixels - 1.0;
    for (int i = 0; i < 9; ++i)
      markTile(uvec2(clamp((vec2(texel) + 0.5 + vec2(i % 3, i / 3) - 1.0) * pixels, vec2(0.0), most)));
  }
#endif
  imageStore(result, texel, vec4(value, 1.0));
}
