#version 450
// Light of the first lamp that the vorticity leaves on a square of the floor, for soft shadows.
layout(local_size_x = 8, local_size_y = 8) in;

layout(r16f, binding = 0) writeonly uniform image2D result;
#include "volume_frame.glsl"
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"

layout(location = 0) uniform vec3 corner;       // of the square [L]
layout(location = 1) uniform vec3 across;       // along its sides [L]
layout(location = 2) uniform vec3 along;
layout(location = 3) uniform vec3 lamp;         // unit vector to it

const int kSteps = 12, kRays = 4;
const float kLamp = 0.07;                // half the angular size of the lamp: distant shadows are softer
const vec2 kShades = vec2(0.06, 0.30);   // vorticity over that of the cores that begins to shade, and that is opaque
const float kDepth = 0.6;                // optical depth of an opaque cell

float lightAlong(vec3 place, vec3 direction, float start) {
  vec3 from = (place - vortices.box.xyz) / vortices.box.w;
  vec3 inverse = 1.0 / mix(direction, vec3(1.0e-6), lessThan(abs(direction), vec3(1.0e-6)));
  vec3 low = -from * inverse, high = (vec3(vortices.cells.xyz) - from) * inverse;
  vec3 enter = min(low, high), leave = max(low, high);
  float first = max(max(enter.x, enter.y), max(enter.z, 0.0)), last = min(leave.x, min(leave.y, leave.z));
  if (last <= first) return 1.0;
  float cells = (last - first) / float(kSteps), depth = 0.0;
  for (int i = 0; i < kSteps; ++i)
    depth += smoothstep(kShades.x, kShades.y, vorticityAt(from + direction * (first + (float(i) + start) * cells)).x);
  return exp(-kDepth * cells * depth);
}

void main() {
  ivec2 texel = ivec2(gl_GlobalInvocationID.xy), size = imageSize(result);
  if (any(greaterThanEqual(texel, size))) return;
  vec2 at = (vec2(texel) + 0.5) / vec2(size);
  vec3 place = corner + at.x * across + at.y * along;
  float light = vortices.cells.x == 0 ? 1.0 : 0.0;
  for (int ray = 0; ray < kRays && vortices.cells.x != 0; ++ray) {
    vec2 aside = kLamp * vec2(float(ray & 1) - 0.5, float(ray >> 1) - 0.5);
    vec3 direction = normalize(lamp + aside.x * normalize(across) + aside.y * normalize(along));
    light += lightAlong(place, direction, (float(ray) + 0.5) / float(kRays)) / float(kRays);
  }
  // The edge of the square is not to be seen.
  vec2 inside = smoothstep(vec2(0.0), vec2(0.1), at) * smoothstep(vec2(0.0), vec2(0.1), 1.0 - at);
  imageStore(result, texel, vec4(mix(1.0, light, inside.x * inside.y)));
}
