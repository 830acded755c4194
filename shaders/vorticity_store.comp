#version 450
// Puts the vorticity into a texture that is drawn from.
// Variants: GLOW   the volume: optical depth across a cell, and its light: brighter towards the cores, and on the sides
//                  of these that face the first lamp, so that they look round
//           RINGS, ONE_RING  its light has the colours of the rings that the vorticity is from
//           without GLOW, for slices and surfaces: size, and omega, in units of the largest
layout(local_size_x = 256) in;

layout(std430, binding = 4) readonly buffer Vorticity { vec4 vorticity[]; };  // [cells]
#ifdef RINGS
layout(std430, binding = 5) readonly buffer Tints { vec4 tints[]; };  // [tintCells()] light times a weight, and that
#endif
layout(rgba16f, binding = 0) writeonly uniform image3D result;
#define CENSUS_ACCESS readonly
#include "vorticity_census.glsl"
#include "volume_frame.glsl"
#include "vorticity_transfer.glsl"

layout(location = 1) uniform float top;  // vorticity at the end of the colours [1/T]; 0: the largest

#ifdef GLOW
layout(location = 2) uniform vec3 lamp;  // unit vector to the first one
layout(binding = 9) uniform sampler2D vorticityColours;
layout(binding = 1) uniform sampler2D ringColours;

const float kMostDepth = 1.0e4;  // halves hold it
const float kRelief = 1.5;       // cells towards the lamp in which the vorticity is compared

// Of the cell nearest to a place, in cells.
float sizeAt(vec3 place) {
  ivec3 cell = clamp(ivec3(place), ivec3(0), frame.cells.xyz - 1);
  return length(vorticity[(cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x].xyz);
}

// A ring's colour, which is paler where it is hottest.
vec3 heated(vec3 own, float index) { return mix(own, vec3(1.0), 0.4 * smoothstep(0.5, 1.1, index)); }

// Of this part of the scale.
vec3 colourOf(ivec3 cell, float index) {
#ifdef RINGS
  ivec3 count = tintCells(frame.cells.xyz), at = cell / 2;
  vec4 tint = tints[(at.z * count.y + at.y) * count.x + at.x];
  return heated(tint.w > 0.0 ? tint.rgb / tint.w : vec3(0.0), index);
#elif defined(ONE_RING)
  return heated(texelFetch(ringColours, ivec2(0), 0).rgb, index);
#else
  return texelFetch(vorticityColours, ivec2(int(index * 255.0 + 0.5), 0), 0).rgb;
#endif
}

vec4 glowAt(ivec3 cell, float size) {
  float index = min(size / scaleTop(top), 1.0);
  float depth = frame.depthOfTracer.x * kOpaqueUnit * opacityOf(index);
  float aside = sizeAt(vec3(cell) + 0.5 + kRelief * lamp);
  float facing = clamp((size - aside) / max(max(size, aside), 1.0e-30) * 2.0, -1.0, 1.0);
  return vec4(min(depth, kMostDepth), colourOf(cell, index) * (0.55 + 0.55 * index + 0.35 * facing));
}
#endif

void main() {
  ivec3 count = frame.cells.xyz;
  int at = int(gl_GlobalInvocationID.x);
  if (at >= count.x * count.y * count.z) return;
  int row = at / count.x;
  ivec3 cell = ivec3(at % count.x, row % count.y, row / count.y);
  vec3 here = vorticity[at].xyz;
#ifdef GLOW
  imageStore(result, cell, glowAt(cell, length(here)));
#else
  here /= max(largestVorticity(), 1.0e-30);
  imageStore(result, cell, vec4(length(here), here));
#endif
}
