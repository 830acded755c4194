#pragma once

// What CUDA and OpenGL share on one GPU; with GLEW before it, included by the files beside it alone.

#include <GL/glew.h>
// after GL
#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include <string>
#include <utility>

#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/faults.h"

namespace app {

constexpr std::size_t kParticleBytes = 4 * sizeof(float);

/// Copies of this folder run here: each thread's own, beside the solver's stream, which waits for nothing else.
inline const cudaStream_t kStream = cudaStreamPerThread;

inline void check(cudaError_t status, const char* call) {
  if (fmm::machineIsLost()) status = cudaErrorLaunchFailure;
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clears what is not sticky
  throw fmm::EnvironmentError(std::string(call) + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status));
}

/// Waits until this thread's stream has copied so many bytes to the host.
inline void awaitRead(std::size_t bytes, const char* call) {
  fmm::countCudaTransfers({bytes, 1});
  check(cudaStreamSynchronize(kStream), call);
}

/// A place in a stream that others wait for on the GPU.
class Event {
 public:
  Event() = default;
  ~Event() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  /// Made at the first call.
  cudaEvent_t get() {
    if (event_ == nullptr) check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate");
    return event_;
  }
  /// Behind all that this thread's stream has been told.
  void record() { check(cudaEventRecord(get(), kStream), "cudaEventRecord"); }
  /// This thread's stream goes on when the event is done; at once where it was never recorded.
  void await() { check(cudaStreamWaitEvent(kStream, get(), 0), "cudaStreamWaitEvent"); }

 private:
  cudaEvent_t event_ = nullptr;
};

/// A GL buffer as CUDA knows it, from the first mapping until the buffer is replaced.
class Registration {
 public:
  Registration() = default;
  ~Registration() { release(); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  explicit operator bool() const { return resource_ != nullptr; }

  /// `flags`: what CUDA does with it.
  void acquire(GLuint buffer, unsigned flags = cudaGraphicsRegisterFlagsWriteDiscard) {
    release();
    check(cudaGraphicsGLRegisterBuffer(&resource_, buffer, flags), "cudaGraphicsGLRegisterBuffer");
  }
  void release() {
    unmap();
    if (resource_ != nullptr) cudaGraphicsUnregisterResource(resource_);
    resource_ = nullptr;
  }

  /// Of this thread's stream: what it does next with the memory comes after all that OpenGL was told before.
  float* map() {
    check(fmm::faultStrikes(fmm::Fault::mapping) ? cudaErrorMapBufferObjectFailed
                                                 : cudaGraphicsMapResources(1, &resource_, kStream),
          "cudaGraphicsMapResources");
    mapped_ = true;
    void* pointer = nullptr;
    std::size_t bytes = 0;
    check(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resource_), "cudaGraphicsResourceGetMappedPointer");
    return static_cast<float*>(pointer);
  }
  /// What this thread's stream has done or waits for is visible to OpenGL afterwards.
  cudaError_t unmap() {
    if (!std::exchange(mapped_, false)) return cudaSuccess;
    const cudaError_t status = cudaGraphicsUnmapResources(1, &resource_, kStream);
    return fmm::faultStrikes(fmm::Fault::mapping) ? cudaErrorUnmapBufferObjectFailed : status;
  }

 private:
  cudaGraphicsResource_t resource_ = nullptr;
  bool mapped_ = false;
};

/// Why the present OpenGL context shares no memory with the CUDA device; empty if it should.
std::string sharingObstacle();

}  // namespace app
