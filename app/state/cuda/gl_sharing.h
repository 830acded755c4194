#pragma once

// Sharing of buffers between CUDA and OpenGL on one GPU, for files of this folder only. GLEW precedes other GL headers.

#include <GL/glew.h>
// must follow GL headers
#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include <string>
#include <utility>

#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/faults.h"

namespace app {

constexpr std::size_t kParticleBytes = 4 * sizeof(float);

/// Stream of the copies in this folder, one per thread. The solver's own stream does not wait for it.
inline const cudaStream_t kStream = cudaStreamPerThread;

inline void check(cudaError_t status, const char* call) {
  if (fmm::machineIsLost()) status = cudaErrorLaunchFailure;
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clears errors that are not sticky
  throw fmm::EnvironmentError(std::string(call) + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status));
}

/// Waits until this thread's stream has finished a copy of `bytes` to the host, and counts the transfer.
inline void awaitRead(std::size_t bytes, const char* call) {
  fmm::countCudaTransfers({bytes, 1});
  check(cudaStreamSynchronize(kStream), call);
}

/// A point in a stream for which other streams wait on the GPU.
class Event {
 public:
  Event() = default;
  ~Event() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  /// Creates the event at the first call.
  cudaEvent_t get() {
    if (event_ == nullptr) check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate");
    return event_;
  }
  /// Records the event behind all work queued in this thread's stream.
  void record() { check(cudaEventRecord(get(), kStream), "cudaEventRecord"); }
  /// Makes this thread's stream wait for the event; no wait if the event was never recorded.
  void await() { check(cudaStreamWaitEvent(kStream, get(), 0), "cudaStreamWaitEvent"); }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Registration of a GL buffer with CUDA, kept from the first mapping until the buffer is replaced.
class Registration {
 public:
  Registration() = default;
  ~Registration() { release(); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  explicit operator bool() const { return resource_ != nullptr; }

  /// `flags`: cudaGraphicsRegisterFlags, how CUDA uses the buffer.
  void acquire(GLuint buffer, unsigned flags = cudaGraphicsRegisterFlagsWriteDiscard) {
    release();
    check(cudaGraphicsGLRegisterBuffer(&resource_, buffer, flags), "cudaGraphicsGLRegisterBuffer");
  }
  void release() {
    unmap();
    if (resource_ != nullptr) cudaGraphicsUnregisterResource(resource_);
    resource_ = nullptr;
  }

  /// Maps the buffer: later work of this thread's stream runs after all OpenGL commands issued so far.
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
  /// Unmaps the buffer: OpenGL then sees all work queued in this thread's stream.
  cudaError_t unmap() {
    if (!std::exchange(mapped_, false)) return cudaSuccess;
    const cudaError_t status = cudaGraphicsUnmapResources(1, &resource_, kStream);
    return fmm::faultStrikes(fmm::Fault::mapping) ? cudaErrorUnmapBufferObjectFailed : status;
  }

 private:
  cudaGraphicsResource_t resource_ = nullptr;
  bool mapped_ = false;
};

/// Why the current OpenGL context shares no memory with the CUDA device; empty if it should.
std::string sharingObstacle();

}  // namespace app
