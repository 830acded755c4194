#include "gl/zero_fill.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "gl/software_gl.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 256;        // as in zero_fill.comp
constexpr std::size_t kMostGroups = 8192;  // more bring nothing
constexpr std::size_t kWord = sizeof(std::uint32_t);

}  // namespace

ZeroFill::ZeroFill() {
  if (!drawsOnCpu()) program_ = Program::compute("zero_fill.comp");
}

void ZeroFill::fill(const Buffer& buffer) {
  fill(buffer, 0, buffer.bytes());
}

void ZeroFill::fill(const Buffer& buffer, std::size_t from, std::size_t bytes) {
  assert(from % kWord == 0 && bytes % kWord == 0 && from + bytes <= buffer.bytes());
  if (bytes == 0) return;
  if (!program_) {
    glClearNamedBufferSubData(buffer.name(), GL_R32UI, static_cast<GLintptr>(from), static_cast<GLsizeiptr>(bytes),
                              GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    return;
  }
  const std::size_t words = bytes / kWord;
  program_->use();
  glUniform1ui(0, static_cast<GLuint>(from / kWord));
  glUniform1ui(1, static_cast<GLuint>(words));
  buffer.bindStorage(0);
  glDispatchCompute(static_cast<GLuint>(std::min((words + kGroup - 1) / kGroup, kMostGroups)), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

}  // namespace app
