#version 450
// The density among which a typical tracer lies, (sum n^(3/2) / sum n)^2, becomes a mid tone. Where tracers are few it
// is the tracer's own spot that counts. One invocation; sums in a fixed order.
layout(local_size_x = 1) in;

layout(std430, binding = 0) readonly buffer GroupSums { vec2 groupSums[]; };
layout(std430, binding = 1) writeonly buffer Exposure { float exposure; };  // of one tracer on one pixel

layout(location = 0) uniform int groups;
layout(location = 1) uniform float brightness;
layout(location = 2) uniform float spot;  // density in the spot of a single tracer

void main() {
  vec2 sum = vec2(0.0);
  for (int i = 0; i < groups; ++i) sum += groupSums[i];
  float root = sum.x > 0.0 ? sum.y / sum.x : 0.0;
  exposure = brightness / (root * root + spot);
}
