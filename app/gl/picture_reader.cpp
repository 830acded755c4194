#include "gl/picture_reader.h"

#include <algorithm>
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
  constexpr GLuint64 kPatience = 1'000'000'000;  // timeout of one wait [ns]; waits are repeated
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

PictureTarget::PictureTarget(const Framebuffer& framebuffer, int width, int height) {
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &former_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.name());
  glViewport(0, 0, width, height);
  for (const GLenum state :
       {GL_BLEND, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_CULL_FACE, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB}) {
    glDisable(state);
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

PictureTarget::~PictureTarget() {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(former_));
}

namespace {

constexpr std::size_t kGroup = 64;          // as in pack.comp
constexpr std::size_t kMostGroups = 65535;  // supported by every OpenGL

std::size_t quads(int width, int height) {
  return (static_cast<std::size_t>(width) * static_cast<std::size_t>(height) + 3) / 4;
}

std::size_t packedBytes(int width, int height) {
  return quads(width, height) * 3 * sizeof(std::uint32_t);
}

}  // namespace

PictureReader::PictureReader(int width, int height)
    : width_(width), height_(height), pack_(Program::compute("pack.comp")), ring_(packedBytes(width, height)) {
  for (Buffer& packed : packed_) packed = Buffer(packedBytes(width, height));
}

void PictureReader::start(GLuint picture) {
  const Buffer& packed = packed_[ring_.turn()];
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  pack_.use();
  glUniform2i(0, width_, height_);
  glBindTextureUnit(0, picture);
  glBindSampler(0, 0);
  packed.bindStorage(0);
  const std::size_t groups = (quads(width_, height_) + kGroup - 1) / kGroup;
  glDispatchCompute(static_cast<GLuint>(std::min(groups, kMostGroups)), 1, 1);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glCopyNamedBufferSubData(packed.name(), ring_.next(), 0, 0, static_cast<GLsizeiptr>(packed.bytes()));
  glUseProgram(0);
  ring_.sent();
}

Image PictureReader::take() {
  const std::uint8_t* bytes = ring_.take();
  const std::size_t count = 3 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  return {width_, height_, {bytes, bytes + count}};
}

Image readPicture(const Framebuffer& framebuffer, int width, int height) {
  const auto row = 3 * static_cast<std::ptrdiff_t>(width);
  Image image{width, height,
              std::vector<std::uint8_t>(static_cast<std::size_t>(row) * static_cast<std::size_t>(height))};
  GLint former = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &former);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer.name());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(former));
  checkGl("glReadPixels");
  // OpenGL's first row is the lowest.
  auto upper = image.rgb.begin(), lower = image.rgb.end() - row;
  for (; upper < lower; upper += row, lower -= row) std::swap_ranges(upper, upper + row, lower);
  return image;
}

}  // namespace app
