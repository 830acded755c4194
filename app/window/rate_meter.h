#pragma once

#include <chrono>

namespace app {

/// Events a second, renewed every half second.
class RateMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts `events` that happened now; 0 keeps the rate up to date where nothing happens.
  void add(int events, Clock::time_point now = Clock::now()) {
    count_ += events;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    if (seconds < kWindow) return;
    rate_ = count_ / seconds;
    count_ = 0;
    start_ = now;
  }
  double rate() const { return rate_; }

 private:
  static constexpr double kWindow = 0.5;  // seconds

  Clock::time_point start_ = Clock::now();
  int count_ = 0;
  double rate_ = 0;
};

}  // namespace app
