#version 450
// Mean distance of the tracers on a pixel, of the density that was splatted with their distance as colour index.
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
layout(r32f, binding = 0) writeonly uniform image2D result;

layout(location = 0) uniform ivec2 size;
layout(location = 1) uniform vec2 range;  // distances at the index 0 and 1

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
  vec2 n = vec2(density[pixel.y * size.x + pixel.x]);
  float infinity = uintBitsToFloat(0x7f800000u);
  imageStore(result, pixel, vec4(n.x > 0.0 ? mix(range.x, range.y, n.y / n.x) : infinity));
}
