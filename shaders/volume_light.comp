#version 450
// Stores the light at every cell beside its density, so that rays from the eye read both at once.
// Variants: SECOND  with the light of a second lamp
layout(local_size_x = 64) in;

layout(binding = 0) uniform sampler3D density;
layout(binding = 1) uniform sampler3D light;
#ifdef SECOND
layout(binding = 2) uniform sampler3D secondLight;
#endif
layout(rgba16f, binding = 0) writeonly uniform image3D lit;  // optical depth of a cell, * colour index, * lights
#include "brick_list.glsl"
#include "volume_frame.glsl"

void main() {
  uint count = brickCount.x;
  for (uint i = firstBrick(); i < count; i += brickStride()) {
    ivec3 cell = cellOfBrick(i);
    vec3 place = frame.box.xyz + frame.box.w * (vec3(cell) + 0.5);
    vec3 uvw = coordinatesOn(frame.light, place);
    vec3 above = place + vec3(0.0, 0.0, frame.box.w);
    vec3 stride = coordinatesOn(frame.light, above) - uvw;  // the light's rays are parallel
#ifdef SECOND
    vec3 secondUvw = coordinatesOn(frame.second, place);
    vec3 secondStride = coordinatesOn(frame.second, above) - secondUvw;
#endif
    for (int z = 0; z < 4; ++z) {
      vec2 here = texelFetch(density, cell, 0).xy;
      float rest = textureLod(light, uvw, 0.0).x;
#ifdef SECOND
      float secondRest = textureLod(secondLight, secondUvw + float(z) * secondStride, 0.0).x;
#else
      const float secondRest = 0.0;
#endif
      imageStore(lit, cell, vec4(here, here.x * rest, here.x * secondRest));
      uvw += stride;
      ++cell.z;
    }
  }
}
