// Reflection of the light of the smoke's lamps by a solid surface. Must follow smoke_light.glsl.
const float kLampFull = 2.4;   // kLampLight of app/render/picture/smoke_picture.cpp
const float kWrapped = 0.25;   // light reaches this far beyond a lamp's horizon: the surface looks soft
const float kGloss = 0.3;
const float kGlossiness = 40.0;
const float kOwnGloss = 0.85;  // part of the reflection that has the surface's hue: white would make it a pastel
const float kRim = 0.18;

// Light of a surface of this colour, with the normal on the eye's side, seen along `direction`; `arrived`: the part of
// the first lamp's light that reaches the surface; `open`: the part of its surroundings' light.
vec3 surfaceLight(vec3 colour, vec3 normal, vec3 direction, float arrived, float open) {
  float edge = pow(max(1.0 - abs(dot(normal, direction)), 0.0), 3.0);
  vec3 sum = colour * open * (medium.x * (0.75 + 0.25 * normal.y) + 0.06);
  vec3 shine = vec3(0.0), hue = colour / max(max(colour.r, max(colour.g, colour.b)), 1.0e-6);
  vec3 mirror = kGloss * mix(vec3(1.0), hue, kOwnGloss);
  for (int lamp = 0; lamp < 2; ++lamp) {
    vec3 strength = lampLights[lamp] / kLampFull * (lamp == 0 ? arrived : open);
    float facing = dot(normal, lamps[lamp]);
    sum += colour * strength * max((facing + kWrapped) / (1.0 + kWrapped), 0.0);
    float mirrored = max(dot(normal, normalize(lamps[lamp] - direction)), 0.0);
    float gloss = step(0.0, facing) * pow(mirrored, kGlossiness);
    shine += strength * (gloss * mirror + kRim * edge * max(facing + 0.5, 0.0) * colour);
  }
  return sum + shine;
}
