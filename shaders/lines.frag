#version 450
// A line with round ends and a soft edge of a pixel, in colours multiplied by their cover.
layout(location = 0) noperspective in vec2 at;
layout(location = 1) in vec3 fromFocus;
layout(location = 2) flat in vec2 extent;
layout(location = 3) flat in vec4 colour;
layout(location = 4) in float left;

layout(location = 0) out vec4 result;

void main() {
  vec2 from = vec2(at.x - clamp(at.x, 0.0, extent.x), at.y);
  float cover = clamp(extent.y + 0.5 - length(from), 0.0, 1.0) * colour.a * left;
  float fade = max(0.0, 1.0 - dot(fromFocus, fromFocus));
  cover *= fade * fade;
  result = vec4(colour.rgb * cover, cover);
}
