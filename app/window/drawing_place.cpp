#include "window/drawing_place.h"

#include <GL/glew.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <system_error>
#include <utility>

#include "gl/gl_objects.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// Lowers the priority of the threads on which Mesa computes, so that those that draw the interface come first. Mesa
/// names only the latter, llvmpipe-0 and so on. Elsewhere than on Linux nothing is lowered.
void letInterfaceFirst() {
  constexpr int kNicer = 10;
  const int lowered = std::min(19, getpriority(PRIO_PROCESS, 0) + kNicer);
  std::error_code none;
  for (const fs::directory_entry& thread : fs::directory_iterator("/proc/self/task", none)) {
    std::string name;
    std::getline(std::ifstream(thread.path() / "comm"), name);
    const auto id = static_cast<id_t>(std::stoul(thread.path().filename().string()));
    if (id != static_cast<id_t>(gettid()) && name.rfind("llvmpipe-", 0) != 0) setpriority(PRIO_PROCESS, id, lowered);
  }
}

}  // namespace

DrawingPlace::DrawingPlace(ContextSwitch context) : context_(std::move(context)) {
  if (!isApart()) return;
  thread_.emplace();
  letInterfaceFirst();
  thread_
      ->start([this] {
        context_(true);
        initialiseGl();
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
