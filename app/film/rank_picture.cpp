#include "film/rank_picture.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace app {

RankPicture::RankPicture(fmm::Ranks& ranks, bool gpu)
    : ranks_(ranks), onGpu_(gpu), gpu_(gpu ? openBufferSums(ranks) : nullptr) {}

void RankPicture::sum(const std::vector<BufferPart>& counts, bool forFirst) {
  if (gpu_) return gpu_->sum(counts, forFirst);
  for (const BufferPart& part : counts) sumByHosts(part, forFirst);
}

void RankPicture::sumByHosts(const BufferPart& counts, bool forFirst) {
  values_.resize(counts.bytes / sizeof(std::uint32_t));
  const auto at = static_cast<GLintptr>(counts.first);
  const auto size = static_cast<GLsizeiptr>(counts.bytes);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glGetNamedBufferSubData(counts.buffer->name(), at, size, values_.data());
  const auto start = std::chrono::steady_clock::now();
  forFirst ? ranks_.sumForFirst(values_.data(), values_.size()) : ranks_.sum(values_.data(), values_.size());
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!forFirst || makesPicture()) glNamedBufferSubData(counts.buffer->name(), at, size, values_.data());
  checkGl("glNamedBufferSubData(picture of ranks)");
}

std::uint32_t RankPicture::largest(std::uint32_t own) {
  const std::vector<std::uint32_t> all = ranks_.gathered(own);
  return *std::max_element(all.begin(), all.end());
}

Births RankPicture::widest(std::optional<Births> own) {
  constexpr float kNever = std::numeric_limits<float>::infinity();
  Births all = {kNever, -kNever};
  for (const Births& births : ranks_.gathered(own.value_or(all)))
    all = {std::min(all.first, births.first), std::max(all.last, births.last)};
  return all.first <= all.last ? all : Births{};
}

}  // namespace app
