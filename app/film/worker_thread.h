#pragma once

#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

namespace app {

/// One thread that runs one task at a time; always the same thread, so that a library's per-thread state is created
/// once.
class WorkerThread {
 public:
  WorkerThread() : thread_([this] { run(); }) {}
  /// Waits for the running task.
  ~WorkerThread() {
    {
      const std::lock_guard lock(mutex_);
      quit_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  /// Starts a task; the previous one must have ended. The future rethrows the task's exception.
  std::future<void> start(std::function<void()> work) {
    std::packaged_task<void()> task(std::move(work));
    std::future<void> result = task.get_future();
    {
      const std::lock_guard lock(mutex_);
      assert(!task_.valid());
      task_ = std::move(task);
    }
    wake_.notify_one();
    return result;
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return quit_ || task_.valid(); });
      if (!task_.valid()) return;
      std::packaged_task<void()> task = std::exchange(task_, {});
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::packaged_task<void()> task_;
  bool quit_ = false;
  std::thread thread_;  // last: it uses everything above
};

}  // namespace app
