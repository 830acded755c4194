#version 450
// Writes the vorticity into a texture for drawing.
// Variants: GLOW   for the volume: optical depth across a cell, and light that is brighter towards the cores and on
//                  their sides facing the first lamp, so that they look round
//           RINGS  with GLOW: light in the colours of the rings that the vorticity comes from
//           TINTS  these colours, on the grid of tints, and how strong the vorticity is about each place
//           without them, for slices and surfaces: magnitude or another quantity's number, and omega, over
//                  coreVorticity()
layout(local_size_x = 256) in;

layout(std430, binding = 4) readonly buffer Vorticity { vec4 vorticity[]; };  // [cells]; w: see VorticityVolume::take()
#ifdef TINTS
layout(std430, binding = 5) readonly buffer Tints { vec4 tints[]; };  // [tintCells()] root of light * weight, weight
layout(std430, binding = 3) readonly buffer Bricks { float bricks[]; };  // of vorticity_bricks.comp
#endif
layout(rgba16f, binding = 0) writeonly uniform image3D result;
#define CENSUS_ACCESS readonly
#include "vorticity_census.glsl"
#include "volume_frame.glsl"
#include "vorticity_transfer.glsl"
#ifdef RINGS
#include "vorticity_tints.glsl"
#endif

layout(location = 1) uniform float top;  // vorticity at the end of the colours [1/T]; 0: that of the cores

#ifdef TINTS
layout(location = 3) uniform bool plane;  // straight vortices along z

// The largest vorticity in a brick, interpolated between bricks.
float largestAbout(vec3 place) {
  ivec3 most = ivec3(frame.bricks.xyz) - 1;
  vec3 at = place / float(kBrick) - 0.5, part = fract(at);
  float sum = 0.0;
  for (int i = 0; i < 8; ++i) {
    ivec3 upper = ivec3(i & 1, i >> 1 & 1, i >> 2), brick = clamp(ivec3(floor(at)) + upper, ivec3(0), most);
    vec3 weight = mix(1.0 - part, part, vec3(upper));
    sum += weight.x * weight.y * weight.z * bricks[(brick.z * (most.y + 1) + brick.y) * (most.x + 1) + brick.x];
  }
  return sum;
}

// ... or the blurred vorticity, if that is not much less: in a core of many cells even neighbouring bricks are not much
// stronger than a place.
const float kOfBlurred = 1.35;

float strengthAbout(ivec3 cell, float blurred) {
  float content = 8.0 * pow(frame.box.w, plane ? 2.0 : 3.0);
  float size = blurred / max(strengthUnit() * content * coreVorticity(), 1.0e-30);
  return min(max(largestAbout(2.0 * vec3(cell) + 1.0), kOfBlurred * size), 1.0e4);
}
#endif
#ifdef GLOW
layout(location = 2) uniform vec3 lamp;  // unit vector to the first lamp
layout(binding = 9) uniform sampler2D vorticityColours;

const float kMostDepth = 1.0e4;  // largest value, fits half floats
const float kRelief = 1.5;       // distance of the comparison towards the lamp, cells

// Magnitude of the vorticity in the cell at a place, in cells.
float sizeAt(vec3 place) {
  ivec3 cell = clamp(ivec3(place), ivec3(0), frame.cells.xyz - 1);
  return length(vorticity[(cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x].xyz);
}

// A ring's colour, brighter than a screen where the vorticity is strongest.
vec3 heated(vec3 own, float index) { return own * (1.0 + 1.2 * smoothstep(0.5, 1.1, index)); }

// Colour of this part of the scale.
vec3 colourOf(ivec3 cell, float index) {
#ifdef RINGS
  return heated(ringTintAt(vec3(cell) + 0.5, frame.cells.xyz).rgb, index);
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
#ifdef TINTS
  ivec3 count = tintCells(frame.cells.xyz);
#else
  ivec3 count = frame.cells.xyz;
#endif
  int at = int(gl_GlobalInvocationID.x);
  if (at >= count.x * count.y * count.z) return;
  int row = at / count.x;
  ivec3 cell = ivec3(at % count.x, row % count.y, row / count.y);
#ifdef TINTS
  vec4 tint = tints[at];
  vec3 root = tint.w > 0.0 ? tint.rgb / tint.w : vec3(0.0);
  imageStore(result, cell, vec4(root * root, strengthAbout(cell, tint.w)));
#elif defined(GLOW)
  imageStore(result, cell, glowAt(cell, length(vorticity[at].xyz)));
#else
  const float kMost = 6.0e4;  // fits half floats
  vec4 here = clamp(vorticity[at] / coreVorticity(), -kMost, kMost);
  imageStore(result, cell, vec4(here.w != 0.0 ? here.w : length(here.xyz), here.xyz));
#endif
}
