// What the tracers on the pixels add to the smoke that the volume shows: as fine a picture of their density as there
// are tracers for it. A pyramid has their mean number a pixel; each place is read where enough of them are in reach,
// which is an estimate of density by kernels whose width goes by the density itself (Silverman 1986, section 5.3).
// app/render/picture/grain_pyramid.h makes the pyramid.
layout(location = 2) uniform float scale;  // fixed point to tracers
layout(location = 5) uniform vec3 detail;  // part of single tracers, pixels a length at the target, coarsest level
layout(location = 10) uniform vec2 pyramidScale;  // of a pixel in coordinates of the pyramid
layout(binding = 3) uniform sampler2D pyramid;    // level l - 1: tracers on a pixel, * colour index, means of 2^l x 2^l

const float kEnough = 48.0;  // tracers in reach
const float kSingle = 0.7;   // of a pixel, what single tracers are at most
const float kReach = 5.2;    // pixels that count, at level 0: 4 pi times the variance of what smoothAt() takes
const float kVolume = 1.4;   // texels that wide, in cells, blur as much as the volume does
const float kFinest = 2.0;   // level as which the volume counts at least

// The level at which enough tracers are in reach where so many are on a pixel.
float levelFor(float n) { return clamp(0.5 * log2(kEnough / (kReach * max(n, 1.0e-9))), 0.0, detail.z); }

vec2 roughAt(vec2 pixel, float level) { return textureLod(pyramid, pixel * pyramidScale, max(level - 1.0, 0.0)).xy; }

// A level, 1 or more, by cubic B-splines: four places between texels, where the sampler has their means (Sigg and
// Hadwiger 2005, GPU Gems 2, chapter 20).
vec2 smoothAt(vec2 pixel, float level) {
  float side = exp2(level);
  vec2 at = pixel / side - 0.5;
  vec2 part = fract(at), rest = 1.0 - part, whole = at - part + 0.5;
  vec2 w0 = rest * rest * rest / 6.0, w1 = 2.0 / 3.0 - 0.5 * part * part * (2.0 - part);
  vec2 w3 = part * part * part / 6.0, low = w0 + w1, high = 1.0 - low;
  vec2 from = (whole - 1.0 + w1 / low) * side, to = (whole + 1.0 + w3 / high) * side;
  return low.y * (low.x * roughAt(from, level) + high.x * roughAt(vec2(to.x, from.y), level)) +
         high.y * (low.x * roughAt(vec2(from.x, to.y), level) + high.x * roughAt(to, level));
}

struct Tracers {
  vec2 fine;     // tracers on a pixel, * colour index: as sharp as they allow
  vec2 coarse;   // the same as the volume has them
  float reach;   // tracers in reach of what the volume has
  float within;  // 0 where it only spreads what stands beside
};

// `own` is what is counted on the pixel.
Tracers tracersAt(vec2 pixel, vec2 own) {
  float volume = round(clamp(log2(max(kVolume * frame.box.w * detail.y, 1.0e-6)), kFinest, detail.z));
  Tracers tracers;
  tracers.coarse = smoothAt(pixel, volume);
  // At an edge the level is that of the inside, so that it is sharp.
  float around = smoothAt(pixel, volume + 1.0).x;
  float level = levelFor(around);
  level = clamp(clamp(levelFor(roughAt(pixel, level + 1.0).x), level - 1.0, level + 0.2), 0.0, volume);
  float sharper = floor(level);
  vec2 sharp = sharper < 1.0 ? own : smoothAt(pixel, sharper);
  tracers.fine = mix(mix(sharp, smoothAt(pixel, sharper + 1.0), level - sharper), own, kSingle * detail.x);
  tracers.reach = kReach * exp2(2.0 * volume) * tracers.coarse.x;
  tracers.within = smoothstep(0.3, 0.95, tracers.coarse.x / max(around, 1.0e-9));
  return tracers;
}
