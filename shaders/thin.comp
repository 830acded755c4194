#version 450
// Takes one particle out of each stretch of `stride`: any one of it, as fixed steps would beat against the pattern in
// which they were laid out. ThinnedTracers takes the tags of the same ones.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };
layout(std430, binding = 1) writeonly buffer Picked { vec4 picked[]; };

layout(location = 0) uniform uint count;   // of particles bound
layout(location = 1) uniform uint stride;
layout(location = 2) uniform uint before;  // picked from those that were bound before

void main() {
  uint k = gl_GlobalInvocationID.x;
  if (k * stride >= count) return;
  uint h = (before + k) * 0x9e3779b9u;
  h = (h ^ (h >> 15)) * 0x85ebca6bu;
  h ^= h >> 13;
  picked[before + k] = particles[min(k * stride + h % stride, count - 1u)];
}
