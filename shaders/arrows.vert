#version 450
// Arrows for some or all of the elements, fewer if seen from afar: quads that face the camera around the rod and the
// head, whose outlines arrows.frag draws. Twelve vertices an arrow, no vertex data.
layout(std430, binding = 0) readonly buffer Positions { vec4 positions[]; };  // x, y, z, speed
layout(std430, binding = 1) readonly buffer Strengths { vec4 strengths[]; };  // alpha x, y, z, core radius
layout(std430, binding = 2) readonly buffer Scale { vec4 scale; };            // 1 / typical |alpha|, length, longest [L]

layout(location = 0) uniform mat4 viewProjection;
layout(location = 1) uniform vec3 eye;
layout(location = 2) uniform float pixels;    // size of a length of 1 at a distance of 1
layout(location = 3) uniform uint stride;     // elements per arrow, about
layout(location = 4) uniform float thinnest;  // smallest visible half width of a head, pixels
layout(location = 7) uniform uint elements;   // number of elements
layout(location = 8) uniform uint arrows;     // largest number of arrows
layout(location = 9) uniform uint hop;        // step from one drawn arrow to the next, coprime to `arrows`
layout(location = 10) uniform vec2 crowd;     // part of the arrows drawn at a depth d: x + y / d^2
layout(location = 11) uniform float size;     // factor on all lengths

layout(location = 0) noperspective out vec2 at;  // pixels from the arrow's middle along it, and across
layout(location = 1) flat out vec4 shape;        // half length, head's length and half width, rod's half width
layout(location = 2) flat out vec2 turn;         // 1: towards the camera, -1: away; strength over the typical one
#ifdef VORTICITY  // as in lines.vert
layout(location = 3) flat out float left;        // transmittance of the vorticity in front
#include "volume_frame.glsl"
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"
#include "vorticity_view.glsl"
#endif

const uint kLargest = 0x7149f2cau;  // bits of 1e30; infinities and NaN lie above
const float kStrongest = 2.0;       // largest strength shown, in typical strengths
const float kWeakest = 0.02;        // weaker arrows are not drawn
const float kHead = 0.40;           // of an arrow's length, like the next two
const float kHeadHalf = 0.115;
const float kRodHalf = 0.03;
const float kShown = 0.4;           // of the arrows that there is room for; more would hide the flow
const float kFading = 0.2;          // of the arrows at a depth: these shrink before they vanish
const float kSoft = 1.0;            // pixels around an outline for its edge

#include "stretches.glsl"

// The element of the k-th arrow.
uint elementOf(uint k) { return oneOfStretch(k, stride, elements, 0u); }

// Corner of the quad around the rod or the head: the rod's quad ends at the head's base, the head's at the tip.
vec2 cornerOf(int vertex) {
  int corner = vertex % 6;
  bool ahead = corner == 1 || corner == 3 || corner == 4;
  float side = corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0;
  float base = shape.x - shape.y, round = shape.z * abs(turn.x);  // the base is seen as an ellipse
  float middle = base - round - kSoft;
  if (vertex < 6) return vec2(ahead ? middle : min(middle, -shape.x - kSoft), side * (shape.w + kSoft));
  bool slim = round < 0.3 * shape.y;  // the cone hides the ellipse's other half
  if (!ahead) return vec2(middle, side * (shape.z + kSoft));
  return vec2(max(shape.x, base + round) + kSoft, side * (slim ? 1.5 * kSoft : shape.z + kSoft));
}

void main() {
  uint turnOf = uint(gl_VertexID / 12);
  uint index = elementOf(turnOf * hop % arrows);
  gl_Position = vec4(0.0, 0.0, 2.0, 1.0);  // outside the clip volume
  at = vec2(0.0);
  shape = vec4(0.0);
  turn = vec2(0.0);
#ifdef VORTICITY
  left = 1.0;
#endif

  vec4 x = positions[index], alpha = strengths[index];
  if (any(greaterThan(floatBitsToUint(abs(x)), uvec4(kLargest)))) return;
  if (any(greaterThan(floatBitsToUint(abs(alpha)), uvec4(kLargest)))) return;
  float strength = length(alpha.xyz) * scale.x;
  if (!(strength > kWeakest)) return;
  vec3 direction = alpha.xyz * (scale.x / strength);

  vec4 clip = viewProjection * vec4(x.xyz, 1.0);
  if (!(clip.w > 0.0)) return;
  float part = crowd.x + crowd.y / (clip.w * clip.w);
  float fading = clamp((part - (float(turnOf) + 0.5) / float(arrows)) / (kFading * part), 0.0, 1.0);
  if (fading <= 0.0) return;
  // Arrows take the room of the elements without one.
  float room = min(scale.y * pow(min(part * size * size / kShown, 1.0), -1.0 / 3.0), max(scale.y, scale.z));
  float len = size * fading * room * min(strength, kStrongest);

  // Directions at the element: towards the camera, across the arrow, and along its projection.
  vec3 toEye = normalize(eye - x.xyz);
  float facing = dot(direction, toEye);
  vec3 across = cross(direction, toEye);
  float seen = length(across);
  across = seen > 1.0e-3 ? across / seen : normalize(cross(toEye, vec3(toEye.y, toEye.z, -toEye.x)));
  vec3 along = cross(toEye, across);

#ifdef VORTICITY
  left = seenPastVorticity(x.xyz, 0.5 + 0.5 * clip.xy / clip.w);
  if (left < 0.01) return;
#endif
  float scaleToPixels = pixels / clip.w;
  float headHalf = max(kHeadHalf * len * scaleToPixels, thinnest);
  float rodHalf = max(kRodHalf * len * scaleToPixels, 0.3 * thinnest);
  float halfLength = 0.5 * len * seen * scaleToPixels;
  shape = vec4(halfLength, kHead * len * seen * scaleToPixels, headHalf, rodHalf);
  turn = vec2(facing, min(strength, kStrongest));

  at = cornerOf(gl_VertexID % 12);
  clip = viewProjection * vec4(x.xyz + (along * at.x + across * at.y) / scaleToPixels, 1.0);
  // Depth of the arrow's axis at this place.
  float place = clamp(at.x / max(halfLength, 1.0e-3), -1.0, 1.0);
  vec4 axis = viewProjection * vec4(x.xyz + direction * (0.5 * len * place), 1.0);
  if (!(clip.w > 0.0) || !(axis.w > 0.0)) return;
  gl_Position = vec4(clip.xy, axis.z / axis.w * clip.w, clip.w);
}
