#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace app {

/// Wall time since `start` [s].
inline double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Largest number of particles of a flow that are copied to the host, in total.
constexpr std::size_t kMostKept = std::size_t{1} << 24;

/// Interval between copies of a flow that serve to step back: the first copy is due at once, then one every five
/// seconds, or less often if copies would take more than a hundredth of the time.
class KeepPace {
 public:
  using Clock = std::chrono::steady_clock;

  bool due() const { return Clock::now() >= next_; }
  /// A copy begun at `start` is finished.
  void kept(Clock::time_point start) {
    const Clock::time_point now = Clock::now();
    next_ = now + std::max(Clock::duration(std::chrono::seconds(5)), (now - start) * 100);
  }
  /// A new flow: the next copy is due at once.
  void begin() { next_ = {}; }

 private:
  Clock::time_point next_{};
};

}  // namespace app
