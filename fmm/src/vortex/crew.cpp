#include "fmm/crew.h"

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "fmm/costs.h"
#include "fmm/error.h"
#include "ranks/crew_call.h"
#include "vortex/crew_base.h"
#include "vortex/system_base.h"

namespace fmm {
namespace {

/// How many of the ranks have a GPU. All call it.
int countGpus(Ranks& ranks) {
  const std::vector<char> there = ranks.gathered(static_cast<char>(cudaBackend().available));
  return static_cast<int>(std::count(there.begin(), there.end(), 1));
}

std::unique_ptr<CrewBase> makeCrew(Ranks& ranks, const CrewCall& begin) {
  return begin.settings.backend == Backend::cuda ? makeCudaCrew(ranks, begin) : makeCpuCrew(ranks, begin);
}

}  // namespace

Crew::Crew(Ranks& ranks) : ranks_(ranks), withGpu_(countGpus(ranks)) {}

void Crew::requireBackend(Backend backend) const {
  if (resolve(backend) != Backend::cuda || withGpu_ == 0 || withGpu_ == ranks_.size()) return;
  throw EnvironmentError("of " + std::to_string(ranks_.size()) + " ranks " + std::to_string(withGpu_) +
                         " have a GPU to themselves: start as many as there are GPUs, or compute on the CPU");
}

void Crew::dismiss(int code) {
  CrewCall call;
  call.leave = true;
  call.code = code;
  ranks_.broadcastToSleepers(&call, sizeof call, {});
}

int serveCrew(Ranks& ranks, const std::function<void()>& meanwhile) {
  countGpus(ranks);
  std::unique_ptr<CrewBase> member;
  for (;;) {
    CrewCall call;
    ranks.broadcastToSleepers(&call, sizeof call, meanwhile);
    if (call.leave) return call.code;
    try {
      if (call.begin) {
        member.reset();  // whose memory the next one may need
        member = makeCrew(ranks, call);
      }
      if (call.anew) useCosts(call.settings.backend, call.settings.precision, call.costs);
      member->serve(call);
    } catch (const std::bad_alloc&) {
      throw RankFailure("out of memory");
    }
  }
}

}  // namespace fmm
