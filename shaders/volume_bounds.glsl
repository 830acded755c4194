// The range of the tracers' coordinates, narrowed down from pass to pass; included by the passes that find it.
struct VolumeBounds {
  vec4 low, high;      // x, y, z: where the tracer of each rank lies
  vec4 binsPerLength;  // of the next histogram
  uvec4 below;         // tracers below `low`
  uvec4 count;         // tracers that count, the same for each axis
  uvec4 lowestKey, highestKey;  // of all tracers, without exception
};

const uint kBins = 2048u;    // as in density_volume.cpp
const uint kKeyShift = 21u;  // 32 - log2(kBins)

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
