#pragma once

#include <array>
#include <chrono>
#include <optional>

#include "gl/gl_objects.h"

namespace app {

/// Measures the GPU's drawing time without waiting for it. Where the processor draws, the processor's clock is used, as
/// llvmpipe's timer queries count compute work from the start of the machine. Needs a current OpenGL context, the same
/// one from the first start() to destruction.
class DrawTimer {
 public:
  DrawTimer() = default;
  ~DrawTimer();
  DrawTimer(const DrawTimer&) = delete;
  DrawTimer& operator=(const DrawTimer&) = delete;

  /// Measures the OpenGL commands between start() and stop(); no other GL_TIME_ELAPSED query may run. Measures nothing
  /// while all queries are still pending.
  void start();
  void stop();
  /// The oldest result not taken yet [s], if it is available.
  std::optional<double> take();

 private:
  static constexpr std::size_t kQueries = 4;

  std::array<GLuint, kQueries> queries_{};
  std::size_t started_ = 0, taken_ = 0;  ///< measurements so far
  bool running_ = false;
  std::optional<bool> onCpu_;  ///< true if the processor draws; not known before the first start()
  std::chrono::steady_clock::time_point begin_;
  std::optional<double> seconds_;  ///< result measured on the processor, not taken yet [s]
};

}  // namespace app
