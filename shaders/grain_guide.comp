#version 450
// The pyramid level at which tracers are shown at a place of the picture, so that enough of them are in reach: a kernel
// density estimate whose width follows the density itself (Silverman 1986, section 5.3). One result per coarse pixel,
// as it varies slowly.
// Variants: those of tracer_sums.glsl
layout(local_size_x = 8, local_size_y = 8) in;

#include "volume_frame.glsl"
#include "tracer_sums.glsl"
#include "grain.glsl"

// Mean number of tracers per pixel at the volume's level, the same * colour index, the level of the pyramid to be read,
// and the part of the smoke here that is not blurred in from the surroundings.
layout(rgba16f, binding = 0) writeonly uniform image2D result;
#ifdef TINTS
layout(rgba16f, binding = 1) writeonly uniform image2D tints;  // that number * tint
#endif
layout(location = 0) uniform ivec2 size;   // of the result
layout(location = 1) uniform float block;  // side of a coarse pixel, pixels of the picture

const float kEnough = 48.0;  // tracers in reach

// The level with enough tracers in reach for n tracers per pixel.
float levelFor(float n) { return clamp(0.5 * log2(kEnough / (kReach * max(n, 1.0e-9))), 0.0, detail.y); }

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, size))) return;
  vec2 pixel = (vec2(at) + 0.5) * block;
  float volume = volumeLevel();
  if (!(roughAt(pixel, min(volume + 2.0, detail.y)).x > 0.0)) {  // as in most of a typical picture
    imageStore(result, at, vec4(0.0, 0.0, volume, 0.0));
#ifdef TINTS
    imageStore(tints, at, vec4(0.0));
#endif
    return;
  }
  SUMS coarse = smoothBetween(pixel, volume);
  // Edges get the level of the inside, so that they are sharp.
  float around = smoothBetween(pixel, min(volume + 1.0, detail.y)).x;
  float level = levelFor(around);
  level = clamp(clamp(levelFor(roughAt(pixel, level + 1.0).x), level - 1.0, level + 0.2), 0.0, volume);
  float within = smoothstep(0.2, 0.85, coarse.x / max(around, 1.0e-9));
  imageStore(result, at, vec4(coarse.xy, level, within));
#ifdef TINTS
  imageStore(tints, at, vec4(coarse.yzw, 0.0));
#endif
}
