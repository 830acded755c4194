// How smoke turns the light that reaches it towards the eye; included by the passes that draw it.
// app/render/picture/smoke_light.h sets the uniforms.
layout(location = 24) uniform vec3 lamp;         // unit vector to the light
layout(location = 25) uniform float scattering;  // asymmetry of the phase function
layout(location = 26) uniform vec2 lights;       // of all around and of the lamp

// Henyey and Greenstein 1941, relative to scattering alike in all directions.
float phase(float g, float cosine) {
  float base = 1.0 + g * g - 2.0 * g * cosine;
  return (1.0 - g * g) / (base * sqrt(base));
}

// Parts of the light towards the eye along `direction`, a unit vector away from it, of smoke that no other shades: from
// all around, from the lamp at once, and from the lamp by way of other smoke, which is softer and less directed.
vec3 lightsAlong(vec3 direction) {
  float cosine = dot(direction, lamp);
  return vec3(lights.x, lights.y * vec2(0.8 * phase(scattering, cosine), 0.2 * phase(0.5 * scattering, cosine)));
}

// All of them where `arrived` is the part of the lamp's light that got there at once. Light that goes round by other
// smoke meets a quarter of the optical depth (after Wrenninge, Kulla and Lundqvist 2013); what comes from all around
// finds its way as hard where the lamp does, to the half of it that comes from that side.
float lightAt(vec3 parts, float arrived) {
  float around = sqrt(sqrt(arrived));
  return parts.x * (0.4 + 0.6 * around) + parts.y * arrived + parts.z * around;
}
