#version 450
// Counts of tracers to optical depth across a cell, smoothed; a brick a work group.
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;

layout(std430, binding = 2) readonly buffer Counts { uvec2 counts[]; };
layout(std430, binding = 3) readonly buffer Bricks { uint bricks[]; };
layout(rg16f, binding = 0) writeonly uniform image3D density;  // optical depth across a cell, the same * colour index
#define FRAME_ACCESS readonly
#include "volume_frame.glsl"

layout(location = 0) uniform float unit;  // weight of a tracer

const int kSide = kBrick + 2;
shared vec2 tile[kSide * kSide * kSide];

void main() {
  uvec3 brick = gl_WorkGroupID;
  if (bricks[(brick.z * frame.brickGroups.y + brick.y) * frame.brickGroups.x + brick.x] == 0u) return;
  ivec3 corner = ivec3(brick) * kBrick - 1;
  for (int i = int(gl_LocalInvocationIndex); i < kSide * kSide * kSide; i += kBrick * kBrick * kBrick) {
    ivec3 cell = corner + ivec3(i % kSide, i / kSide % kSide, i / (kSide * kSide));
    bool inside = all(greaterThanEqual(cell, ivec3(0))) && all(lessThan(cell, frame.cells.xyz));
    tile[i] = inside ? vec2(counts[(cell.z * frame.cells.y + cell.y) * frame.cells.x + cell.x]) : vec2(0.0);
  }
  barrier();
  // 1 2 1 along each axis, over 4.
  vec2 sum = vec2(0.0);
  int at = int((gl_LocalInvocationID.z * kSide + gl_LocalInvocationID.y) * kSide + gl_LocalInvocationID.x);
  for (int z = 0; z < 3; ++z) {
    vec2 slice = vec2(0.0);
    for (int y = 0; y < 3; ++y) {
      int row = at + (z * kSide + y) * kSide;
      vec2 line = tile[row] + 2.0 * tile[row + 1] + tile[row + 2];
      slice += y == 1 ? 2.0 * line : line;
    }
    sum += z == 1 ? 2.0 * slice : slice;
  }
  sum *= frame.depthOfTracer / (64.0 * unit);
  imageStore(density, ivec3(gl_GlobalInvocationID), vec4(sum, 0.0, 0.0));
}
