#version 450
// Smoke to picture: tracers as grains in it, glow, exposure, tone map, ground, sRGB.
// Variants: GRAINS    tracers, splatted as smoke
//           ELEMENTS  vortex elements over it
layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
layout(std430, binding = 1) readonly buffer Exposure { float exposure; };
layout(std430, binding = 2) readonly buffer ElementDensity { uint elementDensity[]; };
layout(binding = 0) uniform sampler2D glow;     // the smoke, blurred
layout(binding = 1) uniform sampler2D palette;  // 256 colours, linear light
layout(binding = 2) uniform sampler2D smoke;    // light towards the eye, part that passes through
#include "ground.glsl"
#ifdef GRAINS
#define FRAME_ACCESS readonly
#include "volume_frame.glsl"
#include "smoke_light.glsl"
#endif

layout(location = 0) uniform int width;
layout(location = 1) uniform vec2 pixelSize;     // of a pixel of the picture in glow's coordinates, 0 to 1
layout(location = 2) uniform float scale;        // fixed point to tracers
layout(location = 3) uniform float elementScale;
layout(location = 4) uniform float bloom;
layout(location = 5) uniform vec3 middle;        // ray of the picture's middle
layout(location = 8) uniform vec3 right;
layout(location = 9) uniform vec3 up;
layout(location = 10) uniform float inversePixelArea;  // 1 / area of a pixel at the reference depth

layout(location = 0) out vec4 result;

const vec3 kElement = vec3(0.45, 0.85, 1.00);
const float kGrains = 0.55;  // part of the smoke that is drawn by tracers

#ifdef GRAINS
vec3 grainsAt(int at, vec2 place) {
  vec2 n = vec2(density[at]) * scale;
  vec2 xy = place * 2.0 - 1.0;
  float light = lightAt(lightsAlong(normalize(middle + xy.x * right + xy.y * up)), 1.0);
  float depth = n.x * frame.depthOfTracer * frame.box.w * frame.box.w * inversePixelArea;
  float index = clamp(n.y / max(n.x, 1.0e-20), 0.0, 1.0);
  return depth * light * texelFetch(palette, ivec2(int(index * 255.0 + 0.5), 0), 0).rgb;
}
#endif

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  int at = pixel.y * width + pixel.x;
  vec2 place = gl_FragCoord.xy / groundSize;
  vec4 here = textureLod(smoke, place, 0.0);
#ifdef GRAINS
  here.rgb = mix(here.rgb, grainsAt(at, place), kGrains);
#endif
  here = mix(here, textureLod(glow, gl_FragCoord.xy * pixelSize, 0.0), bloom);
  vec3 light = exposure * here.rgb;
  light *= inversesqrt(1.0 + light * light);  // never quite white
  vec3 picture = light + here.a * groundAt(gl_FragCoord.xy);
#ifdef ELEMENTS
  float cover = 1.0 - exp2(-float(elementDensity[at]) * elementScale);
  picture = mix(picture, kElement, cover);
#endif
  result = developed(picture, gl_FragCoord.xy);
}
