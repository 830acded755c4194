#include "exec/cpu/exec.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <string>

namespace fmm {

struct CpuThreads::Arena {
  tbb::task_arena tbb;
};

CpuThreads::CpuThreads(int threads)
    : arena_(new Arena{tbb::task_arena(threads > 0 ? std::min(threads, tbb::this_task_arena::max_concurrency())
                                                   : tbb::task_arena::automatic)}) {}

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
  arena_->tbb.execute([&] {
    tbb::parallel_for(tbb::blocked_range<Index>(0, n, static_cast<std::size_t>(grain)),
                      [&](const tbb::blocked_range<Index>& range) { items(f, range.begin(), range.end()); });
  });
}

}  // namespace fmm
