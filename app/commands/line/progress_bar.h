#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace app {

/// The text of a progress bar: label, bar, done/total, rate and time left, at most `columns` wide; the bar shrinks with
/// the space, then vanishes. `done` of `total` `unit`s took `seconds`; there is no rate before the first one.
std::string progressText(const std::string& label, std::int64_t done, std::int64_t total, double seconds, int columns,
                         const std::string& unit = "frames");

/// A progress bar on stderr, redrawn at most ten times a second. Does nothing unless stderr is a terminal.
class ProgressBar {
 public:
  ProgressBar(const std::string& label, std::int64_t total, bool wanted = true);
  /// Clears the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::int64_t done);
  /// Sets the plural name of the items counted, and the label before the bar.
  void setUnit(std::string unit) { unit_ = std::move(unit); }
  void setLabel(std::string label) { label_ = std::move(label); }
  /// Removes the bar so that other text can be printed; the next update draws it again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_, unit_ = "frames";
  const std::int64_t total_;
  const bool active_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point lastDrawn_{};
};

}  // namespace app
