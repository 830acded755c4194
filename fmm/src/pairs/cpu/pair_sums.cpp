#include "pairs/pair_sums.h"

#include "expansion/cores/with_core.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pairs/cpu/pair_sums.cpp"
#include "exec/cpu/simd_targets.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

const char* targetName() {
  switch (HWY_TARGET) {
    case HWY_AVX3:
      return "AVX-512";
    case HWY_AVX2:
      return "AVX2";
    case HWY_SSE4:
      return "SSE4";
    default:
      return "portable code, no SIMD";
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(targetName);

void sumPairs(const PairTask<float>& task) {
  if (task.space == Space::plane) return sumPlanePairs(task);
  withCore(task.regularisation, [&](auto core) { sumPairsOf<decltype(core)>(task); });
}
void sumPairs(const PairTask<double>& task) {
  if (task.space == Space::plane) return sumPlanePairs(task);
  withCore(task.regularisation, [&](auto core) { sumPairsOf<decltype(core)>(task); });
}

const char* simdName() {
  return HWY_DYNAMIC_DISPATCH(targetName)();
}

}  // namespace fmm
#endif
