#version 450
// The square of the wall that shows its shear.
layout(location = 0) uniform mat4 viewProjection;
layout(location = 1) uniform vec3 middle;
layout(location = 2) uniform vec3 along;
layout(location = 3) uniform vec3 across;

layout(location = 0) out vec2 at;  // -1 to 1

void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  gl_Position = viewProjection * vec4(middle + at.x * along + at.y * across, 1.0);
}
