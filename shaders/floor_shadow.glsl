// The shadow of the smoke, of the vorticity and of bodies on the floor, from the first lamp, and in the dark the lamp's
// light on the floor.
// app/render/picture/ground.h sets the uniforms.
// Variants: FLOOR_LIGHT  with the lamp's light on the floor
//           VORTICITY    with the shadow of the vorticity
//           SOLIDS       with the shadow of bodies in space
layout(binding = 4) uniform sampler3D arrivedLight;
layout(location = 30) uniform vec4 floorPlane;    // upward unit normal, height
layout(location = 31) uniform vec3 floorEye;
layout(location = 32) uniform vec3 floorForward;  // to the middle of the picture, at unit depth
layout(location = 33) uniform vec3 floorRight;    // from the middle to the right edge, at unit depth
layout(location = 34) uniform vec3 floorUp;       // from the middle to the upper edge, at unit depth
layout(location = 35) uniform vec4 floorPool;     // centre of the lamp's pool of light, 1 / width
layout(location = 36) uniform float floorShade;   // how dark the shadow is
#ifdef VORTICITY
layout(binding = 8) uniform sampler2D floorLight;  // result of vorticity_floor.comp
layout(location = 37) uniform vec3 floorAcross;    // to coordinates on it from places about the pool's centre
layout(location = 38) uniform vec3 floorAlong;
#endif
#ifdef SOLIDS
layout(binding = 19) uniform sampler2D solidShadow;  // solid.frag with SHADOW, app/render/picture/solids.h binds it
layout(location = 42) uniform vec4 shadowAcross;     // to coordinates on it from places
layout(location = 43) uniform vec4 shadowAlong;
layout(location = 44) uniform vec3 shadowReach;      // coordinates of a length across and along [1/L]; greatest height
                                                     // along the lamp's rays [L]
#endif

const float kLamp = 0.09;   // half the angular size of the lamp, about: distant shadows are softer
const vec3 kPool = vec3(0.031, 0.038, 0.053);  // light in the middle of the pool
const vec2 kTaps[12] = vec2[](vec2(0.33, 0.0), vec2(-0.165, 0.286), vec2(-0.165, -0.286), vec2(0.0, 0.7),
                              vec2(0.606, -0.35), vec2(-0.606, -0.35), vec2(0.606, 0.35), vec2(-0.606, 0.35),
                              vec2(0.0, -0.7), vec2(1.0, 0.0), vec2(-0.5, 0.866), vec2(-0.5, -0.866));

// Part of the lamp's light that reaches a place on the floor.
float lightOnFloor(vec3 place) {
  if (frame.cells.x == 0) return 1.0;
  vec3 uvw = coordinatesOn(frame.light, place);
  vec2 reach = kLamp * max(uvw.z, 0.2) * frame.light.axis.w * sqrt(vec2(frame.light.across.w, frame.light.upward.w));
  float sum = 0.0;
  for (int i = 0; i < 12; ++i) {
    vec2 at = uvw.xy + reach * kTaps[i];
    // The shadow fades at the edge of the light's volume, where it is too faint to be missed.
    vec2 inside = smoothstep(vec2(0.0), vec2(0.04), at) * smoothstep(vec2(0.0), vec2(0.04), 1.0 - at);
    sum += mix(1.0, textureLod(arrivedLight, vec3(at, clamp(uvw.z, 0.0, 1.0)), 0.0).x, inside.x * inside.y);
  }
  return sum / 12.0;
}

#ifdef SOLIDS
// Mean of the shadow's picture over a disc of the floor with this radius.
vec2 shadowAround(vec2 at, float radius) {
  vec2 reach = radius * shadowReach.xy;
  float texels = max(reach.x, reach.y) * float(textureSize(solidShadow, 0).x);
  vec2 sum = vec2(0.0);
  for (int i = 0; i < 12; ++i) sum += textureLod(solidShadow, at + reach * kTaps[i], log2(max(0.5 * texels, 1.0))).xy;
  return sum / 12.0;
}

// Part of the lamp's light that bodies leave to a place on the floor: softer below higher ones, as the lamp's disc is
// seen past them.
float lightPastSolids(vec3 place) {
  vec2 at = vec2(dot(place, shadowAcross.xyz), dot(place, shadowAlong.xyz)) + vec2(shadowAcross.w, shadowAlong.w);
  if (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, vec2(1.0)))) return 1.0;
  vec2 above = shadowAround(at, kLamp * shadowReach.z);
  if (above.x <= 0.0) return 1.0;
  return 1.0 - shadowAround(at, kLamp * shadowReach.z * above.y / above.x).x;
}
#endif

// The ground in this direction, given by -1 to 1 across the picture.
vec3 shadedFloor(vec3 ground, vec2 xy) {
  vec3 along = floorForward + xy.x * floorRight + xy.y * floorUp;
  float slope = dot(floorPlane.xyz, along);
  float depth = (floorPlane.w - dot(floorPlane.xyz, floorEye)) / (abs(slope) > 1.0e-6 ? slope : 1.0e-6);
  if (depth <= 0.0) return ground;
  vec3 place = floorEye + depth * along;
  vec3 aside = (place - floorPool.xyz) * floorPool.w;
  float near = exp(-dot(aside, aside));
  float arrived = lightOnFloor(place);
#ifdef VORTICITY
  vec3 fromPool = place - floorPool.xyz;
  arrived *= textureLod(floorLight, vec2(dot(fromPool, floorAcross), dot(fromPool, floorAlong)) + 0.5, 0.0).x;
#endif
#ifdef SOLIDS
  arrived *= lightPastSolids(place);
#endif
  float light = mix(1.0, arrived, floorShade);
#ifdef FLOOR_LIGHT
  return ground + kPool * near * light;
#else
  return ground * mix(1.0, light, sqrt(near));
#endif
}
