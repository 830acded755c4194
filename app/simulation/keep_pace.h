#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace app {

/// Wall time since then [s].
inline double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Particles of a flow of which copies are kept on the host, at most.
constexpr std::size_t kMostKept = std::size_t{1} << 24;

/// How often a flow is copied to the host, to have something to go back to: the first time at once, then every five
/// seconds, and less often where copies would take more than a hundredth of the time.
class KeepPace {
 public:
  using Clock = std::chrono::steady_clock;

  bool due() const { return Clock::now() >= next_; }
  /// A copy was made that was begun at `start`.
  void kept(Clock::time_point start) {
    const Clock::time_point now = Clock::now();
    next_ = now + std::max(Clock::duration(std::chrono::seconds(5)), (now - start) * 100);
  }
  /// Another flow: the next copy is due at once.
  void begin() { next_ = {}; }

 private:
  Clock::time_point next_{};
};

}  // namespace app
