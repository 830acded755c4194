// Sums of pairs: a weight, and the weight * colour index.
// Variants: PAIRS_AT_ONCE  both with one addition of 64 bits; sums of weights stay below 2^32, so nothing is carried from
//                          the one to the other, and the sums are the same to the last bit
//           TINTS          weight and weight * red, and in the buffer of MORE_BINDING * green and * blue
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
