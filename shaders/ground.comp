#version 450
// Draws the ground alone.
layout(local_size_x = 8, local_size_y = 8) in;

#include "ground.glsl"

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (all(lessThan(vec2(pixel), groundSize))) develop(pixel, groundAt(vec2(pixel) + 0.5));
}
