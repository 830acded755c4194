// Sums of pairs: a weight, and the weight * colour index.
// Variants: PAIRS_AT_ONCE  both with one addition of 64 bits; sums of weights stay below 2^32, so nothing is carried from
//                          the one to the other, and the sums are the same to the last bit
#ifdef PAIRS_AT_ONCE
layout(std430, binding = PAIRS_BINDING) buffer Pairs { uint64_t pairs[]; };
void addPair(int at, uint weight, uint colour) { atomicAdd(pairs[at], packUint2x32(uvec2(weight, colour))); }
#else
layout(std430, binding = PAIRS_BINDING) buffer Pairs { uint pairs[]; };
void addPair(int at, uint weight, uint colour) {
  atomicAdd(pairs[2 * at], weight);
  atomicAdd(pairs[2 * at + 1], colour);
}
#endif
