#version 450
// Adds every particle in front of the camera to the density of the pixels that it touches, in fixed point, so that the
// sums do not depend on the order.
// Variants:  BILINEAR            2x2 pixels, weights that add up exactly
//            KERNEL_REACH n      a round spot on (2n+1)^2 pixels; n = 0 is only the particle's own pixel
//            ELEMENTS            weight only, no colour
//            SMOKE               as parts of a smoke: dimmed by the smoke in front
//            VORTICITY           dimmed by the vorticity in front
//            SOLIDS              hidden behind bodies
//            those of colour_index.glsl and pair_sums.glsl
#include "pair_extensions.glsl"
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };  // x, y, z, speed
#ifdef ELEMENTS
layout(std430, binding = 1) buffer Density { uint density[]; };  // weight of a pixel
#define TINT float
#else
#define PAIRS_BINDING 1  // a pixel: weight, weight * colour index
#define MORE_BINDING 3
#include "pair_sums.glsl"
#endif

#include "shown_particles.glsl"

#ifdef SMOKE
#include "tiles.glsl"
#elif !defined(ELEMENTS)
layout(std430, binding = 2) buffer Coarse { uint coarse[]; };  // the same for blocks of pixels
#ifdef TINTS
layout(std430, binding = 4) buffer CoarseMore { uint coarseMore[]; };
#endif
#endif
#if defined(SMOKE) || defined(VORTICITY)
#include "volume_frame.glsl"
#endif
#ifdef SMOKE
#include "smoke_view.glsl"
#endif
#ifdef VORTICITY
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"
#include "vorticity_view.glsl"
#endif
#ifndef ELEMENTS
#include "colour_index.glsl"
#endif
#ifdef SOLIDS
#include "solids_view.glsl"
#endif

layout(location = 0) uniform mat4 viewProjection;
layout(location = 1) uniform ivec2 size;          // of the picture
layout(location = 2) uniform uint count;          // number of particles bound
layout(location = 3) uniform float unit;          // weight of a particle at the reference depth
layout(location = 4) uniform float referenceDepth;
layout(location = 5) uniform float kernelRadius;  // pixels
#if !defined(SMOKE) && !defined(ELEMENTS)
layout(location = 6) uniform int block;           // side of a block, pixels
layout(location = 7) uniform int coarseWidth;     // blocks in a row
#endif

#ifdef SOLIDS
const float kOnSurface = 1.002;        // tracers on a body's surface are seen
#endif
const float kNearestGain = 4.0;        // largest gain of a near particle; bounds the sums
const float kPi = 3.14159265;

void add(ivec2 pixel, float weight, TINT colour) {
  if (weight < 0.5 || any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, size))) return;
  int at = pixel.y * size.x + pixel.x;
#ifdef ELEMENTS
  atomicAdd(density[at], uint(weight));
#else
  addPair(at, weight, colour);
#endif
}

void splat(vec2 at, float weight, TINT colour) {
#ifdef BILINEAR
  vec2 corner = floor(at - 0.5);
  vec2 part = at - 0.5 - corner;
  ivec2 pixel = ivec2(corner);
  float right = round(weight * part.x);
  float left = weight - right;
  float upperLeft = round(left * part.y);
  float upperRight = round(right * part.y);
  add(pixel, left - upperLeft, colour);
  add(pixel + ivec2(1, 0), right - upperRight, colour);
  add(pixel + ivec2(0, 1), upperLeft, colour);
  add(pixel + ivec2(1, 1), upperRight, colour);
#elif KERNEL_REACH == 0
  add(ivec2(floor(at)), weight, colour);
#else
  // (1 - d^2/R^2)^2, whose integral over the plane is pi R^2 / 3.
  float peak = weight * 3.0 / (kPi * kernelRadius * kernelRadius);
  ivec2 middle = ivec2(floor(at));
  for (int dy = -KERNEL_REACH; dy <= KERNEL_REACH; ++dy) {
    for (int dx = -KERNEL_REACH; dx <= KERNEL_REACH; ++dx) {
      ivec2 pixel = middle + ivec2(dx, dy);
      vec2 offset = (vec2(pixel) + 0.5 - at) / kernelRadius;
      float inside = max(0.0, 1.0 - dot(offset, offset));
      add(pixel, round(peak * inside * inside), colour);
    }
  }
#endif
}

void main() {
  uint index = gl_GlobalInvocationID.x;
  if (index >= count) return;
  vec4 particle = particles[index];
  if (!isShown(particle)) return;

  vec4 clip = viewProjection * vec4(particle.xyz, 1.0);
  if (!(clip.z > -clip.w) || !(clip.w > 0.0)) return;
  vec2 at = (clip.xy / clip.w * 0.5 + 0.5) * vec2(size);
  // Skips particles far outside the picture, whose pixels may not fit an integer.
  if (!all(lessThan(abs(at - 0.5 * vec2(size)), 0.5 * vec2(size) + 64.0))) return;

#ifdef SOLIDS
  if (clip.w > kOnSurface * solidDepthAt(at / vec2(size))) return;
#endif
  float nearness = referenceDepth / clip.w;
#ifdef SMOKE
  float seen = seenPart(particle.xyz);
#ifdef VORTICITY
  seen *= seenPastVorticity(particle.xyz, at / vec2(size));
#endif
  float weight = round(unit * min(kNearestGain, nearness * nearness) * seen);
#else
  // Surface brightness would be constant with the square of the nearness; a higher power shows depth.
  float gain = min(kNearestGain, nearness * nearness * sqrt(nearness));
#ifdef VORTICITY
  float weight = round(unit * gain * seenPastVorticity(particle.xyz, at / vec2(size)));
  if (weight < 0.5) return;
#else
  float weight = max(1.0, round(unit * gain));
#endif
#endif
#ifdef ELEMENTS
  const float colour = 0.0;
#else
  TINT colour = tintOf(particle, index);
#endif
  splat(at, weight, colour);
#ifndef ELEMENTS
  ivec2 pixel = ivec2(floor(at));
  if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, size))) return;
#ifdef SMOKE
  markTile(uvec2(pixel));
#else
  int cell = pixel.y / block * coarseWidth + pixel.x / block;
  atomicAdd(coarse[2 * cell], uint(weight));
#ifdef TINTS
  uvec3 parts = uvec3(weight * colour + 0.5);
  atomicAdd(coarse[2 * cell + 1], parts.r);
  atomicAdd(coarseMore[2 * cell], parts.g);
  atomicAdd(coarseMore[2 * cell + 1], parts.b);
#else
  atomicAdd(coarse[2 * cell + 1], uint(weight * colour + 0.5));
#endif
#endif
#endif
}
