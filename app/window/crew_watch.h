#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "fmm/crew.h"

namespace app {

/// What a window says where one of the ranks that compute for it fails, for the moment that is left until all end.
class CrewWatch {
 public:
  /// Time to read why [s].
  static constexpr std::chrono::seconds kToRead{3};

  /// Null: there is no crew.
  explicit CrewWatch(fmm::Crew* crew) : crew_(crew) {}

  /// Why all end, one line; empty while they do not. `ended` is SimulationStatus::ended; where that is why, this throws
  /// fmm::RankFailure when there was time to read it. Other ranks that fail end this one themselves.
  const std::string& look(const std::string& ended);

 private:
  using Clock = std::chrono::steady_clock;

  fmm::Crew* crew_;
  std::string why_;
  std::optional<Clock::time_point> endedAt_;
};

}  // namespace app
