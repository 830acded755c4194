// The vorticity's light over the ground; included by the passes that make the picture. Must follow tone.glsl.
// Variants: LIT    light of any strength; else colours of a scale, which are shown as they are
//           BLOOM  with LIT: with what vorticity_bloom.comp spreads
layout(binding = 6) uniform sampler2D vorticityLight;  // light towards the eye, transmittance
#ifdef BLOOM
layout(binding = 16) uniform sampler2D vorticityBloom;
#endif

const float kExposure = 1.25;

// `through`: transmittance of the smoke for the ground. The vorticity's light is already dimmed by the smoke.
vec3 behindVorticity(vec3 ground, vec2 place, vec3 through) {
  vec4 here = textureLod(vorticityLight, place, 0.0);
#ifdef BLOOM
  here.rgb += textureLod(vorticityBloom, place, 0.0).rgb;
#endif
#ifdef LIT
  here.rgb = toneMapped(kExposure * here.rgb);
#endif
  return here.rgb + here.a * through * ground;
}
