// Particles between CUDA and OpenGL. The only file of the program that includes CUDA; host API alone.

#include <GL/glew.h>
// after GL
#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>
#include <vector>

#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/faults.h"
#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "particles/particle_store.h"
#include "particles/particle_stream.h"

namespace app {
namespace {

constexpr std::size_t kParticleBytes = 4 * sizeof(float);

/// Copies of this file run here: beside the solver's stream, which waits for nothing else.
const cudaStream_t kStream = cudaStreamPerThread;

void check(cudaError_t status, const char* call) {
  if (fmm::machineIsLost()) status = cudaErrorLaunchFailure;
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clears what is not sticky
  throw fmm::EnvironmentError(std::string(call) + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status));
}

/// Device memory for particles; growing loses the content.
class DeviceParticles {
 public:
  DeviceParticles() = default;
  ~DeviceParticles() { release(); }
  DeviceParticles(const DeviceParticles&) = delete;
  DeviceParticles& operator=(const DeviceParticles&) = delete;

  /// Throws EnvironmentError that says what was asked for and what is free.
  float* reserve(std::size_t count) {
    if (count <= capacity_) return data_;
    release();
    const cudaError_t status = fmm::faultStrikes(fmm::Fault::allocation)
                                   ? cudaErrorMemoryAllocation
                                   : cudaMalloc(reinterpret_cast<void**>(&data_), count * kParticleBytes);
    if (status == cudaErrorMemoryAllocation) {
      data_ = nullptr;
      cudaGetLastError();
      const fmm::CudaMemory memory = fmm::cudaMemory();
      throw fmm::EnvironmentError("GPU memory: " + std::to_string(count * kParticleBytes >> 20) +
                                  " MiB were asked for to show " + std::to_string(count) + " particles, " +
                                  std::to_string(memory.free >> 20) + " of " + std::to_string(memory.total >> 20) +
                                  " MiB are free: room for " + std::to_string(memory.free / kParticleBytes));
    }
    check(status, "cudaMalloc");
    capacity_ = count;
    return data_;
  }
  const float* data() const { return data_; }

 private:
  void release() {
    if (data_ != nullptr) cudaFree(data_);
    data_ = nullptr;
    capacity_ = 0;
  }

  float* data_ = nullptr;
  std::size_t capacity_ = 0;
};

/// Particles where they were computed: in device memory or, from the CPU backend, in ordinary one.
class CudaParticleStore final : public ParticleStore {
 public:
  fmm::ParticleTarget prepare(std::size_t count, bool device) override {
    onDevice_ = device;
    if (!device) return host_.prepare(count, false);
    count_ = 0;
    float* const memory = device_.reserve(std::max<std::size_t>(count, 1));
    count_ = count;
    return {memory, count, true};
  }

  void copyTo(const fmm::ParticleTarget& target) const override {
    if (!onDevice_) return host_.copyTo(target);
    assert(target.capacity >= count_);
    if (count_ == 0) return;
    check(cudaMemcpyAsync(target.positions, device_.data(), count_ * kParticleBytes,
                          target.device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost, kStream),
          "cudaMemcpyAsync(particles)");
    // The solver may write here again as soon as this state is given back.
    check(cudaStreamSynchronize(kStream), "cudaMemcpyAsync(particles)");
  }

  std::size_t count() const override { return onDevice_ ? count_ : host_.count(); }
  bool onDevice() const override { return onDevice_; }

  std::vector<fmm::Vec3> sample(std::size_t stride) const override {
    if (!onDevice_) return host_.sample(stride);
    const std::size_t picked = (count_ + stride - 1) / stride;
    std::vector<float> values(4 * picked);
    if (picked > 0) {
      check(cudaMemcpy2DAsync(values.data(), kParticleBytes, device_.data(), stride * kParticleBytes, kParticleBytes,
                              picked, cudaMemcpyDeviceToHost, kStream),
            "cudaMemcpy2DAsync(sample)");
      check(cudaStreamSynchronize(kStream), "cudaMemcpy2DAsync(sample)");
    }
    return positionsOf(values);
  }

  fmm::Vec3 position(std::size_t index) const override {
    if (!onDevice_) return host_.position(index);
    std::vector<float> values(4);
    check(cudaMemcpyAsync(values.data(), device_.data() + 4 * index, kParticleBytes, cudaMemcpyDeviceToHost, kStream),
          "cudaMemcpyAsync(position)");
    check(cudaStreamSynchronize(kStream), "cudaMemcpyAsync(position)");
    return positionsOf(values).front();
  }

 private:
  HostParticleStore host_;
  DeviceParticles device_;
  std::size_t count_ = 0;
  bool onDevice_ = false;
};

/// A GL buffer as CUDA knows it, from the first mapping until the buffer is replaced.
class Registration {
 public:
  Registration() = default;
  ~Registration() { release(); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  explicit operator bool() const { return resource_ != nullptr; }

  void acquire(GLuint buffer) {
    release();
    check(cudaGraphicsGLRegisterBuffer(&resource_, buffer, cudaGraphicsRegisterFlagsWriteDiscard),
          "cudaGraphicsGLRegisterBuffer");
  }
  void release() {
    unmap();
    if (resource_ != nullptr) cudaGraphicsUnregisterResource(resource_);
    resource_ = nullptr;
  }

  float* map() {
    check(fmm::faultStrikes(fmm::Fault::mapping) ? cudaErrorMapBufferObjectFailed
                                                 : cudaGraphicsMapResources(1, &resource_, kStream),
          "cudaGraphicsMapResources");
    mapped_ = true;
    void* pointer = nullptr;
    std::size_t bytes = 0;
    check(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resource_), "cudaGraphicsResourceGetMappedPointer");
    check(cudaStreamSynchronize(kStream), "cudaGraphicsMapResources");  // whoever writes has a stream of his own
    return static_cast<float*>(pointer);
  }
  /// What was done on any stream and waited for is visible to OpenGL afterwards.
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
std::string sharingObstacle() {
  const std::string otherwise = "; particles are copied through host memory";
  std::array<int, 16> devices{};
  unsigned count = 0;
  const cudaError_t status = cudaGLGetDevices(&count, devices.data(), devices.size(), cudaGLDeviceListAll);
  if (status != cudaSuccess || count == 0) {
    cudaGetLastError();
    return "OpenGL does not run on the GPU (" + glRendererName() + ")" + otherwise;
  }
  const int ordinal = fmm::cudaDevice().ordinal;
  if (std::find(devices.begin(), devices.begin() + count, ordinal) != devices.begin() + count) return {};
  return "OpenGL runs on GPU " + std::to_string(devices[0]) + " (" + glRendererName() + "), CUDA on GPU " +
         std::to_string(ordinal) + otherwise + " (CUDA_VISIBLE_DEVICES chooses the GPU)";
}

/// Ordinary memory that the GPU copies to at the full speed of the bus once it is pinned.
class StagingMemory {
 public:
  StagingMemory() = default;
  ~StagingMemory() { unpin(); }
  StagingMemory(const StagingMemory&) = delete;
  StagingMemory& operator=(const StagingMemory&) = delete;

  void grow(std::size_t floats) {
    if (values_.size() >= floats) return;
    unpin();
    values_.resize(floats);
  }
  /// Pinned memory is scarce; without it copies are slower and that is all.
  void pin() {
    if (pinned_ || !fmm::cudaBackendAvailable()) return;
    pinned_ = cudaHostRegister(values_.data(), values_.size() * sizeof(float), cudaHostRegisterDefault) == cudaSuccess;
    if (!pinned_) cudaGetLastError();
  }
  float* data() { return values_.data(); }

 private:
  void unpin() {
    if (std::exchange(pinned_, false)) cudaHostUnregister(values_.data());
  }

  std::vector<float> values_;
  bool pinned_ = false;
};

/// A GL buffer that CUDA writes itself while that works, else a host stream.
class CudaParticleStream final : public ParticleStream {
 public:
  fmm::ParticleTarget map(std::size_t count) override {
    mapped_ = count;
    shared_ = false;
    staging_.grow(4 * reserved(count));
    return {staging_.data(), count, false};
  }

  fmm::ParticleTarget mapForDevice(std::size_t count) override {
    if (!probed_) note_ = sharingObstacle();
    probed_ = true;
    if (!note_.empty()) return mapPinned(count);
    try {
      makeRoom(count);
      if (!registration_) registration_.acquire(buffer_.name());
      const fmm::ParticleTarget target{registration_.map(), count, true};
      mapped_ = count;
      shared_ = true;
      return target;
    } catch (const fmm::EnvironmentError& error) {
      stopSharing(error.what());
      return mapPinned(count);
    }
  }

  void unmap() override {
    if (shared_) {
      try {
        check(registration_.unmap(), "cudaGraphicsUnmapResources");
      } catch (const fmm::EnvironmentError& error) {
        stopSharing(error.what());
        throw;
      }
    } else {
      // Always a fresh buffer: NVIDIA's driver 580 writes into one that compute shaders have yet to read.
      registration_.release();
      buffer_ = Buffer(reserved(mapped_) * kParticleBytes, staging_.data(), 0);
    }
    count_ = mapped_;
  }

  unsigned buffer() const override { return buffer_.name(); }
  std::size_t count() const override { return count_; }
  std::string note() const override { return note_; }

 private:
  /// Never empty, so that pointer and binding are valid for no particles too.
  static std::size_t reserved(std::size_t count) { return std::max<std::size_t>(count, 1); }

  /// From now on particles take the way through the host.
  void stopSharing(const std::string& why) {
    registration_.release();
    note_ = "OpenGL's buffer is not shared with CUDA (" + why + "); particles are copied through host memory";
  }

  fmm::ParticleTarget mapPinned(std::size_t count) {
    const fmm::ParticleTarget target = map(count);
    staging_.pin();
    return target;
  }

  void makeRoom(std::size_t count) {
    const std::size_t bytes = reserved(count) * kParticleBytes;
    if (buffer_.name() != 0 && buffer_.bytes() >= bytes) return;
    registration_.release();
    buffer_ = Buffer();  // first, so that the old one's memory is free
    buffer_ = Buffer(bytes);
  }

  Buffer buffer_;
  Registration registration_;  // after the buffer: it goes first
  StagingMemory staging_;
  std::string note_;
  std::size_t mapped_ = 0, count_ = 0;
  bool probed_ = false;  // mapForDevice() was called
  bool shared_ = false;  // mapped as device memory
};

}  // namespace

std::unique_ptr<ParticleStream> makeParticleStream() {
  return std::make_unique<CudaParticleStream>();
}

std::unique_ptr<ParticleStore> makeParticleStore() {
  return std::make_unique<CudaParticleStore>();
}

}  // namespace app
