#include "fmm/core_facts.h"

#include "expansion/cores/with_core.h"

namespace fmm {

CoreFacts coreFacts(Regularisation kind) {
  return withCore(kind, [](auto core) {
    return CoreFacts{core.kFiniteCentre, core.kFarField, core.kHeatKernel, core.kFilterOrder > 0};
  });
}

std::vector<Regularisation> allCores() {
  std::vector<Regularisation> all;
  forEachCore([&](auto core) { all.push_back(core.kKind); });
  return all;
}

}  // namespace fmm
