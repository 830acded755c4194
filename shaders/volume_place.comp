#version 450
// Places the volume around the tracers: cubic cells as small as the budget allows, and the rays of light and eye
// through them. One invocation.
// Variants: VORTICES  around the vortex elements with their cores, whose radii set the smallest useful cell
layout(local_size_x = 1) in;

#define BOUNDS_ACCESS readonly
#include "volume_bounds.glsl"
#define FRAME_WRITTEN
#include "volume_frame.glsl"
#ifdef VORTICES
#define CENSUS_ACCESS
#include "vorticity_census.glsl"
#endif

layout(location = 0) uniform float budget;       // largest number of cells
layout(location = 1) uniform int longest;        // largest number of cells along an axis
layout(location = 2) uniform float smallest;     // smallest length of the longest side [L], for a flow that is smaller
layout(location = 3) uniform vec3 light;         // unit vector to the light
layout(location = 4) uniform vec3 eye;
layout(location = 5) uniform vec3 forward;       // unit vectors of the camera
layout(location = 6) uniform vec3 right;
layout(location = 7) uniform vec3 up;
layout(location = 8) uniform vec2 lens;          // half width and half height of the picture at unit depth
layout(location = 9) uniform float nearest;      // depth of the near plane
layout(location = 10) uniform vec3 second;       // unit vector to the second lamp

const int kMargin = 3;  // cells around the tracers: one each for spreading and smoothing, and an empty one
#ifdef VORTICES
const float kCellsPerRadius = 2.0;              // cells per radius of the smallest core
layout(location = 11) uniform float coreReach;  // in core radii
layout(location = 12) uniform bool plane;       // straight vortices along z, for which a few layers suffice
layout(location = 13) uniform float lattice;    // distance of elements on a lattice [L]; 0: they are on none
layout(location = 14) uniform vec4 givenBox;    // low corner and side of a cell of a given grid [L]
layout(location = 15) uniform ivec3 givenCells; // its cells; 0: none is given
#endif

vec3 corner(int i, vec3 low, vec3 high) {
  return mix(low, high, vec3(float(i & 1), float(i >> 1 & 1), float(i >> 2 & 1)));
}

void layOut(vec4 box, ivec3 cells) {
  frame.cells = ivec4(cells, 0);
  frame.bricks = uvec4((cells + kBrick - 1) / kBrick, 0);
  frame.workGroups = uvec4((frame.bricks.x * frame.bricks.y * frame.bricks.z + 63u) / 64u, 1, 1, 0);
  frame.box = box;
}

// Chooses box and cells; cells are not smaller than `finest`. Cells narrower than a lattice are as wide as that or half
// as wide: with 2/3 of it the sums of narrow cores, each spread to the nearest cells, vary by 14 % along a tube.
void layCells(vec3 low, vec3 high, float finest) {
  vec3 size = high - low;
  float length = max(size.x, max(size.y, size.z));
  if (length < smallest) {  // for example a single tracer
    size = vec3(smallest);
    length = smallest;
  }
  float side = max(length / float(longest - 2 * kMargin - 1), finest);
  float largest = max(length, finest);
  for (int i = 0; i < 24; ++i) {  // bisection on a logarithmic scale
    float middle = sqrt(side * largest);
    vec3 cells = ceil(size / middle) + float(2 * kMargin + 1);
    if (cells.x * cells.y * cells.z > budget) side = middle; else largest = middle;
  }
#ifdef VORTICES
  if (largest > 0.501 * lattice && largest < lattice) largest = lattice;
#endif
  ivec3 cells = min(ivec3(ceil(size / largest)) + 2 * kMargin + 1, ivec3(longest));
  layOut(vec4(0.5 * (low + high) - 0.5 * largest * vec3(cells), largest), cells);
}

Rays lightRays(vec3 light, vec3 low, vec3 high) {
  vec3 side = normalize(abs(light.x) < 0.7 ? cross(light, vec3(1.0, 0.0, 0.0)) : cross(light, vec3(0.0, 1.0, 0.0)));
  mat3 basis = mat3(side, cross(light, side), -light);
  vec3 middle = 0.5 * (low + high);
  vec3 least = vec3(0.0), most = vec3(0.0);
  for (int i = 0; i < 8; ++i) {
    vec3 at = (corner(i, low, high) - middle) * basis;
    least = min(least, at);
    most = max(most, at);
  }
  vec3 size = most - least;
  Rays rays;
  rays.origin = vec4(middle + basis * least, 0.0);
  rays.across = vec4(basis[0] * size.x, 1.0 / (size.x * size.x));
  rays.upward = vec4(basis[1] * size.y, 1.0 / (size.y * size.y));
  rays.along = vec4(basis[2], 0.0);
  rays.axis = vec4(basis[2], size.z);
  return rays;
}

// Rays of the picture that meet the box; all of them if the box reaches behind the near plane.
Rays eyeRays(vec3 low, vec3 high) {
  vec2 least = vec2(1.0e30), most = vec2(-1.0e30), depths = vec2(1.0e30, -1.0e30);
  for (int i = 0; i < 8; ++i) {
    vec3 offset = corner(i, low, high) - eye;
    float depth = dot(offset, forward);
    depths = vec2(min(depths.x, depth), max(depths.y, depth));
    vec2 at = vec2(dot(offset, right), dot(offset, up)) / max(depth, nearest);
    least = min(least, at);
    most = max(most, at);
  }
  if (depths.x <= nearest) {
    least = -lens;
    most = lens;
  }
  least = clamp(least, -lens, lens * 0.99);
  most = clamp(most, least + 0.01 * lens, lens);
  depths.x = max(depths.x, nearest);
  depths.y = max(depths.y, 1.01 * depths.x);
  vec2 size = most - least;
  Rays rays;
  rays.origin = vec4(eye, 1.0);
  rays.across = vec4(right * size.x, 1.0 / (size.x * size.x));
  rays.upward = vec4(up * size.y, 1.0 / (size.y * size.y));
  rays.along = vec4(forward + right * least.x + up * least.y, depths.x);
  rays.axis = vec4(forward, depths.y - depths.x);
  return rays;
}

void main() {
  frame.depthOfTracer = vec4(0.0);
#ifdef VORTICES
  census.groups = census.moreGroups = census.tintGroups = uvec4(0u);
  bool empty = !(census.total.x > 0.0);
#else
  bool empty = bounds.count.x == 0u;
#endif
  if (empty) {
    frame.cells = ivec4(0);
    frame.box = vec4(0.0, 0.0, 0.0, 1.0);
    frame.bricks = uvec4(0);
    frame.workGroups = uvec4(0);
    return;
  }
  vec3 low = bounds.low.xyz, high = bounds.high.xyz;
#ifdef VORTICES
  vec3 reach = coreReach * coreRadius(2) * vec3(1.0, 1.0, plane ? 0.0 : 1.0);
  low -= reach;
  high += reach;
  if (givenCells.x > 0) layOut(givenBox, givenCells);
  else layCells(low, high, coreRadius(0) / kCellsPerRadius);
  uint groups = (uint(frame.cells.x) * uint(frame.cells.y) * uint(frame.cells.z) + 255u) / 256u;
  census.groups = uvec4(groups, 1u, 1u, 0u);
  ivec3 tints = tintCells(frame.cells.xyz);
  census.tintGroups = uvec4((uint(tints.x) * uint(tints.y) * uint(tints.z) + 255u) / 256u, 1u, 1u, 0u);
  census.moreGroups = uvec4(census.total.y > 2.0 ? groups : 0u, 1u, 1u, 0u);
#else
  layCells(low, high, 0.0);
#endif
  low = frame.box.xyz;
  high = low + frame.box.w * vec3(frame.cells.xyz);
  frame.light = lightRays(light, low, high);
  frame.second = lightRays(second, low, high);
  frame.eye = eyeRays(low, high);
}
