#version 450
// What is left of the light, and of the view from the eye, at every place in the box: Beer and Lambert along rays, one
// an invocation. Work groups of z = 0 follow the light, those of z = 1 the eye.
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 3) readonly buffer Bricks { uint bricks[]; };
layout(binding = 0) uniform sampler3D density;
layout(r16f, binding = 0) writeonly uniform image3D light;
layout(r16f, binding = 1) writeonly uniform image3D eye;
#define FRAME_ACCESS readonly
#include "volume_frame.glsl"
#include "volume_sample.glsl"

layout(location = 0) uniform int side;  // places along u, v and w

void follow(Rays rays, ivec2 column, bool toEye) {
  vec3 uvw = vec3((vec2(column) + 0.5) / float(side), 0.5 / float(side));
  vec3 place = cellOf(placeOn(rays, uvw));
  vec3 stride = cellOf(placeOn(rays, vec3(uvw.xy, 1.0 + uvw.z))) - place;
  stride /= float(side);
  float halfStep = 0.5 * length(stride);
  float depth = 0.0;
  for (int i = 0; i < side; ++i) {
    float here = halfStep * densityAt(place).x;
    depth += here;
    vec4 rest = vec4(exp(-depth));
    if (toEye) imageStore(eye, ivec3(column, i), rest);
    else imageStore(light, ivec3(column, i), rest);
    depth += here;
    place += stride;
  }
}

void main() {
  ivec2 column = ivec2(gl_GlobalInvocationID.xy);
  if (frame.cells.x == 0 || any(greaterThanEqual(column, ivec2(side)))) return;
  if (gl_WorkGroupID.z == 0u) follow(frame.light, column, false);
  else follow(frame.eye, column, true);
}
