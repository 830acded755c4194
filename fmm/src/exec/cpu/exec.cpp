#include "exec/cpu/exec.h"

#include <tbb/task_arena.h>

#include <string>

#include "core/parallel_ranges.h"
#include "exec/cpu/instruction_set.h"

namespace fmm {

struct CpuThreads::Arena {
  tbb::task_arena tbb;
};

namespace {

/// Throws EnvironmentError on a processor without the baseline of simd_targets.h, or if it shall have another set than
/// those.
void requireProcessor() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("sse4.2")) throw EnvironmentError("backend cpu: this processor has no SSE4.2");
#endif
  requireInstructionSet();
}

}  // namespace

CpuThreads::CpuThreads(int threads)
    : arena_(new Arena{tbb::task_arena(threads > 0 ? std::min(threads, tbb::this_task_arena::max_concurrency())
                                                   : tbb::task_arena::automatic)}) {
  requireProcessor();
}

CpuThreads::~CpuThreads() = default;

int CpuThreads::count() const {
  return arena_->tbb.max_concurrency();
}

void CpuThreads::requireLaunch(const char* name) {
  if (faultStrikes(Fault::launch)) throw EnvironmentError(std::string("launch of ") + name + ": failed on purpose");
}

void CpuThreads::run(Index n, Index grain, const void* f, Items items) {
  if (n <= 0) return;
  if (n <= grain) {
    items(f, 0, n);
    return;
  }
  arena_->tbb.execute([&] { parallelRanges(n, grain, [&](Index begin, Index end) { items(f, begin, end); }); });
}

}  // namespace fmm
