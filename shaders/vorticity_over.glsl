// The vorticity's light over the ground; included by the passes that make the picture.
layout(binding = 6) uniform sampler2D vorticityLight;  // light towards the eye, part that passes through

// `through`: what the smoke leaves of the ground. Of the vorticity's light it has taken its part already.
vec3 behindVorticity(vec3 ground, vec2 place, vec3 through) {
  vec4 here = textureLod(vorticityLight, place, 0.0);
  return here.rgb + here.a * through * ground;
}
