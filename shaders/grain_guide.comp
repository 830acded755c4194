#version 450
// How sharp the tracers can be seen at a place of the picture: where enough of them are in reach, which is an estimate
// of density by kernels whose width goes by the density itself (Silverman 1986, section 5.3). For coarse pixels, as all
// of it changes slowly.
// Variants: those of tracer_sums.glsl
layout(local_size_x = 8, local_size_y = 8) in;

#include "volume_frame.glsl"
#include "tracer_sums.glsl"
#include "grain.glsl"

// Mean number of tracers on a pixel as the volume has them, the same * colour index, the level of the pyramid to be read,
// and the part of the smoke there that does not only come of what stands beside.
layout(rgba16f, binding = 0) writeonly uniform image2D result;
#ifdef TINTS
layout(rgba16f, binding = 1) writeonly uniform image2D tints;  // that number * tint
#endif
layout(location = 0) uniform ivec2 size;   // of the result
layout(location = 1) uniform float block;  // pixels of the picture a side

const float kEnough = 48.0;  // tracers in reach

// The level at which enough tracers are in reach where so many are on a pixel.
float levelFor(float n) { return clamp(0.5 * log2(kEnough / (kReach * max(n, 1.0e-9))), 0.0, detail.y); }

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, size))) return;
  vec2 pixel = (vec2(at) + 0.5) * block;
  float volume = volumeLevel();
  if (!(roughAt(pixel, min(volume + 2.0, detail.y)).x > 0.0)) {  // as most of a picture often is
    imageStore(result, at, vec4(0.0, 0.0, volume, 0.0));
#ifdef TINTS
    imageStore(tints, at, vec4(0.0));
#endif
    return;
  }
  SUMS coarse = smoothBetween(pixel, volume);
  // At an edge the level is that of the inside, so that it is sharp.
  float around = smoothBetween(pixel, min(volume + 1.0, detail.y)).x;
  float level = levelFor(around);
  level = clamp(clamp(levelFor(roughAt(pixel, level + 1.0).x), level - 1.0, level + 0.2), 0.0, volume);
  float within = smoothstep(0.2, 0.85, coarse.x / max(around, 1.0e-9));
  imageStore(result, at, vec4(coarse.xy, level, within));
#ifdef TINTS
  imageStore(tints, at, vec4(coarse.yzw, 0.0));
#endif
}
