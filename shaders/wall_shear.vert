#version 450
// Draws elements next to a wall as Gaussian spots: the vorticity on the wall from them and their images without flux.
layout(std430, binding = 0) readonly buffer Positions { vec4 positions[]; };  // x, y, z, scalar
layout(std430, binding = 1) readonly buffer Strengths { vec4 strengths[]; };  // alpha x, y, z, core radius

layout(location = 0) uniform vec3 middle;  // centre of the square on the wall
layout(location = 1) uniform vec3 along;   // half an edge of the square
layout(location = 2) uniform vec3 across;
layout(location = 3) uniform vec3 up;      // unit normal
layout(location = 4) uniform float half_;  // length of half an edge
layout(location = 5) uniform float texels;

layout(location = 0) flat out vec3 vorticity;  // along both axes, and its magnitude, at the centre of the spot
layout(location = 1) flat out float radius;    // core radius, texels

const float kSeen = 3.0;  // largest height and radius of a spot, in core radii

#include "shown_particles.glsl"

void main() {
  vec4 position = positions[gl_VertexID], strength = strengths[gl_VertexID];
  vec3 away = position.xyz - middle;
  float sigma = strength.w, height = dot(away, up) / max(sigma, 1.0e-30);
  gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  gl_PointSize = 1.0;
  vorticity = vec3(0.0);
  radius = 1.0;
  if (!isShown(position) || !isShown(strength) || !(sigma > 0.0) || height > kSeen) return;
  vec2 alpha = vec2(dot(strength.xyz, along), dot(strength.xyz, across)) / half_;
  float bell = 0.126987 * exp(-0.5 * height * height) / (sigma * sigma * sigma);  // 2 (2 pi)^(-3/2)
  vorticity = vec3(alpha, length(alpha)) * bell;
  radius = max(sigma / half_ * 0.5 * texels, 0.6);
  gl_PointSize = 2.0 * kSeen * radius;
  gl_Position = vec4(dot(away, along) / (half_ * half_), dot(away, across) / (half_ * half_), 0.0, 1.0);
}
