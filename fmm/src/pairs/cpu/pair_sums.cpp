#include "pairs/pair_sums.h"

#include "exec/cpu/instruction_set.h"
#include "expansion/cores/with_core.h"

namespace fmm {

void sumPairs(const PairTask<float>& task) {
  if (task.space == Space::plane) return sumPlanePairs(task);
  withCore(task.regularisation, [&](auto core) { sumPairsOf<decltype(core)>(task); });
}
void sumPairs(const PairTask<double>& task) {
  if (task.space == Space::plane) return sumPlanePairs(task);
  withCore(task.regularisation, [&](auto core) { sumPairsOf<decltype(core)>(task); });
}

const char* simdName() {
  return nameOf(instructionSet());
}

}  // namespace fmm
