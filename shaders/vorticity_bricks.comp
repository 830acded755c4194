#version 450
// The largest |omega| that is met in each brick, in units of the largest one; its neighbours count, as texels are read
// with what lies beside them.
layout(local_size_x = 64) in;

layout(binding = 0) uniform sampler3D vorticity;
layout(std430, binding = 3) writeonly buffer Bricks { float bricks[]; };
#include "volume_frame.glsl"

void main() {
  uvec3 size = frame.bricks.xyz;
  uint at = gl_GlobalInvocationID.x;
  if (at >= size.x * size.y * size.z) return;
  ivec3 first = kBrick * ivec3(at % size.x, at / size.x % size.y, at / (size.x * size.y)) - 1;
  ivec3 low = max(first, ivec3(0)), high = min(first + kBrick + 2, frame.cells.xyz);
  float most = 0.0;
  for (int z = low.z; z < high.z; ++z) {
    for (int y = low.y; y < high.y; ++y) {
      for (int x = low.x; x < high.x; ++x) {
        vec3 here = texelFetch(vorticity, ivec3(x, y, z), 0).yzw;
        most = max(most, dot(here, here));
      }
    }
  }
  bricks[at] = sqrt(most);
}
