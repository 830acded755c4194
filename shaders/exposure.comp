#version 450
// Exposure that gives the main parts of the picture a mid tone. One invocation; sums in a fixed order.
// Variants: SMOKE  from the mean brightness of the smoke, weighted by opacity
//           without it, from the density around a typical tracer, (sum n^(3/2) / sum n)^2; where tracers are few,
//           from the tracer's own spot
layout(local_size_x = 1) in;

layout(std430, binding = 0) readonly buffer GroupSums { vec2 groupSums[]; };
layout(std430, binding = 1) writeonly buffer Exposure { float exposure; };  // of one tracer on one pixel, or of light

layout(location = 0) uniform int groups;
layout(location = 1) uniform float brightness;
#ifdef SMOKE
layout(location = 2) uniform float midTone;  // of smoke
#else
layout(location = 2) uniform float spot;  // density in the spot of a single tracer
#endif


void main() {
  vec2 sum = vec2(0.0);
  for (int i = 0; i < groups; ++i) sum += groupSums[i];
#ifdef SMOKE
  exposure = sum.y > 0.0 ? brightness * min(midTone * sum.x / sum.y, 1.0e6) : brightness;
#else
  float root = sum.x > 0.0 ? sum.y / sum.x : 0.0;
  exposure = brightness / (root * root + spot);
#endif
}
