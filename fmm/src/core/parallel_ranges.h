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

/// Calls body(begin, end) for parts of [0, count) on the threads of the present oneTBB arena; `grain` guides their
/// size. A build with the thread sanitizer uses as many threads of its own: oneTBB, which is not instrumented, hides
/// from the sanitizer the order that it enforces, and real races could not be told from false ones.
template <class Index, class Body>
void parallelRanges(Index count, Index grain, const Body& body) {
#if defined(RINGLET_THREADS_IN_SIGHT)
  const auto items = static_cast<std::size_t>(count), each = static_cast<std::size_t>(grain);
  std::atomic<std::size_t> next = 0;  // relaxed: parts have no order
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
