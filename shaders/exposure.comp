#version 450
// The density at which a typical tracer lies, as (sum n^(3/2) / sum n)^2 over the pixels: the exposure makes it a mid
// tone. One work group; sums in a fixed order.
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Partial { vec2 partial[]; };
layout(std430, binding = 1) writeonly buffer Exposure { float exposure; };  // of one tracer on one pixel

layout(location = 0) uniform int partials;
layout(location = 1) uniform float brightness;

shared vec2 sums[gl_WorkGroupSize.x];

void main() {
  vec2 sum = vec2(0.0);
  for (int i = int(gl_LocalInvocationIndex); i < partials; i += int(gl_WorkGroupSize.x)) sum += partial[i];
  sums[gl_LocalInvocationIndex] = sum;
  barrier();
  if (gl_LocalInvocationIndex == 0) {
    sum = vec2(0.0);
    for (uint i = 0; i < gl_WorkGroupSize.x; ++i) sum += sums[i];
    float root = sum.x > 0.0 ? sum.y / sum.x : 1.0;
    exposure = brightness / max(root * root, 1.0e-6);
  }
}
