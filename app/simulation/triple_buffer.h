#pragma once

#include <array>
#include <atomic>

namespace app {

/// Hands complete values from one writing thread to one reading thread; neither ever waits for the other.
/// The writer fills back() and publishes it; the reader takes the newest published value with update() and may look at
/// front() until its next update(). Values that were never taken are overwritten by newer ones.
template <class T>
class TripleBuffer {
 public:
  /// Writer: the value to fill. It holds an older value.
  T& back() { return values_[back_]; }
  /// Writer: makes back() the newest value.
  void publish() { back_ = middle_.exchange(back_ | kFresh, std::memory_order_acq_rel) & kIndex; }

  /// Reader: true if update() would find a newer value.
  bool fresh() const { return (middle_.load(std::memory_order_relaxed) & kFresh) != 0; }
  /// Reader: takes the newest value; false if front() is already the newest.
  bool update() {
    if (!fresh()) return false;
    front_ = middle_.exchange(front_, std::memory_order_acq_rel) & kIndex;
    return true;
  }
  /// Reader: the value taken by the last update().
  const T& front() const { return values_[front_]; }

 private:
  static constexpr unsigned kFresh = 4, kIndex = 3;

  std::array<T, 3> values_;
  unsigned back_ = 0, front_ = 1;
  std::atomic<unsigned> middle_{2};
};

}  // namespace app
