// What the vorticity leaves of the view at a place, for tracers that are drawn one by one. Behind vorticity_field.glsl.
layout(binding = 10) uniform sampler3D vorticityView;  // left of the view behind the volume, along the eye's rays
layout(binding = 11) uniform sampler2D surfaceHits;    // distances from the eye where the surface is met
layout(location = 40) uniform vec3 vorticityEye;
layout(location = 41) uniform bool throughVolume;

const float kNoSurface = 1.0e29;  // what is farther away than this is none

// Distances from the eye where the surface is met, nearest first; `at` is the place on the picture, 0 to 1.
vec4 surfaceMet(vec2 at) {
  ivec2 size = textureSize(surfaceHits, 0);
  return texelFetch(surfaceHits, clamp(ivec2(at * vec2(size)), ivec2(0), size - 1), 0);
}

const float kOnSlice = 1.0e-4;  // of the way to the eye: so near a tracer is on the slice, which does not hide it

float seenPastVorticity(vec3 place, vec2 at) {
  float seen = 1.0;
  vec3 offset = place - vorticityEye;
  float met = sliceMet(vorticityEye, offset);
  if (met > 0.0 && met < 1.0 - kOnSlice) seen *= 1.0 - sliceLook.x;
  if (surfaceLook.x > 0.0) {
    vec4 hits = surfaceMet(at);
    float away = length(offset);
    for (int i = 0; i < 4; ++i) {
      if (hits[i] < away) seen *= 1.0 - surfaceLook.y;
    }
  }
  if (throughVolume && vortices.cells.x != 0) {
    vec3 uvw = coordinatesOn(vortices.eye, place);
    bool reached = all(greaterThan(uvw.xy, vec2(0.0))) && all(lessThan(uvw.xy, vec2(1.0))) && uvw.z > 0.0;
    if (reached) seen *= textureLod(vorticityView, uvw, 0.0).x;
  }
  return seen;
}
