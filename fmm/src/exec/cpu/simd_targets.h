// Instruction sets that the SIMD sources are compiled for; Highway picks one at run time. No include guard: a source
// that sets HWY_TARGET_INCLUDE includes this once, in place of <hwy/foreach_target.h>.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#include <hwy/foreach_target.h>  // IWYU pragma: keep
