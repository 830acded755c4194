#version 450
// Adds the recent path of every tracer to the pixels that it crosses, as a line that fades towards its tail, in fixed
// point, so that the sums do not depend on the order. A whole line covers its pixels with weight `unit`.
// Variants:  TINTS      always: sums of colours
//            SMOKE      dimmed by the smoke in front
//            VORTICITY  dimmed by the vorticity in front
//            SOLIDS     hidden behind bodies
//            those of colour_index.glsl and pair_sums.glsl
#include "pair_extensions.glsl"
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };  // x, y, z, scalar
layout(std430, binding = 2) readonly buffer Paths { float paths[]; };         // [path][TIMES][3], see trails.comp
#define PAIRS_BINDING 1
#define MORE_BINDING 3
#include "pair_sums.glsl"
#include "shown_particles.glsl"
#include "tiles.glsl"
#if defined(SMOKE) || defined(VORTICITY)
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
#include "colour_index.glsl"
#ifdef SOLIDS
#include "solids_view.glsl"
#endif

layout(location = 0) uniform mat4 viewProjection;
layout(location = 1) uniform ivec2 size;    // of the picture
layout(location = 2) uniform uint count;    // number of paths bound
layout(location = 3) uniform float unit;
layout(location = 4) uniform uvec2 strides;  // tracers per path, paths per line
layout(location = 5) uniform float halfWidth;  // of a line, at least one pixel
layout(location = 6) uniform int times;     // number of places of each path
layout(location = 7) uniform float span;    // age at which lines end [T]
layout(location = 8) uniform vec2 ages[TIMES];  // of the places, the youngest first, and their index in the path

const float kFaintest = 1.0 / 48.0;  // of a line's weight; less is not drawn
const int kPieces = 2;       // straight pieces between two places
const int kMostSteps = 512;  // along one stretch
const float kMargin = 64.0;  // pixels about the picture

// Pixel coordinates and what is seen of the line there; z is negative where it is not before the eye.
struct Point {
  vec2 at;
  float depth, seen;
};

Point pointAt(vec3 place) {
  vec4 clip = viewProjection * vec4(place, 1.0);
  Point point = Point(vec2(0.0), -1.0, 1.0);
  if (!(clip.z > -clip.w) || !(clip.w > 0.0)) return point;
  point.at = (clip.xy / clip.w * 0.5 + 0.5) * vec2(size);
  point.depth = clip.w;
#ifdef SMOKE
  point.seen *= seenPart(place);
#endif
#ifdef VORTICITY
  point.seen *= seenPastVorticity(place, point.at / vec2(size));
#endif
#ifdef SOLIDS
  if (point.depth > 1.002 * solidDepthAt(point.at / vec2(size))) point.seen = 0.0;
#endif
  return point;
}

uint lastTile = 0xffffffffu;  // marked by this invocation

void add(ivec2 pixel, float weight, vec3 tint) {
  if (weight < unit * kFaintest || any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, size))) return;
  addPair(pixel.y * size.x + pixel.x, round(weight), tint);
  uvec2 tile = uvec2(pixel) / tileLayout.z;
  if (lastTile == tile.y * tileLayout.x + tile.x) return;
  lastTile = tile.y * tileLayout.x + tile.x;
  markTile(uvec2(pixel));
}

// One step per pixel along the longer side; across it a hat, whose weights sum to the same wherever the line lies.
void drawLine(Point from, Point to, float weightFrom, float weightTo, vec3 tint) {
  if (from.depth < 0.0 || to.depth < 0.0) return;
  vec2 low = min(from.at, to.at), high = max(from.at, to.at);
  if (any(lessThan(high, vec2(-kMargin))) || any(greaterThan(low, vec2(size) + kMargin))) return;
  vec2 span = to.at - from.at;
  bool level = abs(span.x) >= abs(span.y);
  float longer = level ? abs(span.x) : abs(span.y);
  int steps = clamp(int(ceil(longer)), 1, kMostSteps);
  float share = min(longer, float(steps)) / float(steps);  // a stretch shorter than a pixel adds less
  int reach = int(ceil(halfWidth));
  for (int i = 0; i < steps; ++i) {
    float part = (float(i) + 0.5) / float(steps);
    vec2 at = mix(from.at, to.at, part);
    float weight = unit * share * mix(weightFrom * from.seen, weightTo * to.seen, part);
    if (weight < unit * kFaintest) continue;
    float across = (level ? at.y : at.x) - 0.5;
    int nearest = int(floor(across));
    for (int side = 1 - reach; side <= reach; ++side) {
      float near = max(0.0, 1.0 - abs(float(nearest + side) - across) / halfWidth);
      add(level ? ivec2(int(floor(at.x)), nearest + side) : ivec2(nearest + side, int(floor(at.y))), weight * near,
          tint);
    }
  }
}

// Part of a line's weight that is left at this age.
float fadeAt(float age) {
  float left = max(0.0, 1.0 - age / span);
  return left * sqrt(left);
}

vec3 placeAt(uint path, int k) {
  uint at = 3u * (path * uint(TIMES) + uint(ages[k].y));
  return vec3(paths[at], paths[at + 1u], paths[at + 2u]);
}

// A place of the path with its age and the velocity there backwards in time.
struct Knot {
  vec3 place, slope;
  float age;
};

// The cubic between two places.
vec3 between(Knot a, Knot b, float part) {
  float t = b.age - a.age, left = 1.0 - part;
  return left * left * ((1.0 + 2.0 * part) * a.place + part * t * a.slope) +
         part * part * ((1.0 + 2.0 * left) * b.place - left * t * b.slope);
}

// The place k, whose slope is that between the places before and after it.
Knot knotAt(uint path, int k, Knot before) {
  Knot knot = Knot(placeAt(path, k), vec3(0.0), ages[k].x);
  bool last = k + 1 == times;
  vec3 after = last ? knot.place : placeAt(path, k + 1);
  knot.slope = (after - before.place) / ((last ? knot.age : ages[k + 1].x) - before.age);
  return knot;
}

void main() {
  uint path = gl_GlobalInvocationID.x * strides.y;
  if (path >= count || times == 0) return;
  vec4 particle = particles[path * strides.x];
  if (!isShown(particle)) return;
  vec3 tint = tintOf(particle, path * strides.x);
  Point from = pointAt(particle.xyz);
  Knot young = Knot(particle.xyz, (placeAt(path, 0) - particle.xyz) / ages[0].x, 0.0);
  for (int k = 0; k < times && young.age < span; ++k) {
    Knot old = knotAt(path, k, young);
    if (!isShown(vec4(old.place + old.slope, 0.0))) return;
    float until = min(old.age, span), age = young.age;
    for (int piece = 1; piece <= kPieces; ++piece) {
      float end = mix(young.age, until, float(piece) / float(kPieces));
      Point to = pointAt(between(young, old, (end - young.age) / (old.age - young.age)));
      drawLine(from, to, fadeAt(age), fadeAt(end), tint);
      from = to;
      age = end;
    }
    young = old;
  }
}
