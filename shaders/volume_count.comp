#version 450
// Distributes every tracer in the box over the eight cells around it, in fixed point, so that sums do not depend on the
// order. Marks the bricks in which the tracer is visible, and counts it in the columns along each axis.
// Variants: CUBIC, for interpolation by cubic B-splines; those of colour_index.glsl and pair_sums.glsl
#include "pair_extensions.glsl"
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };  // x, y, z, speed
#define PAIRS_BINDING 2  // a cell: weight, weight * colour index
#define MORE_BINDING 3
#include "pair_sums.glsl"
layout(std430, binding = 5) buffer Touched { uint touched[]; };  // a brick: which of 3 x 3 x 3 around it
layout(std430, binding = 4) buffer Columns { uint columns[]; };  // [3][side][side] of 2 x 2 cells, along x, y, z
#include "shown_particles.glsl"
#include "volume_frame.glsl"
#include "colour_index.glsl"

layout(location = 0) uniform uint count;    // of particles bound
layout(location = 1) uniform float unit;    // weight of a tracer
layout(location = 2) uniform int side;      // of the columns' array

void add(ivec3 cell, float weight, TINT colour) {
  if (weight < 0.5) return;
  addPair((cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x, weight, colour);
}
void addRow(ivec3 cell, float weight, float part, TINT colour) {
  float right = round(weight * part);
  add(cell, weight - right, colour);
  add(cell + ivec3(1, 0, 0), right, colour);
}
void addSlice(ivec3 cell, float weight, vec2 part, TINT colour) {
  float upper = round(weight * part.y);
  addRow(cell, weight - upper, part.x, colour);
  addRow(cell + ivec3(0, 1, 0), upper, part.x, colour);
}

void main() {
  uint index = gl_GlobalInvocationID.x;
  if (index >= count) return;
  vec4 particle = particles[index];
  if (!isShown(particle)) return;
  vec3 at = (particle.xyz - frame.box.xyz) / frame.box.w - 0.5;
  // Leaves out tracers within two cells of the box's faces, which smoothing and interpolation need.
  if (!all(greaterThanEqual(at, vec3(2.0))) || !all(lessThan(at, vec3(frame.cells.xyz - 3)))) return;
  ivec3 cell = ivec3(at);
  vec3 part = at - vec3(cell);
  TINT colour = tintOf(particle, index);
  float upper = round(unit * part.z);
  addSlice(cell, unit - upper, part.xy, colour);
  addSlice(cell + ivec3(0, 0, 1), upper, part.xy, colour);

  ivec3 column = cell / 2;
  atomicAdd(columns[column.z * side + column.y], 1u);
  atomicAdd(columns[(side + column.z) * side + column.x], 1u);
  atomicAdd(columns[(2 * side + column.y) * side + column.x], 1u);

  // Smoothing spreads the tracer by one cell, interpolation by another one or two: marks the bricks that they reach.
#ifdef CUBIC
  const int kReach = 3;
#else
  const int kReach = 2;
#endif
  ivec3 brick = cell / kBrick;
  uvec3 below = uvec3(lessThan((cell - kReach) / kBrick, brick));
  uvec3 above = uvec3(greaterThan((cell + kReach + 1) / kBrick, brick));
  uvec3 reach = 2u | below | above << 2;
  reach.y = reach.y & 1u | (reach.y & 2u) << 2 | (reach.y & 4u) << 4;
  reach.z = reach.z & 1u | (reach.z & 2u) << 8 | (reach.z & 4u) << 16;
  uint bits = reach.x * reach.y * reach.z;  // 1 << (z * 3 + y) * 3 + x
  uint own = (uint(brick.z) * frame.bricks.y + uint(brick.y)) * frame.bricks.x + uint(brick.x);
  if ((touched[own] & bits) != bits) atomicOr(touched[own], bits);
}
