#version 450
// Finds the filled bricks: each invocation reads for one brick which bricks the tracers around it touch.
layout(local_size_x = 64) in;

layout(std430, binding = 5) readonly buffer Touched { uint touched[]; };  // per brick: bits of the 3 x 3 x 3 around it
layout(std430, binding = 3) writeonly buffer Bricks { uint bricks[]; };   // nonzero: filled
#include "volume_frame.glsl"

void main() {
  uvec3 size = frame.bricks.xyz;
  uint at = gl_GlobalInvocationID.x;
  if (at >= size.x * size.y * size.z) return;
  ivec3 brick = ivec3(at % size.x, at / size.x % size.y, at / (size.x * size.y));
  uint filled = 0u;
  for (int i = 0; i < 27; ++i) {
    ivec3 other = brick + 1 - ivec3(i % 3, i / 3 % 3, i / 9);  // whose i-th neighbour the brick is
    if (any(lessThan(other, ivec3(0))) || any(greaterThanEqual(other, ivec3(size)))) continue;
    filled |= touched[(uint(other.z) * size.y + uint(other.y)) * size.x + uint(other.x)] >> i & 1u;
  }
  bricks[at] = filled;
}
