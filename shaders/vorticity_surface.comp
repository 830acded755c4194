#version 450
// The surface of the vorticity at every pixel of its tiles, over the light of vorticity_march.comp, whose rays are
// fewer. Each pixel searches its own ray near the distances at which the rays around it meet the surface; where it
// passes the surface by less than a pixel, the surface covers a part of it.
// Variants: SPREAD        the light of the rays at every pixel of the picture, without the surface
//           RING_SURFACE  the surface has the colours of the volume, which are those of rings
//           RING_TINTS    with RING_SURFACE: from the grid of tints; the surface fades where it is thin
//           ONE_RING      with RING_SURFACE: the only ring's hue runs with the direction of the vorticity, so that
//                         strands of a knot that cross differ
//           DYE           the smoke dims the lamp's light
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) uniform sampler2D rayLight;  // of vorticity_march.comp
layout(binding = 1) uniform sampler2D rayHits;
layout(rgba16f, binding = 1) writeonly uniform image2D result;  // light towards the eye, transmittance
layout(rgba32f, binding = 2) writeonly uniform image2D hits;    // three distances where a ray meets the surface

layout(location = 0) uniform ivec2 size;  // of the result
layout(location = 1) uniform vec3 eye;
layout(location = 2) uniform vec3 forward;  // a step of unit depth towards the picture's middle
layout(location = 3) uniform vec3 right;    // from there to the right edge, at unit depth
layout(location = 4) uniform vec3 up;

#ifdef SPREAD

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
  vec2 at = (vec2(pixel) + 0.5) / vec2(size);
  imageStore(result, pixel, textureLod(rayLight, at, 0.0));
  imageStore(hits, pixel, textureLod(rayHits, at, 0.0));
}

#else

layout(binding = 12) uniform sampler3D glow;  // as in vorticity_march.comp
#ifdef DYE
layout(binding = 4) uniform sampler3D dyeLight;  // transmittance of the first lamp's light
#endif
#include "volume_frame.glsl"
#include "vorticity_census.glsl"
#include "vorticity_field.glsl"
#ifdef RING_TINTS
#include "vorticity_tints.glsl"
#endif
#include "smoke_light.glsl"
#include "surface_light.glsl"
#include "tiles.glsl"

const float kNowhere = 1.0e30;
const int kMostSheets = 3;                 // parts of the surface that a pixel shows behind each other
const float kLeastCover = 0.02;            // where all rays around meet the surface: it has no holes of single pixels
const int kSamples = 6;                    // of the search
const float kBefore = 2.5, kBehind = 4.5;  // range of the search about the place that a ray found, cells

const float kPaint = 0.9;      // largest component of the surface's own colour
const float kHueTurn = 0.45;   // largest turn of the only ring's hue [radians]
const float kEmber = 0.12;     // its own light over that colour
const float kHalo = 0.55;      // ... at its rim, where it passes into the glow about it
const float kFarLight = 0.45;  // light at the far end of the volume

vec3 unit(vec3 v) {
  float size = length(v);
  return size > 1.0e-12 ? v / size : vec3(0.0, 1.0, 0.0);
}

float sizeAt(vec3 cell) { return length(vorticityAt(cell).yzw); }

// Gradient of the size across two cells.
vec3 slopeAt(vec3 cell) {
  vec3 slope;
  for (int axis = 0; axis < 3; ++axis) {
    vec3 aside = vec3(0.0);
    aside[axis] = 1.0;
    slope[axis] = sizeAt(cell + aside) - sizeAt(cell - aside);
  }
  return slope;
}

// How far a place is inside the surface, 0 to 1, with a soft edge that hides the cells.
float insideAt(vec3 cell) { return smoothstep(0.55, 1.35, sizeAt(cell) / surfaceLook.x); }

// Part of the surroundings' light that reaches the surface: less where other parts of it stand close by.
float openness(vec3 cell, vec3 outward) {
  float hidden = 0.0;
  for (int k = 1; k <= 4; ++k) hidden += insideAt(cell + 2.2 * float(k) * outward) / float(k);
  return 1.0 - 0.8 * min(0.6 * hidden, 1.0);
}

// Part of the first lamp's light that other parts of the surface let through, with a soft edge.
float unshadowed(vec3 cell, vec3 outward) {
  float depth = 0.0, away = 2.5;
  for (int k = 0; k < 12; ++k) {
    float hop = 1.6 + 0.3 * float(k);
    depth += hop * insideAt(cell + 2.0 * outward + away * lamps[0]);
    away += hop;
  }
  return exp(-0.4 * depth);
}

#ifdef ONE_RING
vec3 turned(vec3 paint, vec3 cell) {
  const vec3 kTowards = vec3(0.36, 0.48, 0.8), kGrey = vec3(0.57735027);
  float turn = kHueTurn * dot(unit(vorticityAt(cell).yzw), kTowards);
  return max(mix(kGrey * dot(kGrey, paint), paint, cos(turn)) + sin(turn) * cross(kGrey, paint), 0.0);
}
#else
vec3 turned(vec3 paint, vec3 cell) { return paint; }
#endif

// Own colour of the surface, the one that is set, that of the ring whose vorticity it is, or that of its level; and how
// solid it is.
vec4 ownColour(vec3 cell) {
  if (surfaceColour.w > 0.5) return vec4(surfaceColour.rgb, 1.0);
#ifdef RING_TINTS
  vec4 tint = ringTintAt(cell, vortices.cells.xyz);  // mixed like paint: not as bright as both
  return vec4(kPaint * turned(tint.rgb, cell), solidity(tint, surfaceLook.x));
#elif defined(RING_SURFACE)
  vec3 light = textureLod(glow, insideOf(cell) / vec3(textureSize(glow, 0)), 0.0).yzw;
  return vec4(kPaint * turned(light / max(max(light.x, max(light.y, light.z)), 1.0e-6), cell), 1.0);
#else
  return vec4(colourOfSize(surfaceLook.x), 1.0);
#endif
}

// Light is weaker at the far end of the volume than at its near end.
float nearness(float t) {
  vec3 extent = 0.5 * vortices.box.w * vec3(vortices.cells.xyz);
  float beyond = (t - length(vortices.box.xyz + extent - eye)) / length(extent);
  return mix(1.0, kFarLight, clamp(0.5 + 0.5 * beyond, 0.0, 1.0));
}

// Light of the surface of this colour at distance t, lit like smoke; seen from outside or from inside.
vec3 surfaceAt(vec3 cell, vec3 colour, float t, vec3 slope, vec3 direction, bool outside) {
  vec3 outward = -unit(slope), normal = outside ? outward : -outward;
  float arrived = unshadowed(cell, outward), open = openness(cell, outward);
#ifdef DYE
  if (frame.cells.x != 0) {
    vec3 uvw = coordinatesOn(frame.light, eye + t * direction);
    bool reached = all(greaterThan(uvw, vec3(0.0))) && all(lessThan(uvw.xy, vec2(1.0)));
    if (reached) arrived *= sqrt(textureLod(dyeLight, vec3(uvw.xy, min(uvw.z, 1.0)), 0.0).x);  // softer by scattering
  }
#endif
  vec3 light = surfaceLight(colour, normal, direction, arrived, open);
#ifdef RING_SURFACE
  float rim = max(1.0 - abs(dot(normal, direction)), 0.0);
  light += colour * (kEmber * open + kHalo * rim * rim);
#endif
  return nearness(t) * light;
}

vec3 cellAt(vec3 direction, float t) { return (eye + t * direction - vortices.box.xyz) / vortices.box.w; }

// A place on the ray where it meets the surface, or else where it comes closest to it.
struct Place {
  float t;
  float most;    // largest size on the ray near that place
  bool crosses;  // the ray passes through the surface there
  bool inside;   // it comes from inside
};

// Searches the ray from `low` to `high`.
Place placeBetween(vec3 direction, float low, float high) {
  float hop = (high - low) / float(kSamples), level = surfaceLook.x;
  float before = sizeAt(cellAt(direction, low));
  float a = low, b = -1.0, fa = before - level, fb = 0.0;  // the surface lies between a and b, if b is behind a
  float most = before, mostAt = low;
  for (int k = 1; k <= kSamples; ++k) {
    float t = low + float(k) * hop, here = sizeAt(cellAt(direction, t));
    if (b < a && (before - level) * (here - level) < 0.0) {
      a = t - hop;
      b = t;
      fa = before - level;
      fb = here - level;
    }
    if (here > most) {
      most = here;
      mostAt = t;
    }
    before = here;
  }
  // The largest size by a parabola.
  float earlier = sizeAt(cellAt(direction, mostAt - 0.5 * hop)), later = sizeAt(cellAt(direction, mostAt + 0.5 * hop));
  float bend = min(earlier - 2.0 * most + later, -1.0e-12);
  float t = mostAt + 0.5 * hop * clamp(0.5 * (earlier - later) / bend, -1.0, 1.0);
  Place place = Place(t, max(sizeAt(cellAt(direction, t)), most), b > a, fa > 0.0);
  if (b > a) {
    // Regula falsi in the Illinois variant, which halves the weight of a retained end (Dowell and Jarratt 1971).
    for (int i = 0; i < 4 && fa != fb; ++i) {
      place.t = (a * fb - b * fa) / (fb - fa);
      float f = sizeAt(cellAt(direction, place.t)) - level;
      if (f * fb < 0.0) {
        a = b;
        fa = fb;
      } else {
        fa *= 0.5;
      }
      b = place.t;
      fb = f;
    }
  }
  return place;
}

// The rays around a place of the picture. Those that meet the surface see nothing behind it, so that their light must
// not mix with that of the others where the surface ends.
struct Around {
  vec4 around[4];     // their hits
  vec4 lights[2];     // light and transmittance: of those that meet the surface, and of the others
  float hit, missed;  // weights of both
  float left;         // transmittance in front of the surface
};

Around raysAround(vec2 at) {
  ivec2 most = textureSize(rayHits, 0) - 1;
  vec2 ray = at * vec2(most + 1) - 0.5, part = fract(ray);
  Around rays;
  rays.lights = vec4[](vec4(0.0), vec4(0.0));
  rays.hit = rays.missed = rays.left = 0.0;
  for (int i = 0; i < 4; ++i) {
    ivec2 texel = clamp(ivec2(floor(ray)) + ivec2(i % 2, i / 2), ivec2(0), most);
    rays.around[i] = texelFetch(rayHits, texel, 0);
    vec4 light = texelFetch(rayLight, texel, 0);
    float weight = mix(1.0 - part.x, part.x, float(i % 2)) * mix(1.0 - part.y, part.y, float(i / 2)) + 1.0e-3;
    bool meets = rays.around[i].x < kNowhere;
    rays.lights[meets ? 0 : 1] += weight * light;
    rays.hit += meets ? weight : 0.0;
    rays.missed += meets ? 0.0 : weight;
    rays.left += meets ? weight * rays.around[i].w : 0.0;
  }
  rays.lights[0] /= max(rays.hit, 1.0e-6);
  rays.lights[1] /= max(rays.missed, 1.0e-6);
  rays.left /= max(rays.hit, 1.0e-6);
  return rays;
}

// The surface's light over that of the rays; `through`: the part of light from behind that passes it; `clear`: the part
// of the pixel without it.
vec4 over(Around rays, vec3 shine, float through, float clear) {
  vec4 met = rays.lights[0], other = rays.lights[1];
  if (rays.missed <= 0.0) {  // no ray sees the part without it, which is filled with the rest
    float part = max(1.0 - clear, kLeastCover);
    return vec4(met.rgb + shine / part, met.a * (1.0 - (1.0 - through) / part));
  }
  return vec4(mix(met.rgb, other.rgb, clear) + shine, met.a * (through - clear) + clear * other.a);
}

void main() {
  ivec2 pixel = pixelOfTile();
  if (any(greaterThanEqual(pixel, size))) return;
  vec2 at = (vec2(pixel) + 0.5) / vec2(size);
  vec3 atDepth = forward + (2.0 * at.x - 1.0) * right + (2.0 * at.y - 1.0) * up;
  vec3 direction = normalize(atDepth);
  Around rays = raysAround(at);
  if (rays.hit <= 0.0) return;
  float left = rays.left, through = 1.0, clear = 1.0;  // parts of the light; part of the pixel that it does not cover
  vec3 shine = vec3(0.0), met = vec3(kNowhere);
  int meets = 0;
  float from = 0.0, cell = vortices.box.w;
  for (int sheet = 0; sheet < kMostSheets && left > 0.0; ++sheet) {
    float found = kNowhere;
    for (int i = 0; i < 4; ++i) {
      for (int k = 0; k < 3; ++k)
        if (rays.around[i][k] > from) found = min(found, rays.around[i][k]);
    }
    if (found >= kNowhere) break;
    float low = max(found - kBefore * cell, from);
    from = found + kBehind * cell;
    float width = 2.0 * length(up) / float(size.y) * found / length(atDepth) / cell;
    Place place = placeBetween(direction, low, from);
    vec3 here = cellAt(direction, place.t), slope = slopeAt(here);
    // The edge of the surface is this far from the middle of the pixel, in pixels.
    float edge = 2.0 * (place.most - surfaceLook.x) / max(length(slope) * width, 1.0e-12);
#ifdef RING_TINTS
    float cover = place.inside ? 0.0 : clamp(0.5 + edge, 0.0, 1.0);  // the glow fills what is not solid
#else
    float cover = place.inside ? (place.crosses ? 1.0 : 0.0) : clamp(0.5 + edge, 0.0, 1.0);
#endif
    if (rays.missed <= 0.0) cover = max(cover, kLeastCover);
    if (cover <= 0.0) continue;
    vec4 own = ownColour(here);
    float share = cover * own.a * surfaceLook.y;
    if (share > 0.0) shine += left * share * surfaceAt(here, own.rgb, place.t, slope, direction, !place.inside);
    clear *= 1.0 - cover;
    through *= 1.0 - share;
    left *= 1.0 - share;
    if (cover * own.a > 0.5) {
      if (meets < 3) met[meets++] = place.t;
      from = max(from, place.t + cell);
    }
    if (share >= 1.0) break;
  }
  imageStore(result, pixel, over(rays, shine, through, clear));
  imageStore(hits, pixel, vec4(met, left));
}
#endif
