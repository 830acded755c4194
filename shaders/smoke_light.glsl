// Scattering of the light that reaches smoke towards the eye; included by the pass that draws smoke.
// app/render/picture/smoke_picture.h sets the uniforms.
layout(location = 24) uniform vec3 lamps[2];       // unit vectors to the lamps
layout(location = 26) uniform vec3 lampLights[2];  // light of each lamp, linear; the second may be 0
layout(location = 28) uniform vec2 medium;         // ambient light, asymmetry of the phase function

const vec3 kOctaves = vec3(0.68, 0.2, 0.12);  // parts of the light scattered once, a few times, many times
const vec3 kDirected = vec3(1.0, 0.5, 0.25);  // factor on the asymmetry for each part
const vec2 kDeeper = vec2(0.25, 0.9);         // the colour's part taken at each scattering: lit, in shade
const float kWarmer = 0.7;                    // further loss of green in yellow, as dark yellow looks olive
const float kBackLobe = 0.2;

// Henyey and Greenstein 1941, relative to isotropic scattering.
vec3 phase(vec3 g, float cosine) {
  vec3 base = 1.0 + g * g - 2.0 * g * cosine;
  return (1.0 - g * g) / (base * sqrt(base));
}

// Parts of each lamp's light scattered towards the eye by unshaded smoke, for a view along `direction` (unit vector
// away from the eye). A second lobe stands for back scattering by droplets.
struct Lights {
  vec3 first, second;
};
vec3 lampAlong(vec3 direction, vec3 lamp) {
  float cosine = dot(direction, lamp);
  vec3 g = medium.y * kDirected;
  return kOctaves * mix(phase(g, cosine), phase(-0.5 * g, cosine), kBackLobe);
}
Lights lightsAlong(vec3 direction) { return Lights(lampAlong(direction, lamps[0]), lampAlong(direction, lamps[1])); }

// Light of smoke of this colour, where `arrived` is the part of each lamp's light that arrives directly. Light
// scattered by other smoke passes half and a quarter of the optical depth (octaves of Wrenninge, Kulla and Lundqvist
// 2013). It takes on the smoke's colour at each scattering, more so deep in shade: shadows have deeper colours rather
// than grey, and yellow turns to orange, as by selective absorption, not to olive. Ambient light is shaded like the
// first lamp's for the part that comes from the lamp's side.
vec3 lightAt(Lights lights, vec2 arrived, vec3 colour) {
  vec2 softer = sqrt(arrived), softest = sqrt(softer);
  vec3 first = lights.first * vec3(arrived.x, softer.x, softest.x);
  vec3 second = lights.second * vec3(arrived.y, softer.y, softest.y);
  vec3 taken = colour / max(max(colour.r, colour.g), max(colour.b, 1.0e-6));
  taken.g *= 1.0 - kWarmer * max(min(taken.r, taken.g) - taken.b, 0.0);
  vec3 deeper = mix(vec3(1.0), taken, mix(kDeeper.y, kDeeper.x, max(softest.x, softest.y)));
  vec3 ambient = vec3(medium.x * (0.4 + 0.6 * softest.x));
  vec3 once = first.x * lampLights[0] + second.x * lampLights[1];
  vec3 some = ambient + first.y * lampLights[0] + second.y * lampLights[1];
  vec3 many = first.z * lampLights[0] + second.z * lampLights[1];
  return colour * (once + deeper * (some + deeper * many));
}
