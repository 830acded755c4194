#pragma once

#include <functional>
#include <optional>

#include "film/worker_thread.h"

namespace app {

/// Makes an OpenGL context current on the calling thread (true), or none (false).
using ContextSwitch = std::function<void(bool on)>;

/// Where pictures are drawn: in the caller's OpenGL context, or in a second one on a thread of its own. The caller then
/// goes on while a picture is made. Framebuffers and vertex arrays belong to one context: they are made, used and
/// deleted here.
class DrawingPlace {
 public:
  /// `context` shares buffers, textures and programs with the caller's; empty: work runs in the caller's context.
  /// Throws GlError.
  explicit DrawingPlace(ContextSwitch context);
  /// Waits for the thread.
  ~DrawingPlace();
  DrawingPlace(const DrawingPlace&) = delete;
  DrawingPlace& operator=(const DrawingPlace&) = delete;

  /// True if work runs on a thread of its own.
  bool isApart() const { return context_ != nullptr; }
  /// Runs `work` and returns when it is done, and drawn; on a thread of its own it calls `meanwhile` every few
  /// milliseconds until then. Rethrows what either throws. `meanwhile` must not call run().
  void run(const std::function<void()>& work, const std::function<void()>& meanwhile = {});

 private:
  ContextSwitch context_;
  std::optional<WorkerThread> thread_;
};

}  // namespace app
