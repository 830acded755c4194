// The range of the tracers' coordinates, found in two passes; included by their shaders.
struct VolumeBounds {
  vec4 low, high;      // x, y, z: range of the bins; in the end that of all tracers but outliers
  vec4 binsPerLength;  // of the second histogram
  uvec4 count;         // x: number of tracers
  uvec4 below;         // number of tracers below the bins of the second histogram
};

const uint kBins = 2048u;    // as in volume_frame.cpp
const uint kKeyShift = 21u;  // 32 - log2(kBins)
const float kReach = 0.15;   // margin beyond nearly all tracers, over their range, in which tracers count

layout(std430, binding = 1) BOUNDS_ACCESS buffer Bounds {
  VolumeBounds bounds;
  uint histogram[];  // [3][kBins]
};

// Integers with the order of the floats.
uvec3 keyOf(vec3 x) {
  uvec3 bits = floatBitsToUint(x);
  return mix(bits | 0x80000000u, ~bits, notEqual(bits & 0x80000000u, uvec3(0u)));
}
float valueOf(uint key) {
  return uintBitsToFloat((key & 0x80000000u) != 0u ? key & 0x7fffffffu : ~key);
}
