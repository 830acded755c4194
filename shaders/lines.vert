#version 450
// Lines of constant width on the picture: a quad of two triangles each, with room for round ends and a soft edge. Six
// vertices a line, no vertex data.
// Variants: FADING     lines fade with the distance from a point on the ground
//           HIDDEN     what the picture shows may hide lines
//           RIM        with HIDDEN: outlines of bodies in the plane, counter-clockwise
struct Line {
  float ax, ay, az;  // from [L]
  uint colour;       // red, green, blue, cover, 8 bits each
  float bx, by, bz;  // to
  float width;       // in pixels of a picture of 720 rows
};
layout(std430, binding = 0) readonly buffer Lines { Line lines[]; };

layout(location = 0) uniform mat4 viewProjection;
layout(location = 1) uniform vec2 halfSize;     // of the picture, pixels
layout(location = 2) uniform float widthScale;  // rows of the picture / 720
layout(location = 3) uniform vec3 depths;       // depth where fading begins, 1 / its range, cover at its end
#ifdef FADING
layout(location = 4) uniform vec4 focus;        // point where lines are strongest, and the distance where they end
#endif

layout(location = 0) noperspective out vec2 at;    // pixels along the line from its start, and across
layout(location = 1) noperspective out float left;  // part of the cover that fading with depth leaves
layout(location = 2) flat out vec2 extent;          // length and half width, pixels
layout(location = 3) flat out vec4 colour;
#ifdef FADING
layout(location = 4) out vec3 fromFocus;            // offset from the focus, in units of the distance where lines end
#endif
#ifdef HIDDEN
layout(location = 5) out vec3 place;
#endif
#ifdef RIM
layout(location = 6) flat out vec3 outward;  // normal of the outline
#endif

const float kSoft = 0.6;      // width of the soft edge, pixels
const float kThinnest = 1.0;  // pixels; thinner lines fade instead

void main() {
  Line line = lines[gl_VertexID / 6];
  int corner = gl_VertexID % 6;
  bool end = corner == 1 || corner == 3 || corner == 4;
  float side = corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0;

  vec3 from = vec3(line.ax, line.ay, line.az), to = vec3(line.bx, line.by, line.bz);
  vec4 a = viewProjection * vec4(from, 1.0);
  vec4 b = viewProjection * vec4(to, 1.0);
  // Clips the line at the near plane.
  float nearA = a.z + a.w, nearB = b.z + b.w;
  if (nearA <= 0.0 && nearB <= 0.0) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    return;
  }
  float cut = nearA / (nearA - nearB);
  vec4 start = nearA < 0.0 ? mix(a, b, cut) : a, stop = nearB < 0.0 ? mix(a, b, cut) : b;

  vec2 p = start.xy / start.w * halfSize, q = stop.xy / stop.w * halfSize;
  float pixels = distance(p, q);
  vec2 along = pixels > 1.0e-4 ? (q - p) / pixels : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float width = line.width * widthScale;
  float reach = 0.5 * max(width, kThinnest) + kSoft;
  at = vec2(end ? pixels + reach : -reach, side * reach);
  extent = vec2(pixels, 0.5 * max(width, kThinnest));
  vec4 middle = end ? stop : start;
  left = mix(1.0, depths.z, smoothstep(0.0, 1.0, (middle.w - depths.x) * depths.y));
  colour = unpackUnorm4x8(line.colour);
  colour.a *= min(1.0, width / kThinnest);
#if defined(FADING) || defined(HIDDEN)
  bool isCut = end ? nearB < 0.0 : nearA < 0.0;
  vec3 on = isCut ? mix(from, to, cut) : end ? to : from;
#endif
#ifdef FADING
  fromFocus = (on - focus.xyz) / focus.w;
#endif
#ifdef HIDDEN
  place = on;
#endif
#ifdef RIM
  vec2 run = to.xy - from.xy;
  outward = vec3(run.y, -run.x, 0.0) / max(length(run), 1.0e-30);
#endif
  vec2 pixel = (end ? q + along * reach : p - along * reach) + across * (side * reach);
  gl_Position = vec4(pixel / halfSize * middle.w, middle.z, middle.w);
}
