// Particles where the GPU has computed them: in a buffer of OpenGL, or in memory of their own. Host API of CUDA alone.

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

/// A buffer of OpenGL that CUDA has but for the time in which it is drawn.
class SharedBuffer {
 public:
  /// May the GPU write so many particles here?
  bool isOpenFor(std::size_t count) const { return pointer_ != nullptr && bytesFor(count) <= buffer_.bytes(); }
  float* data() const { return pointer_; }

  /// Drawing thread: OpenGL has the buffer from now on, with all that the GPU was told before `written`.
  unsigned close(Event& written) {
    if (pointer_ != nullptr) {
      written.await();
      pointer_ = nullptr;
      check(registration_.unmap(), "cudaGraphicsUnmapResources");
    }
    return buffer_.name();
  }
  /// Drawing thread: CUDA has it from now on, with room for so many; it writes behind `open`.
  void open(std::size_t count, Event& open) {
    if (isOpenFor(count)) return;
    if (bytesFor(count) > buffer_.bytes()) {
      pointer_ = nullptr;
      registration_.release();
      buffer_ = Buffer();  // first, so that the old one's memory is free
      buffer_ = Buffer(bytesFor(count));
      registration_.acquire(buffer_.name());
    }
    pointer_ = registration_.map();
    open.record();
  }

 private:
  /// Never empty, so that pointer and binding are valid for no particles too.
  static std::size_t bytesFor(std::size_t count) { return std::max<std::size_t>(count, 1) * kParticleBytes; }

  Buffer buffer_;
  Registration registration_;  // after the buffer: it goes first
  float* pointer_ = nullptr;   // null: OpenGL has it
};

/// Particles where they were computed: on the GPU, or from the CPU backend in ordinary memory. The state that they
/// belong to says which thread has them; on the GPU events say the same to the streams of both.
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
    free_.record();  // the solver may write here again as soon as this state is given back
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
      shares_ = false;  // particles are copied from now on
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
      shares_ = false;  // particles are copied, as long as that works
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

  /// The particles on the GPU for what this thread's stream is told meanwhile; a buffer that OpenGL has comes back to
  /// it.
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
        // what follows on the GPU fails by itself
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
  mutable Event free_, written_;  // the solver may write; it has
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
