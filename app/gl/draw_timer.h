#pragma once

#include <array>
#include <chrono>
#include <optional>

#include "gl/gl_objects.h"

namespace app {

/// Measures how long the GPU draws, without waiting for it; where the processor draws, by its clock, since llvmpipe
/// takes what only computes to have begun with the machine. Needs a current OpenGL context, the same one from the first
/// start() to destruction.
class DrawTimer {
 public:
  DrawTimer() = default;
  ~DrawTimer();
  DrawTimer(const DrawTimer&) = delete;
  DrawTimer& operator=(const DrawTimer&) = delete;

  /// What OpenGL is told to do between start() and stop() is measured; no other query of GL_TIME_ELAPSED may run. Where
  /// all results are still under way, nothing is.
  void start();
  void stop();
  /// The oldest result that was not taken yet [s], if it is there.
  std::optional<double> take();

 private:
  static constexpr std::size_t kQueries = 4;

  std::array<GLuint, kQueries> queries_{};
  std::size_t started_ = 0, taken_ = 0;  ///< measurements so far
  bool running_ = false;
  std::optional<bool> onCpu_;  ///< is it the processor that draws? Not known before the first start()
  std::chrono::steady_clock::time_point begin_;
  std::optional<double> seconds_;  ///< on the processor, not taken yet
};

}  // namespace app
