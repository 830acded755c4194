// The vorticity as it is drawn: its volume, a slice through it and a surface on which its size is the same. Behind
// volume_frame.glsl and vorticity_census.glsl. app/render/picture/vorticity_picture.h binds what is read; the layout of
// the look is VorticityLook of app/render/picture/vorticity_picture.cpp.
layout(std140, binding = 1) uniform Vortices { VolumeFrame vortices; };
layout(std140, binding = 3) uniform VorticityLook {
  vec4 slicePlane;     // unit vector along the slice's axis, where it cuts that
  vec4 sliceLook;      // opacity, 0: no slice; 1: the component along the axis, else the size; the colours' end [1/T]
  vec4 surfaceLook;    // level, as part of the largest size, 0: no surface; opacity; least size that is looked at
  vec4 surfaceColour;  // linear light; 1, or 0: what the colours have for its level
};
layout(binding = 8) uniform sampler3D vorticity;         // size, omega, in units of the largest size
layout(binding = 9) uniform sampler2D vorticityColours;  // 256, linear light: of sizes, and of components

// The place in cells of the volume, or the nearest one between the middles of its cells.
vec3 insideOf(vec3 cell) { return clamp(cell, vec3(0.5), vec3(vortices.cells.xyz) - 0.5); }

// At a place in cells of the volume.
vec4 vorticityAt(vec3 cell) {
  return textureLod(vorticity, insideOf(cell) / vec3(textureSize(vorticity, 0)), 0.0);
}

vec3 vorticityColour(float index, int row) {
  return texelFetch(vorticityColours, ivec2(int(clamp(index, 0.0, 1.0) * 255.0 + 0.5), row), 0).rgb;
}
// To parts of the colours' scale, of vorticity in units of the largest.
float toScale() { return largestVorticity() / scaleTop(sliceLook.z); }
vec3 colourOfSize(float size) { return vorticityColour(size * toScale(), 0); }

// Where a ray from `from` along `direction` meets the slice, in units of that; nowhere: less than 0.
float sliceMet(vec3 from, vec3 direction) {
  if (sliceLook.x <= 0.0 || vortices.cells.x == 0) return -1.0;
  float slope = dot(slicePlane.xyz, direction);
  float t = (slicePlane.w - dot(slicePlane.xyz, from)) / (abs(slope) > 1.0e-12 ? slope : 1.0e-12);
  vec3 cell = (from + t * direction - vortices.box.xyz) / vortices.box.w;
  // Across its own axis it may miss the box by a rounding, not along it.
  vec3 aside = abs(cell - 0.5 * vec3(vortices.cells.xyz)) - 0.5 * vec3(vortices.cells.xyz);
  return all(lessThanEqual(aside, vec3(1.0e-3))) ? t : -1.0;
}

// The slice at a place on it.
struct Sheet {
  vec3 colour;
  float hides;  // of the flow behind it
  float shows;  // the same of the ground: where there is no vorticity the ground is seen
};
const float kSeen = 0.05;  // part of the scale that covers the ground

Sheet sliceAt(vec3 place) {
  vec3 omega = vorticityAt((place - vortices.box.xyz) / vortices.box.w).yzw * toScale();
  bool component = sliceLook.y > 0.5;
  float value = component ? dot(omega, slicePlane.xyz) : length(omega);
  vec3 colour = component ? vorticityColour(0.5 + 0.5 * value, 1) : vorticityColour(value, 0);
  return Sheet(colour, sliceLook.x, sliceLook.x * smoothstep(0.0, kSeen, abs(value)));
}

// The same with a line along its rim, where a texel is that long.
Sheet rimmedSlice(vec3 place, vec3 direction, float texel) {
  const vec3 kRim = vec3(0.1);
  Sheet sheet = sliceAt(place);
  vec3 low = vortices.box.xyz, high = low + vortices.box.w * vec3(vortices.cells.xyz);
  vec3 seen = sqrt(max(1.0 - direction * direction, 0.0));  // of a length along each axis
  vec3 apart = min(place - low, high - place) * seen / texel + 1.0e9 * slicePlane.xyz;
  float rim = sliceLook.x * (1.0 - smoothstep(0.5, 1.5, min(apart.x, min(apart.y, apart.z))));
  return Sheet(mix(sheet.colour, kRim, rim), sheet.hides, max(sheet.shows, 0.5 * rim));
}
