#include "window/drawing_place.h"

#include <GL/glew.h>

#include <chrono>
#include <future>
#include <utility>

#include "gl/gl_objects.h"

namespace app {

DrawingPlace::DrawingPlace(ContextSwitch context) : context_(std::move(context)) {
  if (!isApart()) return;
  thread_.emplace();
  thread_
      ->start([this] {
        context_(true);
        try {
          initialiseGl();
        } catch (...) {
          context_(false);
          throw;
        }
      })
      .get();
}

DrawingPlace::~DrawingPlace() {
  if (thread_) thread_->start([this] { context_(false); }).wait();
}

void DrawingPlace::run(const std::function<void()>& work, const std::function<void()>& meanwhile) {
  if (!isApart()) return work();
  glFinish();  // a context sees what another one has finished
  std::future<void> done = thread_->start([&work] {
    work();
    glFinish();
  });
  constexpr std::chrono::milliseconds kGlance{4};
  try {
    while (meanwhile && done.wait_for(kGlance) == std::future_status::timeout) meanwhile();
  } catch (...) {
    done.wait();  // the work uses what the caller has on its stack
    throw;
  }
  done.get();
}

}  // namespace app
