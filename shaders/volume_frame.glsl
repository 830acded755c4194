// Box of the density volume, and the rays of light and eye through it. volume_place.comp writes them, and
// volume_extinction.comp the extinction; all later passes read them. The layout is the same by std140 and std430;
// app/render/picture/volume_frame.h has its size.
// Variants: FRAME_WRITTEN  for the two writers

// Rays that cross the box, parallel or from one point. A place has coordinates u and v, 0 to 1 across the rays, and w,
// 0 to 1 along the rays between their entry into the box and their exit.
struct Rays {
  vec4 origin;  // origin of the ray u = v = 0; w: 1 = rays spread from one point, 0 = parallel
  vec4 across;  // from u = 0 to u = 1, at unit depth if rays spread; w: 1 / length^2
  vec4 upward;  // the same for v
  vec4 along;   // direction of the ray u = v = 0, for a step of unit depth; w: depth at w = 0
  vec4 axis;    // unit vector of depth; w: depth from w = 0 to w = 1
};

struct VolumeFrame {
  uvec4 workGroups;     // work groups of a pass over all bricks, 64 in each; the arguments of an indirect dispatch
  ivec4 cells;          // along x, y, z; 0 without tracers
  uvec4 bricks;         // along x, y, z
  vec4 box;             // low corner of the first cell [L], side of a cell [L]
  vec4 depthOfTracer;   // x: optical depth across a cell that holds one tracer
  Rays light;
  Rays second;          // rays of the second lamp
  Rays eye;
};

#ifdef FRAME_WRITTEN
layout(std430, binding = 6) buffer Frame { VolumeFrame frame; };
#else  // uniforms: software drivers read them once for many invocations
layout(std140, binding = 0) uniform Frame { VolumeFrame frame; };
#endif

const int kBrick = 4;  // cells a side

// Place in cells from the low corner of the box.
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
