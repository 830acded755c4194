#version 450
// Colours and alpha from the mean pictures over black and over white, whose difference is the transmittance. Alpha is
// the luminance of what is hidden. The colours reproduce the picture exactly over black, or over white if made for
// paper. Colours that are not premultiplied must stay in range, for which alpha is raised where needed.
// Variants: OPAQUE  one picture over its own ground, alpha is 1
//           LINEAR  linear light, premultiplied; else sRGB, not premultiplied, and alpha for mixing sRGB values, as
//                   programs do that lay the picture over another
//           PAPER   made for paper
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) uniform sampler2D overBlack;  // sums in linear light
layout(binding = 1) uniform sampler2D overWhite;
layout(binding = 0) writeonly uniform image2D result;

layout(location = 0) uniform ivec2 size;
layout(location = 1) uniform float samples;  // number of pictures in the sums

#include "srgb.glsl"

vec3 meanOf(sampler2D sum, ivec2 at) {
  vec3 light = texelFetch(sum, at, 0).rgb / samples;
#ifdef LINEAR
  return light;
#else
  return max(encode(light), 0.0);
#endif
}

float largestOf(vec3 v) { return max(v.r, max(v.g, v.b)); }

vec4 colourAt(ivec2 at) {
  vec3 black = meanOf(overBlack, at);
#ifdef OPAQUE
  return vec4(black, 1.0);
#else
  vec3 white = meanOf(overWhite, at);
  float alpha = clamp(dot(1.0 - (white - black), vec3(0.2126, 0.7152, 0.0722)), 0.0, 1.0);
#ifndef LINEAR
#ifdef PAPER
  alpha = max(alpha, largestOf(1.0 - white));
#else
  alpha = max(alpha, largestOf(black));
#endif
#endif
#ifdef PAPER
  vec3 colour = white - (1.0 - alpha);
#else
  vec3 colour = black;
#endif
#ifndef LINEAR
  colour = alpha > 0.0 ? clamp(colour / alpha, 0.0, 1.0) : vec3(0.0);
#endif
  return vec4(colour, alpha);
#endif
}

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (all(lessThan(at, size))) imageStore(result, at, colourAt(at));
}
