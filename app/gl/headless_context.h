#pragma once

#include <memory>
#include <optional>
#include <string>

namespace app {

/// True if Mesa draws on the processor in the current context: llvmpipe or softpipe, its drivers with OpenGL 4.5.
bool drawsOnCpu();

/// An OpenGL 4.5 core context by EGL, without window, screen or display server. It is current on the thread that made
/// it for the lifetime of the object. There is no default framebuffer.
class HeadlessContext {
 public:
  /// Takes the EGL device of the GPU with this CUDA ordinal if there is one, else the first device that provides a
  /// context, else Mesa's surfaceless platform. `debug` makes a debug context (KHR_debug). Throws GlError with each
  /// attempt and its failure.
  explicit HeadlessContext(std::optional<int> cudaOrdinal = std::nullopt, bool debug = false);
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

/// GL_RENDERER of the current context, for people: "llvmpipe (LLVM 15.0.6, 256 bits)", "NVIDIA H200/PCIe/SSE2".
std::string glRendererName();

}  // namespace app
