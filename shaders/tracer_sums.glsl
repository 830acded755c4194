// Sums over the tracers at a place: their number, and number * colour index.
// Variants: TINTS      number * tint instead: with three or more rings, the mean of two palette positions would be
//                      that of another ring
//           INK_TINTS  tints of inks (colour_scale.cpp)
#ifdef TINTS
#define SUMS vec4
#define SUMS_FORMAT rgba32f
#define SUMS_PART(texel) (texel)
#define SUMS_TEXEL(sums) (sums)
#ifdef INK_TINTS
const float kDarkestInk = -6.643856;  // log2(0.01)
vec3 lightOfTint(vec3 tint) { return exp2(kDarkestInk * tint); }
vec3 exponentOfTint(vec3 tint) { return kDarkestInk * tint; }
#else
vec3 lightOfTint(vec3 tint) { return tint; }
vec3 exponentOfTint(vec3 tint) { return -1.442695 * tint; }  // log2(e)
#endif
vec3 meanTint(vec3 sum, float number) { return clamp(sum / max(number, 1.0e-9), 0.0, 1.0); }
#else
#define SUMS vec2
#define SUMS_FORMAT rg32f
#define SUMS_PART(texel) (texel).xy
#define SUMS_TEXEL(sums) vec4(sums, 0.0, 0.0)
#endif
