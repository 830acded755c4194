// The stream whose buffer the GPU writes itself. Host API of CUDA alone.

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
      // Always a fresh buffer: NVIDIA's driver 580 writes into one that compute shaders have yet to read.
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
  Event open_, written_;  // the buffer may be written, and has been
  unsigned lent_ = 0;     // a buffer of somebody else that is shown; 0: none
  std::size_t mapped_ = 0, count_ = 0;
  bool probed_ = false;  // mapForDevice() was called
  bool shared_ = false;  // mapped as device memory
};

}  // namespace

std::unique_ptr<ParticleStream> makeParticleStream() {
  return std::make_unique<CudaParticleStream>();
}

}  // namespace app
