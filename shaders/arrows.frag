#version 450
// Outline and shade of an arrow, a cone on a rod, seen from the side, from the front or from behind.
// Variants: FRINGE     the soft edge alone, for a second pass without depth writes
//           VORTICITY  dimmed by the vorticity in front
layout(location = 0) noperspective in vec2 at;
layout(location = 1) flat in vec4 shape;
layout(location = 2) flat in vec2 turn;

#ifdef VORTICITY
layout(location = 3) flat in float left;
#else
const float left = 1.0;
#endif

layout(location = 5) uniform vec3 lit;  // colour of parts that face the light, sRGB
layout(location = 6) uniform vec3 dim;  // colour of parts that do not

layout(location = 0) out vec4 result;

void main() {
  float halfLength = shape.x, head = shape.y, headHalf = shape.z, rodHalf = shape.w;
  float base = halfLength - head;  // the cone's base, seen as an ellipse
  vec2 d = abs(vec2(at.x - clamp(at.x, -halfLength, base), at.y));
  float rod = max(d.y - rodHalf, d.x);
  float slope = headHalf / max(head, 1.0e-3);
  float fromTip = halfLength - at.x;
  float cone = max((abs(at.y) - slope * fromTip) * inversesqrt(1.0 + slope * slope), base - at.x);
  vec2 axes = vec2(headHalf * abs(turn.x), headHalf);
  float disc = axes.x > 0.3 ? (length(vec2(at.x - base, at.y) / axes) - 1.0) * axes.x : 1.0;
  float body = min(cone, disc);
  float cover = clamp(0.5 - min(rod, body), 0.0, 1.0);
#ifdef FRINGE
  if (cover <= 0.0 || cover >= 0.5) discard;
#else
  if (cover < 0.5) discard;
#endif

  // The light comes from the camera, a little from above; the base lies in the shade.
  bool onBase = turn.x < 0.0 && disc < 0.0;
  bool onCone = body < rod;
  float radius = onCone ? max(slope * fromTip, 1.0) : rodHalf;
  float across = clamp(at.y / max(radius, 1.0), -1.0, 1.0);
  float facing = sqrt(1.0 - across * across);
  float light = onBase ? 0.25 : onCone ? 0.35 + 0.65 * facing : 0.15 + 0.6 * facing;
  light *= 0.55 + 0.45 * min(turn.y, 1.0);  // weak arrows are darker
  cover *= left;
  result = vec4(mix(dim, lit, light) * cover, cover);
}
