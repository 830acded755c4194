// Transmittance of the vorticity from the eye to a place, for objects drawn one by one. Must follow
// vorticity_field.glsl.
layout(binding = 10) uniform sampler3D vorticityView;  // transmittance of the volume along the eye's rays
layout(binding = 11) uniform sampler2D surfaceHits;    // three distances from the eye where the surface is met
layout(location = 40) uniform vec3 vorticityEye;
layout(location = 41) uniform bool throughVolume;

const float kNoSurface = 1.0e29;  // larger distances mean no surface

// Distances from the eye where the surface is met, nearest first; `at` is the place on the picture, 0 to 1.
vec3 surfaceMet(vec2 at) {
  ivec2 size = textureSize(surfaceHits, 0);
  return texelFetch(surfaceHits, clamp(ivec2(at * vec2(size)), ivec2(0), size - 1), 0).xyz;
}

const float kOnSlice = 1.0e-4;  // part of the distance to the eye within which a tracer is on the slice and not hidden

float seenPastVorticity(vec3 place, vec2 at) {
  float seen = 1.0;
  vec3 offset = place - vorticityEye;
  float met = sliceMet(vorticityEye, offset);
  if (met > 0.0 && met < 1.0 - kOnSlice) seen *= 1.0 - sliceLook.x;
  if (surfaceLook.x > 0.0) {
    vec3 hits = surfaceMet(at);
    float away = length(offset);
    for (int i = 0; i < 3; ++i) {
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
