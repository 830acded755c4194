#version 450
// Bodies in space: triangles with a normal at each corner, no vertex data.
struct Corner { float x, y, z, normalX, normalY, normalZ; };
layout(std430, binding = 0) readonly buffer Corners { Corner corners[]; };  // in the body's own directions [L]

layout(location = 0) uniform mat4 viewProjection;
layout(location = 1) uniform mat4 pose;  // of the body

// Where a triangle covers a part of a pixel, at that part: beyond an edge normals turn away.
layout(location = 0) centroid out vec3 place;
layout(location = 1) centroid out vec3 normal;

void main() {
  Corner corner = corners[gl_VertexID];
  place = (pose * vec4(corner.x, corner.y, corner.z, 1.0)).xyz;
  normal = mat3(pose) * vec3(corner.normalX, corner.normalY, corner.normalZ);
  gl_Position = viewProjection * vec4(place, 1.0);
}
