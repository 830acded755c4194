#version 450
// Measures the vorticity on the grid.
// Variants: LARGEST  its largest magnitude
//           without it, its opacity in the columns along each axis
layout(local_size_x = 256) in;

layout(std430, binding = 4) readonly buffer Vorticity { vec4 vorticity[]; };  // [cells]
#ifdef LARGEST
#define CENSUS_ACCESS
#else
#define CENSUS_ACCESS readonly
layout(std430, binding = 5) buffer Columns { uint columns[]; };  // [3][side][side] of 2 x 2 cells, along x, y, z
layout(location = 0) uniform int side;                           // side of the columns' array
layout(location = 1) uniform float top;                          // as in vorticity_store.comp
#include "vorticity_transfer.glsl"
#endif
#include "vorticity_census.glsl"
#include "volume_frame.glsl"

#ifdef LARGEST
shared uint largest;
#endif

void main() {
  ivec3 size = frame.cells.xyz;
  int at = int(gl_GlobalInvocationID.x);
  bool inside = at < size.x * size.y * size.z;
  float here = inside ? length(vorticity[at].xyz) : 0.0;
#ifdef LARGEST
  if (gl_LocalInvocationIndex == 0u) largest = 0u;
  barrier();
  atomicMax(largest, floatBitsToUint(here));
  barrier();
  if (gl_LocalInvocationIndex == 0u) atomicMax(census.extremes.z, largest);
#else
  uint amount = uint(kOpaqueUnit * opacityOf(here / scaleTop(top)) + 0.5);
  if (!inside || amount == 0u) return;
  int row = at / size.x;
  ivec3 column = ivec3(at % size.x, row % size.y, row / size.y) / 2;
  atomicAdd(columns[column.z * side + column.y], amount);
  atomicAdd(columns[(side + column.z) * side + column.x], amount);
  atomicAdd(columns[(2 * side + column.y) * side + column.x], amount);
#endif
}
