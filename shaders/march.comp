#version 450
// The lit volume as the eye sees it: a ray a pixel, front to back, past empty bricks, until nothing shines through.
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 3) readonly buffer Bricks { uint bricks[]; };
layout(binding = 0) uniform sampler3D density;  // optical depth across a cell, * colour index, * light
layout(binding = 1) uniform sampler2D palette;  // 256 colours, linear light
layout(rgba16f, binding = 0) writeonly uniform image2D result;  // light towards the eye, part that passes through
#define FRAME_ACCESS readonly
#include "volume_frame.glsl"
#include "volume_sample.glsl"
#include "smoke_light.glsl"

layout(location = 0) uniform ivec2 size;        // of the result
layout(location = 1) uniform vec3 eye;
layout(location = 2) uniform vec3 forward;      // a step of unit depth towards the picture's middle
layout(location = 3) uniform vec3 right;        // to its right edge, at unit depth
layout(location = 4) uniform vec3 up;
layout(location = 5) uniform float stride;       // step, in cells
layout(location = 6) uniform float sampleShift;  // of the jitter, 0 to 1
layout(location = 7) uniform float nearest;      // depth of the near plane

const float kDark = 0.004;  // of the light from behind; less is not seen
const int kMostSteps = 4096;

// Interleaved gradient noise (J. Jimenez, 2014): neighbours differ as much as they can, and it has no clumps.
float jitter(vec2 pixel) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))) + sampleShift);
}

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
  vec2 at = (vec2(pixel) + 0.5) / vec2(size) * 2.0 - 1.0;
  vec3 direction = normalize(forward + at.x * right + at.y * up);
  // From here on lengths are in cells.
  vec3 start = cellOf(eye);
  vec3 inverse = 1.0 / mix(direction, vec3(1.0e-6), lessThan(abs(direction), vec3(1.0e-6)));
  vec3 a = -start * inverse, b = (vec3(frame.cells.xyz) - start) * inverse;
  vec3 near = min(a, b), far = max(a, b);
  float first = max(max(near.x, near.y), max(near.z, nearest * length(forward) / frame.box.w));
  float last = min(far.x, min(far.y, far.z));

  vec3 shine = vec3(0.0);
  float rest = 1.0;
  if (frame.cells.x > 0 && first < last) {
    vec3 lightParts = lightsAlong(direction);
    vec3 scale = 1.0 / vec3(textureSize(density, 0));
    float t = first + stride * jitter(vec2(pixel));
    for (int i = 0; i < kMostSteps && t < last && rest > kDark; ++i) {
      vec3 cell = start + t * direction;
      ivec3 brick = ivec3(floor(cell)) >> 3;
      if (!isFilled(brick)) {
        vec3 edge = vec3(brick * kBrick) + vec3(greaterThan(inverse, vec3(0.0))) * float(kBrick);
        vec3 exits = (edge - start) * inverse;
        float leave = min(exits.x, min(exits.y, exits.z));
        t += stride * max(1.0, ceil((leave - t) / stride));  // so that the steps stay where they were
        continue;
      }
      vec4 here = textureLod(density, cell * scale, 0.0);
      if (here.x > 0.0) {
        float through = exp(-here.x * stride);
        float index = clamp(here.y / here.x, 0.0, 1.0), arrived = min(here.z / here.x, 1.0);
        vec3 colour = texelFetch(palette, ivec2(int(index * 255.0 + 0.5), 0), 0).rgb;
        shine += rest * (1.0 - through) * lightAt(lightParts, arrived) * colour;
        rest *= through;
      }
      t += stride;
    }
  }
  imageStore(result, pixel, vec4(shine, rest));
}
