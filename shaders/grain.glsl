// The tracers on the pixels at every level of coarseness, a pyramid of their mean number per pixel; included by the
// passes that give the smoke its detail. app/render/picture/smoke_picture.h makes the pyramid and sets the uniforms.
// Must follow volume_frame.glsl and tracer_sums.glsl.
layout(location = 10) uniform vec2 pyramidScale;  // size of a pixel in coordinates of the pyramid
layout(location = 11) uniform vec2 detail;        // pixels per length at the target's distance, coarsest level
layout(binding = 3) uniform sampler2D pyramid;    // level l - 1: tracers per pixel, * colour index, means of 2^l x 2^l

const float kVolume = 1.4;  // width of a texel, in cells, that blurs as much as the volume
const float kFinest = 2.0;  // lowest pyramid level assigned to the volume
const float kReach = 5.2;   // effective pixels at level 0: 4 pi times the variance of smoothAt()'s kernel

// The level as coarse as the volume. It is fractional, so that pictures do not jump when the cells grow.
float volumeLevel() {
  return clamp(log2(max(kVolume * frame.box.w * detail.x, 1.0e-6)), min(kFinest, detail.y), detail.y);
}

SUMS roughAt(vec2 pixel, float level) {
  return SUMS_PART(textureLod(pyramid, pixel * pyramidScale, max(level - 1.0, 0.0)));
}

// Interpolates a level >= 1 by cubic B-splines from four sampler means between texels (Sigg and Hadwiger 2005, GPU Gems
// 2, chapter 20).
SUMS smoothAt(vec2 pixel, float level) {
  float side = exp2(level);
  vec2 at = pixel / side - 0.5;
  vec2 part = fract(at), rest = 1.0 - part, whole = at - part + 0.5;
  vec2 w0 = rest * rest * rest / 6.0, w1 = 2.0 / 3.0 - 0.5 * part * part * (2.0 - part);
  vec2 w3 = part * part * part / 6.0, low = w0 + w1, high = 1.0 - low;
  vec2 from = (whole - 1.0 + w1 / low) * side, to = (whole + 1.0 + w3 / high) * side;
  return low.y * (low.x * roughAt(from, level) + high.x * roughAt(vec2(to.x, from.y), level)) +
         high.y * (low.x * roughAt(vec2(from.x, to.y), level) + high.x * roughAt(to, level));
}

// The same, interpolated between levels.
SUMS smoothBetween(vec2 pixel, float level) {
  float sharper = floor(level);
  return mix(smoothAt(pixel, sharper), smoothAt(pixel, min(sharper + 1.0, detail.y)), level - sharper);
}
