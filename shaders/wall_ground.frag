#version 450
layout(binding = 0) uniform sampler2D shear;  // components along both axes, sum of magnitudes
layout(location = 4) uniform vec3 tint;       // colour of added or absorbed light
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 light;

const float kTypical = 6.0;  // shear over its mean at which the colour has 63 % of its strength
const float kMost = 0.55;

void main() {
  vec3 here = textureLod(shear, 0.5 * at + 0.5, 0.0).xyz;
  float mean = textureLod(shear, vec2(0.5), 8.0).z;
  float part = mean > 0.0 ? 1.0 - exp(-length(here.xy) / (kTypical * mean)) : 0.0;
  float edge = 1.0 - smoothstep(0.8, 1.0, length(at));
  light = vec4(tint * (kMost * part * edge), 0.0);
}
