#pragma once

#include <memory>
#include <optional>
#include <string>

namespace app {

/// Does Mesa draw on the processor in the current context? Of the drivers that do, these offer OpenGL 4.5.
bool drawsOnCpu();

/// An OpenGL 4.5 core context without window, screen or display server, by EGL; current on the thread that made it as
/// long as the object lives. There is no default framebuffer.
class HeadlessContext {
 public:
  /// Takes the EGL device of the GPU with this CUDA ordinal if there is one, else the first device that gives a
  /// context, else Mesa's surfaceless platform. With `debug` OpenGL checks what it is told and tells what it dislikes
  /// (KHR_debug). Throws GlError that says what was tried and why it failed.
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
