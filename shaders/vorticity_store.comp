#version 450
// Writes the vorticity into a texture for drawing.
// Variants: GLOW   for the volume: optical depth across a cell, and light that is brighter towards the cores and on
//                  their sides facing the first lamp, so that they look round
//           RINGS, ONE_RING  light in the colours of the rings that the vorticity comes from
//           without GLOW, for slices and surfaces: magnitude, and omega, over the largest magnitude
layout(local_size_x = 256) in;

layout(std430, binding = 4) readonly buffer Vorticity { vec4 vorticity[]; };  // [cells]
#ifdef RINGS
layout(std430, binding = 5) readonly buffer Tints { vec4 tints[]; };  // [tintCells()] light * weight, weight
#endif
layout(rgba16f, binding = 0) writeonly uniform image3D result;
#define CENSUS_ACCESS readonly
#include "vorticity_census.glsl"
#include "volume_frame.glsl"
#include "vorticity_transfer.glsl"

layout(location = 1) uniform float top;  // vorticity at the end of the colours [1/T]; 0: the largest

#ifdef GLOW
layout(location = 2) uniform vec3 lamp;  // unit vector to the first lamp
layout(binding = 9) uniform sampler2D vorticityColours;
layout(binding = 1) uniform sampler2D ringColours;

const float kMostDepth = 1.0e4;  // largest value, fits half floats
const float kRelief = 1.5;       // distance of the comparison towards the lamp, cells

// Magnitude of the vorticity in the cell at a place, in cells.
float sizeAt(vec3 place) {
  ivec3 cell = clamp(ivec3(place), ivec3(0), frame.cells.xyz - 1);
  return length(vorticity[(cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x].xyz);
}

// A ring's colour, paler where the vorticity is strongest.
vec3 heated(vec3 own, float index) { return mix(own, vec3(1.0), 0.4 * smoothstep(0.5, 1.1, index)); }

// Colour of this part of the scale.
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
