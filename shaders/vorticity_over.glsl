// The vorticity's light over the ground; included by the passes that make the picture.
layout(binding = 6) uniform sampler2D vorticityLight;  // light towards the eye, transmittance

// `through`: transmittance of the smoke for the ground. The vorticity's light is already dimmed by the smoke.
vec3 behindVorticity(vec3 ground, vec2 place, vec3 through) {
  vec4 here = textureLod(vorticityLight, place, 0.0);
  return here.rgb + here.a * through * ground;
}
