// The particle stream whose buffer the GPU writes directly. CUDA host API only.

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "state/cuda/gl_sharing.h"
#include "state/particle_stream.h"

namespace app {

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
         std::to_string(ordinal) + otherwise + " (--gpu chooses the GPU)";
}

namespace {

/// Host memory to which the GPU copies at full bus speed once it is pinned.
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
  /// Pinned memory is scarce; without it copies are only slower.
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

/// A GL buffer that CUDA writes directly while sharing works, else through host memory.
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
      fmm::ParticleTarget target{registration_.map(), count, true};
      open_.record();
      target.after = open_.get();
      target.written = written_.get();
      mapped_ = count;
      shared_ = true;
      return target;
    } catch (const fmm::EnvironmentError& error) {
      stopSharing(error.what());
      return mapPinned(count);
    }
  }

  void unmap() override {
    lent_ = 0;
    if (shared_) {
      try {
        written_.await();
        check(registration_.unmap(), "cudaGraphicsUnmapResources");
      } catch (const fmm::EnvironmentError& error) {
        stopSharing(error.what());
        throw;
      }
    } else {
      // Always a new buffer: NVIDIA's driver 580 overwrites a buffer that compute shaders have yet to read.
      registration_.release();
      buffer_ = Buffer(reserved(mapped_) * kParticleBytes, staging_.data(), 0);
    }
    count_ = mapped_;
  }

  void show(unsigned buffer, std::size_t count) override {
    lent_ = buffer;
    count_ = count;
  }
  unsigned buffer() const override { return lent_ != 0 ? lent_ : buffer_.name(); }
  std::size_t count() const override { return count_; }
  std::string note() const override { return note_; }

 private:
  /// At least one particle, so that pointer and binding are valid for an empty set too.
  static std::size_t reserved(std::size_t count) { return std::max<std::size_t>(count, 1); }

  /// Switches to copies through host memory.
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
    buffer_ = Buffer();  // frees the old memory before the allocation
    buffer_ = Buffer(bytes);
  }

  Buffer buffer_;
  Registration registration_;  // after the buffer, so that it is destroyed first
  StagingMemory staging_;
  std::string note_;
  Event open_, written_;  // the buffer may be written; the buffer has been written
  unsigned lent_ = 0;     // another owner's buffer that is shown; 0: none
  std::size_t mapped_ = 0, count_ = 0;
  bool probed_ = false;  // mapForDevice() was called
  bool shared_ = false;  // mapped as device memory
};

}  // namespace

std::unique_ptr<ParticleStream> makeParticleStream() {
  return std::make_unique<CudaParticleStream>();
}

}  // namespace app
