#include "gl/draw_timer.h"

#include <utility>

#include "gl/headless_context.h"

namespace app {

DrawTimer::~DrawTimer() {
  if (queries_[0] != 0) glDeleteQueries(kQueries, queries_.data());
}

void DrawTimer::start() {
  if (!onCpu_) onCpu_ = drawsOnCpu();
  if (*onCpu_) {
    glFinish();
    begin_ = std::chrono::steady_clock::now();
    running_ = true;
    return;
  }
  if (queries_[0] == 0) glCreateQueries(GL_TIME_ELAPSED, kQueries, queries_.data());
  if (started_ - taken_ == kQueries) return;
  glBeginQuery(GL_TIME_ELAPSED, queries_[started_ % kQueries]);
  running_ = true;
}

void DrawTimer::stop() {
  if (!running_) return;
  if (*onCpu_) {
    glFinish();
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    running_ = false;
    return;
  }
  glEndQuery(GL_TIME_ELAPSED);
  running_ = false;
  ++started_;
}

std::optional<double> DrawTimer::take() {
  if (seconds_) return std::exchange(seconds_, std::nullopt);
  if (taken_ == started_) return std::nullopt;
  const GLuint query = queries_[taken_ % kQueries];
  GLint there = GL_FALSE;
  glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &there);
  if (there != GL_TRUE) return std::nullopt;
  GLuint64 nanoseconds = 0;
  glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
  ++taken_;
  return 1e-9 * static_cast<double>(nanoseconds);
}

}  // namespace app
