#version 450
// The inside of a body, in sRGB.
layout(location = 1) uniform float onLight;  // 1 for a light background, else 0
layout(location = 0) out vec4 result;

void main() {
  result = vec4(mix(vec3(0.115, 0.135, 0.175), vec3(0.80, 0.82, 0.86), onLight), 1.0);
}
