#version 450
// Puts the light at every cell beside its density, so that rays from the eye read both at once; a brick a work group.
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;

layout(std430, binding = 3) readonly buffer Bricks { uint bricks[]; };
layout(binding = 0) uniform sampler3D density;
layout(binding = 1) uniform sampler3D light;
layout(rgba16f, binding = 0) writeonly uniform image3D lit;  // optical depth across a cell, * colour index, * light
#define FRAME_ACCESS readonly
#include "volume_frame.glsl"
#include "volume_sample.glsl"

void main() {
  if (!isFilled(ivec3(gl_WorkGroupID))) return;
  ivec3 cell = ivec3(gl_GlobalInvocationID);
  vec2 here = texelFetch(density, cell, 0).xy;
  vec3 place = frame.box.xyz + frame.box.w * (vec3(cell) + 0.5);
  float rest = textureLod(light, coordinatesOn(frame.light, place), 0.0).x;
  imageStore(lit, cell, vec4(here, here.x * rest, 0.0));
}
