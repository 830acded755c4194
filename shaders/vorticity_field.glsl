// The vorticity as it is drawn: its volume, a slice, and an isosurface of its magnitude. Must follow volume_frame.glsl
// and vorticity_census.glsl. app/render/picture/vorticity_picture.h binds the input; the layout of the look is that of
// Block in app/render/picture/vorticity_picture.cpp.
layout(std140, binding = 1) uniform Vortices { VolumeFrame vortices; };
layout(std140, binding = 3) uniform VorticityLook {
  vec4 slicePlane;     // unit vector along the slice's axis, position on that axis [L]
  vec4 sliceLook;      // opacity, 0: no slice; 0: magnitude, 1: component along the axis, 2: number of another
                       // quantity; end of the colours [1/T]; opacity of the rim
  vec4 surfaceLook;    // level over coreVorticity(), 0: no surface; opacity; smallest magnitude drawn
  vec4 surfaceColour;  // linear light; 1, or 0: use the colour of its level
};
layout(binding = 8) uniform sampler3D vorticity;         // of vorticity_store.comp
layout(binding = 9) uniform sampler2D vorticityColours;  // 256, linear light: row 0 magnitudes, row 1 components

// The place in cells, clamped to the range between the centres of the outermost cells.
vec3 insideOf(vec3 cell) { return clamp(cell, vec3(0.5), vec3(vortices.cells.xyz) - 0.5); }

// Vorticity at a place in cells of the volume.
vec4 vorticityAt(vec3 cell) {
  return textureLod(vorticity, insideOf(cell) / vec3(textureSize(vorticity, 0)), 0.0);
}

// Vorticity of the fluid at a solid surface with this normal, over coreVorticity(): somewhat above it, where the fluid
// no longer moves with the body. The lattice sees a slanting surface as stairs, on which a layer of few nodes is
// uneven: a mean over a core about the place is not.
vec3 vorticityAtSurface(vec3 place, vec3 normal) {
  vec3 cell = (place - vortices.box.xyz) / vortices.box.w;
  if (any(lessThan(cell, vec3(0.0))) || any(greaterThan(cell, vec3(vortices.cells.xyz)))) return vec3(0.0);
  float reach = clamp(coreRadius(1) / vortices.box.w, 1.5, 4.0);  // cells
  vec3 first = normalize(cross(normal, abs(normal.z) < 0.7 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
  vec3 second = cross(normal, first), sum = vec3(0.0);
  for (int i = 0; i < 8; ++i) {
    float angle = 0.7853982 * float(i);
    float above = (i & 1) == 0 ? 0.6 : 1.3;
    sum += vorticityAt(cell + reach * (above * normal + cos(angle) * first + sin(angle) * second)).yzw;
  }
  return sum / 8.0;
}

vec3 vorticityColour(float index, int row) {
  return texelFetch(vorticityColours, ivec2(int(clamp(index, 0.0, 1.0) * 255.0 + 0.5), row), 0).rgb;
}
// Factor from vorticity over that of the cores to parts of the colour scale.
float toScale() { return coreVorticity() / scaleTop(sliceLook.z); }
vec3 colourOfSize(float size) { return vorticityColour(size * toScale(), 0); }

// Where a ray from `from` along `direction` meets the slice, in units of `direction`; below 0: nowhere.
float sliceMet(vec3 from, vec3 direction) {
  if (sliceLook.x <= 0.0 || vortices.cells.x == 0) return -1.0;
  float slope = dot(slicePlane.xyz, direction);
  float t = (slicePlane.w - dot(slicePlane.xyz, from)) / (abs(slope) > 1.0e-12 ? slope : 1.0e-12);
  vec3 cell = (from + t * direction - vortices.box.xyz) / vortices.box.w;
  // A tolerance, as rounding may put the slice just outside the box.
  vec3 aside = abs(cell - 0.5 * vec3(vortices.cells.xyz)) - 0.5 * vec3(vortices.cells.xyz);
  return all(lessThanEqual(aside, vec3(1.0e-3))) ? t : -1.0;
}

// A slice at one place.
struct Sheet {
  vec3 colour;
  float hides;  // opacity to the flow behind it
  float shows;  // opacity to the ground, which is seen where there is no vorticity
};
const float kSeen = 0.05;  // part of the scale at which the ground is covered

Sheet sliceAt(vec3 place) {
  vec4 here = vorticityAt((place - vortices.box.xyz) / vortices.box.w) * toScale();
  bool component = sliceLook.y > 0.5;  // or number
  float value = sliceLook.y > 1.5 ? here.x : component ? dot(here.yzw, slicePlane.xyz) : length(here.yzw);
  vec3 colour = component ? vorticityColour(0.5 + 0.5 * value, 1) : vorticityColour(value, 0);
  return Sheet(colour, sliceLook.x, sliceLook.x * smoothstep(0.0, kSeen, abs(value)));
}

// The slice with a line along its rim, if it has one; `texel` is the size of a texel there [L].
Sheet rimmedSlice(vec3 place, vec3 direction, float texel) {
  const vec3 kRim = vec3(0.1);
  Sheet sheet = sliceAt(place);
  vec3 low = vortices.box.xyz, high = low + vortices.box.w * vec3(vortices.cells.xyz);
  vec3 seen = sqrt(max(1.0 - direction * direction, 0.0));  // visible part of a length along each axis
  vec3 apart = min(place - low, high - place) * seen / texel + 1.0e9 * slicePlane.xyz;
  float rim = sliceLook.w * (1.0 - smoothstep(0.5, 1.5, min(apart.x, min(apart.y, apart.z))));
  return Sheet(mix(sheet.colour, kRim, rim), sheet.hides, max(sheet.shows, 0.5 * rim));
}
