// Where the density volume lies and how light and eye look at it: written by volume_place.comp, the extinction by
// volume_extinction.comp; read by all passes behind them. Variants: FRAME_WRITTEN for those two. The layout, the same by
// both rules; app/render/picture/volume_frame.h knows its size.

// Rays that cross the box, side by side or out of one point. A place is given by u and v, 0 to 1 across the rays, and
// w, 0 to 1 along them from where they reach the box to where they have left it.
struct Rays {
  vec4 origin;  // of all rays at u = v = 0; w: 1 = they spread out of one point, 0 = they are parallel
  vec4 across;  // from u = 0 to u = 1, at unit depth where rays spread; w: 1 / length^2
  vec4 upward;  // the same for v
  vec4 along;   // the ray of u = v = 0, a step of unit depth; w: depth at w = 0
  vec4 axis;    // of depth, unit length; w: depth from w = 0 to w = 1
};

struct VolumeFrame {
  uvec4 workGroups;     // of a pass over all bricks, 64 in each; the arguments of an indirect dispatch
  ivec4 cells;          // along x, y, z; 0 where there are no tracers
  uvec4 bricks;         // along x, y, z
  vec4 box;             // low corner of the first cell, side of a cell
  vec4 depthOfTracer;   // x: optical depth across a cell that holds one tracer
  Rays light;
  Rays second;          // of the second lamp
  Rays eye;
};

#ifdef FRAME_WRITTEN
layout(std430, binding = 6) buffer Frame { VolumeFrame frame; };
#else  // software drivers read uniforms once for many invocations
layout(std140, binding = 0) uniform Frame { VolumeFrame frame; };
#endif

const int kBrick = 4;  // cells a side

// In cells from the low corner of the box.
vec3 cellOf(vec3 place) { return (place - frame.box.xyz) / frame.box.w; }

vec3 placeOn(Rays rays, vec3 uvw) {
  float depth = rays.along.w + uvw.z * rays.axis.w;
  vec3 side = uvw.x * rays.across.xyz + uvw.y * rays.upward.xyz;
  return rays.origin.xyz + depth * rays.along.xyz + (rays.origin.w > 0.5 ? depth : 1.0) * side;
}

vec3 coordinatesOn(Rays rays, vec3 place) {
  vec3 offset = place - rays.origin.xyz;
  float depth = dot(offset, rays.axis.xyz);
  vec3 side = rays.origin.w > 0.5 ? offset / depth - rays.along.xyz : offset;
  return vec3(dot(side, rays.across.xyz) * rays.across.w, dot(side, rays.upward.xyz) * rays.upward.w,
              (depth - rays.along.w) / rays.axis.w);
}
