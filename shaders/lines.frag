#version 450
// A line with round ends and a soft edge of a pixel, in premultiplied colours.
// Variants: FADING, HIDDEN  as in lines.vert; hidden by one or more of these:
//           VORTICITY       the vorticity's volume, slice and surface
//           SMOKE           the smoke
//           SOLIDS          bodies in space
//           POINTS          points of light, by their mean distance on a pixel
//           RIM             as in lines.vert, with VORTICITY: in the colours of the vorticity's component at the outline
layout(location = 0) noperspective in vec2 at;
layout(location = 1) noperspective in float left;
layout(location = 2) flat in vec2 extent;
layout(location = 3) flat in vec4 colour;
#ifdef FADING
layout(location = 4) in vec3 fromFocus;
#endif
#ifdef HIDDEN
layout(location = 5) in vec3 place;
layout(location = 5) uniform vec2 pixelSize;  // size of a pixel in units of the picture
#include "volume_frame.glsl"
#endif
#ifdef SMOKE
#include "smoke_view.glsl"
#endif
#ifdef VORTICITY
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"
#include "vorticity_view.glsl"
#endif
#ifdef RIM
#include "srgb.glsl"
layout(location = 6) flat in vec3 outward;

// From the line's own colour without vorticity towards the ends of the vorticity's colours, paler than these beside it.
vec3 rimColour() {
  float turning = vorticityAtSurface(place, outward).z * toScale();
  return mix(colour.rgb, encode(vorticityColour(turning < 0.0 ? 0.0 : 1.0, 1)), 0.8 * min(abs(turning), 1.0));
}
#endif
#ifdef POINTS
layout(std430, binding = 1) readonly buffer Density { uvec2 density[]; };
layout(std430, binding = 2) readonly buffer Exposure { float exposure; };
layout(binding = 1) uniform sampler2D distances;  // result of depth.comp
layout(location = 6) uniform vec3 eye;
layout(location = 7) uniform float scale;  // factor from fixed point to tracers

const float kGain = 16.0;  // optical depth of the points on a pixel per tracer and unit of exposure: a mid tone hides

// Part of a line that the points before it leave.
float seenPastPoints(vec3 place, ivec2 pixel) {
  if (distance(place, eye) <= texelFetch(distances, pixel, 0).x) return 1.0;
  float light = kGain * exposure * float(density[pixel.y * textureSize(distances, 0).x + pixel.x].x) * scale;
  return exp2(-light * inversesqrt(sqrt(1.0 + light)));
}
#endif

#ifdef SOLIDS
#include "solids_view.glsl"
#endif

layout(location = 0) out vec4 result;

void main() {
  vec2 from = vec2(at.x - clamp(at.x, 0.0, extent.x), at.y);
  float cover = clamp(extent.y + 0.5 - length(from), 0.0, 1.0) * colour.a * left;
#ifdef FADING
  float fade = max(0.0, 1.0 - dot(fromFocus, fromFocus));
  cover *= fade * fade;
#endif
#ifdef VORTICITY
  cover *= seenPastVorticity(place, gl_FragCoord.xy * pixelSize);
#endif
#ifdef SOLIDS
  if (1.0 / gl_FragCoord.w > 1.002 * texelFetch(solidDepths, ivec2(gl_FragCoord.xy), 0).r) cover = 0.0;
#endif
#ifdef SMOKE
  cover *= seenPart(place);
#endif
#ifdef POINTS
  cover *= seenPastPoints(place, ivec2(gl_FragCoord.xy));
#endif
#ifdef RIM
  result = vec4(rimColour() * cover, cover);
#else
  result = vec4(colour.rgb * cover, cover);
#endif
}
