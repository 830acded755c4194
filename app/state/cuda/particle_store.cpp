// Particles stay where the GPU computed them: in an OpenGL buffer or in CUDA memory. CUDA host API only.

#include <GL/glew.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

#include "gl/gl_objects.h"
#include "state/cuda/gl_sharing.h"
#include "state/particle_store.h"

namespace app {
namespace {

/// Device memory for particles; growing loses the contents.
class DeviceParticles {
 public:
  DeviceParticles() = default;
  ~DeviceParticles() { release(); }
  DeviceParticles(const DeviceParticles&) = delete;
  DeviceParticles& operator=(const DeviceParticles&) = delete;

  /// Throws EnvironmentError with the requested and the free memory.
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
      throw fmm::EnvironmentError("GPU memory: " + std::to_string((count * kParticleBytes + 0xfffff) >> 20) +
                                  " MiB were asked for to show " + std::to_string(count) + " particles, " +
                                  std::to_string(memory.free >> 20) + " of " + std::to_string(memory.total >> 20) +
                                  " MiB are free: room for " + std::to_string(memory.free / kParticleBytes));
    }
    check(status, "cudaMalloc");
    capacity_ = count;
    return data_;
  }
  const float* data() const { return data_; }
  void release() {
    if (data_ != nullptr) cudaFree(data_);
    data_ = nullptr;
    capacity_ = 0;
  }

 private:
  float* data_ = nullptr;
  std::size_t capacity_ = 0;
};

/// An OpenGL buffer that is mapped for CUDA except while it is drawn.
class SharedBuffer {
 public:
  /// True if the buffer is mapped for CUDA and has room for `count` particles.
  bool isOpenFor(std::size_t count) const { return pointer_ != nullptr && bytesFor(count) <= buffer_.bytes(); }
  float* data() const { return pointer_; }

  /// Drawing thread: unmaps the buffer for OpenGL, with all GPU work queued before `written`.
  unsigned close(Event& written) {
    if (pointer_ != nullptr) {
      written.await();
      pointer_ = nullptr;
      check(registration_.unmap(), "cudaGraphicsUnmapResources");
    }
    return buffer_.name();
  }
  /// Drawing thread: maps the buffer for CUDA, with room for `count` particles. CUDA writes must wait for `open`.
  void open(std::size_t count, Event& open) {
    if (isOpenFor(count)) return;
    if (bytesFor(count) > buffer_.bytes()) {
      pointer_ = nullptr;
      registration_.release();
      buffer_ = Buffer();  // frees the old memory before the allocation
      buffer_ = Buffer(bytesFor(count));
      registration_.acquire(buffer_.name());
    }
    pointer_ = registration_.map();
    open.record();
  }

 private:
  /// At least one particle, so that pointer and binding are valid for an empty set too.
  static std::size_t bytesFor(std::size_t count) { return std::max<std::size_t>(count, 1) * kParticleBytes; }

  Buffer buffer_;
  Registration registration_;  // after the buffer, so that it is destroyed first
  float* pointer_ = nullptr;   // null while OpenGL has the buffer
};

/// Keeps particles where they were computed: in GPU memory, or in host memory for the CPU backend. The thread that owns
/// the state owns its store too; on the GPU, events order the streams of the two threads in the same way.
class CudaParticleStore final : public ParticleStore {
 public:
  fmm::ParticleTarget prepare(std::size_t count, bool device) override {
    if (!device) {
      place_ = Place::host;
      return host_.prepare(count, false);
    }
    count_ = 0;
    const bool shared = shared_.isOpenFor(count);
    place_ = shared ? Place::openGl : Place::device;
    if (shared) device_.release();
    fmm::ParticleTarget target{shared ? shared_.data() : device_.reserve(std::max<std::size_t>(count, 1)), count, true};
    target.after = free_.get();
    target.written = written_.get();
    count_ = count;
    return target;
  }

  void copyTo(const fmm::ParticleTarget& target) const override {
    if (!onDevice()) return host_.copyTo(target);
    assert(target.capacity >= count_);
    if (count_ == 0) return;
    const Reading reading(*this);
    check(cudaMemcpyAsync(target.positions, reading.data(), count_ * kParticleBytes,
                          target.device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost, kStream),
          "cudaMemcpyAsync(particles)");
    free_.record();  // the solver may overwrite the memory as soon as the state is given back
    if (!target.device) awaitRead(count_ * kParticleBytes, "cudaMemcpyAsync(particles)");
  }

  std::size_t count() const override { return onDevice() ? count_ : host_.count(); }
  bool onDevice() const override { return place_ != Place::host; }

  unsigned takeBuffer() override {
    isDrawn_ = true;
    if (place_ != Place::openGl) return 0;
    try {
      return shared_.close(written_);
    } catch (const fmm::EnvironmentError&) {
      shares_ = false;  // particles are copied after that
      throw;
    }
  }
  void giveBack() override {
    if (!onDevice() || !isDrawn_ || !shares_) return;
    if (!probed_) shares_ = sharingObstacle().empty();
    probed_ = true;
    try {
      if (shares_) shared_.open(count_, free_);
    } catch (const fmm::EnvironmentError&) {
      shares_ = false;  // particles are copied after that, while copies work
    }
  }

  std::vector<fmm::Vec3> sample(std::size_t stride) const override {
    if (!onDevice()) return host_.sample(stride);
    const std::size_t picked = (count_ + stride - 1) / stride;
    std::vector<float> values(4 * picked);
    if (picked > 0) {
      const Reading reading(*this);
      check(cudaMemcpy2DAsync(values.data(), kParticleBytes, reading.data(), stride * kParticleBytes, kParticleBytes,
                              picked, cudaMemcpyDeviceToHost, kStream),
            "cudaMemcpy2DAsync(sample)");
      awaitRead(picked * kParticleBytes, "cudaMemcpy2DAsync(sample)");
    }
    return positionsOf(values);
  }

  fmm::Vec3 position(std::size_t index) const override {
    if (!onDevice()) return host_.position(index);
    std::vector<float> values(4);
    const Reading reading(*this);
    check(cudaMemcpyAsync(values.data(), reading.data() + 4 * index, kParticleBytes, cudaMemcpyDeviceToHost, kStream),
          "cudaMemcpyAsync(position)");
    awaitRead(kParticleBytes, "cudaMemcpyAsync(position)");
    return positionsOf(values).front();
  }

 private:
  enum class Place { host, device, openGl };

  /// Access to the particles for commands queued in this thread's stream during its lifetime. A buffer that OpenGL has
  /// is mapped and returned to OpenGL at the end.
  class Reading {
   public:
    explicit Reading(const CudaParticleStore& store) : store_(store), closes_(false) {
      store.written_.await();
      if (store.place_ != Place::openGl || store.shared_.data() != nullptr) return;
      store.shared_.open(store.count_, store.free_);
      closes_ = true;
    }
    ~Reading() {
      if (!closes_) return;
      try {
        store_.shared_.close(store_.written_);
      } catch (const fmm::EnvironmentError&) {
        // later GPU calls report the failure
      }
    }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    const float* data() const { return store_.place_ == Place::openGl ? store_.shared_.data() : store_.device_.data(); }

   private:
    const CudaParticleStore& store_;
    bool closes_;
  };

  HostParticleStore host_;
  DeviceParticles device_;
  mutable SharedBuffer shared_;
  mutable Event free_, written_;  // the solver may write; the solver has written
  std::size_t count_ = 0;
  Place place_ = Place::host;
  bool isDrawn_ = false;
  bool probed_ = false, shares_ = true;
};

}  // namespace

std::unique_ptr<ParticleStore> makeParticleStore() {
  return std::make_unique<CudaParticleStore>();
}

}  // namespace app
