#version 450
// Adds a picture to a sum in linear light.
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) uniform sampler2D picture;  // sRGB
layout(binding = 0, rgba32f) uniform image2D sum;

layout(location = 0) uniform ivec2 size;
layout(location = 1) uniform bool first;  // true for the first picture of the sum

#include "srgb.glsl"

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, size))) return;
  vec3 light = decode(max(texelFetch(picture, at, 0).rgb, 0.0));
  if (!first) light += imageLoad(sum, at).rgb;
  imageStore(sum, at, vec4(light, 1.0));
}
