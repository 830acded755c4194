// The range of the tracers' coordinates, found in two steps; included by the passes that do.
struct VolumeBounds {
  vec4 low, high;      // x, y, z: of the bins; in the end of all tracers but those that ran away
  vec4 binsPerLength;  // of the second histogram
  uvec4 count;         // x: tracers
  uvec4 below;         // tracers below the bins of the second histogram
};

const uint kBins = 2048u;    // as in volume_frame.cpp
const uint kKeyShift = 21u;  // 32 - log2(kBins)
const float kReach = 0.15;   // so much farther than nearly all of them, as part of their width, tracers still count

layout(std430, binding = 1) BOUNDS_ACCESS buffer Bounds {
  VolumeBounds bounds;
  uint histogram[];  // [3][kBins]
};

// Integers in the order of the floats.
uvec3 keyOf(vec3 x) {
  uvec3 bits = floatBitsToUint(x);
  return mix(bits | 0x80000000u, ~bits, notEqual(bits & 0x80000000u, uvec3(0u)));
}
float valueOf(uint key) {
  return uintBitsToFloat((key & 0x80000000u) != 0u ? key & 0x7fffffffu : ~key);
}
