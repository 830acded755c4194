#version 450
// Lists the filled bricks in storage order, which is the same on every rank. A work group takes 4096 bricks.
// Variants: COUNT  only counts the filled bricks of each work group
layout(local_size_x = 256) in;

layout(std430, binding = 3) readonly buffer Bricks { uint bricks[]; };  // nonzero: filled
layout(std430, binding = 5) buffer Found { uint found[]; };             // number found by each work group
#include "brick_list.glsl"
#include "volume_frame.glsl"

const uint kEach = 16u;  // bricks per invocation
shared uint counts[256], before;

void main() {
  uvec3 size = frame.bricks.xyz;
  uint all = size.x * size.y * size.z, own = gl_LocalInvocationIndex;
  uint first = kEach * gl_GlobalInvocationID.x, end = min(first + kEach, all), count = 0u;
  for (uint i = first; i < end; ++i) count += bricks[i] != 0u ? 1u : 0u;
  if (own == 0u) before = 0u;
  barrier();
#ifdef COUNT
  atomicAdd(before, count);
  barrier();
  if (own == 0u) found[gl_WorkGroupID.x] = before;
#else
  uint others = 0u;
  for (uint group = own; group < gl_WorkGroupID.x; group += 256u) others += found[group];
  atomicAdd(before, others);
  counts[own] = count;
  barrier();
  for (uint step = 1u; step < 256u; step *= 2u) {  // inclusive prefix sums
    uint more = own >= step ? counts[own - step] : 0u;
    barrier();
    counts[own] += more;
    barrier();
  }
  uint at = before + counts[own] - count;
  for (uint i = first; i < end; ++i)
    if (bricks[i] != 0u) brickList[at++] = i % size.x | i / size.x % size.y << 10 | i / (size.x * size.y) << 20;
  if (own == 255u && gl_WorkGroupID.x == gl_NumWorkGroups.x - 1u) brickCount.x = before + counts[own];
#endif
}
