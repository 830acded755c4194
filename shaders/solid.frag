#version 450
// The surface of a body in space, lit by the lamps of the smoke, in premultiplied linear light.
// Variants: DEPTH      its depth alone
//           SHADOW     in a picture along the lamp's rays: what of a texel is in shadow, and the same * its height
//           VORTICITY  where fluid turns at the surface, it has a warm colour
#ifdef DEPTH
layout(location = 0) out float depth;  // along the view's axis [L]

void main() { depth = 1.0 / gl_FragCoord.w; }

#elif defined(SHADOW)
layout(location = 0) out vec2 covered;

void main() { covered = vec2(1.0, gl_FragCoord.z); }

#else

layout(location = 0) centroid in vec3 place;
layout(location = 1) centroid in vec3 normal;
layout(location = 2) uniform vec3 eye;
layout(location = 3) uniform vec3 clay;  // colour, linear
#include "smoke_light.glsl"
#include "surface_light.glsl"
#ifdef VORTICITY
#include "volume_frame.glsl"
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"
const vec3 kTurning = vec3(0.85, 0.24, 0.07);
#endif

layout(location = 0) out vec4 result;

void main() {
  vec3 direction = normalize(place - eye), up = normalize(normal);
  if (dot(up, direction) > 0.0) up = -up;
  vec3 colour = clay;
#ifdef VORTICITY
  colour = mix(clay, kTurning, 0.85 * smoothstep(0.05, 1.0, length(vorticityAtSurface(place, up))));
#endif
  vec3 light = surfaceLight(colour, up, direction, 1.0, 1.0);
  result = vec4(light / (1.0 + max(light.r, max(light.g, light.b))), 1.0);  // no peak beyond white
}
#endif
