#include "gl/headless_context.h"

#include <cstring>
#include <string>
#include <vector>

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "gl/gl_objects.h"

#ifndef EGL_CUDA_DEVICE_NV
#define EGL_CUDA_DEVICE_NV 0x323A
#endif

namespace app {

bool drawsOnCpu() {
  const std::string name = glRendererName();
  return name.rfind("llvmpipe", 0) == 0 || name.rfind("softpipe", 0) == 0;
}

namespace {

/// A candidate platform for the context.
struct Platform {
  EGLenum kind = 0;
  void* device = nullptr;  ///< EGLDeviceEXT, or EGL_DEFAULT_DISPLAY for surfaceless
  std::string name;
  std::optional<int> cudaOrdinal;
};

bool hasWord(const char* list, const char* word) {
  if (list == nullptr) return false;
  const std::size_t length = std::strlen(word);
  for (const char* at = std::strstr(list, word); at != nullptr; at = std::strstr(at + 1, word)) {
    const bool starts = at == list || at[-1] == ' ';
    if (starts && (at[length] == ' ' || at[length] == '\0')) return true;
  }
  return false;
}

std::string eglErrorText(const char* call) {
  const EGLint code = eglGetError();
  switch (code) {
    case EGL_NOT_INITIALIZED:
      return std::string(call) + ": EGL_NOT_INITIALIZED";
    case EGL_BAD_ACCESS:
      return std::string(call) + ": EGL_BAD_ACCESS";
    case EGL_BAD_ALLOC:
      return std::string(call) + ": EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE:
      return std::string(call) + ": EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG:
      return std::string(call) + ": EGL_BAD_CONFIG";
    case EGL_BAD_CONTEXT:
      return std::string(call) + ": EGL_BAD_CONTEXT";
    case EGL_BAD_DISPLAY:
      return std::string(call) + ": EGL_BAD_DISPLAY";
    case EGL_BAD_MATCH:
      return std::string(call) + ": EGL_BAD_MATCH (no OpenGL 4.5 core)";
    case EGL_BAD_PARAMETER:
      return std::string(call) + ": EGL_BAD_PARAMETER";
    case EGL_SUCCESS:
      return std::string(call) + ": not supported";
    default:
      return std::string(call) + ": EGL error " + std::to_string(code);
  }
}

template <class Function>
Function entryPoint(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// EGL's devices, with the CUDA ordinals of CUDA GPUs. EGL's order differs from CUDA's.
std::vector<Platform> devices(const char* extensions) {
  std::vector<Platform> found;
  if (!hasWord(extensions, "EGL_EXT_platform_device")) return found;
  const auto queryDevices = entryPoint<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto queryString = entryPoint<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  const auto queryAttribute = entryPoint<PFNEGLQUERYDEVICEATTRIBEXTPROC>("eglQueryDeviceAttribEXT");
  EGLint count = 0;
  if (queryDevices == nullptr || queryDevices(0, nullptr, &count) != EGL_TRUE || count <= 0) return found;
  std::vector<EGLDeviceEXT> handles(static_cast<std::size_t>(count));
  if (queryDevices(count, handles.data(), &count) != EGL_TRUE) return found;
  handles.resize(static_cast<std::size_t>(count));
  for (const EGLDeviceEXT device : handles) {
    Platform platform{EGL_PLATFORM_DEVICE_EXT, device, "EGL device " + std::to_string(found.size()), std::nullopt};
    const char* properties = queryString != nullptr ? queryString(device, EGL_EXTENSIONS) : nullptr;
    EGLAttrib ordinal = -1;
    if (hasWord(properties, "EGL_NV_device_cuda") && queryAttribute != nullptr &&
        queryAttribute(device, EGL_CUDA_DEVICE_NV, &ordinal) == EGL_TRUE && ordinal >= 0) {
      platform.cudaOrdinal = static_cast<int>(ordinal);
    }
    found.push_back(platform);
  }
  return found;
}

/// All platforms to try, best first.
std::vector<Platform> platforms(std::optional<int> cudaOrdinal) {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  std::vector<Platform> order, others;
  for (const Platform& device : devices(extensions)) {
    const bool asked = cudaOrdinal && device.cudaOrdinal == cudaOrdinal;
    (asked ? order : others).push_back(device);
  }
  order.insert(order.end(), others.begin(), others.end());
  if (hasWord(extensions, "EGL_MESA_platform_surfaceless")) {
    order.push_back({EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, "Mesa surfaceless", std::nullopt});
  }
  return order;
}

}  // namespace

/// Displays stay initialised until the process ends: EGL gives every caller the same display and does not count users.
struct HeadlessContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  ~Handles() {
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context) eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
  }

  /// Empty if the context was created and is current, else the reason for the failure.
  std::string open(const Platform& platform, bool debug) {
    const auto getDisplay = entryPoint<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (getDisplay == nullptr) return "eglGetPlatformDisplayEXT: not offered";
    display = getDisplay(platform.kind, platform.device, nullptr);
    if (display == EGL_NO_DISPLAY) return eglErrorText("eglGetPlatformDisplayEXT");
    if (eglInitialize(display, nullptr, nullptr) != EGL_TRUE) return eglErrorText("eglInitialize");
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return eglErrorText("eglBindAPI(EGL_OPENGL_API)");
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_CONTEXT_OPENGL_DEBUG,
                                 debug ? EGL_TRUE : EGL_FALSE,
                                 EGL_NONE};
    context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT) return eglErrorText("eglCreateContext");
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE) {
      std::string reason = eglErrorText("eglMakeCurrent");
      eglDestroyContext(display, context);
      context = EGL_NO_CONTEXT;
      return reason;
    }
    return {};
  }
};

HeadlessContext::HeadlessContext(std::optional<int> cudaOrdinal, bool debug) : handles_(std::make_unique<Handles>()) {
  const std::vector<Platform> candidates = platforms(cudaOrdinal);
  if (candidates.empty()) {
    throw GlError(
        "no OpenGL without a display: EGL offers neither devices nor Mesa's surfaceless platform (packages libegl1, "
        "libegl-mesa0, libgl1-mesa-dri or the GPU's driver)");
  }
  std::string tried;
  for (const Platform& platform : candidates) {
    const std::string reason = handles_->open(platform, debug);
    if (reason.empty()) {
      initialiseGl();
      return;
    }
    tried += (tried.empty() ? "" : "; ") + platform.name + ": " + reason;
  }
  throw GlError("no OpenGL 4.5 without a display: " + tried);
}

HeadlessContext::~HeadlessContext() = default;

std::string glRendererName() {
  const auto* name = glGetString(GL_RENDERER);
  return name != nullptr ? reinterpret_cast<const char*>(name) : "unknown";
}

}  // namespace app
