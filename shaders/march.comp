#version 450
// The lit volume as seen by the eye: one ray for each texel of the result, which covers several pixels of the picture
// (raysPerPixel() of app/render/picture/volume_march.cpp). Rays run front to back, skip empty bricks, and end where the
// smoke is opaque.
// Variants: CUBIC      near views are interpolated by cubic B-splines, so that no cells show
//           OVER_TIME  rays shift within their texels from picture to picture, for reproject.comp
//           SOLIDS     rays end on bodies
//           those of tracer_sums.glsl
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 3) readonly buffer Bricks { uint bricks[]; };  // nonzero: filled
layout(binding = 0) uniform sampler3D density;  // optical depth across a cell, * colour index, * lights of two lamps
layout(binding = 1) uniform sampler2D palette;  // 256 colours, linear light
#ifdef TINTS
layout(binding = 13) uniform sampler3D tints;  // optical depth across a cell * tint
#endif
#include "tracer_sums.glsl"
layout(rgba16f, binding = 0) writeonly uniform image2D result;  // light towards the eye, transmittance
#ifdef OVER_TIME
layout(r32f, binding = 1) writeonly uniform image2D seenAt;  // mean depth of the smoke seen; 0: no smoke
layout(location = 8) uniform vec2 within;                    // position of the ray in its texel, 0 to 1
#endif
#include "volume_frame.glsl"
#include "smoke_light.glsl"
#include "jitter.glsl"
#ifdef SOLIDS
#include "solids_view.glsl"
#endif

layout(location = 0) uniform ivec2 size;         // of the result
layout(location = 1) uniform vec3 eye;
layout(location = 2) uniform vec3 forward;       // a step of unit depth towards the picture's middle
layout(location = 3) uniform vec3 right;         // from there to the right edge, at unit depth
layout(location = 4) uniform vec3 up;
layout(location = 5) uniform float stride;       // step, in cells
layout(location = 6) uniform float sampleShift;  // of the jitter, 0 to 1
layout(location = 7) uniform float nearest;      // depth of the near plane

const float kDark = 0.004;  // transmittance that counts as opaque
const int kMostSteps = 4096;

// A ray; lengths in cells, places from the low corner of the box.
struct Ray {
  vec3 start;
  vec3 direction;  // unit length
  vec3 inverse;    // of the direction
  vec2 range;      // distances of entry into the box, or of the near plane if farther, and of exit
};

Ray rayThrough(vec2 at) {
  vec3 along = forward + at.x * right + at.y * up;
  Ray ray;
  ray.start = cellOf(eye);
  ray.direction = normalize(along);
  vec3 safe = mix(ray.direction, vec3(1.0e-6), lessThan(abs(ray.direction), vec3(1.0e-6)));
  ray.inverse = 1.0 / safe;
  vec3 a = -ray.start * ray.inverse, b = (vec3(frame.cells.xyz) - ray.start) * ray.inverse;
  vec3 near = min(a, b), far = max(a, b);
  float until = 1.0e30;
#ifdef SOLIDS
  until = solidDepthAt(0.5 * at + 0.5) * length(along) / frame.box.w;
#endif
  ray.range = vec2(max(max(near.x, near.y), max(near.z, nearest * length(along) / frame.box.w)),
                   min(min(far.x, until), min(far.y, far.z)));
  return ray;
}

// Distance of the first step from t on that is in a filled brick, or behind the box. Steps keep their raster.
float nextFilled(Ray ray, float t) {
  vec3 ahead = vec3(greaterThan(ray.inverse, vec3(0.0)));
  for (int i = 0; i < kMostSteps && t < ray.range.y; ++i) {
    vec3 brick = floor((ray.start + t * ray.direction) / float(kBrick));
    uvec3 b = uvec3(clamp(brick, vec3(0.0), vec3(frame.bricks.xyz) - 1.0));
    if (bricks[(b.z * frame.bricks.y + b.y) * frame.bricks.x + b.x] != 0u) break;
    vec3 exits = ((brick + ahead) * float(kBrick) - ray.start) * ray.inverse;
    float leave = min(exits.x, min(exits.y, exits.z));
    t += stride * max(1.0, ceil((leave - t) / stride));
  }
  return t;
}

#ifdef CUBIC
// Interpolates by cubic B-splines from eight sampler means between cells (Sigg and Hadwiger 2005, GPU Gems 2, chapter
// 20). `cell`: place in cells.
vec4 smoothAt(sampler3D field, vec3 cell, vec3 scale) {
  vec3 at = cell - 0.5;
  vec3 part = fract(at), rest = 1.0 - part, whole = at - part + 0.5;
  vec3 w0 = rest * rest * rest / 6.0, w1 = 2.0 / 3.0 - 0.5 * part * part * (2.0 - part);
  vec3 w3 = part * part * part / 6.0, low = w0 + w1, high = 1.0 - low;
  vec3 from = (whole - 1.0 + w1 / low) * scale, to = (whole + 1.0 + w3 / high) * scale;
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 4; ++i) {
    vec2 upper = vec2(i & 1, i >> 1), weight = mix(low.yz, high.yz, upper), place = mix(from.yz, to.yz, upper);
    vec4 row = low.x * textureLod(field, vec3(from.x, place), 0.0) + high.x * textureLod(field, vec3(to.x, place), 0.0);
    sum += weight.x * weight.y * row;
  }
  return sum;
}
#endif

#ifdef CUBIC
const vec2 kNear = vec2(3.0, 6.0);  // rays per cell along one side, where cubics set in and where they are used fully

// Weight of cubic interpolation at a distance in cells.
float cubicPart(float t) { return smoothstep(kNear.x, kNear.y, float(size.y) / (2.0 * length(up) * t)); }
#endif

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
#ifdef OVER_TIME
  Ray ray = rayThrough((vec2(pixel) + within) / vec2(size) * 2.0 - 1.0);
  vec2 depths = vec2(0.0);  // sums of depth * visibility, and of visibility
#else
  Ray ray = rayThrough((vec2(pixel) + 0.5) / vec2(size) * 2.0 - 1.0);
#endif
  Lights lights = lightsAlong(ray.direction);
  vec3 scale = 1.0 / vec3(textureSize(density, 0));
  vec3 shine = vec3(0.0);
  float rest = 1.0;
  float t = ray.range.x + stride * jitter(vec2(pixel), sampleShift);
  if (frame.cells.x == 0) t = ray.range.y;
  for (int i = 0; i < kMostSteps && rest > kDark && t < ray.range.y; ++i) {
    vec4 here = textureLod(density, (ray.start + t * ray.direction) * scale, 0.0);
#ifdef CUBIC
    float cubic = cubicPart(t);
    if (!(here.x > 0.0)) {  // cubics reach a cell farther
      float filled = nextFilled(ray, cubic > 0.0 ? t : t + stride);
      if (filled > t) {
        t = filled;
        continue;
      }
    }
    if (cubic > 0.0) here = mix(here, smoothAt(density, ray.start + t * ray.direction, scale), cubic);
#else
    if (!(here.x > 0.0)) {  // bricks are read only where there is no density
      t = nextFilled(ray, t + stride);
      continue;
    }
#endif
    vec3 mean = clamp(here.yzw / max(here.x, 1.0e-6), 0.0, 1.0);  // of colour index and lights
#ifdef TINTS
    vec4 tint = textureLod(tints, (ray.start + t * ray.direction) * scale, 0.0);
#ifdef CUBIC
    if (cubic > 0.0) tint = mix(tint, smoothAt(tints, ray.start + t * ray.direction, scale), cubic);
#endif
    vec3 colour = lightOfTint(meanTint(tint.rgb, here.x));
#else
    vec3 colour = texelFetch(palette, ivec2(int(mean.x * 255.0 + 0.5), 0), 0).rgb;
#endif
    float through = exp(-here.x * stride);
    float seen = rest * (1.0 - through);
    shine += seen * lightAt(lights, mean.yz, colour);
    rest *= through;
#ifdef OVER_TIME
    depths += seen * vec2(t, 1.0);
#endif
    t += stride;
  }
#ifdef OVER_TIME
  float far = depths.x / max(depths.y, 1.0e-6) * frame.box.w * dot(ray.direction, normalize(cross(right, up)));
  imageStore(seenAt, pixel, vec4(depths.y > 1.0e-4 ? abs(far) : 0.0));
#endif
  imageStore(result, pixel, vec4(shine, rest));
}
