#pragma once

#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace app {

/// Bounded first-in first-out queue between one thread that makes frames and the threads that write them.
template <class Frame>
class FrameQueue {
 public:
  explicit FrameQueue(std::size_t capacity) : capacity_(capacity) { assert(capacity > 0); }

  /// Appends a frame; waits while the queue is full. False if the queue was closed: the frame was not taken.
  bool push(Frame frame) {
    std::unique_lock lock(mutex_);
    notFull_.wait(lock, [&] { return closed_ || frames_.size() < capacity_; });
    if (closed_) return false;
    frames_.push_back(std::move(frame));
    ++unfinished_;
    notEmpty_.notify_one();
    return true;
  }

  /// Takes the oldest frame; waits while the queue is empty. Empty result: the queue is closed and has no frames left.
  std::optional<Frame> pop() {
    std::unique_lock lock(mutex_);
    notEmpty_.wait(lock, [&] { return closed_ || !frames_.empty(); });
    if (frames_.empty()) return std::nullopt;
    std::optional<Frame> frame(std::move(frames_.front()));
    frames_.pop_front();
    notFull_.notify_one();
    return frame;
  }

  /// A reader has written the frame that it took.
  void done() {
    const std::lock_guard lock(mutex_);
    if (unfinished_ == 0) return;  // abandoned meanwhile
    if (--unfinished_ == 0) allDone_.notify_all();
  }

  /// Waits until every frame pushed is done, or the queue is abandoned.
  void waitUntilEmpty() {
    std::unique_lock lock(mutex_);
    allDone_.wait(lock, [&] { return unfinished_ == 0; });
  }

  /// No more frames: push() fails from now on, pop() returns the remaining ones.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    notFull_.notify_all();
    notEmpty_.notify_all();
  }

  /// Closes the queue and drops the remaining frames, so that a blocked push() returns: the reader has failed.
  void abandon() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    frames_.clear();
    unfinished_ = 0;
    allDone_.notify_all();
    notFull_.notify_all();
    notEmpty_.notify_all();
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return frames_.size();
  }

 private:
  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable notFull_, notEmpty_, allDone_;
  std::deque<Frame> frames_;
  std::size_t unfinished_ = 0;  // pushed, but not done
  bool closed_ = false;
};

}  // namespace app
