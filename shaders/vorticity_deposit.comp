#version 450
// Spreads the strength of every element to the 27 cells around it by quadratic B-splines, whose second moment is a
// quarter of a squared cell side for any position. Sums are in fixed point, so that they do not depend on the order,
// and exact: the middle cell of a row gets the remainder.
// Variants: PLANE  straight vortices along z: everything goes into the middle layer
//           TINTS  roots of the colours of the elements' rings, weighted by strength, to the 8 cells around
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = 1) readonly buffer Strengths { vec4 strengths[]; };  // alpha x, y, z, core radius
layout(std430, binding = 3) buffer Sums { int sums[]; };                      // [cells][3], of tints [4]
#define CENSUS_ACCESS readonly
#include "vorticity_census.glsl"
#include "shown_particles.glsl"
#include "volume_frame.glsl"

layout(location = 0) uniform uint count;  // number of elements bound
#ifdef TINTS
layout(location = 3) uniform uint places;  // number of rings on the palette
layout(binding = 1) uniform sampler2D ringColours;

void shareOut(vec3 at, vec4 place, vec4 element) {
  // Elements shed by a wall have ring -1 and get the last colour.
  uint ring = place.w < 0.0 ? places - 1u : uint(place.w + 0.5) % places;
  float part = float(ring) / float(max(places, 2u) - 1u);
  vec3 colour = texelFetch(ringColours, ivec2(int(part * 255.0 + 0.5), 0), 0).rgb;
  // Roots of light mix as colours look: of light, orange and a little blue would make pink.
  vec4 amount = vec4(sqrt(colour), 1.0) * (length(element.xyz) * strengthUnit());
  ivec3 size = tintCells(frame.cells.xyz);
  at = 0.5 * at - 0.25;
  ivec3 low = ivec3(at);
  vec3 offset = at - vec3(low);
  for (int i = 0; i < 8; ++i) {
    ivec3 upper = ivec3(i & 1, i >> 1 & 1, i >> 2), cell = min(low + upper, size - 1);
    vec3 weight = mix(1.0 - offset, offset, vec3(upper));
    ivec4 share = ivec4(round(amount * (weight.x * weight.y * weight.z)));
    int first = 4 * ((cell.z * size.y + cell.y) * size.x + cell.x);
    for (int c = 0; c < 4; ++c) {
      if (share[c] > 0) atomicAdd(sums[first + c], share[c]);
    }
  }
}
#else
layout(location = 1) uniform int radiusIndex;    // index of the core radius whose part is added
layout(location = 2) uniform float width;  // width of the core's Gaussian over the core radius

ivec3 shareOf(ivec3 whole, float weight) { return ivec3(round(vec3(whole) * weight)); }

void add(ivec3 cell, ivec3 alpha) {
  int at = 3 * ((cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x);
  for (int axis = 0; axis < 3; ++axis) {
    if (alpha[axis] != 0) atomicAdd(sums[at + axis], alpha[axis]);
  }
}
void addRow(ivec3 cell, ivec3 alpha, vec2 sides) {
  ivec3 left = shareOf(alpha, sides.x), right = shareOf(alpha, sides.y);
  add(cell - ivec3(1, 0, 0), left);
  add(cell, alpha - left - right);
  add(cell + ivec3(1, 0, 0), right);
}
void addSlice(ivec3 cell, ivec3 alpha, vec2 sides, vec2 rowSides) {
  ivec3 lower = shareOf(alpha, sides.x), upper = shareOf(alpha, sides.y);
  addRow(cell - ivec3(0, 1, 0), lower, rowSides);
  addRow(cell, alpha - lower - upper, rowSides);
  addRow(cell + ivec3(0, 1, 0), upper, rowSides);
}

void shareOut(vec3 at, vec4 place, vec4 element) {
  ivec3 alpha = ivec3(round(element.xyz * (strengthUnit() * partOf(radiusIndex, width * element.w))));
  if (alpha == ivec3(0)) return;
  vec3 nearest = round(at), offset = at - nearest;
  ivec3 cell = ivec3(nearest);
  vec3 before = 0.5 * (0.5 - offset) * (0.5 - offset), behind = 0.5 * (0.5 + offset) * (0.5 + offset);
  vec2 x = vec2(before.x, behind.x), y = vec2(before.y, behind.y);
#ifdef PLANE
  addSlice(ivec3(cell.xy, frame.cells.z / 2), alpha, y, x);
#else
  ivec3 nearer = shareOf(alpha, before.z), farther = shareOf(alpha, behind.z);
  addSlice(cell - ivec3(0, 0, 1), nearer, y, x);
  addSlice(cell, alpha - nearer - farther, y, x);
  addSlice(cell + ivec3(0, 0, 1), farther, y, x);
#endif
}
#endif

void main() {
  uint index = gl_GlobalInvocationID.x;
  if (index >= count || frame.cells.x == 0) return;
  vec4 place = positions[index], element = strengths[index];
  if (!isShown(place) || !isShown(element)) return;
  vec3 at = cellOf(place.xyz) - 0.5;
  if (!all(greaterThanEqual(at, vec3(1.0))) || !all(lessThan(at, vec3(frame.cells.xyz - 2)))) return;
  shareOut(at, place, element);
}
