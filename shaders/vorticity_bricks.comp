#version 450
// The largest |omega| in each brick, over coreVorticity(). The cells around the brick count too, as texels are
// interpolated with their neighbours.
layout(local_size_x = 64) in;

layout(std430, binding = 4) readonly buffer Vorticity { vec4 vorticity[]; };  // [cells]
layout(std430, binding = 3) writeonly buffer Bricks { float bricks[]; };
#define CENSUS_ACCESS readonly
#include "vorticity_census.glsl"
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
        vec3 here = vorticity[(z * frame.cells.y + y) * frame.cells.x + x].xyz;
        most = max(most, dot(here, here));
      }
    }
  }
  bricks[at] = sqrt(most) / coreVorticity();
}
