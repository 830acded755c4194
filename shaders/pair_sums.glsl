// Sums of pairs: weight, and weight * colour index.
// Variants: PAIRS_AT_ONCE  both with one 64-bit addition. Sums of weights stay below 2^32, so there is no carry between
//                          the two, and the sums are the same to the last bit
//           TINTS          weight and weight * red; weight * green and weight * blue in the buffer MORE_BINDING
#ifdef TINTS
#define TINT vec3
#else
#define TINT float
#endif
#ifdef PAIRS_AT_ONCE
#define PAIR uint64_t
#define ADD_PAIR(sums, at, first, second) atomicAdd(sums[at], packUint2x32(uvec2(first, second)))
#else
#define PAIR uint
#define ADD_PAIR(sums, at, first, second) \
  atomicAdd(sums[2 * (at)], first);       \
  atomicAdd(sums[2 * (at) + 1], second)
#endif
layout(std430, binding = PAIRS_BINDING) buffer Pairs { PAIR pairs[]; };
#ifdef TINTS
layout(std430, binding = MORE_BINDING) buffer More { PAIR more[]; };
void addPair(int at, float weight, vec3 tint) {
  uvec3 parts = uvec3(weight * tint + 0.5);
  ADD_PAIR(pairs, at, uint(weight), parts.r);
  ADD_PAIR(more, at, parts.g, parts.b);
}
#else
void addPair(int at, float weight, float colour) { ADD_PAIR(pairs, at, uint(weight), uint(weight * colour + 0.5)); }
#endif
