#include "gl/picture_reader.h"

#include <algorithm>
#include <cassert>

namespace app {
namespace {

constexpr std::size_t kGroup = 64;          // as in pack.comp
constexpr std::size_t kMostGroups = 65535;  // that every OpenGL can start

std::size_t quads(int width, int height) {
  return (static_cast<std::size_t>(width) * static_cast<std::size_t>(height) + 3) / 4;
}

std::size_t packedBytes(int width, int height) {
  return quads(width, height) * 3 * sizeof(std::uint32_t);
}

}  // namespace

PictureReader::PictureReader(int width, int height)
    : width_(width), height_(height), pack_(Program::compute("pack.comp")) {
  const std::size_t bytes = packedBytes(width, height);
  constexpr GLbitfield kMapped = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  for (Slot& slot : slots_) {
    slot.packed = Buffer(bytes);
    slot.buffer = Buffer(bytes, nullptr, kMapped | GL_CLIENT_STORAGE_BIT);
    slot.bytes = static_cast<const std::uint8_t*>(
        glMapNamedBufferRange(slot.buffer.name(), 0, static_cast<GLsizeiptr>(bytes), kMapped));
    checkGl("glMapNamedBufferRange");
  }
}

PictureReader::~PictureReader() {
  for (const Slot& slot : slots_) glDeleteSync(slot.arrived);  // null is ignored
}

void PictureReader::start(GLuint picture) {
  assert(pending_ < kMostPending);
  Slot& slot = slots_[(oldest_ + pending_) % kMostPending];
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  pack_.use();
  glUniform2i(0, width_, height_);
  glBindTextureUnit(0, picture);
  glBindSampler(0, 0);
  slot.packed.bindStorage(0);
  const std::size_t groups = (quads(width_, height_) + kGroup - 1) / kGroup;
  glDispatchCompute(static_cast<GLuint>(std::min(groups, kMostGroups)), 1, 1);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glCopyNamedBufferSubData(slot.packed.name(), slot.buffer.name(), 0, 0, static_cast<GLsizeiptr>(slot.packed.bytes()));
  glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  slot.arrived = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  glUseProgram(0);
  checkGl("glFenceSync");
  ++pending_;
}

Image PictureReader::take() {
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
  const std::size_t bytes = 3 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  return {width_, height_, {slot.bytes, slot.bytes + bytes}};
}

}  // namespace app
