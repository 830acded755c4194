// Instruction sets for which the SIMD sources are compiled; Highway picks one at run time. No include guard: a source
// that sets HWY_TARGET_INCLUDE includes this once, in place of <hwy/foreach_target.h>.
//
// On x86: AVX-512, AVX2 and SSE4, the baseline of these sources (fmm/CMakeLists.txt). Better sets have lower values:
// those before AVX3 (AVX3_DL, and AVX3_ZEN4 of later versions) add no instruction that our arithmetic uses.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | (HWY_AVX3 - 1))
#include <hwy/foreach_target.h>  // IWYU pragma: keep
