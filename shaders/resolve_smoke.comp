#version 450
// Smoke to picture: tracers as grains in it, glow, exposure, tone map, ground, sRGB.
// Variants: GRAINS    tracers, splatted as smoke
//           PAPER     on a light ground
//           those of ground.glsl, tiles.glsl and elements_over.glsl
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
layout(std430, binding = 1) readonly buffer Exposure { float exposure; };
layout(binding = 0) uniform sampler2D glow;     // the smoke, blurred
layout(binding = 1) uniform sampler2D palette;  // 256 colours, linear light
layout(binding = 2) uniform sampler2D smoke;    // light towards the eye, part that passes through
#include "ground.glsl"
#include "tiles.glsl"
#include "elements_over.glsl"
#ifdef GRAINS
#include "volume_frame.glsl"
#include "smoke_light.glsl"
#endif

layout(location = 1) uniform vec2 pixelSize;     // of a pixel of the picture in glow's coordinates, 0 to 1
layout(location = 2) uniform float scale;        // fixed point to tracers
layout(location = 4) uniform float bloom;
layout(location = 5) uniform vec3 middleRay;     // of the picture, at unit depth
layout(location = 8) uniform vec3 rightRay;      // from there to the right edge
layout(location = 9) uniform vec3 upRay;         // and to the upper one
layout(location = 10) uniform float inversePixelArea;  // 1 / area of a pixel at the reference depth

const vec2 kGrains = vec2(0.85, 0.4);  // part of the smoke that is drawn by tracers: of wisps, of what is opaque
const float kTint = 0.45;
const float kFleck = 1.582;  // 1 / (1 - 1/e): an optical depth of 1, the mean of dense smoke, looks like that

#ifdef GRAINS
// Light towards the eye, part of the ground that they leave.
vec4 grainsAt(int at, vec2 place) {
  vec2 n = vec2(density[at]) * scale;
  vec2 xy = place * 2.0 - 1.0;
  float light = lightAt(lightsAlong(normalize(middleRay + xy.x * rightRay + xy.y * upRay)), 1.0);
  float depth = n.x * frame.depthOfTracer.x * frame.box.w * frame.box.w * inversePixelArea;
  float index = clamp(n.y / max(n.x, 1.0e-20), 0.0, 1.0);
  float rest = exp(-depth);
  vec3 colour = texelFetch(palette, ivec2(int(index * 255.0 + 0.5), 0), 0).rgb;
  return vec4(kFleck * (1.0 - rest) * light * colour, rest);
}
#endif

// Light of any strength to what a screen can show: the strongest part of a colour bends towards 1, the others keep
// their ratios to it, so that hues stay what they are; only what is far too bright becomes white.
vec3 toneMapped(vec3 light) {
  float most = max(light.r, max(light.g, light.b));
  float square = most * most;
  float scale = inversesqrt(sqrt(1.0 + square * square));
  return mix(light * scale, vec3(most * scale), 0.5 * smoothstep(1.5, 8.0, most));
}

void main() {
  ivec2 pixel = pixelOfTile();
  if (any(greaterThanEqual(vec2(pixel), groundSize))) return;
  int at = pixel.y * int(groundSize.x) + pixel.x;
  vec2 middle = vec2(pixel) + 0.5;
  vec2 place = middle / groundSize;
  vec4 here = textureLod(smoke, place, 0.0);
#ifdef GRAINS
  vec4 grains = grainsAt(at, place);
  float part = mix(kGrains.y, kGrains.x, here.a);
  here = vec4(mix(here.rgb, grains.rgb, part), here.a * mix(1.0, grains.a, part));
#endif
  here = mix(here, textureLod(glow, middle * pixelSize, 0.0), bloom);
#ifdef PAPER
  // What shines through takes the smoke's own colour.
  vec3 through = pow(vec3(here.a), 1.0 - kTint * here.rgb / max(max(here.r, here.g), max(here.b, 1.0e-6)));
#else
  float through = here.a;
#endif
  vec3 picture = toneMapped(exposure * here.rgb) + through * groundAt(middle);
  develop(pixel, withElements(picture, at));
}
