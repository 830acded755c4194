#include "state/thinned_tracers.h"

#include <algorithm>
#include <cassert>

#include "state/particle_store.h"

namespace app {
namespace {

constexpr GLuint kBinding = 7;  // as in colour_index.glsl
static_assert(sizeof(TracerTag) == 2 * sizeof(std::uint32_t), "Tag of colour_index.glsl");

}  // namespace

void TagBuffer::load(const SharedTags& tags) {
  const bool same = !loaded_.owner_before(tags) && !tags.owner_before(loaded_);
  if (same) return;
  const std::size_t bytes = tags ? tags->size() * sizeof(TracerTag) : 0;
  if (bytes > 0) buffer_ = Buffer(bytes, tags->data(), 0);  // the GPU may still have to read the old buffer
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

namespace {

constexpr std::size_t kGroup = 256;  // as in thin.comp
constexpr std::size_t kVectorBytes = 4 * sizeof(float);

}  // namespace

ThinnedTracers::ThinnedTracers() : tracers_(makeHostParticleStream()) {}

/// As in thin.comp.
std::size_t ThinnedTracers::placeOf(std::size_t k, std::uint32_t stride, std::size_t count) {
  std::uint32_t h = static_cast<std::uint32_t>(k) * 0x9e3779b9U;
  h = (h ^ (h >> 15)) * 0x85ebca6bU;
  h ^= h >> 13;
  return std::min(k * stride + h % stride, count - 1);
}

void ThinnedTracers::pick(const ParticleStream& all, const SharedTags& tags, std::uint32_t stride) {
  assert(stride > 0 && (stride & (stride - 1)) == 0);  // so that no stretch spans two batches
  if (!program_) program_ = Program::compute("thin.comp");
  const std::size_t picked = (all.count() + stride - 1) / stride;
  if (picked_.bytes() < picked * kVectorBytes) picked_ = Buffer(picked * kVectorBytes);
  if (picked > 0) {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    program_.use();
    glUniform1ui(1, stride);
    picked_.bindStorage(1);
    forEachBatch(all, [&](std::size_t first, std::size_t count) {
      glUniform1ui(0, static_cast<GLuint>(count));
      glUniform1ui(2, static_cast<GLuint>(first / stride));
      glDispatchCompute(workGroups((count + stride - 1) / stride, kGroup), 1, 1);
    });
    checkGl("glDispatchCompute(thin)");
  }
  tracers_->show(picked_.name(), picked);
  pickTags(tags, stride);
}

void ThinnedTracers::pickTags(const SharedTags& tags, std::uint32_t stride) {
  const bool same = !tagsOf_.owner_before(tags) && !tags.owner_before(tagsOf_) && stride == tagStride_;
  if (same) return;
  std::shared_ptr<TracerTags> picked;
  if (tags && !tags->empty()) {
    picked = std::make_shared<TracerTags>((tags->size() + stride - 1) / stride);
    for (std::size_t k = 0; k < picked->size(); ++k) (*picked)[k] = (*tags)[placeOf(k, stride, tags->size())];
  }
  tags_.load(picked);
  tagsOf_ = tags;
  tagStride_ = stride;
}

}  // namespace app
