#version 450
// A level of the pyramid of grain.glsl, from the pixels or from the finer level: means of 2 x 2.
// Variants: FIRST  from the tracers counted on each pixel
//           those of tracer_sums.glsl
layout(local_size_x = 8, local_size_y = 8) in;

#ifdef FIRST
layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
#ifdef TINTS
layout(std430, binding = 1) readonly buffer More { uvec2 more[]; };
#endif
layout(location = 1) uniform ivec2 pixels;  // of the picture
layout(location = 2) uniform float scale;   // factor from fixed point to tracers
#else
layout(binding = 0) uniform sampler2D finer;
layout(location = 1) uniform float level;  // the finer level
#endif
#include "tracer_sums.glsl"
layout(SUMS_FORMAT, binding = 0) writeonly uniform image2D result;  // tracers on a pixel, * colour index
layout(location = 0) uniform ivec2 size;                      // of the result

#ifdef FIRST
SUMS tracersOn(ivec2 pixel) {
  if (any(greaterThanEqual(pixel, pixels))) return SUMS(0.0);
  int at = pixel.y * pixels.x + pixel.x;
#ifdef TINTS
  return vec4(density[at], more[at]) * scale;
#else
  return vec2(density[at]) * scale;
#endif
}
#endif

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, size))) return;
#ifdef FIRST
  ivec2 low = 2 * at;
  SUMS mean = 0.25 * (tracersOn(low) + tracersOn(low + ivec2(1, 0)) + tracersOn(low + ivec2(0, 1)) +
                      tracersOn(low + ivec2(1, 1)));
#else
  SUMS mean = SUMS_PART(textureLod(finer, (vec2(at) + 0.5) / vec2(size), level));  // at the corner of four texels
#endif
  imageStore(result, at, SUMS_TEXEL(mean));
}
