#version 450
// Puts the vorticity into the texture that is drawn from: optical depth across a cell, and omega in units of its largest
// size.
layout(local_size_x = 256) in;

layout(std430, binding = 4) readonly buffer Vorticity { vec4 vorticity[]; };  // [cells]
layout(rgba16f, binding = 0) writeonly uniform image3D result;
#define CENSUS_ACCESS readonly
#include "vorticity_census.glsl"
#include "volume_frame.glsl"
#include "vorticity_transfer.glsl"

layout(location = 1) uniform float top;  // vorticity at the end of the colours [1/T]

const float kMostDepth = 1.0e4;  // halves hold it

void main() {
  ivec3 size = frame.cells.xyz;
  int at = int(gl_GlobalInvocationID.x);
  if (at >= size.x * size.y * size.z) return;
  int row = at / size.x;
  vec3 here = vorticity[at].xyz;
  float depth = frame.depthOfTracer.x * kOpaqueUnit * opacityOf(length(here) / top);
  imageStore(result, ivec3(at % size.x, row % size.y, row / size.y),
             vec4(min(depth, kMostDepth), here / max(largestVorticity(), 1.0e-30)));
}
