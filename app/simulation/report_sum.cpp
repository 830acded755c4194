#include "simulation/report_sum.h"

#include <algorithm>
#include <utility>

namespace app {

void addStages(const std::vector<fmm::StageTime>& stages, std::vector<fmm::StageTime>& sums) {
  for (const fmm::StageTime& stage : stages) {
    const auto sum =
        std::find_if(sums.begin(), sums.end(), [&](const fmm::StageTime& s) { return s.name == stage.name; });
    if (sum == sums.end()) {
      sums.push_back(stage);
    } else {
      sum->seconds += stage.seconds;
    }
  }
}

void addReport(const fmm::EvaluationReport& next, fmm::EvaluationReport& sum) {
  fmm::EvaluationReport total = next;
  total.stages = std::move(sum.stages);
  addStages(next.stages, total.stages);
  total.seconds += sum.seconds;
  total.evaluations += sum.evaluations;
  total.farPairs += sum.farPairs;
  total.nearPairs += sum.nearPairs;
  sum = std::move(total);
}

}  // namespace app
