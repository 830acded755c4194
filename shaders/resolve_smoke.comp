#version 450
// Turns smoke into the picture: the tracers' detail, glow, exposure, tone map, ground, sRGB.
// Variants: GRAINS     with the tracers' detail
//           PLAIN      the sharper level of the detail is interpolated linearly
//           PAPER      on a light ground
//           SHADOW     with the smoke's shadow on the floor
//           VORTICITY  with the vorticity; smoke and vorticity shade each other
//           those of ground.glsl, tiles.glsl, elements_over.glsl, streaks_over.glsl, tracer_sums.glsl and vorticity_over.glsl
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
#ifdef TINTS
layout(std430, binding = 3) readonly buffer More { uvec2 more[]; };
#endif
layout(std430, binding = 1) readonly buffer Exposure { float exposure; };
layout(binding = 0) uniform sampler2D glow;     // the smoke, blurred
layout(binding = 1) uniform sampler2D palette;  // 256 colours, linear light
layout(binding = 2) uniform sampler2D smoke;    // light towards the eye, transmittance
#include "ground.glsl"
#include "tiles.glsl"
#include "elements_over.glsl"
#include "streaks_over.glsl"
#if defined(GRAINS) || defined(SHADOW)
#include "volume_frame.glsl"
#endif
#ifdef GRAINS
#include "tracer_sums.glsl"
#include "grain.glsl"
#endif
#ifdef SHADOW
#include "floor_shadow.glsl"
#endif
#include "tone.glsl"
#ifdef VORTICITY
#include "vorticity_over.glsl"
#endif

layout(location = 1) uniform vec2 pixelSize;  // size of a picture pixel in glow's coordinates, 0 to 1
layout(location = 4) uniform float bloom;

const float kTint = 0.45;

#ifdef GRAINS
layout(location = 2) uniform float scale;     // factor from fixed point to tracers
layout(location = 5) uniform float grain;     // visibility of single tracers, 0 to 1
layout(binding = 5) uniform sampler2D guide;  // result of grain_guide.comp, like the next
#ifdef TINTS
layout(binding = 7) uniform sampler2D tintGuide;
#endif

const vec2 kSingle = vec2(0.25, 0.7);      // largest part of single tracers on a pixel, for few and for many tracers
const vec3 kFew = vec3(8.0, 20.0, 200.0);  // tracers in reach: significant; few and many for the volume
const float kMostDetail = 4.0;             // largest ratio of tracers to their number in the volume
const float kThroughOwn = 0.25;            // part of the smoke's colour that light has taken on its way
const float kRelief = 0.5;                 // part of the detail left in the brightness of opaque smoke

vec3 colourOf(SUMS tracers) {
#ifdef TINTS
  return lightOfTint(meanTint(tracers.yzw, tracers.x));
#else
  float index = tracers.y / max(tracers.x, 1.0e-9);
  return texelFetch(palette, ivec2(int(clamp(index, 0.0, 1.0) * 255.0 + 0.5), 0), 0).rgb;
#endif
}

// Tracers on a pixel, and the same * colour index, at the sharpness of `level`. `own`: the pixel's own counts,
// `single`: their weight.
SUMS tracersAt(vec2 pixel, SUMS own, float level, float single) {
  float sharper = floor(level);
#ifdef PLAIN
  const float kAsWide = 2.0 / 9.0;  // of the next level: linear weights have 3/5 of the cubic weights' variance
  SUMS sharp = sharper < 1.0 ? own : roughAt(pixel, sharper + kAsWide);
#else
  SUMS sharp = sharper < 1.0 ? own : smoothAt(pixel, sharper);
#endif
  return mix(mix(sharp, smoothAt(pixel, sharper + 1.0), level - sharper), own, single);
}

// The smoke with the tracers' detail: optical depth times the ratio of the tracers to their number in the volume, and
// the light that follows from it. Where tracers are few, the volume is blurred.
vec4 withDetail(vec4 here, vec4 blurred, vec2 pixel, SUMS own) {
  vec4 coarse = textureLod(guide, pixel * pixelSize, 0.0);
  if (coarse.x <= 0.0 && here.a > 0.999) return here;  // most of a tile may be empty
  float level = volumeLevel(), area = kReach * exp2(2.0 * level);
  float reach = area * coarse.x, enough = smoothstep(kFew.y, kFew.z, reach);
  SUMS fine = tracersAt(pixel, own, coarse.z, grain * mix(kSingle.x, kSingle.y, enough));
  here = mix(blurred, here, enough);
  // Too few tracers are not significant. There the smoke is kept where it is dense; where it is thin, it is only the
  // blur of its surroundings, and is dropped. Emptiness beside many tracers is significant, unless cells are wider than
  // the pyramid's coarsest level.
  float wide = clamp(detail.y - level - 1.0, 0.0, 1.0) * roughAt(pixel, min(level + 2.0, detail.y)).x;
  float known = smoothstep(0.0, kFew.x, area * max(coarse.x, wide)), solid = smoothstep(0.2, 0.7, 1.0 - here.a);
  float ratio = mix(solid, min(fine.x / max(coarse.x, 1.0e-9), kMostDetail) * coarse.w, known);
  float depth = -log(clamp(here.a, 1.0e-3, 0.9999));
  float through = exp(-depth * ratio);
  float opacity = (1.0 - through) / (1.0 - exp(-depth));
  float relief = mix(1.0, ratio, kRelief * (1.0 - here.a) / (1.0 + 0.5 * ratio));
  // The lamps' light, without the hue of the smoke, falls on the colours of these tracers.
#ifdef TINTS
  vec4 around = vec4(coarse.x, textureLod(tintGuide, pixel * pixelSize, 0.0).rgb);
#else
  vec2 around = coarse.xy;
#endif
  vec3 mean = colourOf(around), colour = fine.x > 1.0e-9 ? colourOf(fine) : mean;
  mean = max(mean, 0.02);
  vec3 light = here.rgb / mean;
  float grey = dot(here.rgb, vec3(1.0)) / dot(mean, vec3(1.0));
  // Where dyes meet, their mean may be a third colour, and the blurred volume has light of another colour than the
  // tracers here: dividing each component would turn yellow to olive and draw a dark line along the border. There the
  // light keeps its brightness and takes on the colour of these tracers.
  vec3 apart = abs(colour - mean);
  float alike = 1.0 - smoothstep(0.02, 0.15, max(apart.r, max(apart.g, apart.b)) / max(mean.r, max(mean.g, mean.b)));
  vec3 coloured = mix(vec3(1.0), colour / max(max(colour.r, colour.g), max(colour.b, 1.0e-6)), kThroughOwn);
  light = mix(grey * coloured, clamp(light, 0.6 * grey, 1.5 * grey), alike);
  return vec4(light * colour * opacity * relief, through);
}
#endif

void main() {
  ivec2 pixel = pixelOfTile();
  if (any(greaterThanEqual(vec2(pixel), groundSize))) return;
  int at = pixel.y * int(groundSize.x) + pixel.x;
  vec2 middle = vec2(pixel) + 0.5;
  vec2 place = middle / groundSize;
  vec4 here = textureLod(smoke, place, 0.0), blurred = textureLod(glow, middle * pixelSize, 0.0);
#ifdef GRAINS
#ifdef TINTS
  vec4 own = vec4(density[at], more[at]);
#else
  vec2 own = vec2(density[at]);
#endif
  here = withDetail(here, blurred, middle, own * scale);
#endif
  here = mix(here, blurred, bloom);
#ifdef PAPER
  // Light that shines through takes on the smoke's colour.
  vec3 through = pow(vec3(here.a), 1.0 - kTint * here.rgb / max(max(here.r, here.g), max(here.b, 1.0e-6)));
#else
  float through = here.a;
#endif
#ifdef SHADOW
  vec3 ground = withSolids(shadedFloor(bareGroundAt(middle), place * 2.0 - 1.0), middle);
#else
  vec3 ground = groundAt(middle);
#endif
#ifdef VORTICITY
  vec3 picture = toneMapped(exposure * here.rgb) + behindVorticity(ground, place, vec3(through));
#else
  vec3 picture = toneMapped(exposure * here.rgb) + through * ground;
#endif
  develop(pixel, withElements(withStreaks(picture, at), at));
}
