#version 450
// A level of the pyramid of grain.glsl, from the pixels or from the level before: means of 2 x 2.
// Variants: FIRST  from the tracers that were counted on each pixel
layout(local_size_x = 8, local_size_y = 8) in;

#ifdef FIRST
layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
layout(location = 1) uniform ivec2 pixels;  // of the picture
layout(location = 2) uniform float scale;   // fixed point to tracers
#else
layout(binding = 0) uniform sampler2D finer;
layout(location = 1) uniform float level;  // of those below
#endif
layout(rg32f, binding = 0) writeonly uniform image2D result;  // tracers on a pixel, * colour index
layout(location = 0) uniform ivec2 size;                      // of the result

#ifdef FIRST
vec2 tracersOn(ivec2 pixel) {
  return any(greaterThanEqual(pixel, pixels)) ? vec2(0.0) : vec2(density[pixel.y * pixels.x + pixel.x]) * scale;
}
#endif

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, size))) return;
#ifdef FIRST
  ivec2 low = 2 * at;
  vec2 mean = 0.25 * (tracersOn(low) + tracersOn(low + ivec2(1, 0)) + tracersOn(low + ivec2(0, 1)) +
                      tracersOn(low + ivec2(1, 1)));
#else
  vec2 mean = textureLod(finer, (vec2(at) + 0.5) / vec2(size), level).xy;  // where four texels meet
#endif
  imageStore(result, at, vec4(mean, 0.0, 0.0));
}
