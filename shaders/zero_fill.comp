#version 450
// Fills a part of a buffer with zeros.
layout(local_size_x = 256) in;

layout(std430, binding = 0) writeonly buffer Words { uint words[]; };

layout(location = 0) uniform uint first;  // index of the first word
layout(location = 1) uniform uint count;  // number of words

void main() {
  uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += stride) words[first + i] = 0u;
}
