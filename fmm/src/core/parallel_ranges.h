#pragma once

#include <cstddef>

#if defined(__SANITIZE_THREAD__)
#define RINGLET_THREADS_IN_SIGHT 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RINGLET_THREADS_IN_SIGHT 1
#endif
#endif
#if defined(RINGLET_THREADS_IN_SIGHT)
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <vector>
#else
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#endif

namespace fmm {

/// body(begin, end) of parts of [0, count) by the threads of the present oneTBB arena; `grain` guides how large they
/// are. In a build with the thread sanitizer by threads of its own, as many: it does not see how oneTBB, which is not
/// built with it, hands parts from thread to thread, would take the order that this keeps for none, and could not tell
/// the races of parts from that.
template <class Index, class Body>
void parallelRanges(Index count, Index grain, const Body& body) {
#if defined(RINGLET_THREADS_IN_SIGHT)
  const auto items = static_cast<std::size_t>(count), each = static_cast<std::size_t>(grain);
  std::atomic<std::size_t> next = 0;  // relaxed: parts are in no order
  const auto work = [&] {
    for (std::size_t begin; (begin = next.fetch_add(each, std::memory_order_relaxed)) < items;)
      body(static_cast<Index>(begin), static_cast<Index>(std::min(items, begin + each)));
  };
  using Limit = tbb::global_control;
  const std::size_t threads = std::min(static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()),
                                       Limit::active_value(Limit::max_allowed_parallelism));
  std::vector<std::future<void>> others;
  for (std::size_t k = 1; k < std::min(threads, (items + each - 1) / each); ++k)
    others.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void>& other : others) other.get();
#else
  tbb::parallel_for(tbb::blocked_range<Index>(0, count, static_cast<std::size_t>(grain)),
                    [&](const tbb::blocked_range<Index>& range) { body(range.begin(), range.end()); });
#endif
}

}  // namespace fmm
