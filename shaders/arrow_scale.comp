#version 450
// Common scale of all arrows, from the elements that get one: typical strength, and a length that suits the spacing of
// the elements. One work group; sums in a fixed order.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Positions { vec4 positions[]; };  // x, y, z, speed
layout(std430, binding = 1) readonly buffer Strengths { vec4 strengths[]; };  // alpha x, y, z, core radius
layout(std430, binding = 2) writeonly buffer Scale { vec4 scale; };           // 1 / typical |alpha|, length, longest [L]

layout(location = 0) uniform uint count;   // number of arrows
layout(location = 1) uniform uint stride;  // elements per arrow
layout(location = 2) uniform uint elements;

const uint kLargest = 0x7149f2cau;  // bits of 1e30; infinities and NaN lie above
const float kLengthInCores = 2.0;   // elements lie about a core radius apart
const float kShortest = 0.02;       // in units of the elements' spread, like the next
const float kLongest = 0.35;

shared vec4 sums[gl_WorkGroupSize.x];
shared vec4 spreads[gl_WorkGroupSize.x];

#include "stretches.glsl"

// The element of the k-th arrow.
uint elementOf(uint k) { return oneOfStretch(k, stride, elements, 0u); }

void main() {
  vec4 sum = vec4(0.0);     // count, |alpha|, core radius
  vec4 spread = vec4(0.0);  // position from the first element, and its square
  for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x) {
    uint at = elementOf(i);
    vec4 x = positions[at], alpha = strengths[at];
    if (any(greaterThan(floatBitsToUint(abs(x)), uvec4(kLargest)))) continue;
    if (any(greaterThan(floatBitsToUint(abs(alpha)), uvec4(kLargest)))) continue;
    vec3 d = x.xyz - positions[0].xyz;
    sum += vec4(1.0, length(alpha.xyz), alpha.w, 0.0);
    spread += vec4(d, dot(d, d));
  }
  sums[gl_LocalInvocationIndex] = sum;
  spreads[gl_LocalInvocationIndex] = spread;
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  for (uint i = 1u; i < gl_WorkGroupSize.x; ++i) {
    sum += sums[i];
    spread += spreads[i];
  }
  vec3 mean = sum.yzw / max(sum.x, 1.0);
  vec4 middle = spread / max(sum.x, 1.0);
  float radius = sqrt(max(middle.w - dot(middle.xyz, middle.xyz), 0.0));
  // Arrows take the room of the elements without one.
  float size = kLengthInCores * mean.y * pow(float(stride), 1.0 / 3.0);
  if (radius > 0.0) size = clamp(size, kShortest * radius, kLongest * radius);
  float longest = radius > 0.0 ? kLongest * radius : size;
  scale = vec4(mean.x > 0.0 ? 1.0 / mean.x : 0.0, size, longest, 0.0);
}
