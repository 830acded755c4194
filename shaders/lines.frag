#version 450
// A line with round ends and a soft edge of a pixel, in premultiplied colours.
// Variants: FADING, VORTICITY  as in lines.vert
layout(location = 0) noperspective in vec2 at;
layout(location = 1) noperspective in float left;
layout(location = 2) flat in vec2 extent;
layout(location = 3) flat in vec4 colour;
#ifdef FADING
layout(location = 4) in vec3 fromFocus;
#endif
#ifdef VORTICITY
layout(location = 5) in vec3 place;
#include "volume_frame.glsl"
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"
#include "vorticity_view.glsl"
layout(location = 5) uniform vec2 pixelSize;  // size of a pixel in units of the picture
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
  result = vec4(colour.rgb * cover, cover);
}
