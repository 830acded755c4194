#version 450
// Mean distance of the tracers on a pixel, from a density splatted with the distance as colour index.
// Variants: VORTICITY  a slice or a surface takes precedence if it is nearer and hides half or more of its background
//           SOLIDS     a body in space takes precedence if it is nearer
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Density { uvec2 density[]; };
layout(r32f, binding = 0) writeonly uniform image2D result;
#ifdef VORTICITY
#include "volume_frame.glsl"
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"
#include "vorticity_view.glsl"

const float kHides = 0.5;
#endif
#ifdef SOLIDS
#include "solids_view.glsl"
#endif

layout(location = 0) uniform ivec2 size;
layout(location = 1) uniform vec2 range;     // distances at colour index 0 and 1 [L]
layout(location = 2) uniform vec3 forward;   // a step of unit depth towards the picture's middle
layout(location = 3) uniform vec3 right;     // from there to the right edge, at unit depth
layout(location = 4) uniform vec3 up;
layout(location = 5) uniform float nearest;  // depth of the near plane

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
  vec2 n = vec2(density[pixel.y * size.x + pixel.x]);
  float infinity = uintBitsToFloat(0x7f800000u);
  float away = n.x > 0.0 ? mix(range.x, range.y, n.y / n.x) : infinity;
  vec2 at = (vec2(pixel) + 0.5) / vec2(size);
  vec3 atDepth = forward + (2.0 * at.x - 1.0) * right + (2.0 * at.y - 1.0) * up;
#ifdef SOLIDS
  float solid = solidDepthAt(at);
  if (solid < kNoSolid) away = min(away, solid * length(atDepth));
#endif
#ifdef VORTICITY
  float sliced = sliceMet(vorticityEye, normalize(atDepth));
  if (sliceLook.x >= kHides && sliced > nearest * length(atDepth)) away = min(away, sliced);
  if (surfaceLook.x > 0.0 && surfaceLook.y >= kHides) {
    float met = surfaceMet(at).x;
    if (met < kNoSurface) away = min(away, met);
  }
#endif
  imageStore(result, pixel, vec4(away));
}
