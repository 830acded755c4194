#version 450
// The vorticity as seen by the eye, in one march with the smoke if there is any; each shades what lies behind it. Rays
// run front to back, skip empty bricks, and end where everything is opaque. Lengths are those of the scene [L], along
// rays of unit direction.
// Variants: VOLUME, SLICE, SURFACE  the parts of the vorticity to draw
//           RING_TINTS              with VOLUME, SURFACE: the surface fades where it is thin
//           DYE                     with the smoke of march.comp
//           SOLIDS                  rays end on bodies
//           those of tracer_sums.glsl
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 4) readonly buffer VorticityBricks { float vorticityBricks[]; };  // largest |omega| in each
layout(rgba16f, binding = 1) writeonly uniform image2D result;  // light towards the eye, transmittance
#ifdef SURFACE
layout(rgba32f, binding = 2) writeonly uniform image2D hits;  // three distances where a ray meets the surface, nearest
                                                              // first; transmittance in front of it
#endif
#ifdef VOLUME
layout(binding = 12) uniform sampler3D glow;  // optical depth across a cell, light of vorticity_store.comp
#endif
#ifdef DYE
layout(std430, binding = 3) readonly buffer Bricks { uint bricks[]; };
layout(binding = 0) uniform sampler3D density;  // as in march.comp
layout(binding = 1) uniform sampler2D palette;
layout(binding = 4) uniform sampler3D dyeLight;  // transmittance of the first lamp's light
layout(rgba16f, binding = 0) writeonly uniform image2D dyeResult;
#ifdef TINTS
layout(binding = 13) uniform sampler3D tints;
#endif
#include "tracer_sums.glsl"
#endif
#include "volume_frame.glsl"
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"
#ifdef RING_TINTS
#include "vorticity_tints.glsl"
#endif
#include "smoke_light.glsl"
#include "jitter.glsl"
#include "tiles.glsl"
#ifdef SOLIDS
#include "solids_view.glsl"
#endif

#if defined(VOLUME) || defined(SURFACE)
#define VORTICES_MARCHED
#endif

layout(location = 0) uniform ivec2 size;  // of the result
layout(location = 1) uniform vec3 eye;
layout(location = 2) uniform vec3 forward;  // a step of unit depth towards the picture's middle
layout(location = 3) uniform vec3 right;    // from there to the right edge, at unit depth
layout(location = 4) uniform vec3 up;
layout(location = 5) uniform vec2 strides;       // steps, in cells of the smoke and of the vorticity
layout(location = 6) uniform float sampleShift;  // of the jitter, 0 to 1
layout(location = 7) uniform float nearest;      // depth of the near plane
layout(location = 8) uniform vec2 pixels;        // pixels of the picture per texel of the result

const float kDark = 0.004;  // transmittance that counts as opaque
const int kMostSteps = 4096;
const int kMostLegs = 16;  // legs of a ray; each ends on the surface
const float kNowhere = 1.0e30;
const float kBeyond = 1.0e-3;  // of a step: the next brick is looked up this far ahead

// A ray through a volume: its place in cells at the distance t is start + t * along.
struct Track {
  vec3 start, along, inverse;
  vec2 range;  // distances where it enters and leaves the box
};

Track trackThrough(vec4 box, ivec3 cells, vec3 direction, float from) {
  Track track;
  track.start = (eye - box.xyz) / box.w;
  track.along = direction / box.w;
  vec3 safe = mix(track.along, vec3(1.0e-6 / box.w), lessThan(abs(direction), vec3(1.0e-6)));
  track.inverse = 1.0 / safe;
  vec3 a = -track.start * track.inverse, b = (vec3(cells) - track.start) * track.inverse;
  vec3 low = min(a, b), high = max(a, b);
  track.range = vec2(max(max(low.x, low.y), max(low.z, from)), min(high.x, min(high.y, high.z)));
  if (cells.x == 0 || track.range.x >= track.range.y) track.range = vec2(kNowhere, -kNowhere);
  return track;
}

bool reaches(Track track, float t) { return t >= track.range.x && t < track.range.y; }

// The brick at the distance t, and where the ray leaves it.
ivec3 brickAt(Track track, float t, ivec3 bricks) {
  return clamp(ivec3(floor((track.start + t * track.along) / float(kBrick))), ivec3(0), bricks - 1);
}
float exitOf(Track track, ivec3 brick) {
  vec3 ahead = vec3(greaterThan(track.inverse, vec3(0.0)));
  vec3 exits = ((vec3(brick) + ahead) * float(kBrick) - track.start) * track.inverse;
  return min(exits.x, min(exits.y, exits.z));
}

// Distance to which a volume is empty from t on; t itself if it is not empty at t.
#ifdef VORTICES_MARCHED
float clearOfVortices(Track track, float t) {
  if (t < track.range.x) return track.range.x;
  if (t >= track.range.y) return kNowhere;
  ivec3 brick = brickAt(track, t, ivec3(vortices.bricks.xyz));
  uint at = (uint(brick.z) * vortices.bricks.y + uint(brick.y)) * vortices.bricks.x + uint(brick.x);
  return vorticityBricks[at] > surfaceLook.z ? t : exitOf(track, brick);
}
#endif
#ifdef DYE
float clearOfDye(Track track, float t) {
  if (t < track.range.x) return track.range.x;
  if (t >= track.range.y) return kNowhere;
  ivec3 brick = brickAt(track, t, ivec3(frame.bricks.xyz));
  uint at = (uint(brick.z) * frame.bricks.y + uint(brick.y)) * frame.bricks.x + uint(brick.x);
  return bricks[at] != 0u ? t : exitOf(track, brick);
}
#endif

// State gathered along the ray. The surface shades what lies behind it; vorticity_surface.comp draws it.
vec3 shine = vec3(0.0), dyeShine = vec3(0.0);
float rest = 1.0, dyeRest = 1.0;   // transmittance of the vorticity and of the smoke
float ground = 1.0;                // transmittance of the vorticity for the ground
vec4 met = vec4(kNowhere, kNowhere, kNowhere, -1.0);  // see hits; transmittance below 0: not met yet
float slicePlace = kNowhere;       // distance of the slice, until it is passed
Sheet slice;                       // the slice at that place
vec3 front = vec3(1.0, 1.0, 0.0);  // transmittances of vorticity and smoke in front of the slice; their weight

// Medium of a section of the ray: optical depth per length, and light.
struct Media {
  float depth, dyeDepth;
  vec3 light, dyeLight;
};

void passSheet(Sheet sheet) {
  shine += rest * dyeRest * sheet.shows * sheet.colour;
  rest *= 1.0 - sheet.hides;
  ground *= 1.0 - sheet.shows;
}

// The slice hides its background, which therefore must not darken the ground that the slice shows in its place.
void passSlice() {
  passSheet(slice);
  front = vec3(ground, dyeRest, slice.hides);
  slicePlace = kNowhere;
}

void passMedia(float way, Media media) {
  float depth = way * media.depth, dyeDepth = way * media.dyeDepth, both = depth + dyeDepth;
  float share = both > 0.0 ? rest * dyeRest * (1.0 - exp(-both)) / both : 0.0;
  shine += share * depth * media.light;
  dyeShine += share * dyeDepth * media.dyeLight;
  rest *= exp(-depth);
  ground *= exp(-depth);
  dyeRest *= exp(-dyeDepth);
}

// Passes from a to b, and through the slice if it is between them.
void pass(float a, float b, Media media) {
#ifdef SLICE
  if (slicePlace > a && slicePlace <= b) {
    passMedia(slicePlace - a, media);
    a = slicePlace;
    passSlice();
  }
#endif
  passMedia(b - a, media);
}

#if defined(VORTICES_MARCHED) || defined(DYE)
struct Way {
  vec3 direction;
  Track vortex;
#ifdef DYE
  Track dye;
  Lights lights;
#endif
};

// Length of the next step from t on; `clear`: distance to which there is nothing.
float stepFrom(Way way, float t, out float clear) {
  clear = kNowhere;
#ifdef VORTICES_MARCHED
  float hop = strides.y * vortices.box.w;
  clear = clearOfVortices(way.vortex, t + kBeyond * hop);
#ifdef DYE
  // The smoke's step is used where there is only smoke, as far as it does not skip vorticity.
  float dyeHop = strides.x * frame.box.w;
  if (clear >= t + dyeHop) hop = dyeHop;
  else if (reaches(way.dye, t)) hop = min(hop, dyeHop);
#endif
#else
  float hop = strides.x * frame.box.w;
#endif
#ifdef DYE
  clear = min(clear, clearOfDye(way.dye, t + kBeyond * hop));
#endif
  return hop;
}

// Medium at the distance t; `size`: magnitude of the vorticity over that of the cores.
Media mediaAt(Way way, float t, out float size) {
  Media media = Media(0.0, 0.0, vec3(0.0), vec3(0.0));
  size = 0.0;
#ifdef VORTICES_MARCHED
  if (reaches(way.vortex, t)) {
    vec3 place = way.vortex.start + t * way.vortex.along;
#ifdef SURFACE
    size = length(vorticityAt(place).yzw);
#endif
#ifdef VOLUME
    vec4 here = textureLod(glow, insideOf(place) / vec3(textureSize(glow, 0)), 0.0);
    media.depth = here.x / vortices.box.w;
    media.light = here.yzw;
#endif
  }
#endif
#ifdef DYE
  if (reaches(way.dye, t)) {
    vec3 place = (way.dye.start + t * way.dye.along) / vec3(textureSize(density, 0));
    vec4 here = textureLod(density, place, 0.0);
    vec3 mean = clamp(here.yzw / max(here.x, 1.0e-6), 0.0, 1.0);
#ifdef TINTS
    vec3 colour = lightOfTint(meanTint(textureLod(tints, place, 0.0).rgb, here.x));
#else
    vec3 colour = texelFetch(palette, ivec2(int(mean.x * 255.0 + 0.5), 0), 0).rgb;
#endif
    media.dyeDepth = here.x / frame.box.w;
    media.dyeLight = lightAt(way.lights, mean.yz, colour);
  }
#endif
  return media;
}

const float kThinLayer = 1.5;  // cells

// Marches from `start` to `end`, with a body at `body`, in legs that end on the surface: software drivers execute
// everything inside a loop in every iteration, even under a false condition.
void march(Way way, float start, float end, float body, float shift) {
  float t = start, before = 0.0;
#ifdef SURFACE
  if (reaches(way.vortex, t)) before = length(vorticityAt(way.vortex.start + t * way.vortex.along).yzw);
#endif
  bool first = true;
  int meets = 0;
  for (int leg = 0; leg < kMostLegs && t < end && rest * dyeRest > kDark; ++leg) {
    bool crosses = false;
    float a = t, size = before;
    Media media = Media(0.0, 0.0, vec3(0.0), vec3(0.0));
    for (int i = 0; i < kMostSteps && t < end && rest * dyeRest > kDark && !crosses; ++i) {
      float clear, hop = stepFrom(way, t, clear);
      a = t;
      for (int k = 0; k < kMostSteps && !first && a < end; ++k) {  // skips empty space; steps keep their raster
        float hops = floor((clear - a) / hop);
        if (hops < 1.0) break;
        a = min(a + min(hops, 1.0e6) * hop, end);
        before = 0.0;
        hop = stepFrom(way, a, clear);
      }
      pass(t, a, Media(0.0, 0.0, vec3(0.0), vec3(0.0)));
      t = min(a + hop * (first ? shift : 1.0), end);
      first = false;
      media = mediaAt(way, t, size);
#ifdef SURFACE
      crosses = (before - surfaceLook.x) * (size - surfaceLook.x) < 0.0;
      if (crosses) break;
#endif
      pass(a, t, media);
      before = size;
    }
#ifdef SURFACE
    if (!crosses) break;
    float place = mix(a, t, (surfaceLook.x - before) / (size - before));
    pass(a, place, media);
#ifdef RING_TINTS
    vec4 tint = ringTintAt(way.vortex.start + place * way.vortex.along, vortices.cells.xyz);
    float solid = before < size ? solidity(tint, surfaceLook.x) : 0.0;  // the glow fills what is not solid
#else
    float solid = 1.0;
#endif
#ifdef SOLIDS
    // A layer on a body that is thinner than this has a surface in specks; the body's own colour tells it.
    if (before < size && body - place < kThinLayer * vortices.box.w) solid = 0.0;
#endif
    if (solid > 0.0 && meets < 3) {
      if (meets == 0) met.w = rest * dyeRest;
      met[meets++] = place;
    }
    rest *= 1.0 - solid * surfaceLook.y;
    pass(place, t, media);
    before = size;
#endif
  }
}
#endif

// Marks the tiles that a texel affects, including its interpolation with neighbours.
void markTiles(ivec2 texel) {
  vec2 most = vec2(size) * pixels - 1.0;
  for (int i = 0; i < 9; ++i)
    markTile(uvec2(clamp((vec2(texel) + 0.5 + 1.1 * (vec2(i % 3, i / 3) - 1.0)) * pixels, vec2(0.0), most)));
}

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
  vec2 at = (vec2(pixel) + 0.5) / vec2(size) * 2.0 - 1.0;
  vec3 atDepth = forward + at.x * right + at.y * up;
  vec3 direction = normalize(atDepth);
  float from = nearest * length(atDepth), until = kNowhere;
#ifdef SOLIDS
  until = solidDepthAt((vec2(pixel) + 0.5) / vec2(size)) * length(atDepth);
#endif
#ifdef SLICE
  float sliced = sliceMet(eye, direction);
  if (sliced > from && sliced < until) {
    slicePlace = sliced;
    float texel = 2.0 * length(up) / float(size.y) * sliced * length(forward) / length(atDepth);
    slice = rimmedSlice(eye + sliced * direction, direction, texel);
  }
#endif
#if defined(VORTICES_MARCHED) || defined(DYE)
  Way way;
  way.direction = direction;
  way.vortex = trackThrough(vortices.box, vortices.cells.xyz, direction, from);
  vec2 range = way.vortex.range;
#ifdef DYE
  way.dye = trackThrough(frame.box, frame.cells.xyz, direction, from);
  way.lights = lightsAlong(direction);
  range = vec2(min(range.x, way.dye.range.x), max(range.y, way.dye.range.y));
#endif
  march(way, range.x, min(range.y, until), until, jitter(vec2(pixel), sampleShift));
#endif
#ifdef SLICE
  if (slicePlace < kNowhere) passSlice();
  ground = mix(ground, front.x, front.z);
  dyeRest = mix(dyeRest, front.y, front.z);
#endif
  if (ground < 0.9995 || any(greaterThan(shine, vec3(2.0e-4))) || met.x < kNowhere) markTiles(pixel);
  imageStore(result, pixel, vec4(shine, ground));
#ifdef SURFACE
  imageStore(hits, pixel, vec4(met.xyz, met.w < 0.0 ? rest * dyeRest : met.w));
#endif
#ifdef DYE
  imageStore(dyeResult, pixel, vec4(dyeShine, dyeRest));
#endif
}
