#version 450
// Bodies of a plane flow: triangles in the plane z = 0, no vertex data.
layout(std430, binding = 0) readonly buffer Corners { vec2 corners[]; };  // [L]

layout(location = 0) uniform mat4 viewProjection;

void main() {
  gl_Position = viewProjection * vec4(corners[gl_VertexID], 0.0, 1.0);
}
