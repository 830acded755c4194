#version 450
// Sums over the coarse picture for the exposure, a pair for each work group, in a fixed order.
// Variants: SMOKE  over the smoke's picture instead of the tracers' density
layout(local_size_x = 64) in;

layout(std430, binding = 1) writeonly buffer GroupSums { vec2 groupSums[]; };  // sum n, sum n^(3/2), or see below
#ifdef SMOKE
layout(binding = 0) uniform sampler2D smoke;  // light towards the eye, transmittance
layout(location = 2) uniform int width;       // of the coarse picture
layout(location = 3) uniform vec2 step;       // from coarse pixels to coordinates of the smoke's picture
#else
layout(std430, binding = 0) readonly buffer Coarse { uvec2 coarse[]; };
layout(location = 1) uniform float scale;  // factor from fixed point on a coarse pixel to tracers per pixel
#endif

layout(location = 0) uniform int count;    // number of coarse pixels

shared vec2 sums[gl_WorkGroupSize.x];

void main() {
  vec2 sum = vec2(0.0);
  for (uint i = gl_GlobalInvocationID.x; i < uint(count); i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
#ifdef SMOKE
    // Sums of opacity^2, and of opacity * luminance.
    vec4 here = textureLod(smoke, (vec2(i % uint(width), i / uint(width)) + 0.5) * step, 0.0);
    float opacity = 1.0 - here.a;
    sum += opacity * vec2(opacity, dot(here.rgb, vec3(0.2126, 0.7152, 0.0722)));
#else
    float n = float(coarse[i].x) * scale;
    sum += vec2(n, n * sqrt(n));
#endif
  }
  sums[gl_LocalInvocationIndex] = sum;
  barrier();
  if (gl_LocalInvocationIndex == 0) {
    sum = vec2(0.0);
    for (uint i = 0; i < gl_WorkGroupSize.x; ++i) sum += sums[i];
    groupSums[gl_WorkGroupID.x] = sum;
  }
}
