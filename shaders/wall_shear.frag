#version 450
layout(location = 0) flat in vec3 vorticity;
layout(location = 1) flat in float radius;
layout(location = 0) out vec4 sum;

void main() {
  vec2 at = (gl_PointCoord - 0.5) * 6.0;  // in core radii: kSeen to each side
  sum = vec4(vorticity * exp(-0.5 * dot(at, at)), 0.0);
}
