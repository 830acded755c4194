#include "film/rank_picture.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace app {

RankPicture::RankPicture(fmm::Ranks& ranks, bool gpu)
    : ranks_(ranks), onGpu_(gpu), gpu_(gpu ? openBufferSums(ranks) : nullptr) {}

void RankPicture::sum(Buffer& counts, std::size_t first, std::size_t bytes, bool forFirst) {
  if (gpu_) return gpu_->sum(counts, first, bytes, forFirst);
  values_.resize(bytes / sizeof(std::uint32_t));
  const auto at = static_cast<GLintptr>(first);
  const auto size = static_cast<GLsizeiptr>(bytes);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glGetNamedBufferSubData(counts.name(), at, size, values_.data());
  const auto start = std::chrono::steady_clock::now();
  forFirst ? ranks_.sumForFirst(values_.data(), values_.size()) : ranks_.sum(values_.data(), values_.size());
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!forFirst || makesPicture()) glNamedBufferSubData(counts.name(), at, size, values_.data());
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
