#version 450
// Density to light to picture: exposure, glow, colour by mean speed, tone map, sRGB.
// Variants: INK       absorption on white paper instead of light in the dark
//           PAINT     colour that covers what is behind it
//           ELEMENTS  vortex elements over it
layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
layout(std430, binding = 1) readonly buffer Exposure { float exposure; };
layout(std430, binding = 2) readonly buffer ElementDensity { uint elementDensity[]; };
layout(binding = 0) uniform sampler2D glow;     // density, blurred
layout(binding = 1) uniform sampler2D palette;  // 256 colours, as exponents of 2 for one unit of light
layout(binding = 2) uniform sampler2D colours;  // the same in linear light
#include "ground.glsl"

layout(location = 0) uniform int width;
layout(location = 1) uniform vec2 pixelSize;     // of a pixel of the picture in glow's coordinates, 0 to 1
layout(location = 2) uniform float scale;        // fixed point to tracers
layout(location = 3) uniform float elementScale;
layout(location = 4) uniform float glowPart;

layout(location = 0) out vec4 result;

#ifdef INK
const float kGain = 1.1;
const vec3 kElement = vec3(0.010, 0.030, 0.090);
#else
const float kGain = 1.6;
const vec3 kElement = vec3(0.45, 0.85, 1.00);
#endif

void main() {
  float gain = kGain * exposure;
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  int at = pixel.y * width + pixel.x;
  vec2 sharp = vec2(density[at]) * scale;
  vec2 soft = textureLod(glow, gl_FragCoord.xy * pixelSize, 0.0).xy;
  vec2 n = mix(sharp, soft, glowPart);

  ivec2 place = ivec2(int(n.y / max(n.x, 1.0e-20) * 255.0 + 0.5), 0);
  vec3 exponent = texelFetch(palette, place, 0).rgb;
  float light = gain * n.x;
  light *= inversesqrt(sqrt(1.0 + light));  // the densest places keep some structure
  vec3 ground = groundAt(gl_FragCoord.xy);
#if defined(INK)
  vec3 picture = ground * exp2(light * exponent);
#elif defined(PAINT)
  vec3 picture = mix(texelFetch(colours, place, 0).rgb, ground, exp2(-1.5 * light));
#else
  vec3 picture = 1.0 - (1.0 - ground) * exp2(light * exponent);
#endif
#ifdef ELEMENTS
  float cover = 1.0 - exp2(-float(elementDensity[at]) * elementScale);
  picture = mix(picture, kElement, cover);
#endif
  result = developed(picture, gl_FragCoord.xy);
}
