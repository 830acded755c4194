#version 450
// Turns strengths on the grid into vorticity: blurs with a core along one axis, reduced by the blur of the spreading to
// cells. A core of order 2 is a Gaussian g of its radius s. One of order 8 has no second, no fourth and no sixth moment:
// (1 - s^2/2 d^2/dx^2 + s^4/8 d^4/dx^4 - s^6/48 d^6/dx^6) g. The weights add up to 1, so that the
// integral of the vorticity is the sum of the strengths.
// Variants: ALONG_X  from the sums of strengths
//           ALONG_Y
//           ALONG_Z  added to the vorticity of other core radii
//           PLANE    straight vortices along z: x and y in the middle layer, which z copies to all others
//           TINTS    colours of rings times their weights, and the weights, in place of strengths
layout(local_size_x = 256) in;

#ifdef ALONG_X
layout(std430, binding = 3) readonly buffer Sums { int sums[]; };  // [cells][3], of tints [4]
#else
layout(std430, binding = 3) readonly buffer From { vec4 from[]; };  // [cells]
#endif
layout(std430, binding = 4) buffer To { vec4 to[]; };  // [cells]
#define CENSUS_ACCESS readonly
#include "vorticity_census.glsl"
#include "volume_frame.glsl"

layout(location = 0) uniform int radiusIndex;     // index of the core radius
layout(location = 1) uniform int order;    // order of the core: 2 or 8
layout(location = 2) uniform float reach;  // cut-off in core radii; the margin of volume_place.comp holds it
#ifdef TINTS
layout(location = 3) uniform float least;  // smallest width of the blur [L]
#endif

const int kMostReach = 128;  // cells

shared float weights[kMostReach + 1];  // weights by distance in cells, before normalisation

#ifdef TINTS
#define VALUE vec4
const int kParts = 4;
#else
#define VALUE vec3
const int kParts = 3;
#endif
#ifdef ALONG_X
VALUE valueOf(int at) {
  VALUE value;
  for (int i = 0; i < kParts; ++i) value[i] = float(sums[kParts * at + i]);
  return value;
}
const int kAxis = 0;
#else
VALUE valueOf(int at) { return VALUE(from[at]); }
#ifdef ALONG_Y
const int kAxis = 1;
#else
const int kAxis = 2;
#endif
#endif

// Factor to a Gaussian of this variance for a core of this radius, at the square of a distance [cells].
float polynomial(float square, float variance, float radius) {
  if (order == 2) return 1.0;
  float x = square / variance, ratio = radius * radius / variance;
  float fourth = 1.0 - 0.5 * ratio * (x - 1.0) + 0.125 * ratio * ratio * (x * x - 6.0 * x + 3.0);
  return fourth - ratio * ratio * ratio / 48.0 * (x * (x * (x - 15.0) + 45.0) - 15.0);
}

void main() {
#ifdef TINTS
  ivec3 size = tintCells(frame.cells.xyz);
  float radius = max(0.5 * max(coreRadius(radiusIndex), least) / frame.box.w, 0.9);  // wider: even small cores blur vorticity
#else
  ivec3 size = frame.cells.xyz;
  float radius = coreRadius(radiusIndex) / frame.box.w;
#endif
  float variance = max(radius * radius - 0.25, 0.0);  // less the variance 1/4 of a quadratic B-spline
  int most = variance <= 0.5 ? 0 : min(int(ceil(reach * radius)), kMostReach);
  int off = int(gl_LocalInvocationIndex);
  if (off <= most) {
    float square = float(off * off);
    weights[off] = exp(-0.5 * square / variance) * polynomial(square, variance, radius);
  }
  barrier();
  int at = int(gl_GlobalInvocationID.x);
  if (at >= size.x * size.y * size.z) return;
  int row = at / size.x;
  ivec3 cell = ivec3(at % size.x, row % size.y, row / size.y);
  int stride = kAxis == 0 ? 1 : kAxis == 1 ? size.x : size.x * size.y;
  int place = cell[kAxis], last = size[kAxis] - 1;

#if defined(PLANE) && defined(ALONG_Z)
  VALUE sum = valueOf(at + (size.z / 2 - place) * stride);
#else
#ifdef PLANE
  if (cell.z != size.z / 2) return;
#endif
  VALUE sum = valueOf(at);
  if (most == 0) {  // three weights with this variance
    VALUE sides = (place > 0 ? valueOf(at - stride) : VALUE(0.0)) + (place < last ? valueOf(at + stride) : VALUE(0.0));
    sum = (1.0 - variance) * sum + 0.5 * variance * sides;
  } else {
    float total = weights[0];
    sum *= total;
    for (int k = 1; k <= most; ++k) {
      float weight = weights[k];
      total += 2.0 * weight;
      if (place >= k) sum += weight * valueOf(at - k * stride);
      if (place + k <= last) sum += weight * valueOf(at + k * stride);
    }
    sum /= total;
  }
#endif
#ifdef TINTS
  to[at] = sum;
#else
#ifdef ALONG_Z
  float side = frame.box.w, unit = strengthUnit();
#ifdef PLANE
  float content = side * side;
#else
  float content = side * side * side;
#endif
  sum *= unit > 0.0 ? 1.0 / (unit * content) : 0.0;
  if (radiusIndex > 0) sum += to[at].xyz;
#endif
  to[at] = vec4(sum, 0.0);
#endif
}
