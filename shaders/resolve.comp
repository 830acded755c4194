#version 450
// Turns density into light and light into the picture: exposure, glow, colour by mean colour index, tone map, sRGB.
// Variants: INK        absorption on white paper instead of light in the dark
//           PAINT      colour that covers its background
//           VORTICITY  with the vorticity behind the tracers; tracers behind the vorticity are dimmed when splatted
//           those of tiles.glsl, elements_over.glsl, streaks_over.glsl, tracer_sums.glsl and vorticity_over.glsl
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
#ifdef TINTS
layout(std430, binding = 3) readonly buffer More { uvec2 more[]; };
#endif
layout(std430, binding = 1) readonly buffer Exposure { float exposure; };
layout(binding = 0) uniform sampler2D glow;     // density, blurred
layout(binding = 1) uniform sampler2D palette;  // 256 colours, as exponents of 2 for one unit of light
layout(binding = 2) uniform sampler2D colours;  // the same in linear light
#include "ground.glsl"
#include "tiles.glsl"
#include "elements_over.glsl"
#include "streaks_over.glsl"
#include "tracer_sums.glsl"
#ifdef VORTICITY
#include "tone.glsl"
#include "vorticity_over.glsl"
#endif

layout(location = 1) uniform vec2 pixelSize;     // size of a picture pixel in glow's coordinates, 0 to 1
layout(location = 2) uniform float scale;        // factor from fixed point to tracers
layout(location = 4) uniform float glowPart;

#ifdef INK
const float kGain = 1.1;
#else
const float kGain = 1.6;
#endif

void main() {
  float gain = kGain * exposure;
  ivec2 pixel = pixelOfTile();
  if (any(greaterThanEqual(vec2(pixel), groundSize))) return;
  int at = pixel.y * int(groundSize.x) + pixel.x;
  vec2 middle = vec2(pixel) + 0.5;
#ifdef TINTS
  vec4 sharp = vec4(density[at], more[at]) * scale;
#else
  vec2 sharp = vec2(density[at]) * scale;
#endif
  SUMS soft = SUMS_PART(textureLod(glow, middle * pixelSize, 0.0));
  SUMS n = mix(sharp, soft, glowPart);

#ifdef TINTS
  vec3 tint = clamp(n.yzw / max(n.x, 1.0e-20), 0.0, 1.0), exponent = exponentOfTint(tint), colour = lightOfTint(tint);
#else
  ivec2 place = ivec2(int(n.y / max(n.x, 1.0e-20) * 255.0 + 0.5), 0);
  vec3 exponent = texelFetch(palette, place, 0).rgb, colour = texelFetch(colours, place, 0).rgb;
#endif
  float light = gain * n.x;
  light *= inversesqrt(sqrt(1.0 + light));  // the densest places keep some structure
  vec3 ground = groundAt(middle);
#ifdef VORTICITY
  ground = behindVorticity(ground, middle / groundSize, vec3(1.0));
#endif
#if defined(INK)
  vec3 picture = ground * exp2(light * exponent);
#elif defined(PAINT)
  // The haze of other tracers darkens the background of a tracer, so that it stands out from any ground.
  ground *= exp2(-0.7 * gain * soft.x * inversesqrt(1.0 + gain * soft.x));
  vec3 picture = mix(colour, ground, exp2(-2.5 * light));
#else
  vec3 picture = 1.0 - (1.0 - ground) * exp2(light * exponent);
#endif
  develop(pixel, withElements(withStreaks(picture, at), at));
}
