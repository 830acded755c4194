#include "gl/picture_reader.h"

#include <algorithm>

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

}  // namespace app
