#version 450
// Transmittance of the light, or of the view from the eye, at every place in the box: Beer and Lambert along rays, one
// per invocation.
// Variants: FROM_EYE     of the view
//           FROM_SECOND  of the second lamp's light
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) uniform sampler3D density;
layout(r16f, binding = 0) writeonly uniform image3D result;
#include "volume_frame.glsl"

layout(location = 0) uniform int side;  // places along u, v and w

#ifdef FROM_EYE
const float kTaken = 1.0;
#else
const float kTaken = 2.0;  // smoke absorbs the lamps' light twice as strongly, so that thin smoke has shadows
#endif

void main() {
  ivec2 column = ivec2(gl_GlobalInvocationID.xy);
  if (frame.cells.x == 0 || any(greaterThanEqual(column, ivec2(side)))) return;
#ifdef FROM_EYE
  Rays rays = frame.eye;
#elif defined(FROM_SECOND)
  Rays rays = frame.second;
#else
  Rays rays = frame.light;
#endif
  vec3 uvw = vec3((vec2(column) + 0.5) / float(side), 0.5 / float(side));
  vec3 place = cellOf(placeOn(rays, uvw));
  vec3 stride = (cellOf(placeOn(rays, vec3(uvw.xy, 1.0 + uvw.z))) - place) / float(side);
  vec3 scale = 1.0 / vec3(textureSize(density, 0));
  float halfStep = 0.5 * kTaken * length(stride);
  float depth = 0.0;
  for (int i = 0; i < side; ++i) {
    float here = halfStep * textureLod(density, (place + float(i) * stride) * scale, 0.0).x;
    imageStore(result, ivec3(column, i), vec4(exp(-depth - here)));
    depth += 2.0 * here;
  }
}
