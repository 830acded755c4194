#version 450
// Mean of several pictures in linear light: each is added to the sum; after the last one the mean is stored in sRGB.
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) uniform sampler2D picture;  // sRGB
layout(binding = 0, rgba32f) uniform image2D sum;
layout(binding = 1, rgba8) writeonly uniform image2D mean;

layout(location = 0) uniform ivec2 size;
layout(location = 1) uniform ivec2 progress;  // number of this picture, how many there are

#include "srgb.glsl"

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, size))) return;
  vec3 light = decode(texelFetch(picture, at, 0).rgb);
  if (progress.x > 0) light += imageLoad(sum, at).rgb;
  if (progress.x + 1 < progress.y) {
    imageStore(sum, at, vec4(light, 1.0));
  } else {
    imageStore(mean, at, vec4(clamp(encode(light / float(progress.y)), 0.0, 1.0), 1.0));
  }
}
