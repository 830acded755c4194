#version 450
// Measures the vorticity on the grid.
// Variants: LARGEST  its largest magnitude
//           SHARES   its sums by magnitude
//           CORES    from these sums the vorticity of the cores; one invocation
//           without  its opacity in the columns along each axis
layout(local_size_x = 256) in;

layout(std430, binding = 4) readonly buffer Vorticity { vec4 vorticity[]; };  // [cells]
#if defined(LARGEST) || defined(CORES)
#define CENSUS_ACCESS
#else
#define CENSUS_ACCESS readonly
#endif
#if defined(SHARES) || defined(CORES)
const int kShares = 256;
const float kSharesPerOctave = 16.0;
layout(std430, binding = 5) buffer Shares { uint shares[]; };  // [kShares], the last for the largest magnitude
#elif !defined(LARGEST)
layout(std430, binding = 5) buffer Columns { uint columns[]; };  // [3][side][side] of 2 x 2 cells, along x, y, z
layout(location = 0) uniform int side;                           // side of the columns' array
layout(location = 1) uniform float top;                          // as in vorticity_store.comp
#include "vorticity_transfer.glsl"
#endif
#include "vorticity_census.glsl"
#include "volume_frame.glsl"

#ifdef LARGEST
shared uint largest;
#elif defined(SHARES)
shared uint own[kShares];
#endif

#ifdef CORES
// A twentieth of the circulation of a Gaussian core has a vorticity above 0.95 of its largest. What is stronger in a
// place or two must not dim all others.
const float kStrongest = 0.05;

void main() {
  if (gl_GlobalInvocationID.x > 0u) return;
  float sum = 0.0, above = 0.0;
  for (int i = 0; i < kShares; ++i) sum += float(shares[i]);
  int i = kShares - 1;
  for (; i > 0 && above + float(shares[i]) < kStrongest * sum; --i) above += float(shares[i]);
  float part = (kStrongest * sum - above) / max(float(shares[i]), 1.0);  // of this share from its upper end
  float size = exp2((float(i + 1 - kShares) - part) / kSharesPerOctave) / (1.0 - kStrongest);
  census.extremes.w = floatBitsToUint(largestVorticity() * min(size, 1.0));
}
#else
void main() {
  ivec3 size = frame.cells.xyz;
  int at = int(gl_GlobalInvocationID.x);
  bool inside = at < size.x * size.y * size.z;
  float here = inside ? length(vorticity[at].xyz) : 0.0;
#ifdef LARGEST
  if (gl_LocalInvocationIndex == 0u) largest = 0u;
  barrier();
  atomicMax(largest, floatBitsToUint(here));
  barrier();
  if (gl_LocalInvocationIndex == 0u) atomicMax(census.extremes.z, largest);
#elif defined(SHARES)
  uint mine = gl_LocalInvocationIndex;
  own[mine] = 0u;
  barrier();
  float part = here / max(largestVorticity(), 1.0e-30);
  int share = kShares - 1 + int(ceil(kSharesPerOctave * log2(max(part, 1.0e-9))));
  uint amount = uint(1023.0 * part + 0.5);
  if (amount > 0u) atomicAdd(own[clamp(share, 0, kShares - 1)], amount);
  barrier();
  if (own[mine] > 0u) atomicAdd(shares[mine], own[mine]);
#else
  uint amount = uint(kOpaqueUnit * opacityOf(here / scaleTop(top)) + 0.5);
  if (!inside || amount == 0u) return;
  int row = at / size.x;
  ivec3 column = ivec3(at % size.x, row % size.y, row / size.y) / 2;
  atomicAdd(columns[column.z * side + column.y], amount);
  atomicAdd(columns[(side + column.z) * side + column.x], amount);
  atomicAdd(columns[(2 * side + column.y) * side + column.x], amount);
#endif
}
#endif
