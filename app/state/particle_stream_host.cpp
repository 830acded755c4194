#include <algorithm>
#include <cstddef>
#include <vector>

#include "gl/gl_objects.h"
#include "state/particle_stream.h"

namespace app {
namespace {

constexpr std::size_t kFloatsPerParticle = 4;

class HostParticleStream : public ParticleStream {
 public:
  fmm::ParticleTarget map(std::size_t count) override {
    // At least one particle, so that pointer and binding are valid for an empty set too.
    const std::size_t floats = kFloatsPerParticle * std::max<std::size_t>(count, 1);
    if (staging_.size() < floats) staging_.resize(floats);
    mapped_ = count;
    return {staging_.data(), count, false};
  }

  void unmap() override {
    // Always a new buffer: NVIDIA's driver 580 overwrites a buffer that compute shaders have yet to read.
    const std::size_t floats = kFloatsPerParticle * std::max<std::size_t>(mapped_, 1);
    buffer_ = Buffer(floats * sizeof(float), staging_.data(), 0);
    count_ = mapped_;
    lent_ = 0;
  }

  void show(unsigned buffer, std::size_t count) override {
    lent_ = buffer;
    count_ = count;
  }
  unsigned buffer() const override { return lent_ != 0 ? lent_ : buffer_.name(); }
  std::size_t count() const override { return count_; }

 private:
  std::vector<float> staging_;
  Buffer buffer_;
  unsigned lent_ = 0;  // another owner's buffer that is shown; 0: none
  std::size_t mapped_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<ParticleStream> makeHostParticleStream() {
  return std::make_unique<HostParticleStream>();
}

}  // namespace app
