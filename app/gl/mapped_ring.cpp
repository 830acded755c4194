#include "gl/mapped_ring.h"

#include <cassert>

namespace app {

MappedRing::MappedRing(std::size_t bytes) {
  constexpr GLbitfield kMapped = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  for (Slot& slot : slots_) {
    slot.buffer = Buffer(bytes, nullptr, kMapped | GL_CLIENT_STORAGE_BIT);
    slot.bytes = static_cast<const std::uint8_t*>(
        glMapNamedBufferRange(slot.buffer.name(), 0, static_cast<GLsizeiptr>(bytes), kMapped));
    checkGl("glMapNamedBufferRange");
  }
}

MappedRing::~MappedRing() {
  for (const Slot& slot : slots_) glDeleteSync(slot.arrived);  // null is ignored
}

GLuint MappedRing::next() const {
  assert(pending_ < kMostPending);
  return slots_[turn()].buffer.name();
}

void MappedRing::sent() {
  Slot& slot = slots_[turn()];
  glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  slot.arrived = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  checkGl("glFenceSync");
  ++pending_;
}

const std::uint8_t* MappedRing::take() {
  assert(pending_ > 0);
  constexpr GLuint64 kPatience = 1'000'000'000;  // nanoseconds, then it is asked again
  Slot& slot = slots_[oldest_];
  GLenum result = GL_TIMEOUT_EXPIRED;
  while (result == GL_TIMEOUT_EXPIRED) result = glClientWaitSync(slot.arrived, GL_SYNC_FLUSH_COMMANDS_BIT, kPatience);
  glDeleteSync(slot.arrived);
  slot.arrived = nullptr;
  oldest_ = (oldest_ + 1) % kMostPending;
  --pending_;
  if (result == GL_WAIT_FAILED) checkGl("glClientWaitSync");
  return slot.bytes;
}

}  // namespace app
