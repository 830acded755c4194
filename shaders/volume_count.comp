#version 450
// Shares every tracer in the box out to the eight cells around it, in fixed point, so that the sums do not depend on
// the order; marks the bricks that it will be seen in, and counts it in the columns along each axis.
// Variants: those of colour_index.glsl
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };  // x, y, z, speed
layout(std430, binding = 2) buffer Counts { uint counts[]; };    // a cell: weight, weight * colour index
layout(std430, binding = 3) buffer Bricks { uint bricks[]; };    // is anything to be seen in it?
layout(std430, binding = 4) buffer Columns { uint columns[]; };  // [3][side][side] of 2 x 2 cells, along x, y, z
#define BOUNDS_ACCESS readonly
#include "volume_bounds.glsl"
#define FRAME_ACCESS readonly
#include "volume_frame.glsl"
#include "colour_index.glsl"

layout(location = 0) uniform uint count;    // of particles bound
layout(location = 1) uniform float unit;    // weight of a tracer
layout(location = 2) uniform int side;      // of the columns' array

void add(ivec3 cell, float weight, float colour) {
  if (weight < 0.5) return;
  int at = 2 * ((cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x);
  atomicAdd(counts[at], uint(weight));
  atomicAdd(counts[at + 1], uint(weight * colour + 0.5));
}
void addRow(ivec3 cell, float weight, float part, float colour) {
  float right = round(weight * part);
  add(cell, weight - right, colour);
  add(cell + ivec3(1, 0, 0), right, colour);
}
void addSlice(ivec3 cell, float weight, vec2 part, float colour) {
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
  // The lower of the two cells that share it has a neighbour for smoothing, and that an empty one.
  if (!all(greaterThanEqual(at, vec3(2.0))) || !all(lessThan(at, vec3(frame.cells.xyz - 3)))) return;
  ivec3 cell = ivec3(at);
  vec3 part = at - vec3(cell);
  float colour = colourIndex(particle, index);
  float upper = round(unit * part.z);
  addSlice(cell, unit - upper, part.xy, colour);
  addSlice(cell + ivec3(0, 0, 1), upper, part.xy, colour);

  ivec3 column = cell / 2;
  atomicAdd(columns[column.z * side + column.y], 1u);
  atomicAdd(columns[(side + column.z) * side + column.x], 1u);
  atomicAdd(columns[(2 * side + column.y) * side + column.x], 1u);

  // Smoothing takes it one cell further, interpolation another one.
  ivec3 first = (cell - 2) / kBrick, last = (cell + 3) / kBrick;
  ivec3 size = ivec3(frame.brickGroups.xyz);
  for (int z = first.z; z <= last.z; ++z) {
    for (int y = first.y; y <= last.y; ++y) {
      for (int x = first.x; x <= last.x; ++x) bricks[(z * size.y + y) * size.x + x] = 1u;
    }
  }
}
