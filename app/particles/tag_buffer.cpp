#include "particles/tag_buffer.h"

#include <cassert>

namespace app {
namespace {

constexpr GLuint kBinding = 7;  // as in colour_index.glsl
static_assert(sizeof(TracerTag) == 2 * sizeof(std::uint32_t), "Tag of colour_index.glsl");

}  // namespace

void TagBuffer::load(const SharedTags& tags) {
  const bool same = !loaded_.owner_before(tags) && !tags.owner_before(loaded_);
  if (same) return;
  const std::size_t bytes = tags ? tags->size() * sizeof(TracerTag) : 0;
  if (bytes > 0) buffer_ = Buffer(bytes, tags->data(), 0);  // the old one may yet have to be read
  count_ = tags ? tags->size() : 0;
  rings_ = tags ? ringsOf(*tags) : 1;
  births_ = tags ? birthsOf(*tags) : Births{};
  loaded_ = tags;
}

void TagBuffer::bind(std::size_t first, std::size_t count) const {
  assert(first + count <= count_ && count > 0 && first % 32 == 0);
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kBinding, buffer_.name(),
                    static_cast<GLintptr>(first * sizeof(TracerTag)),
                    static_cast<GLsizeiptr>(count * sizeof(TracerTag)));
}

}  // namespace app
