#version 450
// Takes one particle of each stretch of `stride`. ThinnedTracers takes the tags of the same particles.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };
layout(std430, binding = 1) writeonly buffer Picked { vec4 picked[]; };

layout(location = 0) uniform uint count;   // number of particles bound
layout(location = 1) uniform uint stride;
layout(location = 2) uniform uint before;  // number picked from earlier batches

#include "stretches.glsl"

void main() {
  uint k = gl_GlobalInvocationID.x;
  if (k * stride >= count) return;
  picked[before + k] = particles[oneOfStretch(k, stride, count, before)];
}
